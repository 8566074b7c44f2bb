import { parseRecurrenceRule, type RecurrenceRule } from '@holdfast/engine'
import { readTime, type WrittenTime } from './values.ts'

/**
 * A rule and its UNTIL. UNTIL is separate, because its meaning depends on the zone of the event, and some
 * programs write it together with COUNT.
 */
export interface ReadRule {
  /** Undefined if the rule is invalid. */
  readonly rule: RecurrenceRule | undefined
  readonly until?: WrittenTime
}

// Parts without effect: empty and private ones, and the Gregorian calendar.
const NO_EFFECT = /^(?:X-.*|RSCALE=GREGORIAN|SKIP=.*|[A-Z]+=|)$/

/**
 * Parses the value of an `RRULE` from a file. Beyond RFC 5545 it accepts what calendar programs write, if
 * the meaning is clear, and gives more occurrences rather than fewer: dashes in UNTIL, UNTIL with COUNT,
 * INTERVAL=0 as 1, numbered weekdays in a WEEKLY rule, and parts that are not allowed for its FREQ.
 */
export function readRule(text: string): ReadRule {
  const parts = text
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.replaceAll(/\s/g, '').toUpperCase())
    .filter((part) => !NO_EFFECT.test(part))
  const untilPart = parts.find((part) => part.startsWith('UNTIL='))
  const until = untilPart === undefined ? undefined : readTime(untilPart.slice('UNTIL='.length))
  // An invalid UNTIL is ignored, so that no busy time is lost.
  const rest = parts.filter((part) => part !== untilPart).map(withInterval)
  const strict = parseRecurrenceRule(rest.join(';'))
  const lenient = strict.ok ? strict : parseRecurrenceRule(withoutMisplaced(rest).join(';'))
  return {
    rule: lenient.ok ? lenient.value : undefined,
    ...(until === undefined ? {} : { until }),
  }
}

const withInterval = (part: string): string => (part === 'INTERVAL=0' ? 'INTERVAL=1' : part)

// Parts that RFC 5545 does not allow for these frequencies. Without them the rule gives more occurrences.
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
