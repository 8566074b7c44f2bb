import { parseDate } from '@holdfast/engine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { date, everyDayOf, startsOf } from '../../../tests/support/slot-starts.ts'
import { formatEntity } from '../../kernel/format.ts'
import { formatKey } from '../../kernel/keys.ts'
import { soonestOfEventTypes } from '../soonest/find-soonest.ts'
import { previewClosure } from './closures.ts'
import { createClosure } from './create-closure.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

/** These closures are from no calendar of holidays. */
const holidays = { unknownOf: () => Promise.resolve(undefined) }

const ALL = { kind: 'all' } as const

/** An independent clock: the local date of an instant by ICU. */
const localDate = (epochMilliseconds: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(epochMilliseconds)

/** Whether an hour that begins at an instant has a minute on one date. */
const touches = (start: string, timeZone: string, day: string): boolean =>
  Array.from({ length: 60 }, (_, minute) => Date.parse(start) + minute * 60_000).some(
    (instant) => localDate(instant, timeZone) === day,
  )

const dayAfter = (day: string, days: number): string =>
  new Date(((parseDate(day) ?? Number.NaN) + days) * 86_400_000).toISOString().slice(0, 10)

describe('a closure of one date', () => {
  // Zone, date, hours that the closure takes from the offer.
  test.each([
    ['Pacific/Auckland', '2026-06-01', 24],
    ['Pacific/Auckland', '2026-09-27', 23],
    ['Europe/Berlin', '2026-05-01', 24],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-07-03', 24],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Kathmandu', '2026-06-01', 25],
  ])('in %s on %s takes %i hours that touch the date there', async (timeZone, day, hours) => {
    const provider = await world.provider({ timeZone })
    const more = { maxAdvanceDays: 365, availabilityRules: everyDayOf() }
    const type = await world.eventType({ ...more, providerId: provider.id, timeZone: 'UTC' })
    const range = [date(dayAfter(day, -2)), date(dayAfter(day, 3))] as const
    const before = await startsOf(world, type.id, range)
    const time = { startDate: day, endDate: dayAfter(day, 1) }
    unwrap(
      await createClosure({ ...world.deps, holidays }, world.caller, {
        name: 'X',
        time,
        scope: ALL,
      }),
    )
    const after = await startsOf(world, type.id, range)
    const expected = before.filter((start) => !touches(start, timeZone, day))
    expect(after).toEqual(expected)
    expect(before.length - after.length).toBe(hours)
    // The same function books: the last hour before, each closed hour, the first hour after.
    const closed = before.filter((start) => !after.includes(start))
    for (const start of closed) {
      expect((await world.create(type.id, start)).ok).toBe(false)
    }
    for (const at of [-1, hours]) {
      const beside = before[before.indexOf(closed[0] ?? '') + at] ?? ''
      expect((await world.create(type.id, beside)).ok).toBe(true)
    }
    const from = { epochMinutes: secondsOf(closed[0] ?? '') / 60 }
    const soonest = await soonestOfEventTypes(world.deps, world.caller, [type.id], {
      from,
      limit: 1,
    })
    const first = unwrap(soonest).data[0]?.startEpochMinutes ?? 0
    expect(first).toBe(from.epochMinutes + (hours + 1) * 60)
  })

  test('names the bookings on the date of each provider, and no others', async () => {
    const book = async (timeZone: string, start: string) => {
      const { id: providerId } = await world.provider({ timeZone })
      const more = { maxAdvanceDays: 365, availabilityRules: everyDayOf(), timeZone: 'UTC' }
      const type = await world.eventType({ ...more, providerId, confirmation: 'instant' })
      return (await world.book(type.id, start)).id
    }
    // 1 June is from 12:00 on 31 May to 12:00 in Auckland, and from 04:00 to 04:00 on 2 June in New York.
    await book('Pacific/Auckland', '2026-05-31T11:00:00Z')
    const first = await book('Pacific/Auckland', '2026-05-31T12:00:00Z')
    const second = await book('Pacific/Auckland', '2026-06-01T11:00:00Z')
    await book('Pacific/Auckland', '2026-06-01T12:00:00Z')
    await book('America/New_York', '2026-06-01T03:00:00Z')
    const third = await book('America/New_York', '2026-06-01T04:00:00Z')
    const fourth = await book('America/New_York', '2026-06-02T03:00:00Z')
    await book('America/New_York', '2026-06-02T04:00:00Z')
    const time = { startDate: '2026-06-01', endDate: '2026-06-02' }
    const found = await previewClosure(world.deps, world.caller, { time, scope: ALL })
    expect(unwrap(found)).toEqual([first, third, second, fourth])
  })
})

test('the first closure stops servers that would book the closed time', async () => {
  expect(await formatEntity.read(world.store, formatKey)).toBeUndefined()
  const time = { startDate: '2026-12-24', endDate: '2026-12-27' }
  unwrap(
    await createClosure({ ...world.deps, holidays }, world.caller, { name: 'X', time, scope: ALL }),
  )
  expect(await formatEntity.read(world.store, formatKey)).toMatchObject({ format: 2 })
})
