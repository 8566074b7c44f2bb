import { expect, test } from 'vitest'
import type { Booking, Provider, Schedule } from '../api.ts'
import type { Closure } from '../closures/closures.ts'
import type { TimeOff } from '../time-off/time-off-time.ts'
import { appointmentsOf } from './appointments.ts'
import { dayCounts } from './day-counts.ts'

const ZONE = 'Europe/Berlin'
const schedule = {
  id: 'sch',
  timeZone: ZONE,
  dateOverrides: [],
  availabilityRules: [
    { weekday: 'monday', windows: [{ start: '09:00', end: '17:00' }] },
    { weekday: 'tuesday', windows: [{ start: '09:00', end: '13:00' }] },
  ],
} as unknown as Schedule

const provider = (id: string, scheduleId: string | null) =>
  ({ id, scheduleId, timeZone: ZONE, kind: 'person' }) as Provider

/** A booking on Monday 20 April 2026 in Berlin, two hours ahead of UTC. */
const booking = (rest: Partial<Booking>) =>
  ({
    id: 'bkg',
    eventTypeId: 'cut',
    providerId: 'ada',
    assignments: [],
    earlierUnits: [],
    status: 'confirmed',
    start: '2026-04-20T08:00:00Z',
    end: '2026-04-20T10:00:00Z',
    ...rest,
  }) as Booking

const countOf = (
  date: string,
  bookings: readonly Booking[],
  away: {
    readonly timeOff?: readonly Partial<TimeOff>[]
    readonly closures?: readonly Partial<Closure>[]
  } = {},
) =>
  dayCounts(
    {
      appointments: appointmentsOf(bookings, { eventType: () => undefined }),
      agenda: {
        timeOff: (away.timeOff ?? []) as TimeOff[],
        closures: (away.closures ?? []) as Closure[],
      },
      providers: [provider('ada', 'sch'), provider('bob', 'sch'), provider('cleo', null)],
      schedules: [schedule],
      timeZone: ZONE,
    },
    '2026-04-20',
    '2026-04-23',
  ).get(date)

test('a day has its bookings and how much of the working time they take', () => {
  const other = booking({ id: 'two', providerId: 'bob', end: '2026-04-20T09:00:00Z' })
  const outside = booking({ id: 'three', providerId: 'cleo' })
  expect(countOf('2026-04-20', [booking({}), other, outside])).toEqual({
    bookings: 3,
    bookedMinutes: 180,
    openMinutes: 960,
  })
  expect(countOf('2026-04-21', [booking({})])).toEqual({
    bookings: 0,
    bookedMinutes: 0,
    openMinutes: 480,
  })
  expect(countOf('2026-04-22', [])?.openMinutes).toBe(0)
})

test('a class takes its time once, and each of its bookings counts', () => {
  const parties = [booking({}), booking({ id: 'two' })]
  expect(countOf('2026-04-20', parties)).toMatchObject({ bookings: 2, bookedMinutes: 120 })
})

test('what is cancelled and who did not come are not counted', () => {
  const gone = [
    booking({ status: 'cancelled' }),
    booking({
      id: 'two',
      status: 'no_show',
      start: '2026-04-20T12:00:00Z',
      end: '2026-04-20T13:00:00Z',
    }),
  ]
  expect(countOf('2026-04-20', gone)).toMatchObject({ bookings: 0, bookedMinutes: 0 })
})

test('time off and closures are no working time, once where they overlap', () => {
  const timeOff = [{ providerId: 'ada', start: '2026-04-20', end: '2026-04-21' }]
  expect(countOf('2026-04-20', [], { timeOff })?.openMinutes).toBe(480)
  const scope = { all: true, providerIds: [], scheduleId: null }
  const morning = { ...scope, start: '2026-04-20T07:00:00Z', end: '2026-04-20T10:00:00Z' }
  expect(countOf('2026-04-20', [], { timeOff, closures: [morning] })?.openMinutes).toBe(300)
})

test('a booking of several days begins on one of them and takes time on each', () => {
  const rental = booking({ start: '2026-04-20T08:00:00Z', end: '2026-04-22T08:00:00Z' })
  const of = (date: string) => countOf(date, [rental])
  expect(of('2026-04-20')).toMatchObject({ bookings: 1, bookedMinutes: 14 * 60 })
  expect(of('2026-04-21')).toMatchObject({ bookings: 0, bookedMinutes: 1440 })
  expect(of('2026-04-22')).toMatchObject({ bookings: 0, bookedMinutes: 10 * 60 })
})
