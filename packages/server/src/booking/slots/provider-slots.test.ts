import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { MemoryCalendars } from '../../../tests/support/memory-calendars.ts'
import { everyDayOf, invalidTo, minutesOf, minuteText } from '../../../tests/support/slot-starts.ts'
import { openAvailability } from '../availability/availability.ts'
import { createBlock } from '../blocks/blocks.ts'
import { cancelBooking, confirmBooking } from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import type { EventTypeInput } from '../event-types/event-types.ts'
import { listProviderSlots, type ProviderSlotsQuery } from './provider-slots.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const dates = (from: string, to: string): ProviderSlotsQuery => ({
  dayNumber: parseDate(from) ?? Number.NaN,
  untilDayNumber: parseDate(to) ?? Number.NaN,
})
const instants = (from: string, to: string): ProviderSlotsQuery => ({
  fromEpochMinutes: minutesOf(from),
  toEpochMinutes: minutesOf(to),
})
const MONDAY = dates('2026-04-27', '2026-04-28')

const list = (providerId: string, query: ProviderSlotsQuery = MONDAY, deps: object = {}) =>
  listProviderSlots({ ...world.deps, ...deps }, world.caller, providerId, query)

/** The slots as `start status`. */
const slotsOf = async (providerId: string, query?: ProviderSlotsQuery, deps?: object) =>
  unwrap(await list(providerId, query, deps)).slots.map(
    ({ startEpochMinutes, status }) => `${minuteText(startEpochMinutes)} ${status}`,
  )
/** The statuses of the slots on Monday. */
const statusesOf = async (providerId: string, deps?: object) =>
  unwrap(await list(providerId, MONDAY, deps)).slots.map(({ status }) => status)

async function open(
  providerId: string,
  startTime: string,
  endTime: string,
  slotDurationMinutes = 60,
  date = '2026-04-27',
): Promise<void> {
  const input = { date, startTime, endTime, slotDurationMinutes }
  unwrap(await openAvailability(world.deps, world.caller, providerId, input))
}

/** A provider with slots on Monday from 10:00 to 13:00, an hour each. */
async function opened() {
  const provider = await world.provider()
  await open(provider.id, '10:00', '13:00')
  return provider.id
}

/** An event type of the provider around the clock, for time that is taken beside the opened slots. */
const beside = (providerId: string, more: Partial<EventTypeInput> = {}) =>
  world.eventType({
    providerId,
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: everyDayOf(),
    ...more,
  })

const bookOpened = async (providerId: string, start: string) => {
  const made = await createBooking(world.deps, world.caller, {
    target: { providerId },
    startEpochSeconds: secondsOf(start),
    booker: BOOKER,
  })
  return unwrap(made).booking
}

const block = async (providerId: string, start: string, end: string) => {
  const times = { startEpochSeconds: secondsOf(start), endEpochSeconds: secondsOf(end) }
  unwrap(await createBlock(world.deps, world.caller, providerId, times))
}

