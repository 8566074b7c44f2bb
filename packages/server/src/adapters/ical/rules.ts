import { parseRecurrenceRule, type RecurrenceRule } from '@holdfast/engine'
import { type Skip, supportsSkip } from './skip-rule.ts'
import { readTime, type WrittenTime } from './values.ts'

/**
 * A rule and its UNTIL. UNTIL is separate, because its meaning depends on the zone of the event, and some
 * programs write it together with COUNT.
 */
export interface ReadRule {
  /** Undefined if the rule is invalid. */
  readonly rule: RecurrenceRule | undefined
  readonly until?: WrittenTime
  /** Where dates move that do not exist; absent if they are omitted. */
  readonly skip?: Skip
  /** With an invalid rule that has a COUNT: how long its occurrences last, in days. */
  readonly countedDays?: number
}

// Parts without effect: empty and private ones, the Gregorian calendar, and the default of SKIP.
const NO_EFFECT = /^(?:X-.*|RSCALE=GREGOR(?:IAN|Y)|SKIP=OMIT|[A-Z]+=|)$/
const TIME_PARTS = /^BY(?:HOUR|MINUTE|SECOND)=/
const DAYS_OF: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31 }
const DAYS_OF_YEAR = 366

/**
 * Parses the value of an `RRULE` from a file. Beyond RFC 5545 it accepts what calendar programs write, if
 * the meaning is clear, and gives more occurrences rather than fewer: dashes in UNTIL, UNTIL with COUNT,
 * INTERVAL=0 as 1, numbered weekdays in a WEEKLY rule, and parts that are not allowed for its FREQ. For an
 * event of dates, BYHOUR, BYMINUTE and BYSECOND are ignored (section 3.3.10).
 */
export function readRule(text: string, { isDate = false } = {}): ReadRule {
  const parts = text
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.replaceAll(/\s/g, '').toUpperCase())
    .filter((part) => !NO_EFFECT.test(part) && !(isDate && TIME_PARTS.test(part)))
  const skip = parts.includes('SKIP=BACKWARD')
    ? 'BACKWARD'
    : parts.includes('SKIP=FORWARD')
      ? 'FORWARD'
      : undefined
  const untilPart = parts.find((part) => part.startsWith('UNTIL='))
  const until = untilPart === undefined ? undefined : readTime(untilPart.slice('UNTIL='.length))
  // An invalid UNTIL is ignored, so that no busy time is lost.
  const rest = parts
    .filter((part) => part !== untilPart && part !== `SKIP=${skip}`)
    .map(withInterval)
  const strict = parseRecurrenceRule(rest.join(';'))
  const lenient = strict.ok ? strict : parseRecurrenceRule(withoutMisplaced(rest).join(';'))
  const rule = lenient.ok && (!skip || supportsSkip(lenient.value)) ? lenient.value : undefined
  return {
    rule,
    ...(until === undefined ? {} : { until }),
    ...(skip && { skip }),
    ...(rule === undefined && countedDays(rest)),
  }
}

/** How long the occurrences of an invalid rule with COUNT last, with at least one in each period. */
function countedDays(parts: readonly string[]): Pick<ReadRule, 'countedDays'> {
  const partOf = (name: string) =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
  const numberOf = (name: string) => Number(/^\d{1,7}$/.exec(partOf(name) ?? '')?.[0] ?? Number.NaN)
  const count = numberOf('COUNT')
  if (Number.isNaN(count)) return {}
  const period = DAYS_OF[partOf('FREQ') ?? ''] ?? DAYS_OF_YEAR
  return { countedDays: count * (numberOf('INTERVAL') || 1) * period }
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
