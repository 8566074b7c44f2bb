import { liveCount } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { SOME_ENGINES } from '../../../tests/support/stores.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { counterKey } from '../../ledger/keys.ts'
import { openAvailability } from '../availability/availability.ts'
import { cancelBooking, confirmBooking, expireBooking } from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { listProviderSlots } from '../slots/provider-slots.ts'
import { listSlots } from '../slots/slots.ts'
import { soonestOfEventTypes } from '../soonest/find-soonest.ts'

const FRIDAY = '2026-04-24'
const MONDAY = '2026-04-27'
const at = (date: string, time: string) => `${date}T${time}:00Z`

describe.each(SOME_ENGINES)('limits of bookings on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  beforeEach(() => world.moveTo(NOW))
  afterAll(() => world.close())

  const refusedBy = (limit: string, count: number) => ({
    ok: false,
    refusal: { code: 'limit_reached', limit, count },
  })

  /** What is used of a count now, and how many marks it has. */
  async function countOf(counter: string) {
    const item = await world.store.get(counterKey(counter), { consistent: true })
    const count = countFromItem(item)
    return [
      liveCount(count, Math.floor(world.clock.nowEpochMilliseconds() / 1000)),
      count.holds.length,
    ]
  }

  /** The starts on a date, as `HH:MM`. */
  async function startsOn(eventTypeId: string, date: string): Promise<readonly string[]> {
    const from = secondsOf(at(date, '00:00')) / 60
    const query = { from: { epochMinutes: from }, to: { epochMinutes: from + 1440 } }
    const listed = await listSlots(world.deps, world.caller, eventTypeId, {
      ...query,
      includeUnavailable: false,
    })
    return unwrap(listed).starts.map((start) =>
      new Date(start * 60_000).toISOString().slice(11, 16),
    )
  }

  const reschedule = (bookingId: string, start: string) =>
    rescheduleBooking(world.deps, world.caller, bookingId, { startEpochSeconds: secondsOf(start) })
  const cancel = (bookingId: string) => cancelBooking(world.deps, world.caller, bookingId, {})

  describe('of a day', () => {
    test('do not move a booking within its day that lost its part to a server whose clock was ahead', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1 } })
      const { booking: mine } = await world.created(id, at(MONDAY, '10:00'))
      world.moveTo('2026-04-20T08:05:00Z')
      await world.created(id, at(MONDAY, '12:00'))
      world.moveTo(NOW)
      const taken = { code: 'slot_taken', startEpochSeconds: secondsOf(at(MONDAY, '10:00')) }
      expect(await reschedule(mine.id, at(MONDAY, '14:00'))).toEqual({ ok: false, refusal: taken })
      const confirmed = await confirmBooking(world.deps, world.caller, mine.id)
      expect(confirmed).toEqual({ ok: false, refusal: taken })
    })

    test('keep the part of a held booking that moves within its day', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1 } })
      const { booking: mine } = await world.created(id, at(MONDAY, '10:00'))
      unwrap(await reschedule(mine.id, at(MONDAY, '14:00')))
      expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([1, 1])
      unwrap(await confirmBooking(world.deps, world.caller, mine.id))
      expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([1, 0])
    })

    test('refuse one booking more, until one of them is cancelled', async () => {
      const { id } = await world.eventType({ limits: { perDay: 2 } })
      const first = await world.book(id, at(MONDAY, '09:00'))
      await world.book(id, at(MONDAY, '10:00'))
      expect(await world.create(id, at(MONDAY, '11:00'))).toEqual(refusedBy('perDay', 2))
      await world.book(id, at('2026-04-28', '09:00'))
      unwrap(await cancel(first.id))
      await world.book(id, at(MONDAY, '11:00'))
      expect(await world.create(id, at(MONDAY, '12:00'))).toEqual(refusedBy('perDay', 2))
    })

    test('allow exactly as many of simultaneous bookings as they say', async () => {
      const { id } = await world.eventType({ limits: { perDay: 3 } })
      const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
      const starts = [...hours, ...hours, ...hours].map((hour) => at(MONDAY, `${hour}:00`))
      const answers = await Promise.all(starts.map((start) => world.create(id, start)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
      expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([3, 3])
    })

    test('count a hold until the second at which it lapses, with nobody to sweep', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1 }, holdMinutes: 5 })
      await world.book(id, at(MONDAY, '09:00'))
      world.moveTo('2026-04-20T08:04:59Z')
      expect(await world.create(id, at(MONDAY, '10:00'))).toEqual(refusedBy('perDay', 1))
      expect(await startsOn(id, MONDAY)).toEqual([])
      world.moveTo('2026-04-20T08:05:00Z')
      expect(await startsOn(id, MONDAY)).toHaveLength(8)
      await world.book(id, at(MONDAY, '10:00'))
      expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([1, 1])
    })

    test('count a lapsed hold that was swept only once', async () => {
      const { id } = await world.eventType({ limits: { perDay: 2 } })
      const lapsed = await world.book(id, at(MONDAY, '09:00'))
      const kept = await world.book(id, at(MONDAY, '10:00'))
      unwrap(await confirmBooking(world.deps, world.caller, kept.id))
      world.moveTo('2026-04-20T08:05:00Z')
      unwrap(await expireBooking(world.deps, world.caller, lapsed.id))
      expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([1, 0])
    })

    test('follow a booking that moves to another day, and refuse a full one', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1 } })
      const moving = await world.book(id, at(MONDAY, '09:00'))
      await world.book(id, at('2026-04-28', '09:00'))
      expect(await reschedule(moving.id, at('2026-04-28', '10:00'))).toEqual(refusedBy('perDay', 1))
      expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([1, 1])
      unwrap(await reschedule(moving.id, at('2026-04-29', '10:00')))
      expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([0, 0])
      expect(await countOf(`${id}:day:2026-04-29`)).toEqual([1, 1])
    })

    test('let a booking move within its full day', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1, perWeek: 1 } })
      const { id: bookingId } = await world.book(id, at(MONDAY, '09:00'))
      unwrap(await reschedule(bookingId, at(MONDAY, '15:00')))
      unwrap(await confirmBooking(world.deps, world.caller, bookingId))
      unwrap(await reschedule(bookingId, at('2026-04-29', '15:00')))
      expect(await countOf(`${id}:week:${MONDAY}`)).toEqual([1, 0])
    })

    test('are of dates in the zone of the provider', async () => {
      const { id: providerId } = await world.provider({ timeZone: 'Pacific/Auckland' })
      const everyDay = ['monday', 'tuesday', 'wednesday'] as const
      const { id } = await world.eventType({
        providerId,
        availabilityRules: everyDay.map((weekday) => ({
          weekday,
          windows: [{ start: '00:00', end: '24:00' }],
        })),
        timeZone: 'UTC',
        limits: { perDay: 1 },
      })
      // 23:00 on the 27th and 01:00 on the 28th, in Auckland.
      const late = await world.book(id, at(MONDAY, '11:00'))
      await world.book(id, at(MONDAY, '13:00'))
      expect(late.counts).toEqual([{ counter: `${id}:day:2026-04-27`, amount: 1 }])
      expect(await world.create(id, at('2026-04-28', '11:00'))).toEqual(refusedBy('perDay', 1))
    })
  })

  describe('of minutes, weeks and months', () => {
    test('add up durations, without buffers', async () => {
      const { id } = await world.eventType({
        durationOptionsMinutes: [60, 30],
        bufferAfterMinutes: 30,
        limits: { minutesPerDay: 90 },
      })
      await world.book(id, at(MONDAY, '09:00'))
      expect(await world.create(id, at(MONDAY, '11:00'))).toEqual(refusedBy('minutesPerDay', 90))
      unwrap(await world.create(id, at(MONDAY, '11:00'), { durationMinutes: 30 }))
    })

    test('begin on Monday, and on the first of the month', async () => {
      const { id } = await world.eventType({ limits: { perWeek: 1 } })
      await world.book(id, at(FRIDAY, '09:00'))
      expect(await world.create(id, at('2026-04-23', '09:00'))).toEqual(refusedBy('perWeek', 1))
      await world.book(id, at(MONDAY, '09:00'))
      const { id: monthly } = await world.eventType({ limits: { perMonth: 1 } })
      await world.book(monthly, at('2026-04-30', '09:00'))
      expect(await world.create(monthly, at(MONDAY, '09:00'))).toEqual(refusedBy('perMonth', 1))
      await world.book(monthly, at('2026-05-01', '09:00'))
    })
  })

  describe('of a provider', () => {
    test('count the bookings of all of its event types', async () => {
      const { id: providerId } = await world.provider({ limits: { perDay: 1 } })
      const [visit, talk] = [
        await world.eventType({ providerId }),
        await world.eventType({ providerId }),
      ]
      await world.book(visit.id, at(MONDAY, '09:00'))
      expect(await world.create(talk.id, at(MONDAY, '12:00'))).toEqual(refusedBy('perDay', 1))
      expect(await startsOn(talk.id, MONDAY)).toEqual([])
    })

    test('that are removed give back what their bookings claimed', async () => {
      const { id: providerId } = await world.provider({ limits: { perDay: 1 } })
      const { id } = await world.eventType({ providerId })
      const booking = await world.book(id, at(MONDAY, '09:00'))
      unwrap(await updateProvider(world.deps, world.caller, providerId, { limits: null }))
      await world.book(id, at(MONDAY, '10:00'))
      unwrap(await cancel(booking.id))
      expect(await countOf(`${providerId}:day:${MONDAY}`)).toEqual([0, 0])
    })
  })

  describe('in lists', () => {
    test('hide full days, and mark them where all starts are listed', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1 } })
      await world.book(id, at(MONDAY, '09:00'))
      expect(await startsOn(id, MONDAY)).toEqual([])
      expect(await startsOn(id, '2026-04-28')).toHaveLength(8)
      const from = secondsOf(at(MONDAY, '00:00')) / 60
      const all = await listSlots(world.deps, world.caller, id, {
        from: { epochMinutes: from },
        to: { epochMinutes: from + 2880 },
        includeUnavailable: true,
      })
      const { available } = unwrap(all)
      expect(available).toEqual([...Array(8).fill(false), ...Array(8).fill(true)])
    })

    test('are explained with the limit and its number', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1, perWeek: 4 } })
      await world.book(id, at(MONDAY, '09:00'))
      const explained = await explainEventTypeSlot(
        world.deps,
        world.caller,
        id,
        secondsOf(at(MONDAY, '11:00')),
      )
      expect(unwrap(explained)).toEqual({
        available: false,
        reasons: [{ code: 'limit_reached', limit: 'perDay', count: 1 }],
      })
    })

    test('leave full days out of the soonest slots', async () => {
      const { id } = await world.eventType({ limits: { perDay: 1 } })
      await world.book(id, at('2026-04-20', '09:00'))
      const found = await soonestOfEventTypes(world.deps, world.caller, [id], { limit: 1 })
      const [first] = unwrap(found).data
      expect((first?.startEpochMinutes ?? 0) * 60).toBe(secondsOf(at('2026-04-21', '09:00')))
    })
  })

  test('of an override count it, but do not refuse it', async () => {
    const { id } = await world.eventType({ limits: { perDay: 1 } })
    await world.book(id, at(MONDAY, '09:00'))
    unwrap(await world.create(id, at(MONDAY, '10:00'), { isOverride: true }))
    expect(await countOf(`${id}:day:${MONDAY}`)).toEqual([2, 2])
    expect(await world.create(id, at(MONDAY, '11:00'))).toEqual(refusedBy('perDay', 1))
  })

  test('count the bookings of slots that a provider opened', async () => {
    const { id: providerId } = await world.provider({ limits: { perDay: 1 } })
    unwrap(
      await openAvailability(world.deps, world.caller, providerId, {
        date: MONDAY,
        startTime: '09:00',
        endTime: '12:00',
        slotDurationMinutes: 60,
      }),
    )
    const book = (time: string) =>
      createBooking(world.deps, world.caller, {
        target: { providerId },
        startEpochSeconds: secondsOf(at(MONDAY, time)),
        booker: BOOKER,
      })
    unwrap(await book('09:00'))
    expect(await book('10:00')).toEqual(refusedBy('perDay', 1))
    const day = { dayNumber: 20_570, untilDayNumber: 20_571 }
    const { slots } = unwrap(await listProviderSlots(world.deps, world.caller, providerId, day))
    expect(slots.map(({ status }) => status)).toEqual(['held', 'blocked', 'blocked'])
  })
})
