import { describe, expect, test } from 'vitest'
import { ruleOf, wall } from '../../tests/support/recurrences.ts'
import { lastByCount, matchesRule, RecurrenceTooCostly, wallTimesOf } from './wall-times.ts'

const text = (wallSeconds: number): string =>
  new Date(wallSeconds * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)

/** The wall times of a rule in a range; the start is in it only if the range contains it. */
const times = (rule: string, start: string, from: string, to: string): readonly string[] =>
  [...wallTimesOf(ruleOf(rule), wall(start), { from: wall(from), to: wall(to) })].map(text)

describe('rules that recur within a day', () => {
  test('an hourly rule counts its hours from the start and keeps its minute and second', () => {
    expect(
      times('FREQ=HOURLY;INTERVAL=5', '2026-04-27T09:15', '2026-04-27T12:00', '2026-04-28T06:00'),
    ).toEqual([
      '2026-04-27T14:15:00',
      '2026-04-27T19:15:00',
      '2026-04-28T00:15:00',
      '2026-04-28T05:15:00',
    ])
  })

  test('an hourly rule expands BYMINUTE and BYSECOND', () => {
    expect(
      times(
        'FREQ=HOURLY;BYMINUTE=0,45;BYSECOND=10,20;BYHOUR=9,11',
        '2026-04-27T09:00',
        '2026-04-27T09:00',
        '2026-04-27T12:00',
      ),
    ).toEqual([
      '2026-04-27T09:00:00',
      '2026-04-27T09:00:10',
      '2026-04-27T09:00:20',
      '2026-04-27T09:45:10',
      '2026-04-27T09:45:20',
      '2026-04-27T11:00:10',
      '2026-04-27T11:00:20',
      '2026-04-27T11:45:10',
      '2026-04-27T11:45:20',
    ])
  })

  test('a minutely rule is limited by BYHOUR and BYMINUTE and expands BYSECOND', () => {
    expect(
      times(
        'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;BYMINUTE=20,30,40;BYSECOND=5',
        '2026-04-27T09:00',
        '2026-04-27T09:00',
        '2026-04-28T09:30',
      ),
    ).toEqual([
      '2026-04-27T09:00:00',
      '2026-04-27T09:20:05',
      '2026-04-27T09:40:05',
      '2026-04-28T09:20:05',
    ])
  })

  test('a minutely rule keeps the second of its start', () => {
    const start = wall('2026-04-27T09:00') + 7
    const range = { from: start, to: wall('2026-04-27T09:02') + 7 }
    expect([...wallTimesOf(ruleOf('FREQ=MINUTELY'), start, range)].map(text)).toEqual([
      '2026-04-27T09:00:07',
      '2026-04-27T09:01:07',
    ])
  })

  test('a secondly rule is limited by BYHOUR, BYMINUTE and BYSECOND', () => {
    expect(
      times(
        'FREQ=SECONDLY;INTERVAL=10;BYHOUR=9;BYMINUTE=1;BYSECOND=0,20,25',
        '2026-04-27T09:00',
        '2026-04-27T09:00',
        '2026-04-27T10:02',
      ),
    ).toEqual(['2026-04-27T09:00:00', '2026-04-27T09:01:00', '2026-04-27T09:01:20'])
  })

  test('a rule within the day skips dates that it excludes and keeps its steps', () => {
    expect(
      times(
        'FREQ=HOURLY;INTERVAL=9;BYDAY=WE',
        '2026-04-27T09:00',
        '2026-04-27T10:00',
        '2026-04-30T00:00',
      ),
    ).toEqual(['2026-04-29T06:00:00', '2026-04-29T15:00:00'])
  })
})

