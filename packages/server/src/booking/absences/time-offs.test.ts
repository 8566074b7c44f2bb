import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { everyDayOf, mondayStartsOf } from '../../../tests/support/slot-starts.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import { scheduleConsumer } from '../../delivery/schedule/schedule.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { openAvailability } from '../availability/availability.ts'
import { createBlock } from '../blocks/blocks.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { cancelBooking, getBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { ClosedTime } from '../closed-time/closed-time.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { getProvider } from '../providers/read-providers.ts'
import { listPublicOpenedSlots } from '../public/public-opened-slots.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { listProviderSlots } from '../slots/provider-slots.ts'
import { listSlots } from '../slots/slots.ts'
import { timeOffEntity } from '../time-off/time-off.ts'
import { createTimeOff, deleteTimeOff, listTimeOff, TIME_OFF_MAX } from './time-offs.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

const MONDAY: ClosedTime = { startDate: '2026-04-27', endDate: '2026-04-28' }
const between = (start: string, end: string): ClosedTime => ({
  startEpochSeconds: secondsOf(start),
  endEpochSeconds: secondsOf(end),
})
const LUNCH = between('2026-04-27T12:00:00Z', '2026-04-27T13:30:00Z')

const take = async (providerId: string, time: ClosedTime = MONDAY) =>
  unwrap(await createTimeOff(world.deps, world.caller, providerId, { time }))
const listed = async (providerId: string, filter = {}) =>
  unwrap(await listTimeOff(world.deps, world.caller, providerId, { limit: 50 }, filter)).data

