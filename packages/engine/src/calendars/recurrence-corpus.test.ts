import ICAL from 'ical.js'
import rrulePackage from 'rrule'
import { describe, expect, test } from 'vitest'
import { RECURRENCE_CORPUS } from '../../tests/support/recurrence-corpus.ts'
import { Temporal } from '../../tests/support/temporal.ts'
import { expandRecurrence, recurrenceEnd } from './recurrence.ts'
import { parseRecurrenceRule, type RecurrenceRule } from './recurrence-rule.ts'

const { rrulestr } = rrulePackage

/** Zones with clock changes of many kinds: by half an hour, at midnight, around Ramadan, or none. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
]

/** 02:30, which Berlin and New York skip in spring; Berlin repeats it in autumn. */
const BASE = '20240115T023000'
const FROM = '2026-03-01T00:00:00Z'
const TO = '2027-04-15T00:00:00Z'
const MOST = 20_000
/** In seconds; no zone is further away from UTC. */
const DAY = 86_400
/** Milliseconds for a thousand expansions on a busy machine. */
const LONG = 60_000

const wallText = (wallSeconds: number): string =>
  new Date(wallSeconds * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
const wallOf = (date: Date): number => date.getTime() / 1000

/** The rule without UNTIL, which is compared as an instant and not as a wall time. */
const withoutUntil = (text: string): string => text.replace(/;UNTIL=[^;]*/, '')

/** The rule in rrule 2.8.1, a port of python-dateutil, on wall times as if in UTC. */
const byRrule = (text: string, start: string) =>
  rrulestr(`DTSTART:${start}Z\nRRULE:${withoutUntil(text)}`)

/** Caches the results of a function of a text. */
function cached<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}

/** The first wall time that the rule gives, so that the rule gives its own start. */
const startOf = cached((text: string): number => {
  const first = byRrule(text, BASE).after(new Date('2024-01-15T02:30:00Z'), true)
  if (!first) throw new Error(`${text} gives no wall time`)
  return wallOf(first)
})

const basic = (wallSeconds: number): string => wallText(wallSeconds).replaceAll(/[-:]/g, '')

function rruleWalls(text: string): readonly number[] {
  const [from, to] = [new Date('2023-12-01T00:00:00Z'), new Date('2027-05-01T00:00:00Z')]
  return byRrule(text, basic(startOf(text)))
    .between(from, to, true)
    .map(wallOf)
}

/** Combinations of parts that ical.js rejects. */
const isRejectedByIcal = (text: string): boolean =>
  /BYWEEKNO.*BYMONTHDAY|BYYEARDAY.*BYMONTH=/.test(text)

function icalWalls(text: string): readonly number[] {
  const walls: number[] = []
  const start = ICAL.Time.fromDateTimeString(wallText(startOf(text)))
  if (isRejectedByIcal(text)) return walls
  const all = ICAL.Recur.fromString(withoutUntil(text)).iterator(start)
  for (let next = all.next(); next; next = all.next()) {
    const wall = Date.parse(`${next.toString()}Z`) / 1000
    if (wall > Date.parse('2027-05-01T00:00:00Z') / 1000) break
    walls.push(wall)
  }
  return walls
}

/** The instants of wall times by Temporal: forward in a gap, the first in an overlap, each once. */
function instantsOf(walls: readonly number[], zone: string, until: number): readonly number[] {
  const [first, last] = [Date.parse(FROM) / 1000, Date.parse(TO) / 1000]
  // Temporal is slow: it gets only wall times that may be in the range in some zone.
  const instants = walls
    .filter((wall) => wall > first - DAY && wall < last + DAY)
    .map(
      (wall) =>
        Temporal.PlainDateTime.from(wallText(wall)).toZonedDateTime(zone).epochMilliseconds / 1000,
    )
  return [...new Set(instants)]
    .filter((at) => at >= first && at < last && at <= until)
    .sort((a, b) => a - b)
}

const ruleOf = (text: string): RecurrenceRule => {
  const rule = parseRecurrenceRule(text)
  if (!rule.ok) throw new Error(`${text}: ${rule.refusal.message}`)
  return rule.value
}

/** The instants of the engine as a text for each zone; a COUNT is counted once. */
const ours = cached((text: string) => {
  const start = { wallSeconds: startOf(text), timeZone: 'UTC' }
  const end = recurrenceEnd({ start, rule: ruleOf(text) })
  const last = end.ok ? end.value.lastWallSeconds : undefined
  return ZONES.map((zone) => `${oursIn(text, zone, last)}`)
})

function oursIn(text: string, timeZone: string, last: number | undefined): readonly number[] {
  const range = { fromEpochSeconds: Date.parse(FROM) / 1000, toEpochSeconds: Date.parse(TO) / 1000 }
  const start = { wallSeconds: startOf(text), timeZone }
  const expanded = expandRecurrence(
    { start, rule: ruleOf(text), ...(last === undefined ? {} : { lastWallSeconds: last }) },
    range,
    MOST,
  )
  if (!expanded.ok || expanded.value.hasMore) throw new Error(`${text} was not expanded completely`)
  return expanded.value.occurrences.map(({ startEpochSeconds }) => startEpochSeconds)
}

