import { createSqsConsumer } from '../../adapters/sqs/consumer.ts'
import type { SqsBatch, SqsBatchResponse } from '../../adapters/sqs/event.ts'
import { createMessageVisibility, sqsEndpoint } from '../../adapters/sqs/visibility.ts'
import { createWakeUpHandler } from '../../adapters/sqs/wake-ups.ts'
import { deliveriesConsumer } from '../../delivery/webhooks/deliver.ts'
import { type Consumer, runTaskAt } from '../../kernel/queue/queue.ts'
import { type AwsBase, openBase } from './base.ts'
import { deliveryDependencies } from './webhook-sender.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The function that Lambda calls with messages of a queue. */
export type QueueFunction = (batch: SqsBatch) => Promise<SqsBatchResponse>

/** Opens the function of a queue that a rule of the bus fills. `consumerOf` creates its consumer. */
export async function openConsumerFunction(
  env: Environment,
  consumerOf: (base: AwsBase) => Consumer,
): Promise<QueueFunction> {
  const base = await openBase(env)
  const { settings, at, deps, logger } = base
  const consumer = consumerOf(base)
  return createSqsConsumer({
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
}

/** Opens the function that sends webhook deliveries when they are due. */
export async function openDeliveriesFunction(env: Environment): Promise<QueueFunction> {
  const base = await openBase(env)
  const { logger } = base
  const deps = deliveryDependencies(base)
  const consumer = deliveriesConsumer(deps)
  return createWakeUpHandler({
    async run(key) {
      const outcome = await runTaskAt(deps, consumer, key)
      if (outcome === 'dead') logger.error({ consumer: consumer.name, ...key }, 'dead letter')
    },
    onFailure: (failure) =>
      logger.warn({ ...failure, consumer: consumer.name }, 'message will be retried'),
  })
}
