import { weekdayOf } from '../../shared/time/dates.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { instantOfWall } from '../../shared/time/zone-offsets.ts'
import type { Provider, Schedule } from '../api.ts'
import { endsBeforeStart, type Rules, rulesOf, type TimeWindow } from '../hours/hours.ts'
import { addDays } from '../zoned.ts'
import type { Draft } from './draft.ts'

/** How many dates are looked at: clocks and weekdays repeat within a year. */
const DATES = 371

/** Times `[start, end)` in epoch milliseconds, by start. */
type Times = readonly (readonly [start: number, end: number])[]

/** When rules are open on the dates from a day on. */
function openTimes({ availabilityRules, dateOverrides }: Rules, zone: string, from: string): Times {
  const windowsOn = (date: string): readonly TimeWindow[] => {
    const weekday = WEEKDAYS[weekdayOf(date)]
    const override = dateOverrides.find((each) => each.date === date)
    if (override !== undefined) return override.windows
    return availabilityRules
      .filter((rule) => rule.weekday === weekday)
      .flatMap((rule) => rule.windows)
  }
  const instantAt = (date: string, time: string): number => {
    const day = time === '24:00' ? addDays(date, 1) : date
    return instantOfWall(Date.parse(`${day}T${time === '24:00' ? '00:00' : time}Z`), zone)
  }
  return Array.from({ length: DATES }, (_, index) => addDays(from, index))
    .flatMap((date) =>
      windowsOn(date).map((window) => {
        const { start, end } = window
        const lastDate = endsBeforeStart(window) ? addDays(date, 1) : date
        return [instantAt(date, start), instantAt(lastDate, end)] as const
      }),
    )
    .sort((one, other) => one[0] - other[0])
}

/** Whether two lists of times share a moment. */
function overlap(some: Times, others: Times): boolean {
  let [one, other] = [0, 0]
  for (;;) {
    const [a, b] = [some[one], others[other]]
    if (a === undefined || b === undefined) return false
    if (a[0] < b[1] && b[0] < a[1]) return true
    if (a[1] <= b[0]) one += 1
    else other += 1
  }
}

/**
 * Whether an event type has hours and its provider works in none of them within a year from a date, so that it is never
 * offered. False for one that takes other providers, and as long as the hours are not known.
 */
export function isOutsideHours(
  draft: Draft,
  provider: Pick<Provider, 'scheduleId' | 'timeZone'> | undefined,
  schedules: readonly Schedule[],
  today: string,
): boolean {
  const works = schedules.find(({ id }) => id === provider?.scheduleId)
  if (provider === undefined || works === undefined || draft.requirements.length > 0) return false
  const opens = opensBy(draft, provider, schedules)
  if (opens === undefined || opens.rules === works) return false
  const from = addDays(today, -1)
  const open = openTimes(opens.rules, opens.timeZone, from)
  return open.length > 0 && !overlap(open, openTimes(works, works.timeZone, from))
}

/** The rules that a draft is open by, if they are not those of its provider. */
function opensBy(
  draft: Draft,
  provider: Pick<Provider, 'timeZone'>,
  schedules: readonly Schedule[],
): { readonly rules: Rules; readonly timeZone: string } | undefined {
  if (draft.hoursSource === 'own') {
    return { rules: rulesOf(draft), timeZone: draft.timeZone || provider.timeZone }
  }
  const schedule =
    draft.hoursSource === 'schedule'
      ? schedules.find(({ id }) => id === draft.scheduleId)
      : undefined
  return schedule && { rules: schedule, timeZone: schedule.timeZone }
}
