import type { Booking, Result } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { at, type LivedIn, liveIn } from '../../../tests/doctor/lived-in-store.ts'
import { write } from '../../../tests/doctor/plant.ts'
import { openTestStore, SOME_ENGINES } from '../../../tests/support/stores.ts'
import { cancelBooking, confirmBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { bookingKey, providerKey } from '../../booking/keys.ts'
import type { Item, Store } from '../../kernel/ports/store.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import { inspect } from './inspect.ts'
import { kindOfKey } from './item-kind.ts'
import { repair } from './repair.ts'

const callerOf = ({ accountId }: LivedIn) =>
  ({ accountId, requestId: 'test', role: 'account', actor: { kind: 'system' } }) as const

async function book(made: LivedIn, start: string): Promise<Booking> {
  const input = {
    target: { eventTypeId: made.eventTypeId },
    startEpochSeconds: at(start),
    booker: { name: 'Grace', email: 'grace@example.com' },
  }
  const created = await createBooking(made.deps, callerOf(made), input)
  if (!created.ok) throw new Error(created.refusal.code)
  return created.value.booking
}

const expectOk = (result: Result<unknown, { readonly code: string }>) => {
  if (!result.ok) throw new Error(result.refusal.code)
}

async function readAll(store: Store): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const page of store.scan()) items.push(...page)
  return items
}

/** The same store, with a callback once in the middle of the first scan, between ledger and bookings. */
const withAMoment = (store: Store, happens: () => Promise<unknown>): Store => {
  let isOver = false
  return {
    ...bound(store),
    async *scan() {
      const isLedger = (item: Item) => kindOfKey(item).kind === 'ledger_day'
      yield (await readAll(store)).filter(isLedger)
      if (!isOver) await happens()
      isOver = true
      yield (await readAll(store)).filter((item) => !isLedger(item))
    },
  }
}

// Some adapters are classes, so each method must be called on the store itself.
const bound = (store: Store): Store => ({
  get: (key, options) => store.get(key, options),
  getMany: (keys, options) => store.getMany(keys, options),
  query: (request) => store.query(request),
  transact: (writes, token) => store.transact(writes, token),
  scan: () => store.scan(),
  scanPage: (cursor) => store.scanPage(cursor),
  ping: () => store.ping(),
  close: () => store.close(),
})

