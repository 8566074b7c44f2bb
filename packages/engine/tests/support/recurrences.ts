import {
  expandRecurrence,
  formatInstant,
  parseRecurrenceRule,
  type Recurrence,
  type RecurrenceRule,
} from '../../src/index.ts'
import { seconds } from './policies.ts'

/** Wall seconds of a wall time without a zone: `2026-04-27T09:30`. */
export const wall = (text: string): number => seconds(`${text}:00Z`)

/** Days since 1970-01-01 of a date. */
export const day = (text: string): number => seconds(`${text}T00:00:00Z`) / 86_400

/** Parses a valid rule. */
export function ruleOf(text: string): RecurrenceRule {
  const rule = parseRecurrenceRule(text)
  if (!rule.ok) throw new Error(`${rule.refusal.part}: ${rule.refusal.message}`)
  return rule.value
}

/** The starts of the first occurrences in a range, as RFC 3339 in the zone of the recurrence. */
export function starts(
  recurrence: Recurrence,
  from: string,
  to: string,
  limit = 100,
): readonly string[] {
  const range = { fromEpochSeconds: seconds(from), toEpochSeconds: seconds(to) }
  const expanded = expandRecurrence(recurrence, range, limit)
  if (!expanded.ok) throw new Error(expanded.refusal.code)
  return expanded.value.occurrences.map(({ startEpochSeconds }) =>
    formatInstant(startEpochSeconds / 60, recurrence.start.timeZone),
  )
}