describe('time off', () => {
  test('closes the slots that it overlaps at once, but not those beside it', async () => {
    const type = await world.eventType({ bufferBeforeMinutes: 30, bufferAfterMinutes: 30 })
    expect(await mondayStartsOf(world, type.id)).toHaveLength(8)
    await take(type.providerId, LUNCH)
    expect(await mondayStartsOf(world, type.id)).toEqual([
      ...['09:00', '10:00', '11:00'],
      ...['14:00', '15:00', '16:00'],
    ])
  })

  test('by dates is from midnight to midnight in the zone of the provider', async () => {
    const provider = await world.provider({ timeZone: 'America/New_York' })
    const more = { providerId: provider.id, availabilityRules: everyDayOf(), timeZone: 'UTC' }
    const type = await world.eventType(more)
    await take(provider.id, { startDate: '2026-04-26', endDate: '2026-04-27' })
    const range = {
      from: { epochMinutes: secondsOf('2026-04-26T00:00:00Z') / 60 },
      to: { epochMinutes: secondsOf('2026-04-27T06:00:00Z') / 60 },
    }
    const { starts } = unwrap(
      await listSlots(world.deps, world.caller, type.id, { ...range, includeUnavailable: false }),
    )
    const texts = starts.map((start) => new Date(start * 60_000).toISOString().slice(5, 13))
    expect(texts).toEqual(['04-26T00', '04-26T01', '04-26T02', '04-26T03', '04-27T04', '04-27T05'])
  })

  test('by dates moves with the zone of the provider', async () => {
    const type = await world.eventType({ availabilityRules: everyDayOf() })
    await take(type.providerId)
    expect(await mondayStartsOf(world, type.id)).toEqual([])
    const change = { timeZone: 'Pacific/Niue' }
    unwrap(await updateProvider(world.deps, world.caller, type.providerId, change))
    // Midnight in Niue is 11:00 UTC.
    const start = secondsOf('2026-04-28T10:00:00Z')
    const explained = await explainEventTypeSlot(world.deps, world.caller, type.id, start)
    expect(unwrap(explained).reasons).toEqual([
      {
        code: 'time_off',
        timeOff: {
          startEpochMinutes: secondsOf('2026-04-27T11:00:00Z') / 60,
          endEpochMinutes: secondsOf('2026-04-28T11:00:00Z') / 60,
        },
      },
    ])
  })

  test('refuses new bookings and moves into it, and names itself as the reason', async () => {
    const type = await world.eventType()
    const standing = await world.book(type.id, '2026-04-27T09:00:00Z')
    await take(type.providerId, LUNCH)
    const refusal = {
      code: 'slot_not_bookable',
      reasons: [
        {
          code: 'time_off',
          timeOff: {
            startEpochMinutes: secondsOf('2026-04-27T12:00:00Z') / 60,
            endEpochMinutes: secondsOf('2026-04-27T13:30:00Z') / 60,
          },
        },
      ],
    }
    expect(await world.create(type.id, '2026-04-27T13:00:00Z')).toEqual({ ok: false, refusal })
    const to = { startEpochSeconds: secondsOf('2026-04-27T12:00:00Z') }
    expect(await rescheduleBooking(world.deps, world.caller, standing.id, to)).toEqual({
      ok: false,
      refusal,
    })
    expect(await world.create(type.id, '2026-04-27T14:00:00Z')).toMatchObject({ ok: true })
  })

  test('closes opened slots too, which a schedule does not', async () => {
    const { id } = await world.provider({ slug: 'opened' })
    const opening = { date: '2026-04-27', startTime: '11:00', endTime: '14:00' }
    unwrap(
      await openAvailability(world.deps, world.caller, id, { ...opening, slotDurationMinutes: 60 }),
    )
    await take(id, LUNCH)
    const day = { dayNumber: secondsOf('2026-04-27T00:00:00Z') / 86_400 }
    const query = { ...day, untilDayNumber: day.dayNumber + 1 }
    const { slots } = unwrap(await listProviderSlots(world.deps, world.caller, id, query))
    expect(slots.map(({ status }) => status)).toEqual(['available', 'blocked', 'blocked'])
    const range = { from: day, to: { dayNumber: day.dayNumber + 1 } }
    const shown = unwrap(await listPublicOpenedSlots(world.deps, { providerSlug: 'opened' }, range))
    expect(shown.slots).toHaveLength(1)
    const startEpochSeconds = secondsOf('2026-04-27T13:00:00Z')
    const target = { providerId: id }
    expect(
      await world.create('', '2026-04-27T13:00:00Z', { target, startEpochSeconds }),
    ).toMatchObject({ ok: false, refusal: { reasons: [{ code: 'time_off' }] } })
  })

  test('that is deleted is offered again at once', async () => {
    const type = await world.eventType()
    const { timeOff } = await take(type.providerId)
    expect(await mondayStartsOf(world, type.id)).toEqual([])
    const remove = () => deleteTimeOff(world.deps, world.caller, type.providerId, timeOff.id)
    expect(await remove()).toEqual({ ok: true, value: undefined })
    expect(await mondayStartsOf(world, type.id)).toHaveLength(8)
    const refusal = { code: 'not_found', resource: 'time_off', id: timeOff.id }
    expect(await remove()).toEqual({ ok: false, refusal })
  })

  test('is listed by what overlaps a range', async () => {
    const { id } = await world.provider({ timeZone: 'Europe/Berlin' })
    const { timeOff: may } = await take(id, { startDate: '2026-05-04', endDate: '2026-05-09' })
    const { timeOff: lunch } = await take(id, LUNCH)
    expect(await listed(id)).toEqual([lunch, may])
    const at = (instant: string) => ({ epochMinutes: secondsOf(instant) / 60 })
    expect(await listed(id, { from: at('2026-04-27T13:30:00Z') })).toEqual([may])
    expect(await listed(id, { from: at('2026-05-08T21:59:00Z') })).toEqual([may])
    expect(await listed(id, { from: at('2026-05-08T22:00:00Z') })).toEqual([])
    expect(await listed(id, { to: at('2026-05-03T22:00:00Z') })).toEqual([lunch])
    expect(await listed(id, { to: at('2026-04-27T12:00:00Z') })).toEqual([])
  })

  test('of another account is not found', async () => {
    const { id } = await world.provider()
    const refusal = { code: 'not_found', resource: 'provider', id }
    const input = { time: MONDAY }
    expect(await createTimeOff(world.deps, world.stranger, id, input)).toEqual({
      ok: false,
      refusal,
    })
    const { timeOff } = await take(id)
    expect(await deleteTimeOff(world.deps, world.stranger, id, timeOff.id)).toEqual({
      ok: false,
      refusal,
    })
  })

  test.each([
    ['/start', between('2026-04-27T12:00:30Z', '2026-04-27T13:30:00Z'), 'must be a whole minute'],
    ['/end', between('2026-04-27T12:00:00Z', '2026-04-27T13:30:01Z'), 'must be a whole minute'],
    ['/end', { startDate: '2026-04-27', endDate: '2026-04-27' }, '`end` must be after `start`.'],
    [
      '/end',
      { startDate: '2026-04-27', endDate: '2030-04-27' },
      'time off lasts at most 1096 days',
    ],
  ] as const)('with a wrong %s is refused: %j', async (pointer, time, message) => {
    const { id } = await world.provider()
    expect(await createTimeOff(world.deps, world.caller, id, { time })).toEqual({
      ok: false,
      refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
    })
  })

  test('is bounded in number, without what is over', async () => {
    const { id } = await world.provider()
    const { timeOff } = await take(id, { startDate: '2026-04-01', endDate: '2026-04-02' })
    const more = Array.from({ length: TIME_OFF_MAX }, (_, n) =>
      timeOffEntity.create({ ...timeOff, id: `tof_${n}`, time: LUNCH }),
    )
    await world.store.transact(more.slice(0, 99), 'first')
    await world.store.transact(more.slice(99, -1), 'second')
    await take(id, LUNCH)
    expect(await createTimeOff(world.deps, world.caller, id, { time: MONDAY })).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed' },
    })
  })

  test('goes with its provider', async () => {
    const { id } = await world.provider()
    await take(id)
    expect(await deleteProvider(world.deps, world.caller, id)).toMatchObject({ ok: true })
    const items = await world.items(`PROVIDER#${id}`)
    expect(items.map(({ SK }) => SK)).toEqual(['#METADATA'])
  })
})

