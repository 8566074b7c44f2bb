import type { Stretch } from '../claims/spans.ts'
import type { CountedClaim } from '../counts/count-steps.ts'
import { civilDateOf, dayNumberOf, formatDate, weekdayIndexOf } from '../time/dates.ts'
import { localDayOf } from '../time/zones.ts'

/** The limits of a period, by the names that a counter has for them. */
const PERIODS = [
  ['perDay', 'day'],
  ['perWeek', 'week'],
  ['perMonth', 'month'],
  ['minutesPerDay', 'minutes'],
] as const

type Period = (typeof PERIODS)[number][1]

/** A limit of a period. */
export type PeriodLimit = (typeof PERIODS)[number][0]

/** How many bookings can start in a period, and how many minutes they can take on a date. Absent: any number. */
export type PeriodLimits = { readonly [Name in PeriodLimit]?: number }

/** The limits of one booker, each with its kind in the name of a count. */
const KIND_OF_BOOKER_LIMIT = { perBooker: 'booker', perBookerEver: 'ever' } as const

/** A limit of one booker: `perBooker` of their live bookings, `perBookerEver` of all that they have not cancelled. */
export type BookerLimit = keyof typeof KIND_OF_BOOKER_LIMIT

/** The name of a limit. */
export type LimitName = PeriodLimit | BookerLimit

/** A limit that is reached; `count` is what it allows. */
export interface LimitRefusal {
  readonly code: 'limit_reached'
  readonly limit: LimitName
  readonly count: number
}

/** An event type or a provider, with its limits and the zone of its dates. */
export interface LimitedSubject {
  readonly id: string
  readonly timeZone: string
  readonly limits?: PeriodLimits | undefined
}

/** A time that is counted. */
export interface CountedTime {
  readonly startEpochMinutes: number
  /** Without buffers. */
  readonly durationMinutes: number
  /** The parts in which a provider is needed; each counts on its own date. Absent: all of it counts where it starts. */
  readonly parts?: readonly Stretch[]
}

/** What a booking or a session claims of limits, and how much each count can be at most. */
export interface LimitedCounts {
  readonly counts: readonly CountedClaim[]
  readonly maxima: ReadonlyMap<string, number>
}

/** The name of a count of a period: `firstDay` is the first local date of the period, as a day number. */
const counterOf = (subjectId: string, period: Period, firstDay: number): string =>
  `${subjectId}:${period}:${formatDate(firstDay)}`

/** The name of a count of one booker's bookings; `mark` is the HMAC of the account and the address. */
export const bookerCounter = (eventTypeId: string, limit: BookerLimit, mark: string): string =>
  `${eventTypeId}:${KIND_OF_BOOKER_LIMIT[limit]}:${mark}`

/** The first local date of each period that contains a local date; all are day numbers. Weeks start on Monday. */
function firstDaysOf(day: number): { readonly [Name in Period]: number } {
  const { year, month } = civilDateOf(day)
  return {
    day,
    minutes: day,
    week: day - weekdayIndexOf(day),
    month: dayNumberOf(year, month, 1),
  }
}

/** What is claimed without limits. */
export const NO_COUNTS: LimitedCounts = { counts: [], maxima: new Map() }

/**
 * What a booking or a session claims of the limits of its event type and its providers. It counts where it starts, on
 * the local date of each of them, with all of its minutes; with `parts`, once in each period that one of them starts in.
 * `timeOf` is asked once for each subject, which may be needed for a part of the time. Without limits: nothing.
 */
