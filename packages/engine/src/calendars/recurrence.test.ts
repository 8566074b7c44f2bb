import { describe, expect, test } from 'vitest'
import { seconds } from '../../tests/support/policies.ts'
import { day, ruleOf, starts, wall } from '../../tests/support/recurrences.ts'
import {
  expandRecurrence,
  type Recurrence,
  type RecurrenceStart,
  recurrenceEnd,
  startMatchesRule,
} from './recurrence.ts'

const at = (text: string, timeZone: string): RecurrenceStart => ({
  wallSeconds: wall(text),
  timeZone,
})

describe('a recurrence across a clock change', () => {
  const daily = (time: string, zone: string): Recurrence => ({
    start: at(`2026-03-27T${time}`, zone),
    rule: ruleOf('FREQ=DAILY'),
  })

  test('an occurrence keeps its wall time', () => {
    expect(
      starts(daily('09:00', 'Europe/Berlin'), '2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z'),
    ).toEqual([
      '2026-03-28T09:00:00+01:00',
      '2026-03-29T09:00:00+02:00',
      '2026-03-30T09:00:00+02:00',
    ])
  })

  test('an occurrence in a gap moves forward, and the next one is at its usual time', () => {
    expect(
      starts(daily('02:30', 'Europe/Berlin'), '2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z'),
    ).toEqual([
      '2026-03-28T02:30:00+01:00',
      '2026-03-29T03:30:00+02:00',
      '2026-03-30T02:30:00+02:00',
    ])
  })

  test('an occurrence in an overlap is at the first of the two instants', () => {
    const rule = ruleOf('FREQ=DAILY')
    const start = at('2026-10-24T02:30', 'Europe/Berlin')
    expect(starts({ start, rule }, '2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z')).toEqual([
      '2026-10-24T02:30:00+02:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-26T02:30:00+01:00',
    ])
  })

  test('two occurrences at the same instant after a gap are one, and the order is kept', () => {
    const start = at('2026-03-29T00:30', 'Europe/Berlin')
    const rule = ruleOf('FREQ=HOURLY;BYMINUTE=0,30')
    const got = starts({ start, rule }, '2026-03-28T23:00:00Z', '2026-03-29T02:30:00Z')
    expect(got).toEqual([
      '2026-03-29T00:30:00+01:00',
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T01:30:00+01:00',
      '2026-03-29T03:00:00+02:00',
      '2026-03-29T03:30:00+02:00',
      '2026-03-29T04:00:00+02:00',
    ])
    for (const limit of [1, 2, 3, 4, 5]) {
      expect(
        starts({ start, rule }, '2026-03-28T23:00:00Z', '2026-03-29T02:30:00Z', limit),
      ).toEqual(got.slice(0, limit))
    }
  })

  test('a date that the zone skipped gives no second occurrence', () => {
    const start = { day: day('2011-12-28'), timeZone: 'Pacific/Apia' }
    const got = starts(
      { start, rule: ruleOf('FREQ=DAILY') },
      '2011-12-28T00:00:00Z',
      '2012-01-02T00:00:00Z',
    )
    expect(got).toEqual([
      '2011-12-28T00:00:00-10:00',
      '2011-12-29T00:00:00-10:00',
      '2011-12-31T00:00:00+14:00',
      '2012-01-01T00:00:00+14:00',
      '2012-01-02T00:00:00+14:00',
    ])
  })
})

describe('the end of a recurrence', () => {
  const start = at('2026-03-27T09:00', 'America/New_York')
  const until = (text: string) =>
    starts(
      { start, rule: ruleOf(`FREQ=DAILY;UNTIL=${text}`) },
      '2026-03-01T00:00:00Z',
      '2026-05-01T00:00:00Z',
    ).length

  test('UNTIL is inclusive as an instant, as a wall time and as a date', () => {
    expect(until('20260329T130000Z')).toBe(3)
    expect(until('20260329T125959Z')).toBe(2)
    expect(until('20260329T090000')).toBe(3)
    expect(until('20260329')).toBe(3)
  })

  test('COUNT counts from the start for a range long after it, too', () => {
    const rule = ruleOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU;WKST=SU;COUNT=2000')
    const old = at('2000-01-02T09:00', 'Europe/Berlin')
    const recurrence = { start: old, rule }
    const last = '2025-07-14T09:00:00+02:00'
    expect(starts(recurrence, '2025-07-10T00:00:00Z', '2026-07-01T00:00:00Z')).toEqual([
      '2025-07-13T09:00:00+02:00',
      last,
    ])
    expect(recurrenceEnd(recurrence)).toEqual({
      ok: true,
      value: {
        lastWallSeconds: wall('2025-07-14T09:00'),
        lastStartEpochSeconds: seconds(last),
      },
    })
  })

  test('a rule with UNTIL and a set of dates have a last start, an endless rule has none', () => {
    const end = (rule: string) => recurrenceEnd({ start, rule: ruleOf(rule) })
    expect(end('FREQ=DAILY')).toEqual({ ok: true, value: {} })
    expect(end('FREQ=DAILY;UNTIL=20260329T130000Z')).toEqual({
      ok: true,
      value: { lastStartEpochSeconds: seconds('2026-03-29T13:00:00Z') },
    })
    expect(
      recurrenceEnd({ start, added: [{ epochSeconds: seconds('2027-01-01T00:00:00Z') }] }),
    ).toEqual({ ok: true, value: { lastStartEpochSeconds: seconds('2027-01-01T00:00:00Z') } })
  })
})

