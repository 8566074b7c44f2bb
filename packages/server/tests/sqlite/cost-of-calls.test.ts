import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { cancelBooking, confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { listBookings } from '../../src/booking/bookings/list-bookings.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import type { ItemKey } from '../../src/kernel/ports/store.ts'
import { BOOKER, NOW, secondsOf, unwrap, WORKING_HOURS } from '../support/booking-world.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { testDependencies } from '../support/dependencies.ts'

/**
 * What calls cost on SQLite, as far as it does not depend on the machine: pages of the log, and statements. A change that
 * costs more of them has to say so here.
 */

const FRAME_BYTES = 4096 + 24
const FIRST = secondsOf('2026-04-27T09:00:00Z')

async function openWorld() {
  const folder = await newDataFolder('cost')
  const file = join(folder, 'holdfast.db')
  const store = await createSqliteStore({ file })
  const { deps } = testDependencies(store, NOW)
  const accountId = await firstAccount(deps)
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const provider = unwrap(await createProvider(deps, caller, { name: 'Room', timeZone: 'UTC' }))
  const eventType = unwrap(
    await createEventType(deps, caller, {
      slug: 'check-up',
      title: 'Check-up',
      durationMinutes: 10,
      availabilityRules: WORKING_HOURS,
      providerId: provider.id,
    }),
  )
  const hold = async (n: number) =>
    unwrap(
      await createBooking(deps, caller, {
        target: { eventTypeId: eventType.id },
        startEpochSeconds: FIRST + n * 600,
        booker: BOOKER,
      }),
    ).booking
  return {
    deps,
    caller,
    provider,
    hold,
    /** The pages that some calls write to the log, one after the other. */
    async pagesOf(work: () => Promise<unknown>): Promise<number> {
      const before = (await stat(`${file}-wal`)).size
      await work()
      return ((await stat(`${file}-wal`)).size - before) / FRAME_BYTES
    },
    async close() {
      await store.close()
      await rm(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

/** How many statements run meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const { get, all, run } = StatementSync.prototype
  const counted = (method: object) =>
    new Proxy(method, {
      apply(target, statement, values) {
        count += 1
        return Reflect.apply(target as () => unknown, statement, values)
      },
    })
  Object.assign(StatementSync.prototype, {
    get: counted(get),
    all: counted(all),
    run: counted(run),
  })
  try {
    await work()
  } finally {
    Object.assign(StatementSync.prototype, { get, all, run })
  }
  return count
}

test('a hold, a confirmation and a cancellation write no more pages to the log than before', async () => {
  const world = await openWorld()
  const { deps, caller } = world
  const ids: string[] = []
  const times = Array.from({ length: 20 }, (_, n) => n)
  const held = await world.pagesOf(async () => {
    for (const n of times) ids.push((await world.hold(n)).id)
  })
  const confirmed = await world.pagesOf(async () => {
    for (const id of ids) unwrap(await confirmBooking(deps, caller, id))
  })
  const cancelled = await world.pagesOf(async () => {
    for (const id of ids) unwrap(await cancelBooking(deps, caller, id, {}))
  })
  expect(held / times.length).toBeLessThanOrEqual(10.1)
  expect(confirmed / times.length).toBeLessThanOrEqual(6.55)
  expect(cancelled / times.length).toBeLessThanOrEqual(5.8)
  await world.close()
})

test('a day of the ledger that gets its second and third hold writes one page, however full it is', async () => {
  const folder = await newDataFolder('cost')
  const file = join(folder, 'holdfast.db')
  const store = await createSqliteStore({ file })
  const days = Array.from({ length: 200 }, (_, n) => ({
    PK: `PROVIDER#prv_${n}`,
    SK: 'DAY#2026-04-27',
  }))
  const claim = (key: ItemKey, time: number) => {
    const claimed = { firstQuantum: time * 6, quantumCount: 6 }
    const bookingId = `bkg_${'0'.repeat(25)}${time}`
    const hold = { ...claimed, bookingId, expiresAtEpochSeconds: 1_777_282_800 }
    return { kind: 'ledger-claim', key, ...claimed, hold } as const
  }
  for (const day of days) {
    // As large as a booking and its event, which fill the pages around the day.
    const others = ['a', 'b'].map((name) => ({ PK: day.PK, SK: name, text: name.repeat(1_200) }))
    const written = others.map((item) => ({ kind: 'put-if-absent', item }) as const)
    await store.transact([...written, claim(day, 0)], `first ${day.PK}`)
  }
  const before = (await stat(`${file}-wal`)).size
  for (const time of [1, 2]) {
    for (const day of days) await store.transact([claim(day, time)], `${time} ${day.PK}`)
  }
  const pages = ((await stat(`${file}-wal`)).size - before) / FRAME_BYTES
  expect(pages / (days.length * 2)).toBeLessThanOrEqual(1)
  await store.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

test('a hold, a confirmation and a cancellation run no more statements than before', async () => {
  const world = await openWorld()
  const { deps, caller } = world
  // The first hold of a day inserts it, and reads what is cached afterwards.
  await world.hold(0)
  const held = { id: '' }
  const holding = await statementsOf(async () => {
    held.id = (await world.hold(1)).id
  })
  const confirming = await statementsOf(async () =>
    unwrap(await confirmBooking(deps, caller, held.id)),
  )
  const cancelling = await statementsOf(async () =>
    unwrap(await cancelBooking(deps, caller, held.id, {})),
  )
  // Beginning, committing, and two looks for other writers are four of each.
  expect([holding, confirming, cancelling]).toEqual([9, 12, 10])
  await world.close()
})

test('a list of bookings runs as many statements as before, however many it lists', async () => {
  const world = await openWorld()
  const { deps, caller, provider } = world
  for (let n = 0; n < 20; n += 1) await world.hold(n)
  const list = (limit: number) =>
    statementsOf(async () =>
      unwrap(await listBookings(deps, caller, { providerId: provider.id }, { limit })),
    )
  expect([await list(5), await list(20)]).toEqual([7, 7])
  await world.close()
})
