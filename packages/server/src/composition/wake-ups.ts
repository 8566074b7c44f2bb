import { storeWith } from '../kernel/items/store-with.ts'
import { queueOfPartition } from '../kernel/keys.ts'
import type { ItemKey, Store, Write } from '../kernel/ports/store.ts'

/** New work in a shard of a queue, of this server or of another one, whose key is not known here. */
export type QueueWakeUp = Omit<WakeUp, 'key'> & Partial<Pick<WakeUp, 'key'>>

/** New work in a shard of a queue. */
export interface WakeUp {
  /** `OUTBOX`, `DUE`, `CONNECTIONDUE`, `PAYMENTDUE`, `WAITLISTDUE`, or `QUEUE#` and a consumer. */
  readonly queue: string
  readonly shard: number
  /** The key of the new item. */
  readonly key: ItemKey
  /** When the work is due. 0: at once. */
  readonly dueEpochMilliseconds: number
}

/** Called with the wake-ups of a committed transaction, at least one. The commit waits for it. */
export type WakeUpListener = (wakeUps: readonly WakeUp[]) => void | Promise<void>

function wakeUpOf(write: Write): WakeUp | undefined {
  if (write.kind !== 'put-if-absent' && write.kind !== 'outbox-append') return undefined
  const { PK, SK, dueEpochMilliseconds, dueEpochSeconds } = write.item
  const place = queueOfPartition(PK)
  if (place === undefined) return undefined
  const key = { PK, SK }
  if (typeof dueEpochMilliseconds === 'number') return { ...place, key, dueEpochMilliseconds }
  const seconds = typeof dueEpochSeconds === 'number' ? dueEpochSeconds : 0
  return { ...place, key, dueEpochMilliseconds: seconds * 1000 }
}

/**
 * A store that wakes workers for the work that its transactions put into queues. Work that another
 * process writes causes no wake-up here; polling finds it.
 */
export const withWakeUps = (store: Store, listener: WakeUpListener): Store =>
  storeWith(store, {
    async transact(writes, token, options) {
      const outcome = await store.transact(writes, token, options)
      if (outcome.committed) {
        const wakeUps: WakeUp[] = []
        for (const write of writes) {
          const wakeUp = wakeUpOf(write)
          if (wakeUp !== undefined) wakeUps.push(wakeUp)
        }
        if (wakeUps.length > 0) await listener(wakeUps)
      }
      return outcome
    },
  })

/** A message that passes a wake-up on to other servers, and how to read it. */
export const wakeUpMessage = {
  write: ({ queue, shard, dueEpochMilliseconds }: QueueWakeUp): string =>
    `${queue} ${shard} ${dueEpochMilliseconds}`,
  read(message: string): QueueWakeUp | undefined {
    const [, queue, shard, due] = /^(\S+) (\d+) (\d+)$/.exec(message) ?? []
    return queue === undefined
      ? undefined
      : { queue, shard: Number(shard), dueEpochMilliseconds: Number(due) }
  },
}
