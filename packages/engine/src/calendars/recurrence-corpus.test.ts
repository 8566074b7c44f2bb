import ICAL from 'ical.js'
import rrulePackage from 'rrule'
import { describe, expect, test } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import { expandRecurrence, recurrenceEnd } from './recurrence.ts'
import { RECURRENCE_CORPUS } from './recurrence-corpus.ts'
import { parseRecurrenceRule, type RecurrenceRule } from './recurrence-rule.ts'

const { rrulestr } = rrulePackage

/** Zones whose clocks change at different times, by half an hour, at midnight, twice a year, or never. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
]

/** Half past two, which the clocks of Berlin and New York leap over in spring and show twice in autumn. */
const BASE = '20240115T023000'
const FROM = '2026-03-01T00:00:00Z'
const TO = '2027-04-15T00:00:00Z'
const MOST = 20_000
/** Milliseconds: a thousand expansions each on a busy machine. */
const LONG = 60_000

const wallText = (wallSeconds: number): string =>
  new Date(wallSeconds * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
const wallOf = (date: Date): number => date.getTime() / 1000

/** The rule without its end, which is compared as an instant and not as a wall time. */
const withoutUntil = (text: string): string => text.replace(/;UNTIL=[^;]*/, '')

/** rrule 2.8.1, the port of python-dateutil, on wall times as if they were UTC. */
const byRrule = (text: string, start: string) =>
  rrulestr(`DTSTART:${start}Z\nRRULE:${withoutUntil(text)}`)

/** What a function said of a text, computed once. */
function remembered<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}

/** The first wall time that the rule gives, so that the start is on it. */
const startOf = remembered((text: string): number => {
  const first = byRrule(text, BASE).after(new Date('2024-01-15T02:30:00Z'), true)
  if (!first) throw new Error(`${text} gives nothing`)
  return wallOf(first)
})

const basic = (wallSeconds: number): string => wallText(wallSeconds).replaceAll(/[-:]/g, '')

function rruleWalls(text: string): readonly number[] {
  const [from, to] = [new Date('2023-12-01T00:00:00Z'), new Date('2027-05-01T00:00:00Z')]
  return byRrule(text, basic(startOf(text)))
    .between(from, to, true)
    .map(wallOf)
}

/** Parts that narrow each other down, which ical.js takes one of. */
const isRefusedByIcal = (text: string): boolean =>
  /BYWEEKNO.*BYMONTHDAY|BYYEARDAY.*BYMONTH=/.test(text)

function icalWalls(text: string): readonly number[] {
  const walls: number[] = []
  const start = ICAL.Time.fromDateTimeString(wallText(startOf(text)))
  if (isRefusedByIcal(text)) return walls
  const all = ICAL.Recur.fromString(withoutUntil(text)).iterator(start)
  for (let next = all.next(); next; next = all.next()) {
    const wall = Date.parse(`${next.toString()}Z`) / 1000
    if (wall > Date.parse('2027-05-01T00:00:00Z') / 1000) break
    walls.push(wall)
  }
  return walls
}

/** The instants of wall times, by Temporal: in a gap forward, in an overlap the first, each once. */
function instantsOf(walls: readonly number[], zone: string, until: number): readonly number[] {
  const instants = walls.map(
    (wall) =>
      Temporal.PlainDateTime.from(wallText(wall)).toZonedDateTime(zone).epochMilliseconds / 1000,
  )
  return [...new Set(instants)]
    .filter((at) => at >= Date.parse(FROM) / 1000 && at < Date.parse(TO) / 1000 && at <= until)
    .sort((a, b) => a - b)
}

const ruleOf = (text: string): RecurrenceRule => {
  const rule = parseRecurrenceRule(text)
  if (!rule.ok) throw new Error(`${text}: ${rule.refusal.message}`)
  return rule.value
}

