import {
  createStreamHandler,
  type StreamBatch,
  type StreamBatchResponse,
} from '../../adapters/dynamodb/stream.ts'
import { createFifoSender } from '../../adapters/sqs/fifo-sender.ts'
import { handOverText } from '../../adapters/sqs/hand-over.ts'
import { sqsEndpoint } from '../../adapters/sqs/visibility.ts'
import { createHandOver } from '../../delivery/events/hand-over.ts'
import type { Bus } from '../../delivery/events/publish.ts'
import { type AwsBase, openBase } from './base.ts'
import { openBus } from './bus.ts'

/** Opens the function that handles the table's stream: it publishes events and expires lapsed holds. */
export async function openStreamFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<(batch: StreamBatch) => Promise<StreamBatchResponse>> {
  const base = await openBase(env)
  const bus: Bus = { ...openBus(base), ...handOverOf(base) }
  return createStreamHandler(base.deps, bus, (failure) =>
    base.logger.error(failure, 'stream record failed'),
  )
}

/** Events of an account with many publishers go to the queue of the log function. */
function handOverOf({ settings, at, deps }: AwsBase): Pick<Bus, 'handOver'> {
  const { logQueueUrl: queueUrl, endpoints } = settings
  if (queueUrl === undefined) return {}
  const endpoint = endpoints.SQS ?? sqsEndpoint(at.region)
  const sender = createFifoSender({ ...at, endpoint, queueUrl })
  return {
    handOver: createHandOver(deps.clock, (handedOver) =>
      sender.send(handOverText(handedOver), handedOver.accountId),
    ),
  }
}