const untilOf = (text: string): number => {
  const { until } = ruleOf(text)
  return until && 'epochSeconds' in until ? until.epochSeconds : Number.POSITIVE_INFINITY
}

/** The rules for which the wall times of a library give other instants in any zone. */
const differing = (wallsOf: (text: string) => readonly number[]): readonly string[] =>
  RECURRENCE_CORPUS.filter((text) => {
    const walls = wallsOf(text)
    return ZONES.some(
      (zone, index) => ours(text)[index] !== `${instantsOf(walls, zone, untilOf(text))}`,
    )
  })

/** The rules that rrule 2.8.1 gets wrong, and how. */
const RRULE_DIFFERS = new Map<string, string>([
  [
    'FREQ=YEARLY;BYWEEKNO=1,26,52;BYDAY=TU,SA;WKST=SU',
    'omits 2 January 2027, the Saturday of a week of which it gives the Tuesday, 29 December',
  ],
  [
    'FREQ=YEARLY;BYWEEKNO=20',
    'gives every day of the week; a missing weekday comes from the start (RFC 5545 §3.3.10)',
  ],
  [
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=1,2,3;BYMONTHDAY=29,30,31;BYMONTH=3',
    'stops within the first month, unlike python-dateutil and ical.js',
  ],
])

const PICKS_ALL = 'ignores BYSETPOS'
const NOT_IN_YEAR = 'counts weeks and weekdays from the start instead of within each year'
const REFUSED = 'rejects the combination of these parts'

/** The rules that ical.js 2.2.1 gets wrong, and how. */
const ICAL_DIFFERS = new Map<string, string>([
  ['FREQ=DAILY;BYHOUR=8,12,16;BYSETPOS=-1', PICKS_ALL],
  ['FREQ=DAILY;BYHOUR=2;BYMINUTE=0,10,20,30,40,50;BYSETPOS=1,-1', PICKS_ALL],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2', PICKS_ALL],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=9,18;BYSETPOS=1,-1', PICKS_ALL],
  ['FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', PICKS_ALL],
  ['FREQ=YEARLY;BYMONTH=1,12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1', PICKS_ALL],
  ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=100,-100', PICKS_ALL],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1,10,20;BYHOUR=8,20;BYSETPOS=2,-2', PICKS_ALL],
  ['FREQ=YEARLY;BYDAY=20MO', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYDAY=53TH', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=FR', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYWEEKNO=1,26,52;BYDAY=TU,SA;WKST=SU', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYWEEKNO=13,44;BYDAY=SU;BYHOUR=2;BYMINUTE=30', NOT_IN_YEAR],
  ['FREQ=YEARLY;BYWEEKNO=20', NOT_IN_YEAR],
  ['FREQ=DAILY;BYMONTHDAY=1,15,-1', 'omits the last day of the month, -1'],
  [
    'FREQ=MONTHLY;BYDAY=2TU,4TU;BYHOUR=2,3',
    'also gives the first of each month, at the second hour',
  ],
  [
    'FREQ=MONTHLY;BYMONTH=3,11;BYDAY=1SU,2SU;BYHOUR=1,2;BYMINUTE=30',
    'also gives the first of each month, at the second hour',
  ],
  [
    'FREQ=YEARLY;BYMONTHDAY=13',
    'gives one month of the year only; BYMONTHDAY expands a year (RFC 5545 §3.3.10)',
  ],
  [
    'FREQ=YEARLY;BYHOUR=6,18;BYMINUTE=0;BYMONTH=7;BYMONTHDAY=4',
    'gives only the first hour of the day',
  ],
  ['FREQ=YEARLY;BYWEEKNO=12,13,14;BYMONTHDAY=20,21,22,23;BYDAY=SU,MO,TU', REFUSED],
  ['FREQ=YEARLY;BYYEARDAY=88,304;BYMONTH=3;BYHOUR=2', REFUSED],
  [
    'FREQ=YEARLY;BYWEEKNO=44,45;BYMONTH=11;BYDAY=SU,MO;COUNT=9',
    'gives nothing in November, because it ignores BYMONTH beside BYWEEKNO',
  ],
])

describe('a corpus of rules in zones with clock changes', () => {
  test('the corpus has more than a hundred rules and no duplicates', () => {
    expect(new Set(RECURRENCE_CORPUS).size).toBe(RECURRENCE_CORPUS.length)
    expect(RECURRENCE_CORPUS.length).toBeGreaterThan(100)
  })

  test(
    'every rule gives the same instants as rrule, except for the known errors of rrule',
    () => {
      expect([...differing(rruleWalls)].sort()).toEqual([...RRULE_DIFFERS.keys()].sort())
    },
    LONG,
  )

  test(
    'every rule gives the same instants as ical.js, except for the known errors of ical.js',
    () => {
      expect([...differing(icalWalls)].sort()).toEqual([...ICAL_DIFFERS.keys()].sort())
    },
    LONG,
  )
})