describe('the bookings in time off', () => {
  test('stay, and the answer names those that take time, by start', async () => {
    const type = await world.eventType({ confirmation: 'instant', bufferAfterMinutes: 60 })
    const before = await world.book(type.id, '2026-04-27T09:00:00Z')
    const second = await world.book(type.id, '2026-04-27T13:00:00Z')
    const gone = await world.book(type.id, '2026-04-27T15:00:00Z')
    const first = await world.book(type.id, '2026-04-27T11:00:00Z')
    unwrap(await cancelBooking(world.deps, world.caller, gone.id, {}))
    const time = between('2026-04-27T10:00:00Z', '2026-04-27T18:00:00Z')
    const { affectedBookings } = await take(type.providerId, time)
    expect(affectedBookings).toEqual([first.id, second.id])
    expect(before.id).not.toBe(first.id)
    expect(await world.items(`BOOKING#${first.id}`)).toMatchObject([{ status: 'confirmed' }])
  })

  test('do not include a hold that has lapsed', async () => {
    const type = await world.eventType({ holdMinutes: 5 })
    const hold = await world.book(type.id, '2026-04-27T09:00:00Z')
    expect((await take(type.providerId)).affectedBookings).toEqual([hold.id])
    world.moveTo('2026-04-20T08:05:00Z')
    expect((await take(type.providerId)).affectedBookings).toEqual([])
  })

  test('are read 500 at a time, and no further than the answer names them', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const { id } = await world.book(type.id, '2026-04-27T09:00:00Z')
    const booking = unwrap(await getBooking(world.deps, world.caller, id))
    const copyAt = (place: number) =>
      bookingEntity.create({
        ...booking,
        id: `${id}${place}`,
        startEpochSeconds: booking.startEpochSeconds + place,
        endEpochSeconds: booking.endEpochSeconds + place,
      })
    for (let first = 1; first < 2_100; first += 100) {
      const copies = Array.from({ length: 100 }, (_, place) => copyAt(first + place))
      await world.store.transact(copies, `copies-${first}`)
    }
    const read: number[] = []
    const store = storeWith(world.store, {
      async query(request) {
        const page = await world.store.query(request)
        if ('index' in request && page.items.length > 0) read.push(page.items.length)
        return page
      },
    })
    const deps = { ...world.deps, store }
    const made = await createTimeOff(deps, world.caller, type.providerId, { time: MONDAY })
    const { affectedBookings } = unwrap(made)
    expect(affectedBookings).toHaveLength(1000)
    expect(affectedBookings.at(-1)).toBe(`${id}999`)
    expect(read).toEqual([500, 500])
  })
})

describe('a team', () => {
  test('can have no time off, no block and no opened slots of its own', async () => {
    const { id } = await world.provider({ kind: 'team' })
    const refused = { ok: false, refusal: { code: 'provider_is_team', providerId: id } }
    expect(await createTimeOff(world.deps, world.caller, id, { time: MONDAY })).toEqual(refused)
    const block = {
      startEpochSeconds: secondsOf('2026-04-27T12:00:00Z'),
      endEpochSeconds: secondsOf('2026-04-27T13:00:00Z'),
    }
    expect(await createBlock(world.deps, world.caller, id, block)).toEqual(refused)
    const opening = { date: '2026-04-27', startTime: '11:00', endTime: '14:00' }
    const input = { ...opening, slotDurationMinutes: 60 }
    expect(await openAvailability(world.deps, world.caller, id, input)).toEqual(refused)
    const booked = await world.create('', '2026-04-27T12:00:00Z', { target: { providerId: id } })
    expect(booked).toEqual(refused)
  })

  test('takes no booking of an event type that it had as a person', async () => {
    const type = await world.eventType()
    const { providerId } = type
    unwrap(await updateProvider(world.deps, world.caller, providerId, { kind: 'team' }))
    expect(await mondayStartsOf(world, type.id)).toEqual([])
    expect(await world.create(type.id, '2026-04-27T12:00:00Z')).toEqual({
      ok: false,
      refusal: { code: 'provider_is_team', providerId },
    })
  })
})

