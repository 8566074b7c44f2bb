import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { everyDayOf } from '../../../tests/support/slot-starts.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { cancelBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { reassignBooking } from '../../booking/bookings/reassign-booking.ts'
import { createEventType } from '../../booking/event-types/event-types.ts'
import { providerKey } from '../../booking/keys.ts'
import { createProvider } from '../../booking/provider-changes/save-provider.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import { enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import { transact } from '../../kernel/transaction.ts'
import { relayOutbox } from '../events/relay.ts'
import { runSchedule } from './run-schedule.ts'
import { scheduleConsumer } from './schedule.ts'

const NOW = '2026-04-20T08:00:00Z'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
let clock: ReturnType<typeof testDependencies>['clock']
let on: Awaited<ReturnType<typeof bookable>>
beforeAll(async () => {
  opened = await openTestStore()
  ;({ deps, clock } = testDependencies(opened.store, NOW))
  on = await bookable(deps)
})
beforeEach(async () => {
  clock.moveTo(Date.parse(NOW))
  await updateAccount(deps, on.caller, { completesBookings: true, reminderMinutes: 60 })
})
afterAll(() => opened.close())

/** Books a start and runs the consumer on its events. */
async function book(start: string) {
  const booking = await on.book(start)
  await scheduleAll()
  return booking
}

async function scheduleAll() {
  const consumer = scheduleConsumer(deps)
  await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
  await runQueue({ ...deps, random: () => 0.5 }, consumer, { limit: 100, concurrency: 1 })
}

const runAt = (instant: string) => {
  clock.moveTo(Date.parse(instant))
  return runSchedule(deps, 100)
}

const statusOf = async (bookingId: string) => {
  const found = await getBooking(deps, on.caller, bookingId)
  return found.ok ? found.value.status : undefined
}

test('a confirmed booking is reminded once and completed once', async () => {
  const { id } = await book('2026-04-21T09:00:00Z')
  expect(await runAt('2026-04-21T07:59:59Z')).toEqual({
    reminded: 0,
    completed: 0,
    followedUp: 0,
    errors: [],
    more: false,
  })
  expect(await runAt('2026-04-21T08:00:00Z')).toMatchObject({ reminded: 1, completed: 0 })
  expect(await runAt('2026-04-21T08:00:01Z')).toMatchObject({ reminded: 0, completed: 0 })
  expect(await runAt('2026-04-21T09:59:59Z')).toMatchObject({ reminded: 0, completed: 0 })
  expect(await statusOf(id)).toBe('confirmed')
  expect(await runAt('2026-04-21T10:00:00Z')).toMatchObject({ reminded: 0, completed: 1 })
  expect(await statusOf(id)).toBe('completed')
  expect(await runAt('2026-04-21T11:00:00Z')).toEqual({
    reminded: 0,
    completed: 0,
    followedUp: 0,
    errors: [],
    more: false,
  })
})

test('two servers that run the schedule at once complete a booking once', async () => {
  const { id } = await book('2026-04-21T12:00:00Z')
  clock.moveTo(Date.parse('2026-04-21T13:00:00Z'))
  await Promise.all([runSchedule(deps, 100), runSchedule(deps, 100)])
  const found = await getBooking(deps, on.caller, id)
  // Created at version 1, confirmed at 2, completed at 3.
  expect(found).toMatchObject({ ok: true, value: { status: 'completed', version: 3 } })
})

test('a cancelled booking is neither reminded nor completed', async () => {
  const { id } = await book('2026-04-21T15:00:00Z')
  await cancelBooking(deps, on.caller, id, {})
  expect(await runAt('2026-04-21T14:30:00Z')).toMatchObject({ reminded: 0, completed: 0 })
  expect(await runAt('2026-04-21T16:00:00Z')).toMatchObject({ reminded: 0, completed: 0 })
  expect(await statusOf(id)).toBe('cancelled')
})

