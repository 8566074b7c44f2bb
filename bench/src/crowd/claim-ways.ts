import { createHash } from 'node:crypto'
import { transactEntry } from '../../../packages/server/src/adapters/dynamodb/requests.ts'
import type { Transport } from '../../../packages/server/src/adapters/dynamodb/transport.ts'
import { DynamoDbFailure } from '../../../packages/server/src/adapters/dynamodb/transport.ts'
import { ledgerFromItem } from '../../../packages/server/src/kernel/items/ledger-item.ts'
import { acquire, isAcquired } from '../../../packages/server/src/kernel/keyed-mutex.ts'
import type { Store, Write } from '../../../packages/server/src/kernel/ports/store.ts'
import { beginRetries } from '../../../packages/server/src/kernel/retry.ts'

/** What a way to claim needs. */
export interface ClaimSetting {
  readonly store: Store
  readonly transport: Transport
  readonly tableName: string
  /** How many times slower everything runs than the retries' clock says. */
  readonly slow: number
  /** The process of an attempt. Attempts of one process queue once they conflict. */
  readonly processOf: (attempt: number) => string
}

/** How an attempt ended; `late`: its time is over. */
export type Claimed = 'booked' | 'taken' | 'late'

/** Claims a time of the crowded day. */
export type ClaimWay = (setting: ClaimSetting, attempt: number, quantum: number) => Promise<Claimed>

/** The crowded day. */
export const DAY = { PK: 'PROVIDER#crowded', SK: 'DAY#2026-12-01' }
const EXPIRES = Math.floor(Date.UTC(2026, 11, 1) / 1000)

/** An id as long as those of bookings. */
const idOf = (attempt: number): string =>
  `bkg_${createHash('sha256').update(String(attempt)).digest('hex').slice(0, 26)}`

const markOf = (attempt: number, quantum: number) => ({
  bookingId: idOf(attempt),
  firstQuantum: quantum,
  quantumCount: 1,
  expiresAtEpochSeconds: EXPIRES,
})

const claimOf = (attempt: number, quantum: number): Write => ({
  kind: 'ledger-claim',
  key: DAY,
  firstQuantum: quantum,
  quantumCount: 1,
  hold: markOf(attempt, quantum),
})

/** What a hold writes beside the ledger: the booking, its trigger and its event. */
const besides = (attempt: number): readonly Write[] => {
  const id = idOf(attempt)
  return [
    {
      kind: 'put-if-absent',
      item: { PK: `BOOKING#${id}`, SK: '#METADATA', version: 1, data: 'x'.repeat(600) },
    },
    { kind: 'put-if-absent', item: { PK: `TRIGGER#${attempt % 8}`, SK: `${EXPIRES}#${id}` } },
    {
      kind: 'outbox-append',
      item: { PK: `OUTBOX#${attempt % 8}`, SK: id, payload: 'x'.repeat(800) },
    },
  ]
}

const isTaken = async ({ store }: ClaimSetting, quantum: number): Promise<boolean> =>
  ledgerFromItem(await store.get(DAY, { consistent: true })).taken.has(quantum)

/** As the server does: the claim is a part of the transaction, and after a conflict the day is read. */
export const inTransaction: ClaimWay = async (setting, attempt, quantum) => {
  const commit = async (): Promise<Claimed | 'conflict'> => {
    const writes = [claimOf(attempt, quantum), ...besides(attempt)]
    const outcome = await setting.store.transact(writes, idOf(attempt), { contention: 'answer' })
    if (outcome.committed) return 'booked'
    return outcome.failed.length > 0 ? 'taken' : 'conflict'
  }
  const retries = beginRetries()
  const own = setting.processOf(attempt)
  if (!isAcquired(own)) {
    const outcome = await commit()
    if (outcome !== 'conflict') return outcome
  }
  if (await isTaken(setting, quantum)) return 'taken'
  if ((await retries.next()) !== 'ready') return 'late'
  const lock = await acquire(own, retries.millisecondsLeft() * setting.slow)
  if (lock === undefined) return 'late'
  try {
    for (;;) {
      if (await isTaken(setting, quantum)) return 'taken'
      const outcome = await commit()
      if (outcome !== 'conflict') return outcome
      if ((await retries.next()) !== 'ready') return 'late'
    }
  } finally {
    lock.release(false)
  }
}

/** Whether a plain write met a transaction. Other failures are thrown. */
function isConflict(failure: unknown): boolean {
  if (failure instanceof DynamoDbFailure && failure.code === 'TransactionConflictException')
    return true
  throw failure
}

/**
 * A plain `UpdateItem` sets the mark ahead of the transaction, which then only has to find it. The transaction must
 * name the day all the same: without that, a mark that lapsed could be another one's by then.
 */
export const aheadOfTransaction: ClaimWay = async (setting, attempt, quantum) => {
  const { store, transport, tableName } = setting
  const entry = transactEntry(tableName, claimOf(attempt, quantum))
  const mark = async (): Promise<Claimed | 'conflict'> => {
    if (!('Update' in entry)) throw new Error('a claim is no update')
    try {
      await transport.send('UpdateItem', entry.Update)
      return 'booked'
    } catch (failure) {
      const isRejected =
        failure instanceof DynamoDbFailure && failure.code === 'ConditionalCheckFailedException'
      if (isRejected) return 'taken'
      return isConflict(failure) ? 'conflict' : 'late'
    }
  }
  const finish = async (): Promise<Claimed | 'conflict'> => {
    const hold = { ...markOf(attempt, quantum), expiresAtEpochSeconds: EXPIRES + 300 }
    const writes: readonly Write[] = [
      { kind: 'ledger-extend', key: DAY, hold },
      ...besides(attempt),
    ]
    const outcome = await store.transact(writes, idOf(attempt), { contention: 'answer' })
    if (outcome.committed) return 'booked'
    return outcome.failed.length > 0 ? 'late' : 'conflict'
  }
  const retries = beginRetries()
  const own = setting.processOf(attempt)
  let step = mark
  if (!isAcquired(own)) {
    const outcome = await mark()
    if (outcome === 'taken') return outcome
    if (outcome === 'booked') {
      step = finish
      const finished = await finish()
      if (finished !== 'conflict') return finished
    }
  }
  if ((await retries.next()) !== 'ready') return 'late'
  const lock = await acquire(own, retries.millisecondsLeft() * setting.slow)
  if (lock === undefined) return 'late'
  try {
    for (;;) {
      const outcome = await step()
      if (outcome === 'taken' || outcome === 'late') return outcome
      if (outcome === 'booked') {
        if (step === finish) return outcome
        step = finish
        continue
      }
      if ((await retries.next()) !== 'ready') return 'late'
    }
  } finally {
    lock.release(false)
  }
}
