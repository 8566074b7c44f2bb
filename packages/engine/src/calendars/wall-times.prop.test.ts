import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { Temporal } from '../../tests/support/temporal.ts'
import { parseRecurrenceRule, type RecurrenceRule } from './recurrence-rule.ts'
import { lastByCount, matchesRule, wallTimesOf } from './wall-times.ts'

const DAY = 86_400
/** Milliseconds for hundreds of examples on a busy machine. */
const LONG = 60_000
const START = Date.UTC(2023, 11, 27, 2, 30) / 1000
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const listOf = (entry: fc.Arbitrary<string | number>, most: number) =>
  fc.uniqueArray(entry, { minLength: 1, maxLength: most }).map(String)
const signed = (most: number) =>
  fc.integer({ min: -most, max: most }).filter((number) => number !== 0)
const part = (name: string, value: fc.Arbitrary<unknown>) =>
  fc
    .option(value, { freq: 2, nil: undefined })
    .map((text) => (text === undefined ? [] : [`${name}=${text}`]))

/** Rules with any combination of parts, without an end. */
const endlessRule: fc.Arbitrary<RecurrenceRule> = fc
  .constantFrom('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
  .chain((frequency) =>
    fc.tuple(
      fc.constant([`FREQ=${frequency}`]),
      part('INTERVAL', fc.integer({ min: 1, max: 6 })),
      part('BYMONTH', listOf(fc.integer({ min: 1, max: 12 }), 3)),
      part('BYMONTHDAY', listOf(signed(31), 4)),
      part('BYYEARDAY', listOf(signed(366), 4)),
      part('BYWEEKNO', listOf(signed(53), 3)),
      part('BYDAY', listOf(fc.constantFrom(...DAYS, '1MO', '-1FR', '2SU', '-3WE'), 3)),
      part('BYHOUR', listOf(fc.integer({ min: 0, max: 23 }), 3)),
      part('BYSETPOS', listOf(signed(4), 2)),
      part('WKST', fc.constantFrom(...DAYS)),
    ),
  )
  .map((parts) => parseRecurrenceRule(parts.flat().join(';')))
  .filter((read) => read.ok)
  .map((read) => read.value)

const times = (rule: RecurrenceRule, from: number, to: number) => [
  ...wallTimesOf(rule, START, { from, to }),
]

test(
  'a range far from the start has the same wall times as a computation from the start',
  () => {
    fc.assert(
      fc.property(endlessRule, fc.integer({ min: 0, max: 900 }), (rule, offset) => {
        const from = START + offset * DAY
        const to = from + 200 * DAY
        expect(times(rule, from, to)).toEqual(times(rule, START, to).filter((at) => at >= from))
      }),
      { numRuns: 300 },
    )
  },
  LONG,
)

test(
  'a rule with COUNT ends after that many wall times, with the last one known or not',
  () => {
    fc.assert(
      fc.property(endlessRule, fc.integer({ min: 1, max: 40 }), (endless, count) => {
        const to = START + 3000 * DAY
        const all = times(endless, START, to).slice(0, count)
        fc.pre(all.length === count)
        const rule = { ...endless, count }
        expect(times(rule, START, to)).toEqual(all)
        expect(lastByCount(rule, START)).toBe(all.at(-1))
        const known = { from: START, to, last: lastByCount(rule, START) }
        expect([...wallTimesOf(rule, START, known)]).toEqual(all)
      }),
      { numRuns: 200 },
    )
  },
  LONG,
)

// Known errors of rrule-temporal 2.2.7: in a YEARLY rule it does not combine all parts and counts
// ordinals in the month beside BYMONTHDAY. It ignores weekdays without an ordinal beside one with an
// ordinal.
function isReliable(rule: RecurrenceRule): boolean {
  const { byDay, byMonth, byMonthDay, byWeekNo, byYearDay } = rule
  const counted = byDay.filter(({ ordinal }) => ordinal !== undefined).length
  const isMixed = counted > 0 && counted < byDay.length
  if (rule.frequency !== 'YEARLY') return !isMixed
  const isNarrowed =
    byYearDay.length > 0 ||
    (byWeekNo.length > 0 && byMonth.length + byMonthDay.length > 0) ||
    (counted > 0 && byMonthDay.length > 0)
  return !isMixed && !isNarrowed
}

test(
  'a rule gives the same wall times as rrule-temporal where that library is reliable',
  () => {
    fc.assert(
      fc.property(endlessRule.filter(isReliable), (rule) => {
        // RFC 5545 leaves undefined what a rule means that does not give its own start.
        const [, start] = times(rule, START, START + 1000 * DAY)
        fc.pre(start !== undefined && matchesRule(rule, start))
        const from = Number(start) + 30 * DAY
        const to = from + (rule.frequency === 'HOURLY' ? 60 : 800) * DAY
        const library = new RRuleTemporal({
          temporal: Temporal,
          freq: rule.frequency,
          interval: rule.interval,
          ...Object.fromEntries(
            (['byMonth', 'byMonthDay', 'byYearDay', 'byWeekNo', 'byHour', 'bySetPos'] as const)
              .filter((name) => rule[name].length > 0)
              .map((name) => [name, [...rule[name]]]),
          ),
          ...(rule.byDay.length > 0 && {
            byDay: rule.byDay.map(({ weekday, ordinal = '' }) => `${ordinal}${weekday}`),
          }),
          wkst: rule.weekStart,
          dtstart: Temporal.Instant.fromEpochMilliseconds(Number(start) * 1000).toZonedDateTimeISO(
            'UTC',
          ),
          tzid: 'UTC',
          maxIterations: 1_000_000,
          maxCandidateEvaluations: 1_000_000,
        })
        const theirs = library
          .between(new Date(from * 1000), new Date((to - 1) * 1000), true)
          .map((at) => at.epochMilliseconds / 1000)
        expect([...wallTimesOf(rule, Number(start), { from, to })]).toEqual(theirs)
      }),
      { numRuns: 150 },
    )
  },
  LONG,
)
