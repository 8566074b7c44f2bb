/**
 * The SQLite store without a server: a process that runs prepared transactions of the use cases through the
 * adapter's `transact`.
 */
import { join } from 'node:path'
import { createSqliteStore } from '../../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import type { Write } from '../../../packages/server/src/kernel/ports/store.ts'
import type { LoadResult } from './load-job.ts'
import { answerQuestions } from './processes.ts'
import { createBookingRecorder } from './recorded-bookings.ts'
import type { Slot } from './slot-pool.ts'

/** A stretch of transactions by several callers in a closed loop. */
export interface RawJob {
  readonly callers: number
  readonly seconds: number
  readonly slots: readonly Slot[]
  readonly confirm: boolean
}

const folder = process.argv[2] as string
const store = await createSqliteStore({ file: join(folder, 'raw.sqlite') })
const record = await createBookingRecorder()
let tokens = 0

async function commit(writes: readonly Write[]): Promise<void> {
  tokens += 1
  const outcome = await store.transact(writes, `raw-${tokens}`)
  if (!outcome.committed) throw new Error('a transaction was rejected')
}

async function run({ callers, seconds, slots, confirm }: RawJob): Promise<LoadResult> {
  const bookings = await record(slots)
  const milliseconds: number[] = []
  let begun = 0
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const keepAsking = async (): Promise<void> => {
    while (begun < bookings.length) {
      const askedAt = performance.now()
      if (askedAt >= endsAt) return
      const booking = bookings[begun]
      begun += 1
      if (booking === undefined) return
      await commit(booking.hold)
      if (confirm) await commit(booking.confirm)
      milliseconds.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: callers }, keepAsking))
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    milliseconds: Float64Array.from(milliseconds),
    refused: {},
    cpuMilliseconds: (user + system) / 1000,
  }
}

answerQuestions(run)