/** What the expander says, as a text of instants for each zone; a COUNT is counted once. */
const ours = remembered((text: string) => {
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
  if (!expanded.ok || expanded.value.hasMore) throw new Error(`${text} is not expanded`)
  return expanded.value.occurrences.map(({ startEpochSeconds }) => startEpochSeconds)
}

const untilOf = (text: string): number => {
  const { until } = ruleOf(text)
  return until && 'epochSeconds' in until ? until.epochSeconds : Number.POSITIVE_INFINITY
}

/** The rules that give another answer with somebody else's wall times, in any zone. */
const differing = (wallsOf: (text: string) => readonly number[]): readonly string[] =>
  RECURRENCE_CORPUS.filter((text) => {
    const walls = wallsOf(text)
    return ZONES.some(
      (zone, index) => ours(text)[index] !== `${instantsOf(walls, zone, untilOf(text))}`,
    )
  })

/** What rrule 2.8.1 gives otherwise, and why ours is right. */
const RRULE_DIFFERS = new Map<string, string>([
  [
    'FREQ=YEARLY;BYWEEKNO=1,26,52;BYDAY=TU,SA;WKST=SU',
    'leaves out 2 January 2027, the Saturday of the week whose Tuesday, 29 December, it has',
  ],
  [
    'FREQ=YEARLY;BYWEEKNO=20',
    'gives every day of the week; what a rule does not name is as in its start (RFC 5545 §3.3.10)',
  ],
  [
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=1,2,3;BYMONTHDAY=29,30,31;BYMONTH=3',
    'stops within the first month; python-dateutil, which it is a port of, and ical.js do not',
  ],
])

const PICKS_ALL = 'gives all that BYSETPOS picks from'
const NOT_IN_YEAR = 'counts weeks and weekdays on from the start, not within each year'
const REFUSED = 'refuses parts that narrow each other down'

/** What ical.js 2.2.1 gives otherwise, and why ours is right: all but one as rrule and RFC 5545. */
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
  ['FREQ=DAILY;BYMONTHDAY=1,15,-1', 'leaves out the last day of the month, -1'],
  [
    'FREQ=MONTHLY;BYDAY=2TU,4TU;BYHOUR=2,3',
    'has the first of each month besides, at the second hour',
  ],
  [
    'FREQ=MONTHLY;BYMONTH=3,11;BYDAY=1SU,2SU;BYHOUR=1,2;BYMINUTE=30',
    'has the first of each month besides, at the second hour',
  ],
  [
    'FREQ=YEARLY;BYMONTHDAY=13',
    'has it in one month alone: BYMONTHDAY expands a year (RFC 5545 §3.3.10)',
  ],
  [
    'FREQ=YEARLY;BYHOUR=6,18;BYMINUTE=0;BYMONTH=7;BYMONTHDAY=4',
    'has the first hour of the day alone',
  ],
  ['FREQ=YEARLY;BYWEEKNO=12,13,14;BYMONTHDAY=20,21,22,23;BYDAY=SU,MO,TU', REFUSED],
  ['FREQ=YEARLY;BYYEARDAY=88,304;BYMONTH=3;BYHOUR=2', REFUSED],
  [
    'FREQ=YEARLY;BYWEEKNO=44,45;BYMONTH=11;BYDAY=SU,MO;COUNT=9',
    'gives none in November: it takes no BYMONTH beside BYWEEKNO',
  ],
])

describe('a corpus of rules, in zones whose clocks change', () => {
  test('has more than a hundred rules, no two alike', () => {
    expect(new Set(RECURRENCE_CORPUS).size).toBe(RECURRENCE_CORPUS.length)
    expect(RECURRENCE_CORPUS.length).toBeGreaterThan(100)
  })

  test(
    'gives the same instants as rrule, but for what that is known to do otherwise',
    () => {
      expect([...differing(rruleWalls)].sort()).toEqual([...RRULE_DIFFERS.keys()].sort())
    },
    LONG,
  )

  test(
    'gives the same instants as ical.js, but for what that is known to do otherwise',
    () => {
      expect([...differing(icalWalls)].sort()).toEqual([...ICAL_DIFFERS.keys()].sort())
    },
    LONG,
  )
})
