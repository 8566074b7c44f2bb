import type { components } from '@holdfast/client'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'

type Schemas = components['schemas']
export type TimeWindow = Schemas['TimeWindow']
export type Weekday = Schemas['AvailabilityRule']['weekday']

/** The windows of each weekday; none if it is closed. */
export type WeekHours = Readonly<Record<Weekday, readonly TimeWindow[]>>

/** A date override in the form. `key` identifies it while its date changes. */
export interface OverrideDraft {
  readonly key: string
  readonly date: string
  readonly windows: readonly TimeWindow[]
}

/** The part of a form with weekly hours and date overrides. */
export interface HoursDraft {
  readonly hours: WeekHours
  readonly overrides: readonly OverrideDraft[]
}

const OFFICE_HOURS: readonly TimeWindow[] = [{ start: '09:00', end: '17:00' }]

const weekOf = (of: (weekday: Weekday) => readonly TimeWindow[]): WeekHours =>
  Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, of(weekday)])) as WeekHours

/** The hours of a new form: weekdays from 9:00 to 17:00. */
export const newHours = (): HoursDraft => ({
  hours: weekOf((weekday) => (WEEKDAYS.indexOf(weekday) < 5 ? OFFICE_HOURS : [])),
  overrides: [],
})

/** Weekly rules and date overrides, as the API has them. */
export interface Rules {
  readonly availabilityRules: readonly Schemas['AvailabilityRule'][]
  readonly dateOverrides: readonly Schemas['DateOverride'][]
}

/** The form's values for rules. */
export const hoursDraftOf = ({ availabilityRules, dateOverrides }: Rules): HoursDraft => ({
  hours: weekOf((weekday) =>
    availabilityRules.filter((rule) => rule.weekday === weekday).flatMap(({ windows }) => windows),
  ),
  overrides: dateOverrides.map(({ date, windows }) => ({ key: date, date, windows })),
})

/** The rules of a form, as the API takes them. */
export const rulesOf = ({ hours, overrides }: HoursDraft) => ({
  availabilityRules: WEEKDAYS.flatMap((weekday) => {
    const windows = hours[weekday]
    return windows.length === 0 ? [] : [{ weekday, windows: [...windows] }]
  }),
  dateOverrides: overrides.map(({ date, windows }) => ({ date, windows: [...windows] })),
})

/** A date override, as the API has it. */
export type DateOverride = Rules['dateOverrides'][number]

/** The dates whose hours an edit sets or removes. */
export interface DateChanges {
  readonly set: readonly DateOverride[]
  readonly removed: readonly string[]
}

/**
 * The dates that an edit changes, so that dates stay that somebody else has changed meanwhile. Undefined if a date
 * occurs twice: then the server refuses the list as a whole.
 */
export function dateChanges(
  before: readonly DateOverride[],
  after: readonly DateOverride[],
): DateChanges | undefined {
  const wanted = new Map(after.map((each) => [each.date, each]))
  if (wanted.size < after.length) return undefined
  const known = new Map(before.map(({ date, windows }) => [date, JSON.stringify(windows)]))
  return {
    set: after.filter(({ date, windows }) => known.get(date) !== JSON.stringify(windows)),
    removed: before.flatMap(({ date }) => (wanted.has(date) ? [] : [date])),
  }
}

/**
 * The dates that an edit of a form changes, if it changes nothing else. Otherwise undefined: then the form is saved as a
 * whole. `bodyOf`: what is sent for a draft.
 */
export function changedDatesAlone<Draft extends HoursDraft>(
  before: Draft,
  draft: Draft,
  bodyOf: (draft: Draft) => unknown,
): DateChanges | undefined {
  const withDatesBefore = { ...draft, overrides: before.overrides }
  if (JSON.stringify(bodyOf(withDatesBefore)) !== JSON.stringify(bodyOf(before))) return undefined
  return dateChanges(rulesOf(before).dateOverrides, rulesOf(draft).dateOverrides)
}

/** Windows that overlap or touch, as one. */
function merged(windows: readonly TimeWindow[]): readonly TimeWindow[] {
  const result: TimeWindow[] = []
  for (const window of windows.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = result.at(-1)
    if (last === undefined || last.end < window.start) result.push(window)
    else if (last.end < window.end) result[result.length - 1] = { ...last, end: window.end }
  }
  return result
}

/** Whether a window ends at or before its start, as one over midnight does. */
export const endsBeforeStart = ({ start, end }: TimeWindow): boolean => end !== '' && end <= start

/** The day after a weekday. */
const nextWeekday = (weekday: Weekday): Weekday =>
  WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 1) % WEEKDAYS.length] ?? weekday

/** Splits a window over midnight: it ends at 24:00, and the next day opens from 00:00 to its end. */
export function endOnNextDay(hours: WeekHours, weekday: Weekday, index: number): WeekHours {
  const end = hours[weekday][index]?.end
  if (end === undefined) return hours
  const next = nextWeekday(weekday)
  return {
    ...hours,
    [weekday]: hours[weekday].map((each, at) => (at === index ? { ...each, end: '24:00' } : each)),
    [next]: merged([{ start: '00:00', end }, ...hours[next]]),
  }
}
