import {
  createStreamHandler,
  type StreamBatch,
  type StreamBatchResponse,
} from '../../adapters/dynamodb/stream.ts'
import { openBase } from './base.ts'
import { openBus } from './bus.ts'

/** Opens the function that handles the table's stream: it publishes events and expires lapsed holds. */
export async function openStreamFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<(batch: StreamBatch) => Promise<StreamBatchResponse>> {
  const base = await openBase(env)
  return createStreamHandler(base.deps, openBus(base), (failure) =>
    base.logger.error(failure, 'stream record failed'),
  )
}
