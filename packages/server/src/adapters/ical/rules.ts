import { parseRecurrenceRule, type RecurrenceRule } from '@holdfast/engine'
import { readTime, type WrittenTime } from './values.ts'

/**
 * A rule as it is expanded. Its end stands apart: what it means depends on the zone of the event,
 * and some programs write it beside a COUNT.
 */
export interface ReadRule {
  /** Undefined where the rule cannot be read. */
  readonly rule: RecurrenceRule | undefined
  readonly until?: WrittenTime
}

// What says nothing that the rest does not: empty parts, private ones, the calendar that all use.
const NOTHING = /^(?:X-.*|RSCALE=GREGORIAN|SKIP=.*|[A-Z]+=|)$/

/**
 * Reads the value of an `RRULE` as it is found in files. Beyond RFC 5545 it allows what calendar
 * programs write and what can only mean one thing or, in doubt, more: dashes in UNTIL, UNTIL beside
 * COUNT, INTERVAL=0 for 1, counted weekdays in a WEEKLY rule, and limits that are not for its FREQ.
 */
export function readRule(text: string): ReadRule {
  const parts = text
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.replaceAll(/\s/g, '').toUpperCase())
    .filter((part) => !NOTHING.test(part))
  const untilPart = parts.find((part) => part.startsWith('UNTIL='))
  const until = untilPart === undefined ? undefined : readTime(untilPart.slice('UNTIL='.length))
  // An end that nobody can read is none: rather too much than too little is taken.
  const rest = parts.filter((part) => part !== untilPart).map(withInterval)
  const strict = parseRecurrenceRule(rest.join(';'))
  const lenient = strict.ok ? strict : parseRecurrenceRule(withoutMisplaced(rest).join(';'))
  return {
    rule: lenient.ok ? lenient.value : undefined,
    ...(until === undefined ? {} : { until }),
  }
}

const withInterval = (part: string): string => (part === 'INTERVAL=0' ? 'INTERVAL=1' : part)

// Limits that RFC 5545 has not for these frequencies: without them the rule gives more, never less.
const MISPLACED: Readonly<Record<string, RegExp>> = {
  DAILY: /^BY(?:YEARDAY|WEEKNO)=/,
  WEEKLY: /^BY(?:MONTHDAY|YEARDAY|WEEKNO)=/,
  MONTHLY: /^BY(?:YEARDAY|WEEKNO)=/,
}

function withoutMisplaced(parts: readonly string[]): readonly string[] {
  const frequency = parts.find((part) => part.startsWith('FREQ='))?.slice('FREQ='.length) ?? ''
  const isCounted = frequency === 'MONTHLY' || frequency === 'YEARLY'
  return [...new Set(parts)]
    .filter((part) => !MISPLACED[frequency]?.test(part))
    .map((part) =>
      part.startsWith('BYDAY=') && !isCounted ? part.replaceAll(/[+-]?\d+/g, '') : part,
    )
}