describe('the opened slots', () => {
  test('of a date come in order over all its openings, each with its own duration', async () => {
    const { id } = await world.provider()
    await open(id, '15:00', '16:00', 20)
    await open(id, '10:00', '12:00')
    const slot = (start: string, end: string) => ({
      startEpochMinutes: minutesOf(`2026-04-27T${start}:00Z`),
      endEpochMinutes: minutesOf(`2026-04-27T${end}:00Z`),
      status: 'available',
    })
    expect(await list(id)).toEqual({
      ok: true,
      value: {
        slots: [
          slot('10:00', '11:00'),
          slot('11:00', '12:00'),
          slot('15:00', '15:20'),
          slot('15:20', '15:40'),
          slot('15:40', '16:00'),
        ],
        timeZone: 'UTC',
      },
    })
  })

  test('of dates are those of the midnights of the provider', async () => {
    const { id } = await world.provider({ timeZone: 'Asia/Tokyo' })
    for (const date of ['2026-04-26', '2026-04-27', '2026-04-28', '2026-04-29']) {
      await open(id, '08:00', '09:00', 60, date)
    }
    expect(await slotsOf(id, dates('2026-04-27', '2026-04-29'))).toEqual([
      '2026-04-26T23:00Z available',
      '2026-04-27T23:00Z available',
    ])
    expect(unwrap(await list(id)).timeZone).toBe('Asia/Tokyo')
  })

  test('of a range of instants start at or after its first minute and before its last', async () => {
    const id = await opened()
    const range = instants('2026-04-27T11:00:00Z', '2026-04-27T12:00:00Z')
    expect(await slotsOf(id, range)).toEqual(['2026-04-27T11:00Z available'])
    const wider = instants('2026-04-27T10:01:00Z', '2026-04-27T12:01:00Z')
    expect(await slotsOf(id, wider)).toEqual([
      '2026-04-27T11:00Z available',
      '2026-04-27T12:00Z available',
    ])
  })

  test('of a range that ends at a midnight exclude the date that begins there', async () => {
    const { id } = await world.provider()
    await open(id, '00:00', '01:00', 60, '2026-04-28')
    expect(await slotsOf(id, instants('2026-04-27T00:00:00Z', '2026-04-28T00:00:00Z'))).toEqual([])
    expect(await slotsOf(id, instants('2026-04-27T00:00:00Z', '2026-04-28T00:01:00Z'))).toEqual([
      '2026-04-28T00:00Z available',
    ])
  })

  test('of a provider of another account are refused', async () => {
    const id = await opened()
    expect(await listProviderSlots(world.deps, world.stranger, id, MONDAY)).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'provider', id },
    })
  })

  test('of an empty, a reversed or a too long range are refused', async () => {
    const id = await opened()
    const halfOpen = invalidTo('`to` must be after `from`; ranges are half-open')
    expect(await list(id, dates('2026-04-27', '2026-04-27'))).toEqual(halfOpen)
    expect(await list(id, dates('2026-04-28', '2026-04-27'))).toEqual(halfOpen)
    expect(await list(id, instants('2026-04-27T10:00:00Z', '2026-04-27T10:00:00Z'))).toEqual(
      halfOpen,
    )
    expect(await list(id, dates('2026-04-27', '2026-06-29'))).toEqual(
      invalidTo('the range spans 63 days; a call may span 62'),
    )
    expect(await list(id, dates('2026-04-27', '2026-06-28'))).toMatchObject({ ok: true })
  })

  test('of a date that the zone skipped are none', async () => {
    const { id } = await world.provider({ timeZone: 'Pacific/Apia' })
    expect(await list(id, dates('2011-12-30', '2011-12-31'))).toEqual({
      ok: true,
      value: { slots: [], timeZone: 'Pacific/Apia' },
    })
    const reversed = await list(id, dates('2011-12-31', '2011-12-30'))
    expect(reversed).toMatchObject({ refusal: { code: 'validation_failed' } })
  })

  test('on the day of a clock change are those of its exact time', async () => {
    world.moveTo('2026-03-20T08:00:00Z')
    const { id } = await world.provider({ timeZone: 'Europe/Berlin' })
    await open(id, '01:00', '04:00', 60, '2026-03-29')
    expect(await slotsOf(id, dates('2026-03-29', '2026-03-30'))).toEqual([
      '2026-03-29T00:00Z available',
      '2026-03-29T01:00Z available',
    ])
  })
})

