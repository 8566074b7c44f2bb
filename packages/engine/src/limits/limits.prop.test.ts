import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal } from '../../tests/support/temporal.ts'
import { countersOf, limitCheck, periodDates } from './limits.ts'

const LIMITS = { perDay: 1, perWeek: 1, perMonth: 1, minutesPerDay: 1440 }
const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
)
// From 2010, so that Samoa's missing day is among them, to 2040.
const instant = fc.integer({ min: 21_038_400, max: 36_817_920 })
const minutesOf = (zoned: Temporal.ZonedDateTime) => zoned.epochMilliseconds / 60_000
const localDate = (timeZone: string, epochMinutes: number) =>
  Temporal.Instant.fromEpochMilliseconds(epochMinutes * 60_000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
const datesOf = (timeZone: string, startEpochMinutes: number) =>
  countersOf([{ id: 'ety_1', timeZone, limits: LIMITS }], () => ({
    startEpochMinutes,
    durationMinutes: 30,
  })).counts.map(({ counter }) => counter)

test('a booking counts on the date, in the week from Monday and in the month that Temporal says', () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, start) => {
      const date = localDate(timeZone, start)
      const monday = date.subtract({ days: date.dayOfWeek - 1 })
      expect(datesOf(timeZone, start)).toEqual([
        `ety_1:day:${date}`,
        `ety_1:week:${monday}`,
        `ety_1:month:${date.with({ day: 1 })}`,
        `ety_1:minutes:${date}`,
      ])
    }),
    { numRuns: 400 },
  )
})

test('two starts share the count of a day exactly if they are on one date, also around clock changes', () => {
  fc.assert(
    fc.property(zone, instant, fc.integer({ min: -1500, max: 1500 }), (timeZone, from, minutes) => {
      const change = Temporal.Instant.fromEpochMilliseconds(from * 60_000)
        .toZonedDateTimeISO(timeZone)
        .getTimeZoneTransition('next')
      const near = change === null ? from : minutesOf(change)
      const isSame = localDate(timeZone, near).equals(localDate(timeZone, near + minutes))
      const [first] = datesOf(timeZone, near)
      const [second] = datesOf(timeZone, near + minutes)
      expect(first === second).toBe(isSame)
    }),
    { numRuns: 300 },
  )
})

test('one range of dates has the counts of every start in a range', () => {
  fc.assert(
    fc.property(zone, instant, fc.nat({ max: 62 * 1440 }), fc.nat(), (timeZone, from, span, at) => {
      const start = from + (at % (span + 1))
      const { fromDate, toDate } = periodDates(timeZone, from, from + span + 1)
      for (const counter of datesOf(timeZone, start)) {
        const date = counter.split(':')[2] as string
        expect(date >= fromDate && date <= toDate, `${counter} of ${fromDate}..${toDate}`).toBe(
          true,
        )
      }
    }),
    { numRuns: 300 },
  )
})

test('a start has room exactly as long as fewer bookings of its period were counted than its limit', () => {
  const booking = fc.record({ day: fc.integer({ min: 0, max: 40 }), minutes: fc.nat(1439) })
  fc.assert(
    fc.property(
      zone,
      instant,
      fc.array(booking, { maxLength: 60 }),
      fc.record({
        perDay: fc.integer({ min: 1, max: 3 }),
        perWeek: fc.integer({ min: 1, max: 6 }),
      }),
      (timeZone, from, bookings, limits) => {
        const subject = { id: 'ety_1', timeZone, limits }
        const used = new Map<string, number>()
        const booked: number[] = []
        for (const { day, minutes } of bookings) {
          const startEpochMinutes = from + day * 1440 + minutes
          const time = { startEpochMinutes, durationMinutes: 30 }
          const date = localDate(timeZone, startEpochMinutes)
          const others = booked.map((start) => localDate(timeZone, start))
          const week = (one: Temporal.PlainDate) => one.subtract({ days: one.dayOfWeek - 1 })
          const onDate = others.filter((one) => one.equals(date)).length
          const inWeek = others.filter((one) => week(one).equals(week(date))).length
          const fits = onDate < limits.perDay && inWeek < limits.perWeek
          const check = limitCheck(subject, (counter) => used.get(counter) ?? 0)
          expect(check(time).length === 0).toBe(fits)
          if (!fits) continue
          booked.push(startEpochMinutes)
          for (const { counter, amount } of countersOf([subject], () => time).counts) {
            used.set(counter, (used.get(counter) ?? 0) + amount)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})