describe.each(SOME_ENGINES)('doctor on %s with a live server', (engine) => {
  test('changes in progress are not reported', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    const moving = withAMoment(store, async () => {
      expectOk(await confirmBooking(made.deps, callerOf(made), made.pending.id))
      const { id } = await book(made, '2026-04-28T20:00')
      expectOk(await confirmBooking(made.deps, callerOf(made), id))
    })
    const report = await inspect({ ...made.deps, store: moving })
    expect(report.findings).toEqual([])
    expect(report.passCount).toBe(2)
    await close()
  })

  test('a real problem is distinguished from changes in progress', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    const key = ledgerKey(made.providerId, '2026-04-28')
    await write(store, { kind: 'ledger-claim', key, firstQuantum: 200, quantumCount: 3 })
    const { id } = await book(made, '2026-04-28T17:00')
    // Cancelled during the scan: its quanta, from 203 on, also seem to have no owner.
    const moving = withAMoment(store, async () => {
      expectOk(await cancelBooking(made.deps, callerOf(made), id, {}))
    })
    const report = await inspect({ ...made.deps, store: moving })
    expect(report.findings).toEqual([
      {
        code: 'orphan_quanta',
        severity: 'warning',
        repairable: true,
        keys: [key],
        quanta: [200, 201, 202],
        sentence: '16:40–16:55 is taken without an owner.',
      },
    ])
    await close()
  })

  test('a day that is booked during its repair is left for the next repair', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    const key = ledgerKey(made.providerId, '2026-04-28')
    await write(store, { kind: 'ledger-claim', key, firstQuantum: 200, quantumCount: 6 })
    const { findings } = await inspect(made.deps)
    const moving = withAMoment(store, () => book(made, '2026-04-28T20:00'))
    const first = await repair({ ...made.deps, store: moving }, findings)
    expect(first).toEqual({ repaired: [], left: findings })
    const again = await inspect(made.deps)
    expect(again.findings).toEqual(findings)
    const second = await repair(made.deps, again.findings)
    expect(second).toEqual({ repaired: findings, left: [] })
    expect((await inspect(made.deps)).findings).toEqual([])
    await close()
  })

  test('a repair does not restore the mark of a booking that was cancelled meanwhile', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    const key = ledgerKey(made.providerId, '2026-04-28')
    const mark = { holdOf: made.pending.id }
    await write(store, { kind: 'ledger-release', key, firstQuantum: 131, quantumCount: 9, mark })
    const { findings } = await inspect(made.deps)
    const beforeTransact = withMomentBeforeTransact(store, async () => {
      // The booking has no mark, so this changes the booking but not the ledger's rev.
      expectOk(await cancelBooking(made.deps, callerOf(made), made.pending.id, {}))
    })
    const { repaired } = await repair({ ...made.deps, store: beforeTransact }, findings)
    expect(repaired).toEqual([])
    expect((await inspect(made.deps)).findings).toEqual([])
    const after = await getBooking(made.deps, callerOf(made), made.pending.id)
    expect(after).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    await close()
  })

  test('continuous writes cause no findings', async () => {
    const { store, another, close } = await openTestStore(engine)
    const made = await liveIn(store)
    const deps = { ...made.deps, store: await another() }
    const life = { isOver: false }
    const write = async (hour: number) => {
      for (let round = 0; !life.isOver; round += 1) {
        const { id } = await book({ ...made, deps }, `2026-05-1${round % 10}T${hour}:00`)
        expectOk(await confirmBooking(deps, callerOf(made), id))
        expectOk(await cancelBooking(deps, callerOf(made), id, {}))
      }
    }
    const writers = [10, 12, 14, 16].map(write)
    for (let round = 0; round < 5; round += 1) {
      expect((await inspect(made.deps)).findings).toEqual([])
    }
    life.isOver = true
    await Promise.all(writers)
    const report = await inspect(made.deps)
    expect(report.findings).toEqual([])
    expect(report.checked.booking).toBeGreaterThan(12)
    await close()
  })

  test('a store too big for the memory is read in several scans, with the same findings', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveIn(store)
    const key = ledgerKey(made.providerId, '2026-04-28')
    await write(store, { kind: 'ledger-claim', key, firstQuantum: 200, quantumCount: 6 })
    await write(store, { kind: 'delete', key: bookingKey(made.overMidnight.id) })
    const whole = await inspect(made.deps)
    let scanCount = 0
    const counting: Store = {
      ...bound(store),
      scan() {
        scanCount += 1
        return store.scan()
      },
    }
    const shared = await inspect({ ...made.deps, store: counting }, { factsPerScan: 45 })
    // At least two passes of four shares, and the scan with too many facts.
    expect(scanCount).toBeGreaterThanOrEqual(9)
    const sorted = (findings: typeof whole.findings) =>
      findings.map((each) => JSON.stringify(each)).toSorted()
    expect(sorted(shared.findings)).toEqual(sorted(whole.findings))
    expect(shared.checked).toEqual(whole.checked)
    expect(whole.findings).toHaveLength(3)
    await close()
  })
})

const withMomentBeforeTransact = (store: Store, happens: () => Promise<unknown>): Store => ({
  ...bound(store),
  async transact(writes, token) {
    await happens()
    return await store.transact(writes, token)
  },
})

describe('the indexes of the engine', () => {
  test('a missing and a stray entry of an index are both reported', async () => {
    const { store, close } = await openTestStore()
    const made = await liveIn(store)
    const lost = bookingKey(made.confirmed.id)
    const stray = providerKey(made.providerId)
    const strayItem = (await store.get(stray)) as Item
    // The port drops outdated entries, so the broken index is simulated.
    const broken: Store = {
      ...bound(store),
      async query(request) {
        const { items, ...answer } = await store.query(request)
        const isOfBooker = request.index === 'GSI4' && request.partition.startsWith('BOOKER#')
        if (isOfBooker) return { ...answer, items: [...items, strayItem] }
        const isThere = (item: Item) =>
          request.index !== 'GSI1' || item.PK !== lost.PK || item.SK !== lost.SK
        return { ...answer, items: items.filter(isThere) }
      },
    }
    const report = await inspect({ ...made.deps, store: broken })
    expect(report.findings.map(({ code, keys }) => [code, ...keys]).toSorted()).toEqual([
      ['index_entry_missing', lost],
      ['index_entry_stray', stray],
    ])
    await close()
  })
})
