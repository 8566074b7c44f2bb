import {
  createStreamHandler,
  type StreamBatch,
  type StreamBatchResponse,
} from '../../adapters/dynamodb/stream.ts'
import { createFifoSender } from '../../adapters/sqs/fifo-sender.ts'
import { forwardedText } from '../../adapters/sqs/forwarded-events.ts'
import { sqsEndpoint } from '../../adapters/sqs/visibility.ts'
import { createForwarder } from '../../delivery/events/forward.ts'
import type { Bus } from '../../delivery/events/publish.ts'
import { type AwsBase, openBase } from './base.ts'
import { openBus } from './bus.ts'

/** Opens the function that handles the table's stream: it publishes events and expires lapsed holds. */
export async function openStreamFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<(batch: StreamBatch) => Promise<StreamBatchResponse>> {
  const base = await openBase(env)
  const bus: Bus = { ...openBus(base), ...forwarderOf(base) }
  return createStreamHandler(base.deps, bus, (failure) =>
    base.logger.error(failure, 'stream record failed'),
  )
}

/** Events of an account with many publishers go to the queue of the log function. */
function forwarderOf({ settings, at, deps }: AwsBase): Pick<Bus, 'forwarder'> {
  const { logQueueUrl: queueUrl, endpoints } = settings
  if (queueUrl === undefined) return {}
  const endpoint = endpoints.SQS ?? sqsEndpoint(at.region)
  const sender = createFifoSender({ ...at, endpoint, queueUrl })
  return {
    forwarder: createForwarder(deps.clock, (forwarded) =>
      sender.send(forwardedText(forwarded), forwarded.accountId),
    ),
  }
}
