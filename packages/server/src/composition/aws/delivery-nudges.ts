import { nudgeText } from '../../adapters/sqs/nudges.ts'
import { LONGEST_DELAY_SECONDS, type MessageSender } from '../../adapters/sqs/sender.ts'
import type { Clock } from '../../kernel/dependencies.ts'
import { consumerQueue, queueOfPartition } from '../../kernel/keys.ts'
import type { Store, Write } from '../../kernel/ports/store.ts'

const DELIVERIES = consumerQueue('deliveries')

/** What a store tells the queue of deliveries with. */
export interface NudgeOptions {
  readonly clock: Clock
  readonly sender: Pick<MessageSender, 'send'>
  /** Hears of a message that could not be put into the queue. */
  readonly tell: (error: unknown) => void
}

/**
 * The store, which also tells the queue of deliveries of each delivery that is put into the table and
 * due soon, so that a function runs it at its time. Deliveries that are due later, and those whose
 * message is lost, are found by the timer.
 */
export function withDeliveryNudges(store: Store, { clock, sender, tell }: NudgeOptions): Store {
  const nudge = async (writes: readonly Write[]): Promise<void> => {
    try {
      await Promise.all(writes.map((write) => nudgeOf(write, clock.nowEpochMilliseconds(), sender)))
    } catch (error) {
      tell(error)
    }
  }
  return {
    get: (key, options) => store.get(key, options),
    getMany: (keys, options) => store.getMany(keys, options),
    query: (request) => store.query(request),
    async transact(writes, token) {
      const outcome = await store.transact(writes, token)
      if (outcome.committed) await nudge(writes)
      return outcome
    },
    scan: () => store.scan(),
    ping: () => store.ping(),
    close: () => store.close(),
  }
}

async function nudgeOf(write: Write, now: number, sender: NudgeOptions['sender']): Promise<void> {
  if (write.kind !== 'put-if-absent') return
  const { PK, SK, dueEpochMilliseconds } = write.item
  if (queueOfPartition(PK)?.queue !== DELIVERIES) return
  const delaySeconds = (Number(dueEpochMilliseconds) - now) / 1000
  if (delaySeconds <= LONGEST_DELAY_SECONDS) await sender.send(nudgeText({ PK, SK }), delaySeconds)
}
