import { describe, expect, test } from 'vitest'
import { seconds } from '../../tests/support/policies.ts'
import { day, ruleOf, starts, wall } from '../../tests/support/recurrences.ts'
import { formatInstant } from '../time/instants.ts'
import {
  expandRecurrence,
  instantOfWallTime,
  normalizeUntil,
  type Recurrence,
  type RecurrenceStart,
  recurrenceEnd,
  startMatchesRule,
  wallSecondsOf,
} from './recurrence.ts'

describe('UNTIL in the type of the start', () => {
  const timed: RecurrenceStart = {
    wallSeconds: wall('2026-04-27T09:30'),
    timeZone: 'Europe/Berlin',
  }
  const untilOf = (start: RecurrenceStart, until: string) =>
    normalizeUntil(start, ruleOf(`FREQ=DAILY;UNTIL=${until}`)).until

  test('a rule without UNTIL is returned unchanged', () => {
    const rule = ruleOf('FREQ=DAILY')
    expect(normalizeUntil(timed, rule)).toBe(rule)
  })

  test('UNTIL becomes an instant if the start has a time', () => {
    expect(untilOf(timed, '20260429T073000Z')).toEqual({
      day: day('2026-04-29'),
      epochSeconds: seconds('2026-04-29T07:30:00Z'),
    })
    expect(untilOf(timed, '20260429T093000')).toEqual({
      day: day('2026-04-29'),
      epochSeconds: seconds('2026-04-29T07:30:00Z'),
    })
    expect(untilOf(timed, '20260429')).toEqual({
      day: day('2026-04-29'),
      epochSeconds: seconds('2026-04-29T21:59:59Z'),
    })
    expect(untilOf(timed, '20260429T010000')).toEqual({
      day: day('2026-04-28'),
      epochSeconds: seconds('2026-04-28T23:00:00Z'),
    })
  })

  test('UNTIL becomes a date if the start is a date', () => {
    const tokyo = { day: day('2026-04-27'), timeZone: 'Asia/Tokyo' }
    expect(untilOf(tokyo, '20260429')).toEqual({ day: day('2026-04-29') })
    expect(untilOf(tokyo, '20260429T093000')).toEqual({ day: day('2026-04-29') })
    expect(untilOf(tokyo, '20260429T145959Z')).toEqual({ day: day('2026-04-29') })
    expect(untilOf(tokyo, '20260429T150000Z')).toEqual({ day: day('2026-04-30') })
  })
})

describe('whether a rule gives its own start', () => {
  const start = { wallSeconds: wall('2026-04-27T09:30'), timeZone: 'Europe/Berlin' }

  test.each([
    ['FREQ=DAILY', true],
    ['FREQ=WEEKLY;BYDAY=TU', false],
    ['FREQ=DAILY;BYHOUR=10', false],
    ['FREQ=DAILY;UNTIL=20260427T073000Z', true],
    ['FREQ=DAILY;UNTIL=20260427T072959Z', false],
    ['FREQ=DAILY;UNTIL=20260427T093000', true],
    ['FREQ=DAILY;UNTIL=20260427T092959', false],
    ['FREQ=DAILY;UNTIL=20260426', false],
    ['FREQ=DAILY;UNTIL=20260427', true],
  ])('the start Monday, 27 April 2026, 09:30 in Berlin matches %s: %s', (rule, expected) => {
    expect(startMatchesRule(start, ruleOf(rule))).toBe(expected)
  })
})

