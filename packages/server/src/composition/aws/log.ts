import { createForwardedHandler } from '../../adapters/sqs/forwarded-events.ts'
import { createMessageVisibility, sqsEndpoint } from '../../adapters/sqs/visibility.ts'
import { publishForwarded } from '../../delivery/events/forward.ts'
import { openBase } from './base.ts'
import type { QueueFunction } from './queues.ts'

/** Opens the function that publishes events of accounts with many publishers, one batch after the other. */
export async function openLogFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<QueueFunction> {
  const { deps, settings, at, logger } = await openBase(env)
  const endpoint = settings.endpoints.SQS ?? sqsEndpoint(at.region)
  return createForwardedHandler({
    publish: (places) => publishForwarded(deps, {}, places),
    visibility: createMessageVisibility({ ...at, endpoint }),
    onFailure: (failure) => logger.warn(failure, 'message will be retried'),
  })
}