describe('the event about bookings in time off', () => {
  const events = async () =>
    (await world.items('OUTBOX#'))
      .filter(({ type }) => type === 'time_off.affected')
      .map(({ data, resourceVersion }) => ({ data, resourceVersion }))
  const work = () =>
    runQueue({ ...world.deps, random: () => 0.5 }, scheduleConsumer(world.deps), {
      limit: 100,
      concurrency: 1,
    })
  const isTimeOff = (write: Write) =>
    write.kind === 'put-if-absent' && write.item.SK.startsWith('TIMEOFF#')

  test('names those that were found at once, in the transaction of the time off', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const booking = await world.book(type.id, '2026-04-27T09:00:00Z')
    const { timeOff } = await take(type.providerId)
    const bookingIds = [booking.id]
    expect(await events()).toMatchObject([
      { data: { timeOff: { id: timeOff.id, start: '2026-04-27' }, bookingIds } },
    ])
  })

  test('is not sent without bookings', async () => {
    const type = await world.eventType()
    await take(type.providerId)
    world.moveTo('2026-04-20T08:01:00Z')
    expect((await work()).done).toBe(1)
    expect(await events()).toEqual([])
  })

  test('names after a minute those that were being made at that moment, once', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const early = await world.book(type.id, '2026-04-27T09:00:00Z')
    const late: string[] = []
    const store = storeInterruptedBefore(world.store, isTimeOff, async () => {
      late.push((await world.book(type.id, '2026-04-27T10:00:00Z')).id)
    })
    const deps = { ...world.deps, store }
    const input = { time: MONDAY }
    const created = unwrap(await createTimeOff(deps, world.caller, type.providerId, input))
    expect(created.affectedBookings).toEqual([early.id])
    world.moveTo('2026-04-20T08:00:59Z')
    expect((await work()).done).toBe(0)
    world.moveTo('2026-04-20T08:01:00Z')
    const [task] = await world.items('QUEUE#schedule#')
    expect((await work()).done).toBe(1)
    const expected = [
      { resourceVersion: 1, data: { bookingIds: [early.id] } },
      { resourceVersion: 2, data: { bookingIds: late } },
    ]
    expect(await events()).toMatchObject(expected)
    // The task runs again after a crash before its end was recorded.
    if (task) await world.store.transact([{ kind: 'put-if-absent', item: task }], 'again')
    expect((await work()).done).toBe(1)
    expect(await events()).toMatchObject(expected)
  })

  test('names nothing of time off that was deleted meanwhile', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const store = storeInterruptedBefore(world.store, isTimeOff, () =>
      world.book(type.id, '2026-04-27T10:00:00Z'),
    )
    const deps = { ...world.deps, store }
    const input = { time: MONDAY }
    const { timeOff } = unwrap(await createTimeOff(deps, world.caller, type.providerId, input))
    unwrap(await deleteTimeOff(world.deps, world.caller, type.providerId, timeOff.id))
    world.moveTo('2026-04-20T08:01:00Z')
    expect((await work()).done).toBe(1)
    expect(await events()).toEqual([])
  })
})

test('time off and the deletion of the provider are decided one after the other', async () => {
  const { id } = await world.provider()
  const isProvider = (write: Write) => write.kind === 'put-if-version'
  const store = storeInterruptedBefore(world.store, isProvider, () =>
    deleteProvider(world.deps, world.caller, id),
  )
  const deps = { ...world.deps, store }
  expect(await createTimeOff(deps, world.caller, id, { time: MONDAY })).toEqual({
    ok: false,
    refusal: { code: 'not_found', resource: 'provider', id },
  })
  expect(await getProvider(world.deps, world.caller, id)).toMatchObject({ ok: false })
  const items = await world.items(`PROVIDER#${id}`)
  expect(items.map(({ SK }) => SK)).toEqual(['#METADATA'])
})