describe('a recurrence set', () => {
  const start = at('2026-04-06T09:00', 'Europe/Berlin')
  const rule = ruleOf('FREQ=WEEKLY')
  const range = ['2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z'] as const

  test('dates are added and excluded as instants, as wall times and as dates', () => {
    expect(
      starts(
        {
          start,
          rule,
          added: [
            { epochSeconds: seconds('2026-04-07T10:00:00Z') },
            { wallSeconds: wall('2026-04-08T11:00') },
            { day: day('2026-04-09') },
            { wallSeconds: wall('2026-04-27T09:00') },
          ],
          excluded: [
            { epochSeconds: seconds('2026-04-06T07:00:00Z') },
            { wallSeconds: wall('2026-04-13T09:00') },
            { day: day('2026-04-20') },
          ],
        },
        ...range,
      ),
    ).toEqual([
      '2026-04-07T12:00:00+02:00',
      '2026-04-08T11:00:00+02:00',
      '2026-04-09T09:00:00+02:00',
      '2026-04-27T09:00:00+02:00',
    ])
  })

  test('the start is the first occurrence even if the rule does not give it', () => {
    const odd = { start, rule: ruleOf('FREQ=WEEKLY;BYDAY=TU;COUNT=3') }
    expect(starts(odd, ...range)).toEqual([
      '2026-04-06T09:00:00+02:00',
      '2026-04-07T09:00:00+02:00',
      '2026-04-14T09:00:00+02:00',
    ])
    expect(startMatchesRule(start, odd.rule)).toBe(false)
    expect(startMatchesRule(start, rule)).toBe(true)
    expect(startMatchesRule(start, ruleOf('FREQ=WEEKLY;UNTIL=20260405'))).toBe(false)
  })

  test('a set without a rule consists of the start and the added dates', () => {
    const dates = { day: day('2026-04-06'), timeZone: 'Europe/Berlin' }
    expect(starts({ start: dates, added: [{ day: day('2026-04-10') }] }, ...range)).toEqual([
      '2026-04-06T00:00:00+02:00',
      '2026-04-10T00:00:00+02:00',
    ])
  })

  test('hasMore is true if a range has more occurrences than the limit', () => {
    const query = { fromEpochSeconds: seconds(range[0]), toEpochSeconds: seconds(range[1]) }
    expect(expandRecurrence({ start, rule }, query, 4)).toMatchObject({
      ok: true,
      value: { hasMore: false },
    })
    expect(expandRecurrence({ start, rule }, query, 3)).toMatchObject({
      ok: true,
      value: { hasMore: true, occurrences: { length: 3 } },
    })
  })
})

describe('an expensive rule', () => {
  const range = {
    fromEpochSeconds: seconds('2026-01-01T00:00:00Z'),
    toEpochSeconds: seconds('2027-01-01T00:00:00Z'),
  }
  const all = (most: number) => Array.from({ length: most }, (_, number) => number)
  const outcome = (text: string, start = '1970-01-01T00:00') => {
    const expanded = expandRecurrence({ start: at(start, 'UTC'), rule: ruleOf(text) }, range, 50)
    if (!expanded.ok) return expanded.refusal.code
    return expanded.value.hasMore ? 'more' : expanded.value.occurrences.length
  }

  test.each([
    ['a rule that never matches', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
    ['a rule whose steps miss the only hour', 'FREQ=HOURLY;INTERVAL=4;BYHOUR=17', 0],
    ['a rule of every second since 1970', 'FREQ=SECONDLY', 'more'],
    ['a rule of every minute since 1970', 'FREQ=MINUTELY', 'more'],
    ['a rule with a very long interval', 'FREQ=YEARLY;INTERVAL=10000', 0],
    ['a rule that counts a million', 'FREQ=DAILY;COUNT=1000000', 'recurrence_too_costly'],
    [
      'a rule of every second, as lists',
      `FREQ=YEARLY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`,
      'more',
    ],
  ])('%s is expanded or refused in bounded time', (_name, rule, expected) => {
    expect(outcome(rule)).toBe(expected)
  })
})
