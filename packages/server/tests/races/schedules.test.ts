import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHolidays } from '../../src/adapters/holidays/holidays.ts'
import { createTimeOff } from '../../src/booking/absences/time-offs.ts'
import { createClosure } from '../../src/booking/closing/create-closure.ts'
import { mayBeClosed } from '../../src/booking/closures/closure.ts'
import { createEventType, type EventTypeInput } from '../../src/booking/event-types/event-types.ts'
import { scheduleKey, scheduleUsersKey } from '../../src/booking/keys.ts'
import { createProvider, updateProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { getProvider } from '../../src/booking/providers/read-providers.ts'
import { scheduleUsersEntity } from '../../src/booking/schedules/schedule.ts'
import { createSchedule, deleteSchedule } from '../../src/booking/schedules/schedules.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { runQueue } from '../../src/kernel/queue/queue.ts'
import { type BookingWorld, openBookingWorld, unwrap } from '../support/booking-world.ts'
import { everyDayOf } from '../support/slot-starts.ts'
import { SOME_ENGINES } from '../support/stores.ts'

/** Rounds of each race. */
const ROUNDS = 12

/** Lets the event loop turn, so that the racers meet at other points in each round. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe.each(SOME_ENGINES)('at the same moment on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  afterAll(() => world.close())

  test('a schedule is either deleted or used, never both', async () => {
    const { deps, caller } = world
    for (let round = 0; round < ROUNDS; round += 1) {
      const hours = { name: 'Office', timeZone: 'UTC', availabilityRules: everyDayOf() }
      const { id: scheduleId } = unwrap(await createSchedule(deps, caller, hours))
      const provider = await world.provider()
      const type: EventTypeInput = {
        providerId: provider.id,
        slug: 'visit',
        title: 'Visit',
        durationMinutes: 30,
        scheduleId,
      }
      const [deleted, ...used] = await Promise.all([
        turns(2 * round).then(() => deleteSchedule(deps, caller, scheduleId)),
        createProvider(deps, caller, { name: 'New', timeZone: 'UTC', scheduleId }),
        updateProvider(deps, caller, provider.id, { scheduleId }),
        createEventType(deps, caller, type),
      ])
      const users = await scheduleUsersEntity.read(world.store, scheduleUsersKey(scheduleId))
      const schedule = await world.store.get(scheduleKey(scheduleId), { consistent: true })
      const userIds = used.flatMap((one) => (one.ok ? [one.value.id] : []))
      expect(userIds.length === 0).toBe(deleted.ok)
      expect(schedule === undefined).toBe(deleted.ok)
      expect([...(users?.userIds ?? [])].sort()).toEqual(userIds.sort())
    }
  })

  test('every booking made beside time off is named once, and none is made after it', async () => {
    const { deps, caller } = world
    const time = { startDate: '2026-04-27', endDate: '2026-04-28' }
    for (let round = 0; round < ROUNDS; round += 1) {
      const type = await world.eventType({ confirmation: 'instant' })
      const starts = ['09', '10', '11', '12', '13', '14', '15', '16']
      const book = (hour: string) => world.create(type.id, `2026-04-27T${hour}:00:00Z`)
      const [off, ...booked] = await Promise.all([
        createTimeOff(deps, caller, type.providerId, { time }),
        ...starts.map(book),
      ])
      const { timeOff, affectedBookings } = unwrap(off)
      expect((await Promise.all(starts.map(book))).some(({ ok }) => ok)).toBe(false)
      world.clock.moveTo(world.clock.nowEpochMilliseconds() + 60_000)
      await runQueue({ ...deps, random: () => 0 }, scheduleConsumer(deps), {
        limit: 100,
        concurrency: 4,
      })
      const events = (await world.items('OUTBOX#')).filter(
        ({ type: name, resourceId }) => name === 'time_off.affected' && resourceId === timeOff.id,
      )
      const named = events.flatMap(
        ({ data }) => (data as { readonly bookingIds: readonly string[] }).bookingIds,
      )
      const made = booked.flatMap((one) => (one.ok ? [one.value.booking.id] : []))
      expect(named.sort()).toEqual(made.sort())
      expect(affectedBookings.every((id) => made.includes(id))).toBe(true)
    }
  })

  test('every booking made beside a closure is named once, and none is made after it', async () => {
    const { deps, caller } = world
    const time = { startDate: '2026-05-04', endDate: '2026-05-05' }
    for (let round = 0; round < ROUNDS; round += 1) {
      const type = await world.eventType({ confirmation: 'instant' })
      const scope = { kind: 'providers', providerIds: [type.providerId] } as const
      const starts = ['09', '10', '11', '12', '13', '14', '15', '16']
      const book = (hour: string) => world.create(type.id, `2026-05-04T${hour}:00:00Z`)
      const [closed, ...booked] = await Promise.all([
        turns(round).then(() =>
          createClosure({ ...deps, holidays: createHolidays() }, caller, {
            name: 'Outing',
            time,
            scope,
          }),
        ),
        ...starts.map(book),
      ])
      const { closure, affectedBookings } = unwrap(closed)
      expect((await Promise.all(starts.map(book))).some(({ ok }) => ok)).toBe(false)
      world.clock.moveTo(world.clock.nowEpochMilliseconds() + 60_000)
      await runQueue({ ...deps, random: () => 0 }, scheduleConsumer(deps), {
        limit: 100,
        concurrency: 4,
      })
      const events = (await world.items('OUTBOX#')).filter(
        ({ type: name, resourceId }) => name === 'closure.affected' && resourceId === closure.id,
      )
      const named = events.flatMap(
        ({ data }) => (data as { readonly bookingIds: readonly string[] }).bookingIds,
      )
      const made = booked.flatMap((one) => (one.ok ? [one.value.booking.id] : []))
      expect(named.sort()).toEqual(made.sort())
      expect(affectedBookings.every((id) => made.includes(id))).toBe(true)
    }
  })

  test('a provider who is created beside the first closure of an account is closed too', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const other = await openBookingWorld(engine)
      const { deps, caller } = other
      const time = { startDate: '2026-05-04', endDate: '2026-05-05' }
      const [provider, closed] = await Promise.all([
        other.provider(),
        turns(round).then(() =>
          createClosure({ ...deps, holidays: createHolidays() }, caller, {
            name: 'Outing',
            time,
            scope: { kind: 'all' },
          }),
        ),
      ])
      unwrap(closed)
      other.clock.moveTo(other.clock.nowEpochMilliseconds() + 60_000)
      await runQueue({ ...deps, random: () => 0 }, scheduleConsumer(deps), {
        limit: 100,
        concurrency: 4,
      })
      const after = unwrap(await getProvider(deps, caller, provider.id))
      expect(mayBeClosed(after, { startEpochMinutes: Date.UTC(2026, 4, 4) / 60_000 })).toBe(true)
      await other.close()
    }
  })
})