describe('the last start of a recurrence', () => {
  const start = { wallSeconds: wall('2026-04-27T09:30'), timeZone: 'Europe/Berlin' }
  const lastOf = (recurrence: Recurrence) => {
    const end = recurrenceEnd(recurrence)
    if (!end.ok) return end.refusal.code
    const { lastStartEpochSeconds: last } = end.value
    return last === undefined ? undefined : formatInstant(last / 60, 'UTC')
  }

  test('a recurrence without a rule ends with its start', () => {
    expect(recurrenceEnd({ start })).toStrictEqual({
      ok: true,
      value: { lastStartEpochSeconds: seconds('2026-04-27T07:30:00Z') },
    })
  })

  test('an UNTIL before the start leaves the start', () => {
    expect(lastOf({ start, rule: ruleOf('FREQ=DAILY;UNTIL=20260401T000000Z') })).toBe(
      '2026-04-27T07:30:00Z',
    )
    expect(lastOf({ start, rule: ruleOf('FREQ=DAILY;UNTIL=20260401') })).toBe(
      '2026-04-27T07:30:00Z',
    )
  })

  test('an UNTIL without a zone ends in the zone of the start', () => {
    expect(lastOf({ start, rule: ruleOf('FREQ=DAILY;UNTIL=20260501T100000') })).toBe(
      '2026-05-01T08:00:00Z',
    )
  })

  test('a COUNT ends with its last occurrence, and an added date may be later', () => {
    const rule = ruleOf('FREQ=DAILY;COUNT=3')
    const added = [{ day: day('2026-05-02') }, { day: day('2026-04-28') }]
    expect(recurrenceEnd({ start, rule })).toStrictEqual({
      ok: true,
      value: {
        lastWallSeconds: wall('2026-04-29T09:30'),
        lastStartEpochSeconds: seconds('2026-04-29T07:30:00Z'),
      },
    })
    expect(lastOf({ start, rule, added })).toBe('2026-05-02T07:30:00Z')
  })

  test('an endless rule has no last start, whatever dates are added', () => {
    expect(lastOf({ start, rule: ruleOf('FREQ=DAILY'), added: [{ day: 30_000 }] })).toBe(undefined)
  })

  test('a known last wall time ends a rule with COUNT', () => {
    const rule = ruleOf('FREQ=DAILY;COUNT=30')
    const recurrence = { start, rule, lastWallSeconds: wall('2026-04-29T09:30') }
    expect(starts(recurrence, '2026-04-28T00:00:00Z', '2026-05-28T00:00:00Z')).toEqual([
      '2026-04-28T09:30:00+02:00',
      '2026-04-29T09:30:00+02:00',
    ])
  })
})

describe('a rule that needs too much work is refused', () => {
  const start = { wallSeconds: wall('2026-04-27T09:30'), timeZone: 'UTC' }
  const refusal = { ok: false, refusal: { code: 'recurrence_too_costly' } }

  test.each([
    ['a COUNT of dates that do not exist', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2'],
    ['a COUNT above 10,000', 'FREQ=DAILY;COUNT=10001'],
    ['a COUNT of times that no step reaches', 'FREQ=HOURLY;INTERVAL=4;BYHOUR=0;COUNT=2'],
  ])('%s', (_what, text) => {
    const recurrence = { start, rule: ruleOf(text) }
    const range = { fromEpochSeconds: 1_777_280_400, toEpochSeconds: 1_777_290_000 }
    expect(recurrenceEnd(recurrence)).toEqual(refusal)
    expect(expandRecurrence(recurrence, range, 10)).toEqual(refusal)
  })

  test('a COUNT of 10,000 is counted', () => {
    const end = recurrenceEnd({ start, rule: ruleOf('FREQ=DAILY;COUNT=10000') })
    expect(end).toMatchObject({ ok: true, value: { lastWallSeconds: wall('2053-09-11T09:30') } })
  })

  test('an error other than too much work is thrown', () => {
    const unknown = { wallSeconds: 0, timeZone: 'Mars/Olympus' }
    const range = { fromEpochSeconds: 0, toEpochSeconds: 10 }
    expect(() => expandRecurrence({ start: unknown }, range, 10)).toThrow('unknown time zone')
  })
})

describe('wall times and instants of a recurrence', () => {
  test('a wall time with seconds keeps them', () => {
    const start = { wallSeconds: 0, timeZone: 'Europe/Berlin' }
    expect(instantOfWallTime(start, wall('2026-04-27T09:30') + 59)).toBe(
      seconds('2026-04-27T07:30:59Z'),
    )
    expect(wallSecondsOf('Europe/Berlin', seconds('2026-04-27T07:30:59Z'))).toBe(
      wall('2026-04-27T09:30') + 59,
    )
  })

  test('wall times before 1970 are converted, too', () => {
    const start = { wallSeconds: 0, timeZone: 'Europe/Berlin' }
    expect(instantOfWallTime(start, -1)).toBe(-3601)
    expect(wallSecondsOf('Europe/Berlin', -3601)).toBe(-1)
  })
})
