import type { ItemKey } from '../../kernel/ports/store.ts'
import type { FailedMessage } from './consumer.ts'
import type { SqsBatch, SqsBatchResponse } from './event.ts'

/** The message that wakes the function for a task in the table, which is due when it becomes visible. */
export const wakeUpText = ({ PK, SK }: ItemKey): string => JSON.stringify({ PK, SK })

/** Whether a message is a wake-up, and not an event. */
const isWakeUp = (body: string): boolean => body.startsWith('{"PK":')

/** A handler of messages that says which of them stay in the queue. */
type Handler = (batch: SqsBatch) => Promise<SqsBatchResponse>

/** Creates the handler of a queue that gets wake-ups for tasks beside events of the bus. */
export const createMixedHandler =
  (runTasks: Handler, handleEvents: Handler): Handler =>
  async ({ Records }) => {
    const { tasks = [], events = [] } = Object.groupBy(Records, ({ body }) =>
      isWakeUp(body) ? 'tasks' : 'events',
    )
    const answers = await Promise.all([
      runTasks({ Records: tasks }),
      handleEvents({ Records: events }),
    ])
    return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) }
  }

/** How wake-ups are handled. */
export interface WakeUpHandlerOptions {
  /** Runs the task with that key, if it still exists. */
  readonly run: (key: ItemKey) => Promise<unknown>
  /** Called with each message that stays in the queue. */
  readonly onFailure: (failure: FailedMessage) => void
}

/**
 * Creates the handler for wake-ups. Each one runs the task that it names. The task itself is in the
 * table, so a lost wake-up only delays it until the timer finds it. A wake-up that fails, for example
 * because the store is unavailable, or that is malformed is delivered again, until the queue's redrive
 * policy removes it.
 */
export const createWakeUpHandler =
  ({ run, onFailure }: WakeUpHandlerOptions) =>
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
    for (const failure of failed.flat()) onFailure(failure)
    return {
      batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })),
    }
  }

function keyOf(body: string): ItemKey {
  const { PK, SK } = JSON.parse(body) as { readonly PK?: unknown; readonly SK?: unknown }
  if (typeof PK !== 'string' || typeof SK !== 'string')
    throw new Error('The message has no task key.')
  return { PK, SK }
}