describe('the status of an opened slot', () => {
  test('is held until its hold lapses, and available from that second', async () => {
    const id = await opened()
    await bookOpened(id, '2026-04-27T11:00:00Z')
    world.moveTo('2026-04-20T08:04:59Z')
    expect(await statusesOf(id)).toEqual(['available', 'held', 'available'])
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await statusesOf(id)).toEqual(['available', 'available', 'available'])
  })

  test('is booked once its booking is confirmed, and available once it is cancelled', async () => {
    const id = await opened()
    const booking = await bookOpened(id, '2026-04-27T11:00:00Z')
    unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    expect(await statusesOf(id)).toEqual(['available', 'booked', 'available'])
    unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
    expect(await statusesOf(id)).toEqual(['available', 'available', 'available'])
  })

  test('is booked also where a booking overlaps only a part of it', async () => {
    const id = await opened()
    const type = await beside(id, { durationMinutes: 60, slotStepMinutes: 30 })
    await world.book(type.id, '2026-04-27T10:30:00Z')
    expect(await statusesOf(id)).toEqual(['booked', 'booked', 'available'])
  })

  test('is blocked where a block overlaps it', async () => {
    const id = await opened()
    await block(id, '2026-04-27T11:55:00Z', '2026-04-27T12:05:00Z')
    expect(await statusesOf(id)).toEqual(['available', 'blocked', 'blocked'])
  })

  test('is not that of what only touches it', async () => {
    const { id } = await world.provider()
    await open(id, '11:00', '12:00')
    const type = await beside(id, { confirmation: 'hold' })
    await world.book(type.id, '2026-04-27T10:30:00Z')
    await world.book(type.id, '2026-04-27T12:00:00Z')
    await block(id, '2026-04-27T10:00:00Z', '2026-04-27T10:30:00Z')
    await block(id, '2026-04-27T12:30:00Z', '2026-04-27T13:00:00Z')
    expect(await statusesOf(id)).toEqual(['available'])
    await block(id, '2026-04-27T11:30:00Z', '2026-04-27T11:35:00Z')
    expect(await statusesOf(id)).toEqual(['blocked'])
  })

  test('is held where holds alone take it, whatever is booked beside it', async () => {
    const { id } = await world.provider()
    await open(id, '11:00', '12:00')
    const hold = await beside(id, { confirmation: 'hold' })
    const final = await beside(id)
    await world.book(hold.id, '2026-04-27T11:00:00Z')
    await world.book(hold.id, '2026-04-27T11:30:00Z')
    await world.book(final.id, '2026-04-27T10:30:00Z')
    await world.book(final.id, '2026-04-27T12:00:00Z')
    expect(await statusesOf(id)).toEqual(['held'])
  })

  test('is booked where a booking and a hold share it, whichever comes first', async () => {
    const { id } = await world.provider()
    await open(id, '10:00', '12:00')
    const hold = await beside(id, { confirmation: 'hold' })
    const final = await beside(id)
    await world.book(hold.id, '2026-04-27T10:00:00Z')
    await world.book(final.id, '2026-04-27T10:30:00Z')
    await world.book(final.id, '2026-04-27T11:00:00Z')
    await world.book(hold.id, '2026-04-27T11:30:00Z')
    expect(await statusesOf(id)).toEqual(['booked', 'booked'])
  })

  test('is blocked where a block and a booking share it', async () => {
    const { id } = await world.provider()
    await open(id, '10:00', '11:00')
    const type = await beside(id)
    await world.book(type.id, '2026-04-27T10:00:00Z')
    await block(id, '2026-04-27T10:30:00Z', '2026-04-27T11:00:00Z')
    expect(await statusesOf(id)).toEqual(['blocked'])
  })

  test('is booked where a booking shares it with a lapsed hold', async () => {
    const { id } = await world.provider()
    await open(id, '10:00', '12:00')
    const hold = await beside(id, { confirmation: 'hold' })
    const final = await beside(id)
    await world.book(hold.id, '2026-04-27T10:00:00Z')
    await world.book(hold.id, '2026-04-27T11:00:00Z')
    await world.book(final.id, '2026-04-27T10:30:00Z')
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await statusesOf(id)).toEqual(['booked', 'available'])
  })

  describe('over a midnight in UTC', () => {
    // 19:00 to 21:00 in New York is 23:00 to 01:00 UTC.
    const overMidnight = async () => {
      const { id } = await world.provider({ timeZone: 'America/New_York' })
      await open(id, '19:00', '21:00', 120)
      return id
    }

    test.each([
      ['hold', 'instant', 'booked'],
      ['instant', 'hold', 'booked'],
      ['hold', 'hold', 'held'],
    ] as const)('is that of its parts: %s, then %s gives %s', async (early, late, status) => {
      const id = await overMidnight()
      const first = await beside(id, { confirmation: early })
      const second = await beside(id, { confirmation: late })
      await world.book(first.id, '2026-04-27T23:00:00Z')
      await world.book(second.id, '2026-04-28T00:30:00Z')
      expect(await statusesOf(id)).toEqual([status])
    })

    test('is blocked where the second day is, and booked where only that one is', async () => {
      const id = await overMidnight()
      const type = await beside(id)
      await world.book(type.id, '2026-04-28T00:00:00Z')
      expect(await statusesOf(id)).toEqual(['booked'])
      await block(id, '2026-04-28T00:55:00Z', '2026-04-28T02:00:00Z')
      expect(await statusesOf(id)).toEqual(['blocked'])
    })
  })

  test('is decided by its whole length, also beyond the end of the range', async () => {
    const { id } = await world.provider()
    await open(id, '00:00', '24:00', 1440)
    const type = await beside(id)
    await world.book(type.id, '2026-04-27T23:30:00Z')
    expect(await slotsOf(id, instants('2026-04-27T00:00:00Z', '2026-04-27T00:01:00Z'))).toEqual([
      '2026-04-27T00:00Z booked',
    ])
  })
})

