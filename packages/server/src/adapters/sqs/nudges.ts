import type { ItemKey } from '../../kernel/ports/store.ts'
import type { FailedMessage } from './consumer.ts'
import type { SqsBatch, SqsBatchResponse } from './event.ts'

/** Says that a task lies in a queue of the table, and is due when the message is seen. */
export const nudgeText = ({ PK, SK }: ItemKey): string => JSON.stringify({ PK, SK })

/** What the handler of nudges needs. */
export interface NudgeHandlerOptions {
  /** Runs the task under that key, if it still waits there. */
  readonly run: (key: ItemKey) => Promise<unknown>
  /** Hears of each message that stays in the queue. */
  readonly tell: (failure: FailedMessage) => void
}

/**
 * Makes the function that Lambda calls with nudges: each runs the one task that it names. The task
 * itself lies in the table, so a nudge that is lost costs time, not the task: the timer finds it. One
 * that fails (the store is out of reach) or cannot be read comes again, until the queue's redrive
 * policy takes it away.
 */
export const createNudgeHandler =
  ({ run, tell }: NudgeHandlerOptions) =>
  async ({ Records }: SqsBatch): Promise<SqsBatchResponse> => {
    const failed = await Promise.all(
      Records.map(async ({ messageId, body }): Promise<readonly FailedMessage[]> => {
        try {
          await run(keyOf(body))
          return []
        } catch (error) {
          return [{ messageId, error: error instanceof Error ? error.message : String(error) }]
        }
      }),
    )
    for (const failure of failed.flat()) tell(failure)
    return {
      batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })),
    }
  }

function keyOf(body: string): ItemKey {
  const { PK, SK } = JSON.parse(body) as { readonly PK?: unknown; readonly SK?: unknown }
  if (typeof PK !== 'string' || typeof SK !== 'string') throw new Error('the message names no task')
  return { PK, SK }
}
