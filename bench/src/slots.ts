import {
  type AvailabilityRule,
  computeSlots,
  fromUnsorted,
  type Interval,
  parseInstant,
  type SlotPolicy,
  slotsToJson,
} from '@holdfast/engine'
import { type LuxonQuery, luxonInstant, luxonJson, luxonSlots } from './slots/luxon-slots.ts'
import { compareTeams } from './slots/teams.ts'
import { assertConsumed, interleaved, milliseconds, randomIntegers, whole } from './slots/timing.ts'

/**
 * Compares slot computation with a plain luxon version: Monday to Friday, 9–12 and 13–17 in Berlin, 30-minute
 * slots, across daylight saving changes. Busy intervals are unsorted; the time includes sorting and merging
 * them. A second table is about teams. Both versions must produce equal output before they are timed.
 */

const ZONE = 'Europe/Berlin'
const DURATION_MINUTES = 30
const MINUTES_PER_DAY = 1440
/** Number of alternating sets of busy intervals, so that consecutive runs have different data. */
const VARIANTS = 8
const ROUNDS = 15

interface Case {
  readonly days: number
  readonly busyCount: number
  /** Minimum speedup over luxon: computation only, and including the JSON text. */
  readonly goals?: readonly [number, number]
}

const CASES: readonly Case[] = [
  { days: 30, busyCount: 0 },
  { days: 30, busyCount: 50, goals: [1000, 400] },
  { days: 30, busyCount: 500, goals: [150, 100] },
  { days: 365, busyCount: 0 },
  { days: 365, busyCount: 50 },
  { days: 365, busyCount: 500, goals: [900, 200] },
]

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const policy: SlotPolicy = {
  timeZone: ZONE,
  durationMinutes: DURATION_MINUTES,
  slotStepMinutes: DURATION_MINUTES,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: 1095,
  availabilityRules: weekdays.map(
    (weekday): AvailabilityRule => ({
      weekday,
      windows: [
        { startMinute: 540, endMinute: 720 },
        { startMinute: 780, endMinute: 1020 },
      ],
    }),
  ),
  dateOverrides: [],
}

interface Question {
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
  readonly busy: readonly Interval[]
  readonly luxon: LuxonQuery
}

/** The queries of a case: the same range with different busy intervals. */
function questionsOf({ days, busyCount }: Case): readonly Question[] {
  const fromEpochMinutes = (parseInstant('2026-10-12T00:00:00+02:00') as number) / 60
  const toEpochMinutes = fromEpochMinutes + days * MINUTES_PER_DAY
  const windows = [
    ['09:00', '12:00'],
    ['13:00', '17:00'],
  ] as const
  return Array.from({ length: VARIANTS }, (_, variant) => {
    const below = randomIntegers(1 + variant)
    const busy = Array.from({ length: busyCount }, () => {
      const startEpochMinutes = fromEpochMinutes + 5 * below((days * MINUTES_PER_DAY) / 5)
      return { startEpochMinutes, endEpochMinutes: startEpochMinutes + 15 + 5 * below(10) }
    })
    const instant = (epochMinutes: number) => luxonInstant(epochMinutes * 60_000, ZONE)
    const luxon: LuxonQuery = {
      zone: ZONE,
      windowsByWeekday: new Map([1, 2, 3, 4, 5].map((weekday) => [weekday, windows])),
      durationMinutes: DURATION_MINUTES,
      stepMinutes: DURATION_MINUTES,
      from: instant(fromEpochMinutes),
      to: instant(toEpochMinutes),
      earliest: instant(fromEpochMinutes),
      busy: busy.map(({ startEpochMinutes, endEpochMinutes }) => ({
        start: instant(startEpochMinutes),
        end: instant(endEpochMinutes),
      })),
    }
    return { fromEpochMinutes, toEpochMinutes, busy, luxon }
  })
}

const slotsOf = ({ fromEpochMinutes, toEpochMinutes, busy }: Question): readonly number[] =>
  computeSlots({
    policy,
    fromEpochMinutes,
    toEpochMinutes,
    nowEpochSeconds: fromEpochMinutes * 60,
    occupied: fromUnsorted(busy),
  })

const bytesOf = (question: Question): Uint8Array =>
  slotsToJson(slotsOf(question), DURATION_MINUTES, ZONE)

/** Our version writes bytes and luxon's a string, so our bytes are converted to a string. */
const textOf = (question: Question): string => {
  const bytes = bytesOf(question)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** The timed functions. Each returns a number that depends on the result. */
const RUNS = {
  compute: {
    ours: (question: Question) => slotsOf(question).length,
    luxon: (question: Question) => luxonSlots(question.luxon).length,
  },
  text: {
    ours: (question: Question) => textOf(question).length,
    luxon: (question: Question) => luxonJson(luxonSlots(question.luxon)).length,
  },
} as const

/** Checks that both versions return equal slots and equal JSON. Returns the mean number of slots. */
function checkEqual(label: string, questions: readonly Question[]): number {
  let count = 0
  for (const [variant, question] of questions.entries()) {
    const ours = textOf(question)
    const luxon = luxonSlots(question.luxon)
    const starts = luxon.map(({ start }) => start.toMillis() / 60_000)
    if (slotsOf(question).join() !== starts.join() || ours !== luxonJson(luxon)) {
      throw new Error(`${label}, variant ${variant}: the two versions return different slots`)
    }
    count += starts.length
  }
  return count / questions.length
}

function main(): void {
  const rows: Record<string, string>[] = []
  for (const benchCase of CASES) {
    const label = `${benchCase.days} d / ${benchCase.busyCount} busy`
    const questions = questionsOf(benchCase)
    const slots = checkEqual(label, questions)
    for (const [index, kind] of (['compute', 'text'] as const).entries()) {
      const { ours, luxon } = interleaved(RUNS[kind], questions, ROUNDS)
      const goal = benchCase.goals?.[index]
      const ratio = luxon.median / ours.median
      rows.push({
        case: label,
        what: kind === 'compute' ? 'slots' : 'slots + text',
        slots: whole(slots),
        'ours ms best': milliseconds(ours.best),
        'ours ms median': milliseconds(ours.median),
        'luxon ms best': milliseconds(luxon.best),
        'luxon ms median': milliseconds(luxon.median),
        'ours slots/s': whole((slots / ours.median) * 1000),
        'luxon slots/s': whole((slots / luxon.median) * 1000),
        'ratio of bests': whole(luxon.best / ours.best),
        'ratio of medians': whole(ratio),
        goal: goal === undefined ? '' : `${whole(goal)} ${ratio >= goal ? 'reached' : 'MISSED'}`,
      })
    }
  }
  console.table(rows)
  console.table(compareTeams())
  assertConsumed()
}

main()