describe('rules of dates', () => {
  test('a daily rule counts its days from the start and takes the time of the start', () => {
    const start = wall('2026-04-27T09:15') + 7
    const range = { from: wall('2026-04-28T00:00'), to: wall('2026-05-07T00:00') }
    expect([...wallTimesOf(ruleOf('FREQ=DAILY;INTERVAL=3'), start, range)].map(text)).toEqual([
      '2026-04-30T09:15:07',
      '2026-05-03T09:15:07',
      '2026-05-06T09:15:07',
    ])
  })

  test('a daily rule expands BYHOUR, BYMINUTE and BYSECOND in order', () => {
    expect(
      times(
        'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0,30;BYSECOND=15',
        '2026-04-27T08:00',
        '2026-04-28T00:00',
        '2026-04-29T00:00',
      ),
    ).toEqual([
      '2026-04-28T08:00:15',
      '2026-04-28T08:30:15',
      '2026-04-28T20:00:15',
      '2026-04-28T20:30:15',
    ])
  })

  test('a weekly rule counts its weeks from WKST', () => {
    const dates = (weekStart: string) =>
      times(
        `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=${weekStart}`,
        '1997-08-05T09:00',
        '1997-08-05T00:00',
        '1997-09-01T00:00',
      ).map((time) => time.slice(0, 'YYYY-MM-DD'.length))
    // The example of RFC 5545 §3.3.10.
    expect(dates('MO')).toEqual(['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'])
    expect(dates('SU')).toEqual(['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'])
  })

  test('a monthly rule on the 31st skips shorter months', () => {
    expect(
      times('FREQ=MONTHLY', '2026-01-31T09:00', '2026-02-01T00:00', '2026-08-01T00:00'),
    ).toEqual(['2026-03-31T09:00:00', '2026-05-31T09:00:00', '2026-07-31T09:00:00'])
  })

  test('a monthly rule with an interval counts months across years', () => {
    expect(
      times('FREQ=MONTHLY;INTERVAL=5', '2026-10-15T09:00', '2026-10-16T00:00', '2028-02-01T00:00'),
    ).toEqual(['2027-03-15T09:00:00', '2027-08-15T09:00:00', '2028-01-15T09:00:00'])
  })

  test('a yearly rule of 29 February recurs in leap years only', () => {
    expect(
      times('FREQ=YEARLY', '2096-02-29T09:00', '2096-03-01T00:00', '2109-01-01T00:00'),
    ).toEqual(['2104-02-29T09:00:00', '2108-02-29T09:00:00'])
  })

  test('week 1 of a year can start in December and is in the range of its first days', () => {
    // Week 1 of 2026 starts on Monday, 29 December 2025.
    expect(
      times(
        'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO',
        '2024-12-30T09:00',
        '2025-01-01T00:00',
        '2026-01-01T00:00',
      ),
    ).toEqual(['2025-12-29T09:00:00'])
  })

  test('week 53 exists only in long years', () => {
    expect(
      times(
        'FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH',
        '2020-12-31T09:00',
        '2021-01-01T00:00',
        '2040-01-01T00:00',
      ),
    ).toEqual(['2026-12-31T09:00:00', '2032-12-30T09:00:00', '2037-12-31T09:00:00'])
  })

  test('BYSETPOS selects from the times of a whole period', () => {
    expect(
      times(
        'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,17;BYSETPOS=2,-1',
        '2026-04-01T09:00',
        '2026-05-01T00:00',
        '2026-07-01T00:00',
      ),
    ).toEqual([
      '2026-05-01T17:00:00',
      '2026-05-29T17:00:00',
      '2026-06-01T17:00:00',
      '2026-06-30T17:00:00',
    ])
  })

  test('no wall time is after the year 9999 or before the year 1', () => {
    const endless = ruleOf('FREQ=YEARLY')
    const late = wallTimesOf(endless, wall('9997-04-27T09:00'), {
      from: wall('9998-01-01T00:00'),
      to: Number.POSITIVE_INFINITY,
    })
    expect([...late]).toEqual([wall('9998-04-27T09:00'), wall('9999-04-27T09:00')])
    const early = wallTimesOf(endless, wall('0000-04-27T09:00'), {
      from: wall('0000-05-01T00:00'),
      to: wall('0002-05-01T00:00'),
    })
    expect([...early]).toEqual([wall('0001-04-27T09:00'), wall('0002-04-27T09:00')])
  })
})

describe('the start of a rule', () => {
  test('the start is in its range even if the rule does not give it', () => {
    expect(
      times('FREQ=WEEKLY;BYDAY=TU', '2026-04-27T09:00', '2026-04-27T09:00', '2026-04-29T00:00'),
    ).toEqual(['2026-04-27T09:00:00', '2026-04-28T09:00:00'])
    expect(matchesRule(ruleOf('FREQ=WEEKLY;BYDAY=TU'), wall('2026-04-27T09:00'))).toBe(false)
    expect(matchesRule(ruleOf('FREQ=WEEKLY;BYDAY=MO'), wall('2026-04-27T09:00'))).toBe(true)
  })

  test('a COUNT of 1 is the start', () => {
    expect(lastByCount(ruleOf('FREQ=DAILY;COUNT=1'), wall('2026-04-27T09:00'))).toBe(
      wall('2026-04-27T09:00'),
    )
    expect(
      times('FREQ=DAILY;COUNT=1', '2026-04-27T09:00', '2026-04-01T00:00', '2026-06-01T00:00'),
    ).toEqual(['2026-04-27T09:00:00'])
  })

  test('a counted rule is limited to its range', () => {
    expect(
      times('FREQ=DAILY;COUNT=5', '2026-04-27T09:00', '2026-04-28T09:00', '2026-04-30T09:00'),
    ).toEqual(['2026-04-28T09:00:00', '2026-04-29T09:00:00'])
  })
})

describe('the limit of work', () => {
  test('a rule that needs too much work throws', () => {
    expect(() => lastByCount(ruleOf('FREQ=DAILY;COUNT=10001'), 0)).toThrow(
      new RecurrenceTooCostly('a COUNT above 10000 is not counted'),
    )
    const never = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2'
    expect(() => lastByCount(ruleOf(never), wall('2026-04-27T09:00'))).toThrow(
      new RecurrenceTooCostly('a rule needs too much work to expand'),
    )
  })

  test('the error is recognizable by its name', () => {
    expect(new RecurrenceTooCostly('x').name).toBe('RecurrenceTooCostly')
  })
})
