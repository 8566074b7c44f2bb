import {
  type AvailabilityRule,
  type DateOverride,
  ok,
  parseWindowTime,
  type Result,
  refuse,
  type TimeWindow,
  WEEKDAYS,
  type Weekday,
} from '@holdfast/engine'
import { z } from 'zod'
import { type InputError, notFound, type Refusal } from '../../kernel/refusals.ts'
import { wallTimeText } from '../../kernel/representations.ts'

/** A window of wall time as input: `HH:MM`; `24:00` is allowed as the end. */
export interface WindowInput {
  readonly start: string
  readonly end: string
}

/** The windows of weekdays as input. */
export type RulesInput = readonly {
  readonly weekday: Weekday
  readonly windows: readonly WindowInput[]
}[]

/** The windows of single dates as input. */
export type OverridesInput = readonly {
  readonly date: string
  readonly windows: readonly WindowInput[]
}[]

/** A half-open window of a day, in minutes since midnight. */
export const windowSchema = z.object({ startMinute: z.int(), endMinute: z.int() })

/** The stored rules of weekdays. */
export const rulesSchema = z.array(
  z.object({ weekday: z.enum(WEEKDAYS), windows: z.array(windowSchema) }),
)

/** The stored rules of dates. */
export const overridesSchema = z.array(
  z.object({ date: z.string(), windows: z.array(windowSchema) }),
)

/** A window of wall times, `HH:MM`; an end at midnight is `24:00`. */
export const windowRepresentation = (window: TimeWindow) => ({
  start: wallTimeText(window.startMinute),
  end: wallTimeText(window.endMinute),
})

/** Rules of weekdays as wall times, `HH:MM`; an end at midnight is `24:00`. */
export const rulesRepresentation = (rules: readonly AvailabilityRule[]) =>
  rules.map(({ weekday, windows }) => ({ weekday, windows: windows.map(windowRepresentation) }))

/** Rules of dates as wall times, `HH:MM`; an end at midnight is `24:00`. */
export const overridesRepresentation = (overrides: readonly DateOverride[]) =>
  overrides.map(({ date, windows }) => ({ date, windows: windows.map(windowRepresentation) }))

/** Parses windows of wall time. Reports those that are none at their pointers. */
export function parseWindows(
  windows: readonly WindowInput[],
  pointer: string,
  errors: InputError[],
): readonly TimeWindow[] {
  return windows.flatMap((window, index) => {
    const startMinute = parseWindowTime(window.start, false)
    const endMinute = parseWindowTime(window.end, true)
    if (startMinute === undefined) {
      errors.push({
        pointer: `${pointer}/${index}/start`,
        message: `"${window.start}" is not a time of day; use HH:MM from 00:00 to 23:59`,
      })
    }
    if (endMinute === undefined) {
      errors.push({
        pointer: `${pointer}/${index}/end`,
        message: `"${window.end}" is not a time of day; use HH:MM from 00:00 to 24:00`,
      })
    }
    return startMinute === undefined || endMinute === undefined ? [] : [{ startMinute, endMinute }]
  })
}

/** The overrides after one date got other windows, by date. */
export const withDate = (
  overrides: readonly DateOverride[],
  override: DateOverride,
): readonly DateOverride[] =>
  [...overrides.filter(({ date }) => date !== override.date), override].toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )

/** The overrides without one date, which is not found if it has none. */
export function withoutDate(
  overrides: readonly DateOverride[],
  date: string,
): Result<readonly DateOverride[], Refusal> {
  const others = overrides.filter((each) => each.date !== date)
  return others.length < overrides.length ? ok(others) : notFound('date_override', date)
}

/** Parses the wall times of one date. */
export function parseDate(
  date: string,
  windows: readonly WindowInput[],
): Result<DateOverride, Refusal> {
  const errors: InputError[] = []
  const override = { date, windows: parseWindows(windows, '/windows', errors) }
  return errors.length > 0 ? refuse({ code: 'validation_failed', errors }) : ok(override)
}

/** Parsed rules. A member is absent if the input does not have it. */
export interface ParsedRules {
  readonly availabilityRules?: readonly AvailabilityRule[]
  readonly dateOverrides?: readonly DateOverride[]
}

/** Parses the wall times of rules. Null counts as absent. */
export function parseRules(input: {
  readonly availabilityRules?: RulesInput | null | undefined
  readonly dateOverrides?: OverridesInput | undefined
}): Result<ParsedRules, Refusal> {
  const errors: InputError[] = []
  const availabilityRules = input.availabilityRules?.map((rule, index) => ({
    weekday: rule.weekday,
    windows: parseWindows(rule.windows, `/availabilityRules/${index}/windows`, errors),
  }))
  const dateOverrides = input.dateOverrides?.map((override, index) => ({
    date: override.date,
    windows: parseWindows(override.windows, `/dateOverrides/${index}/windows`, errors),
  }))
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  return ok({
    ...(availabilityRules && { availabilityRules }),
    ...(dateOverrides && { dateOverrides }),
  })
}
