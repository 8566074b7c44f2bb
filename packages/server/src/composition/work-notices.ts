import { queueOfPartition } from '../kernel/keys.ts'
import type { Store, Write } from '../kernel/ports/store.ts'

/** Work that was put into a shard of a queue. */
export interface WorkNotice {
  /** `OUTBOX`, `DUE`, or `QUEUE#` and a consumer. */
  readonly queue: string
  readonly shard: number
  /** When it is to be done; 0: at once. */
  readonly dueEpochMilliseconds: number
}

function noticeOf(write: Write): WorkNotice | undefined {
  if (write.kind !== 'put-if-absent' && write.kind !== 'outbox-append') return undefined
  const { PK, dueEpochMilliseconds, dueEpochSeconds } = write.item
  const place = queueOfPartition(PK)
  if (place === undefined) return undefined
  if (typeof dueEpochMilliseconds === 'number') return { ...place, dueEpochMilliseconds }
  const seconds = typeof dueEpochSeconds === 'number' ? dueEpochSeconds : 0
  return { ...place, dueEpochMilliseconds: seconds * 1000 }
}

/**
 * A store that tells of the work that is put into its queues, by whatever part of this process, so
 * that who does the work need not look for it. What other processes put there is not heard of.
 */
export const withWorkNotices = (store: Store, onWork: (notice: WorkNotice) => void): Store => ({
  get: (key, options) => store.get(key, options),
  getMany: (keys, options) => store.getMany(keys, options),
  query: (request) => store.query(request),
  async transact(writes, token) {
    const outcome = await store.transact(writes, token)
    if (outcome.committed) {
      for (const write of writes) {
        const notice = noticeOf(write)
        if (notice) onWork(notice)
      }
    }
    return outcome
  },
  scan: () => store.scan(),
  ping: () => store.ping(),
  close: () => store.close(),
})
