import { createSqsConsumer } from '../../adapters/sqs/consumer.ts'
import type { SqsBatch, SqsBatchResponse } from '../../adapters/sqs/event.ts'
import { createMessageVisibility, sqsEndpoint } from '../../adapters/sqs/visibility.ts'
import { createMixedHandler, createWakeUpHandler } from '../../adapters/sqs/wake-ups.ts'
import { deliveriesConsumer } from '../../delivery/webhooks/deliver.ts'
import { type Consumer, type QueueDependencies, runTaskAt } from '../../kernel/queue/queue.ts'
import { type AwsBase, openBase } from './base.ts'
import { deliveryDependencies } from './webhook-sender.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The function that Lambda calls with messages of a queue. */
export type QueueFunction = (batch: SqsBatch) => Promise<SqsBatchResponse>

/**
 * Opens the function of a consumer's queue, which a rule of the bus fills. It also gets wake-ups for the consumer's
 * tasks in the table. `consumerOf` creates the consumer.
 */
export async function openConsumerFunction(
  env: Environment,
  consumerOf: (base: AwsBase) => Consumer,
): Promise<QueueFunction> {
  const base = await openBase(env)
  const { settings, at, deps, logger } = base
  const consumer = consumerOf(base)
  const handleEvents = createSqsConsumer({
    deps,
    consumer,
    visibility: createMessageVisibility({
      ...at,
      endpoint: settings.endpoints.SQS ?? sqsEndpoint(at.region),
    }),
    onFailure: (failure) =>
      logger.warn({ ...failure, consumer: consumer.name }, 'message will be retried'),
    onDeadLetter: ({ id, lastError }) =>
      logger.error({ consumer: consumer.name, taskId: id, lastError }, 'dead letter'),
  })
  return createMixedHandler(taskHandler(base, deps, consumer), handleEvents)
}

/** The handler of wake-ups for the tasks of a consumer. */
const taskHandler = ({ logger }: AwsBase, deps: QueueDependencies, consumer: Consumer) =>
  createWakeUpHandler({
    async run(key) {
      const outcome = await runTaskAt(deps, consumer, key)
      if (outcome === 'dead') logger.error({ consumer: consumer.name, ...key }, 'dead letter')
    },
    onFailure: (failure) =>
      logger.warn({ ...failure, consumer: consumer.name }, 'message will be retried'),
  })

/** Opens the function that sends webhook deliveries when they are due. */
export async function openDeliveriesFunction(env: Environment): Promise<QueueFunction> {
  const base = await openBase(env)
  const deps = deliveryDependencies(base)
  return taskHandler(base, deps, deliveriesConsumer(deps))
}