export function countersOf(
  subjects: readonly LimitedSubject[],
  timeOf: (subject: LimitedSubject) => CountedTime,
): LimitedCounts {
  // Most bookings have no limits.
  if (subjects.length === 0) return NO_COUNTS
  const amounts = new Map<string, number>()
  const maxima = new Map<string, number>()
  for (const subject of subjects) {
    const { id, timeZone, limits } = subject
    if (limits === undefined) continue
    const { startEpochMinutes, durationMinutes, parts } = timeOf(subject)
    for (const part of parts ?? [{ offsetMinutes: 0, durationMinutes }]) {
      const firstDays = firstDaysOf(localDayOf(timeZone, startEpochMinutes + part.offsetMinutes))
      for (const [name, period] of PERIODS) {
        const max = limits[name]
        if (max === undefined) continue
        const counter = counterOf(id, period, firstDays[period])
        const minutes = (amounts.get(counter) ?? 0) + part.durationMinutes
        amounts.set(counter, period === 'minutes' ? minutes : 1)
        maxima.set(counter, max)
      }
    }
  }
  const counts = [...amounts].map(([counter, amount]) => ({ counter, amount }))
  return { counts, maxima }
}

/** A count by the parts of its name. */
export interface CounterName {
  /** The id of the event type or provider. */
  readonly subjectId: string
  readonly limit: LimitName
  /** The first local date of the period, `YYYY-MM-DD`, or the mark of a booker. */
  readonly of: string
}

const LIMIT_OF_KIND: ReadonlyMap<string, LimitName> = new Map<string, LimitName>([
  ...PERIODS.map(([limit, period]) => [period, limit] as const),
  [KIND_OF_BOOKER_LIMIT.perBooker, 'perBooker'],
  [KIND_OF_BOOKER_LIMIT.perBookerEver, 'perBookerEver'],
])

/** Reads the name of a count. */
export function parseCounter(counter: string): CounterName {
  const [subjectId = '', kind = '', of = ''] = counter.split(':')
  return { subjectId, limit: LIMIT_OF_KIND.get(kind) ?? 'perBooker', of }
}

/** The first local dates of the periods that contain a start in a range: `[fromDate, toDate]`, both inclusive. */
export function periodDates(
  timeZone: string,
  fromEpochMinutes: number,
  toEpochMinutes: number,
): { readonly fromDate: string; readonly toDate: string } {
  const firstDay = localDayOf(timeZone, fromEpochMinutes)
  const lastDay = localDayOf(timeZone, Math.max(fromEpochMinutes, toEpochMinutes - 1))
  // A week begins up to six days before its last date, perhaps in the month before.
  const { week, month } = firstDaysOf(firstDay)
  return { fromDate: formatDate(Math.min(week, month)), toDate: formatDate(lastDay) }
}

/** What is used of a count, by its name. */
export type UsedOf = (counter: string) => number

/** Decides for starts whether the limits of a subject leave room for another booking. */
export type LimitCheck = (
  time: CountedTime,
  /** What the booking to move has already; it keeps its place there. */
  own?: readonly CountedClaim[],
) => readonly LimitRefusal[]

/**
 * A check of the limits of one subject. It computes each local date once, so a list of slots costs little more
 * than without limits. `used` must know the counts of all periods that contain a start in question.
 */
export function limitCheck(subject: LimitedSubject, used: UsedOf): LimitCheck {
  const { timeZone } = subject
  const known = new Map<string, readonly LimitRefusal[]>()
  const check: LimitCheck = (time, own = []) => {
    const { counts, maxima } = countersOf([subject], () => time)
    return counts.flatMap(({ counter, amount }): readonly LimitRefusal[] => {
      if (own.some((claim) => claim.counter === counter && claim.amount === amount)) return []
      const earlier = own.find((claim) => claim.counter === counter)?.amount ?? 0
      const max = maxima.get(counter) as number
      if (used(counter) - earlier + amount <= max) return []
      return [{ code: 'limit_reached', limit: parseCounter(counter).limit, count: max }]
    })
  }
  return (time, own) => {
    if ((own !== undefined && own.length > 0) || time.parts) return check(time, own)
    const name = `${localDayOf(timeZone, time.startEpochMinutes)} ${time.durationMinutes}`
    const refusals = known.get(name) ?? check(time)
    known.set(name, refusals)
    return refusals
  }
}
