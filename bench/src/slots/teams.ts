import {
  type AvailabilityRule,
  bookableTime,
  computeTeamSlots,
  EMPTY_SET,
  fromUnsorted,
  hoursWithin,
  type Interval,
  parseInstant,
  type SlotPolicy,
} from '@holdfast/engine'
import { type LuxonQuery, luxonInstant } from './luxon-slots.ts'
import { type LuxonTeamQuery, luxonTeamSlots } from './luxon-team-slots.ts'
import { interleaved, milliseconds, randomIntegers, whole } from './timing.ts'

/**
 * Compares the slots of teams with a plain luxon version: a month of 30-minute slots across a daylight saving
 * change, three bookings a workday for each candidate, full and part time, and needs whose candidates overlap.
 * The time includes the working hours and the sets of busy time of every candidate.
 */

const DURATION_MINUTES = 30
const DAYS = 30
const MINUTES_PER_DAY = 1440
const VARIANTS = 3
/** luxon takes seconds for fifty candidates. */
const ROUNDS = 5

const FROM = (parseInstant('2026-10-12T00:00:00+02:00') as number) / 60
const TO = FROM + DAYS * MINUTES_PER_DAY

interface Case {
  readonly label: string
  readonly candidates: number
  readonly needs: LuxonTeamQuery['needs']
  /** Whether the event type has hours of its own; otherwise each candidate has a grid. */
  readonly hasOwnGrid: boolean
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

const NEEDS_OF_TEN = [
  { candidates: range(0, 6), count: 1 },
  { candidates: range(4, 8), count: 1 },
  { candidates: range(8, 10), count: 1 },
]
const NEEDS_OF_FIFTY = [
  { candidates: range(0, 30), count: 2 },
  { candidates: range(20, 40), count: 2 },
  { candidates: range(35, 48), count: 1 },
  { candidates: range(48, 50), count: 1 },
]
const CASES: readonly Case[] = [
  { label: '10, one grid', candidates: 10, needs: NEEDS_OF_TEN, hasOwnGrid: true },
  { label: '50, one grid', candidates: 50, needs: NEEDS_OF_FIFTY, hasOwnGrid: true },
  { label: '50, their grids', candidates: 50, needs: NEEDS_OF_FIFTY, hasOwnGrid: false },
]

/** Weekly hours: ISO weekdays and windows of `HH:MM`. */
interface Hours {
  readonly zone: string
  readonly weekdays: readonly number[]
  readonly windows: readonly (readonly [string, string])[]
}

const OFFICE = {
  zone: 'Europe/Berlin',
  weekdays: [1, 2, 3, 4, 5],
  windows: [
    ['09:00', '12:00'],
    ['13:00', '17:00'],
  ],
} as const
/** The hours of candidates, in turn: mostly full time, some part time, some in other zones. */
const HOURS: readonly Hours[] = [
  OFFICE,
  OFFICE,
  { ...OFFICE, windows: [['09:00', '12:30']] },
  { ...OFFICE, zone: 'Europe/London' },
  { ...OFFICE, weekdays: [2, 4] },
]
const LONG_OFFICE: Hours = { ...OFFICE, windows: [['08:00', '18:00']] }

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const policyOf = ({ zone, weekdays, windows }: Hours): SlotPolicy => ({
  timeZone: zone,
  durationMinutes: DURATION_MINUTES,
  slotStepMinutes: DURATION_MINUTES,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: 1095,
  availabilityRules: weekdays.map(
    (weekday): AvailabilityRule => ({
      weekday: WEEKDAYS[weekday - 1] as (typeof WEEKDAYS)[number],
      windows: windows.map(([start, end]) => ({
        startMinute: minuteOf(start),
        endMinute: minuteOf(end),
      })),
    }),
  ),
  dateOverrides: [],
})

const luxonQueryOf = ({ zone, weekdays, windows }: Hours): LuxonQuery => ({
  zone,
  windowsByWeekday: new Map(weekdays.map((weekday) => [weekday, windows])),
  durationMinutes: DURATION_MINUTES,
  stepMinutes: DURATION_MINUTES,
  from: luxonInstant(FROM * 60_000, zone),
  to: luxonInstant(TO * 60_000, zone),
  earliest: luxonInstant(FROM * 60_000, zone),
  busy: [],
})

interface Question {
  readonly grids: readonly SlotPolicy[]
  readonly needs: LuxonTeamQuery['needs']
  readonly candidates: readonly {
    readonly policy: SlotPolicy
    readonly busy: readonly Interval[]
  }[]
  readonly luxon: LuxonTeamQuery
}

/** About three bookings a day of 30 or 60 minutes, on the half hours from 6:00 to 17:00 UTC. */
function bookingsOf(below: (bound: number) => number): readonly Interval[] {
  return range(0, 3 * DAYS).map((index) => {
    const day = Math.floor(index / 3)
    const startEpochMinutes = FROM + 120 + day * MINUTES_PER_DAY + 360 + 30 * below(22)
    return { startEpochMinutes, endEpochMinutes: startEpochMinutes + 30 * (1 + below(2)) }
  })
}

function questionOf({ candidates: count, needs, hasOwnGrid }: Case, variant: number): Question {
  const below = randomIntegers(1 + variant)
  const hours = range(0, count).map((index) => HOURS[index % HOURS.length] as Hours)
  const busy = hours.map(() => bookingsOf(below))
  const grids = hasOwnGrid ? [LONG_OFFICE] : hours
  return {
    grids: grids.map(policyOf),
    needs,
    candidates: hours.map((own, index) => ({
      policy: policyOf(own),
      busy: busy[index] as readonly Interval[],
    })),
    luxon: {
      grids: grids.map(luxonQueryOf),
      needs,
      candidates: hours.map((own, index) => ({
        hours: luxonQueryOf(own),
        busy: (busy[index] as readonly Interval[]).map((one) => ({
          start: luxonInstant(one.startEpochMinutes * 60_000, own.zone),
          end: luxonInstant(one.endEpochMinutes * 60_000, own.zone),
        })),
      })),
    },
  }
}

const slotsOf = ({ grids, needs, candidates }: Question): readonly number[] =>
  computeTeamSlots({
    grids,
    needs,
    candidates: candidates.map(({ policy, busy }) => ({
      bookable: bookableTime({
        timeZone: policy.timeZone,
        hours: hoursWithin(policy, FROM, TO + DURATION_MINUTES),
        timeOff: EMPTY_SET,
      }),
      occupied: fromUnsorted(busy),
    })),
    fromEpochMinutes: FROM,
    toEpochMinutes: TO,
    nowEpochSeconds: FROM * 60,
    timeZone: 'UTC',
  })

const VERSIONS = {
  ours: (question: Question) => slotsOf(question).length,
  luxon: (question: Question) => luxonTeamSlots(question.luxon).length,
}

/** Checks that both versions return equal slots. Returns their mean number. */
function checkEqual(label: string, questions: readonly Question[]): number {
  let count = 0
  for (const [variant, question] of questions.entries()) {
    const ours = slotsOf(question)
    const luxon = luxonTeamSlots(question.luxon).map(({ start }) => start.toMillis() / 60_000)
    if (ours.join() !== luxon.join()) {
      throw new Error(`${label}, variant ${variant}: the two versions return different slots`)
    }
    count += ours.length
  }
  return count / questions.length
}

/** The rows of the table, one a case. */
export function compareTeams(): readonly Record<string, string>[] {
  return CASES.map((benchCase) => {
    const questions = range(0, VARIANTS).map((variant) => questionOf(benchCase, variant))
    const slots = checkEqual(benchCase.label, questions)
    const { ours, luxon } = interleaved(VERSIONS, questions, ROUNDS)
    return {
      candidates: benchCase.label,
      slots: whole(slots),
      'ours ms best': milliseconds(ours.best),
      'ours ms median': milliseconds(ours.median),
      'luxon ms best': milliseconds(luxon.best),
      'luxon ms median': milliseconds(luxon.median),
      'ratio of bests': whole(luxon.best / ours.best),
      'ratio of medians': whole(luxon.median / ours.median),
    }
  })
}