describe('a start that has passed', () => {
  test('is omitted while it is free, also where a lapsed hold had it', async () => {
    const id = await opened()
    world.moveTo('2026-04-27T09:50:00Z')
    await bookOpened(id, '2026-04-27T10:00:00Z')
    world.moveTo('2026-04-27T10:00:00Z')
    expect(await slotsOf(id)).toEqual([
      '2026-04-27T10:00Z available',
      '2026-04-27T11:00Z available',
      '2026-04-27T12:00Z available',
    ])
    world.moveTo('2026-04-27T10:00:01Z')
    expect(await slotsOf(id)).toEqual([
      '2026-04-27T11:00Z available',
      '2026-04-27T12:00Z available',
    ])
  })

  test('is omitted where only holds beside it are live, and on a day without claims', async () => {
    const { id } = await world.provider()
    await open(id, '10:00', '11:00')
    world.moveTo('2026-04-27T10:30:00Z')
    expect(await slotsOf(id)).toEqual([])
    world.moveTo(NOW)
    const hold = await beside(id, { confirmation: 'hold', holdMinutes: 20_160 })
    await world.book(hold.id, '2026-04-27T09:30:00Z')
    await world.book(hold.id, '2026-04-27T11:00:00Z')
    world.moveTo('2026-04-27T10:30:00Z')
    expect(await slotsOf(id)).toEqual([])
  })

  test('is omitted where only blocks touch it', async () => {
    const { id } = await world.provider()
    await open(id, '10:00', '11:00')
    await block(id, '2026-04-27T09:30:00Z', '2026-04-27T10:00:00Z')
    await block(id, '2026-04-27T11:00:00Z', '2026-04-27T11:30:00Z')
    world.moveTo('2026-04-27T10:30:00Z')
    expect(await slotsOf(id)).toEqual([])
  })

  test('is shown where it is booked or blocked', async () => {
    const id = await opened()
    const booking = await bookOpened(id, '2026-04-27T10:00:00Z')
    unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    await block(id, '2026-04-27T11:00:00Z', '2026-04-27T11:30:00Z')
    world.moveTo('2026-04-27T12:30:00Z')
    expect(await slotsOf(id)).toEqual(['2026-04-27T10:00Z booked', '2026-04-27T11:00Z blocked'])
  })
})

test('time that is busy or unknown in a connected calendar is blocked, unless it is taken here', async () => {
  const id = await opened()
  await bookOpened(id, '2026-04-27T10:00:00Z')
  const calendars = new MemoryCalendars()
  calendars.set(
    id,
    { source: 'google', busy: [['2026-04-27T10:00:00Z', '2026-04-27T11:10:00Z']] },
    { source: 'ical', unknown: [['2026-04-27T12:50:00Z', '2026-04-27T13:00:00Z']] },
  )
  const deps = { connectedCalendars: calendars }
  expect(await statusesOf(id, deps)).toEqual(['held', 'blocked', 'blocked'])
  expect(calendars.calls).toEqual([
    {
      method: 'list',
      providerId: id,
      reach: ['2026-04-27T00:00Z', '2026-04-29T00:00Z'],
      consistent: false,
    },
  ])
  // The start has passed, and only a calendar is in the way.
  world.moveTo('2026-04-27T12:30:00Z')
  expect(await statusesOf(id, deps)).toEqual(['blocked', 'blocked', 'blocked'])
})
