import fc from 'fast-check'
import {
  formatDate,
  type Interval,
  parseDate,
  type SlotPolicy,
  type TimeWindow,
  WEEKDAYS,
} from '../../src/index.ts'

/** Zones of many kinds, each with dates next to a clock change if it has one. */
const CHANGES: readonly (readonly [zone: string, ...dates: string[]])[] = [
  ['UTC', '2026-05-04'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2027-03-14', '2027-11-07'],
  ['America/Sao_Paulo', '2018-11-04', '2019-02-16'],
  ['Africa/Casablanca', '2025-02-23', '2025-04-06'],
  ['Asia/Kolkata', '2026-05-04'],
  ['Asia/Kathmandu', '2026-05-04'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['Pacific/Apia', '2011-12-30'],
  ['Africa/Cairo', '2026-04-24', '2026-10-29'],
  ['Asia/Gaza', '2026-03-28', '2026-10-24'],
  ['America/Vancouver', '2026-03-08', '2026-11-01'],
]

const PLACES = CHANGES.flatMap(([timeZone, ...dates]) =>
  dates.map((date) => ({ timeZone, day: parseDate(date) as number })),
)

const minuteOfDay = fc.oneof(
  fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15),
  fc.integer({ min: 0, max: 1440 }),
)

const window: fc.Arbitrary<TimeWindow> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ startMinute: minuteOfDay, endMinute: minuteOfDay }) },
  // Whole and half days, to get open periods of several days.
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { startMinute: 0, endMinute: 1440 },
      { startMinute: 720, endMinute: 720 + 719 },
      { startMinute: 0, endMinute: 720 },
      { startMinute: 360, endMinute: 359 },
    ),
  },
)

const windows = fc.array(
  window.filter(({ startMinute, endMinute }) => startMinute < 1440 && startMinute !== endMinute),
  { maxLength: 3 },
)

const length = fc.oneof(fc.constantFrom(15, 20, 30, 60, 90, 420), fc.integer({ min: 3, max: 1440 }))
const buffer = fc.oneof(fc.constantFrom(0, 5, 10), fc.integer({ min: 0, max: 90 }))

/** A valid policy, and a local day number near a clock change in its zone. */
export interface PlacedPolicy {
  readonly policy: SlotPolicy
  readonly day: number
}

/** Valid policies with several windows, windows past midnight, around-the-clock days and overrides. */
export const placedPolicy: fc.Arbitrary<PlacedPolicy> = fc
  .record({
    place: fc.constantFrom(...PLACES),
    durationMinutes: length,
    slotStepMinutes: length,
    bufferBeforeMinutes: buffer,
    bufferAfterMinutes: buffer,
    minNoticeMinutes: fc.constantFrom(0, 1, 90, 2880),
    maxAdvanceDays: fc.constantFrom(1, 3, 400),
    week: fc.oneof(
      fc.tuple(windows, windows, windows, windows, windows, windows, windows),
      windows.map((same) => Array.from({ length: 7 }, () => same)),
    ),
    overrides: fc.uniqueArray(fc.record({ offset: fc.integer({ min: -6, max: 6 }), windows }), {
      maxLength: 3,
      selector: ({ offset }) => offset,
    }),
  })
  .map(({ place, week, overrides, ...numbers }) => ({
    day: place.day,
    policy: {
      ...numbers,
      timeZone: place.timeZone,
      availabilityRules: WEEKDAYS.map((weekday, i) => ({ weekday, windows: week[i] ?? [] })),
      dateOverrides: overrides.map((override) => ({
        date: formatDate(place.day + override.offset),
        windows: override.windows,
      })),
    },
  }))

/** Intervals in minutes from the start of a UTC day, short and long, up to `days` before and after. */
export const busyAround = (days: number): fc.Arbitrary<readonly Interval[]> =>
  fc.array(
    fc
      .record({
        offset: fc.integer({ min: -days * 1440, max: days * 1440 }),
        minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1500 })),
      })
      .map(({ offset, minutes }) => ({
        startEpochMinutes: offset,
        endEpochMinutes: offset + minutes,
      })),
    { maxLength: 12 },
  )

/** Moves intervals later by a number of minutes. */
export const shifted = (intervals: readonly Interval[], byMinutes: number): readonly Interval[] =>
  intervals.map(({ startEpochMinutes, endEpochMinutes }) => ({
    startEpochMinutes: startEpochMinutes + byMinutes,
    endEpochMinutes: endEpochMinutes + byMinutes,
  }))
