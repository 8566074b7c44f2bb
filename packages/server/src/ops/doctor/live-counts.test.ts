import type { Booking } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { type LivedInCounts, liveInCounts } from '../../../tests/doctor/lived-in-counts.ts'
import { at, valueIn } from '../../../tests/doctor/lived-in-values.ts'
import { alter, remove } from '../../../tests/doctor/plant.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, SOME_ENGINES } from '../../../tests/support/stores.ts'
import { cancelBooking, confirmBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { sessionKey } from '../../booking/keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Item, Store } from '../../kernel/ports/store.ts'
import { inspect } from './inspect.ts'
import { repair } from './repair.ts'

const NINE = at('2026-05-05T09:00')

const callerOf = ({ accountId }: Pick<Booking, 'accountId'>): Caller => ({
  accountId,
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
})

/** Changes of bookings of the class that two have confirmed and one holds. */
function changesOf({ deps, yogaId, single }: LivedInCounts) {
  const caller = callerOf(single)
  return {
    join: async (name: string): Promise<Booking> => {
      const booker = { name, email: `${name}@example.com` }
      const input = { target: { eventTypeId: yogaId }, startEpochSeconds: NINE, booker }
      return valueIn(await createBooking(deps, caller, input)).booking
    },
    confirm: async ({ id }: Booking) => valueIn(await confirmBooking(deps, caller, id)),
    cancel: async ({ id }: Booking) => valueIn(await cancelBooking(deps, caller, id, {})),
  }
}

const isCount = ({ PK }: Item) => /#(SESSION|LIMIT|BOOKER)$/.test(PK)

/** The same store, with a callback once in the middle of the first scan, between counts and bookings. */
const withAMoment = (store: Store, happens: () => Promise<unknown>): Store => {
  let isOver = false
  const all = async () => {
    const items: Item[] = []
    for await (const page of store.scan()) items.push(...page)
    return items
  }
  return storeWith(store, {
    async *scan() {
      yield (await all()).filter(isCount)
      if (!isOver) await happens()
      isOver = true
      yield (await all()).filter((item) => !isCount(item))
    },
  })
}

describe.each(SOME_ENGINES)('doctor on %s while seats are booked', (engine) => {
  test('changes in progress are not reported', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveInCounts(store)
    const { join, confirm, cancel } = changesOf(made)
    const moving = withAMoment(store, async () => {
      await confirm(made.single)
      await cancel(made.pair)
      await confirm(await join('zoe'))
    })
    const report = await inspect({ ...made.deps, store: moving })
    expect(report.findings).toEqual([])
    expect(report.passCount).toBe(2)
    await close()
  })

  test('a session that is booked during its repair is left for the next repair', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveInCounts(store)
    await alter(store, sessionKey(made.yogaId, NINE), { used: 4 })
    const { findings } = await inspect(made.deps)
    const moving = withAMoment(store, () => changesOf(made).join('zoe'))
    const first = await repair({ ...made.deps, store: moving }, findings)
    expect(first).toEqual({ repaired: [], left: findings })
    const again = await inspect(made.deps)
    expect(again.findings.map(({ code }) => code)).toEqual(['count_too_high'])
    const second = await repair(made.deps, again.findings)
    expect(second).toEqual({ repaired: again.findings, left: [] })
    expect((await inspect(made.deps)).findings).toEqual([])
    await close()
  })

  test('a repair does not restore the mark of a seat that was cancelled meanwhile', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveInCounts(store)
    const key = sessionKey(made.yogaId, NINE)
    await alter(store, key, { [`hold:${made.single.id}`]: undefined })
    const { findings } = await inspect(made.deps)
    let isCancelled = false
    const moving = storeWith(store, {
      async transact(writes, token) {
        // The seat has no mark, so this changes the booking but not the session's rev.
        if (!isCancelled) await changesOf(made).cancel(made.single)
        isCancelled = true
        return await store.transact(writes, token)
      },
    })
    const { repaired } = await repair({ ...made.deps, store: moving }, findings)
    expect(repaired).toEqual([])
    const again = await inspect(made.deps)
    expect(again.findings.map(({ code }) => code)).toEqual(['count_too_high'])
    await repair(made.deps, again.findings)
    expect((await inspect(made.deps)).findings).toEqual([])
    await close()
  })

  test('continuous writes cause no findings', async () => {
    const { store, another, close } = await openTestStore(engine)
    const made = await liveInCounts(store)
    const deps = { ...made.deps, store: await another() }
    const { join, confirm, cancel } = changesOf({ ...made, deps })
    const life = { isOver: false, changes: 0 }
    const writers = ['ann', 'bob', 'cem'].map(async (name) => {
      while (!life.isOver) {
        await cancel(await confirm(await join(name)))
        life.changes += 1
      }
    })
    do {
      expect((await inspect(made.deps)).findings).toEqual([])
    } while (life.changes < 6)
    life.isOver = true
    await Promise.all(writers)
    expect((await inspect(made.deps)).findings).toEqual([])
    await close()
  })

  test('a store too big for the memory is read in several scans, with the same findings', async () => {
    const { store, close } = await openTestStore(engine)
    const made = await liveInCounts(store)
    await remove(store, sessionKey(made.yogaId, NINE))
    await alter(store, sessionKey(made.yogaId, at('2026-05-07T10:00')), { used: 2 })
    const whole = await inspect(made.deps)
    const shared = await inspect(made.deps, { factsPerScan: 60 })
    const sorted = (findings: typeof whole.findings) =>
      findings.map((each) => JSON.stringify(each)).toSorted()
    expect(whole.findings).toHaveLength(4)
    expect(sorted(shared.findings)).toEqual(sorted(whole.findings))
    await close()
  })
})