test('a reminder follows the account setting that is current when it is due', async () => {
  await book('2026-04-22T12:00:00Z')
  await updateAccount(deps, on.caller, { reminderMinutes: 30 })
  expect(await runAt('2026-04-22T11:00:00Z')).toMatchObject({ reminded: 0 })
  expect(await runAt('2026-04-22T11:30:00Z')).toMatchObject({ reminded: 1 })
})

test('an account without automatic completion leaves its bookings confirmed', async () => {
  await updateAccount(deps, on.caller, { completesBookings: false })
  const { id } = await book('2026-04-23T12:00:00Z')
  expect(await runAt('2026-04-23T13:00:00Z')).toMatchObject({ completed: 0 })
  expect(await statusOf(id)).toBe('confirmed')
})

describe('a booking of several', () => {
  /** Ada with Bob or Cleo, confirmed; its events are not consumed yet. */
  async function team(start: string) {
    const person = async (name: string) =>
      unwrap(await createProvider(deps, on.caller, { name, timeZone: 'UTC' })).id
    const [ada, bob, cleo] = [await person('Ada'), await person('Bob'), await person('Cleo')]
    const type = unwrap(
      await createEventType(deps, on.caller, {
        providerId: ada,
        slug: `team-${start.slice(0, 10)}`,
        title: 'Team',
        durationMinutes: 60,
        confirmation: 'instant',
        availabilityRules: everyDayOf(),
        requirements: [
          { name: 'first', providerIds: [ada], count: 1 },
          { name: 'second', providerIds: [bob, cleo], count: 1, choice: 'priority' },
        ],
      }),
    )
    const made = await createBooking(deps, on.caller, {
      target: { eventTypeId: type.id },
      startEpochSeconds: Date.parse(start) / 1000,
      booker: { name: 'Grace', email: 'grace@example.com' },
    })
    return { id: unwrap(made).booking.id, bob, cleo }
  }

  /** Deletes a provider as if its deletion had not seen a booking that was in flight. */
  async function deleteBlindly(providerId: string) {
    const provider = await providerEntity.read(deps.store, providerKey(providerId))
    if (provider === undefined) throw new Error('no provider')
    const { version } = provider
    const after = { ...provider, version: version + 1, deletedAtEpochSeconds: 1 }
    await transact(deps, { provider: providerEntity.replace(provider, after) })
  }

  test('is cancelled if one of its providers was deleted while it was being made', async () => {
    const { id, bob } = await team('2026-04-27T10:00:00Z')
    await deleteBlindly(bob)
    await scheduleAll()
    expect(await getBooking(deps, on.caller, id)).toMatchObject({
      value: { status: 'cancelled', cancelledBy: 'system' },
    })
  })

  test('is cancelled if who joins was deleted meanwhile, and stays if who left was', async () => {
    const joined = await team('2026-04-28T10:00:00Z')
    await scheduleAll()
    unwrap(await reassignBooking(deps, on.caller, joined.id, { from: joined.bob }))
    await deleteBlindly(joined.cleo)
    await scheduleAll()
    expect(await statusOf(joined.id)).toBe('cancelled')
    const left = await team('2026-04-29T10:00:00Z')
    unwrap(await reassignBooking(deps, on.caller, left.id, { from: left.bob }))
    await deleteBlindly(left.bob)
    await scheduleAll()
    expect(await statusOf(left.id)).toBe('confirmed')
  })

  test('is reminded once and completed once, though it was reassigned', async () => {
    const { id, bob } = await team('2026-04-30T10:00:00Z')
    await scheduleAll()
    unwrap(await reassignBooking(deps, on.caller, id, { from: bob }))
    await scheduleAll()
    expect(await runAt('2026-04-30T09:00:00Z')).toMatchObject({ reminded: 1 })
    expect(await runAt('2026-04-30T09:00:01Z')).toMatchObject({ reminded: 0 })
    expect(await runAt('2026-04-30T11:00:00Z')).toMatchObject({ completed: 1 })
    expect(await statusOf(id)).toBe('completed')
  })
})
