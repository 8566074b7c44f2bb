import type { ItemKey } from '../../kernel/ports/store.ts'
import type { FailedMessage } from './consumer.ts'
import type { SqsBatch, SqsBatchResponse, SqsRecord } from './event.ts'

/** The message about due entries of one partition of the table. */
export const dueText = (partition: string, sortKeys: readonly string[]): string =>
  JSON.stringify({ PK: partition, SKs: sortKeys })

/** How messages about due entries are handled. */
export interface DueHandlerOptions {
  /** Does the entries that are still due. Rejects if none could be tried. */
  readonly run: (keys: readonly ItemKey[]) => Promise<void>
  /** Called with each message that stays in the queue. */
  readonly onFailure: (failure: FailedMessage) => void
}

/**
 * Creates the handler for messages about due entries. The entries are in the table, so a message that is lost, late
 * or delivered twice does no harm: an entry that is gone is skipped, and the timer announces one that is still there
 * again. A message that is malformed, or whose entries cannot be read, is delivered again, until the queue's redrive
 * policy removes it.
 */
export const createDueHandler =
  ({ run, onFailure }: DueHandlerOptions) =>
  async ({ Records }: SqsBatch): Promise<SqsBatchResponse> => {
    const failed: FailedMessage[] = []
    const handle = async ({ messageId, body }: SqsRecord) => {
      try {
        await run(keysOf(body))
      } catch (error) {
        failed.push({ messageId, error: error instanceof Error ? error.message : String(error) })
      }
    }
    await Promise.all(Records.map(handle))
    for (const failure of failed) onFailure(failure)
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }

function keysOf(body: string): readonly ItemKey[] {
  const { PK, SKs } = JSON.parse(body) as { readonly PK?: unknown; readonly SKs?: unknown }
  if (typeof PK !== 'string' || !Array.isArray(SKs) || !SKs.every((SK) => typeof SK === 'string')) {
    throw new Error('The message has no keys of due entries.')
  }
  return SKs.map((SK: string) => ({ PK, SK }))
}
