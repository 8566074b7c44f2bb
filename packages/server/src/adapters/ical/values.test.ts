import { expect, test } from 'vitest'
import { readRule } from './rules.ts'
import { readDuration, readOffset, readTime } from './values.ts'

const NOON = 1_777_291_200

test.each([
  ['20260427', { kind: 'date', day: 20_570 }],
  ['2026-04-27', { kind: 'date', day: 20_570 }],
  ['20260427Z', { kind: 'date', day: 20_570 }],
  ['20260427T120000', { kind: 'time', wallSeconds: NOON, isUtc: false }],
  ['20260427T120000Z', { kind: 'time', wallSeconds: NOON, isUtc: true }],
  ['20260427t120000z', { kind: 'time', wallSeconds: NOON, isUtc: true }],
  ['20260427T1200', { kind: 'time', wallSeconds: NOON, isUtc: false }],
  ['2026-04-27T12:00:00.000Z', { kind: 'time', wallSeconds: NOON, isUtc: true }],
  ['20260426T240000', { kind: 'time', wallSeconds: NOON - 43_200, isUtc: false }],
  ['20260427T115960', { kind: 'time', wallSeconds: NOON, isUtc: false }],
  ['20260230', undefined],
  ['20260427T250000', undefined],
  ['20260427T240001', undefined],
  ['20260427T126000', undefined],
  ['20260427T120000+0200', undefined],
  ['', undefined],
])('the time %s is parsed', (text, time) => {
  expect(readTime(text)).toEqual(time)
})

test.each([
  ['P1D', { days: 1, seconds: 0 }],
  ['P2W', { days: 14, seconds: 0 }],
  ['PT1H30M', { days: 0, seconds: 5_400 }],
  ['P1DT12H', { days: 1, seconds: 43_200 }],
  ['+PT15S', { days: 0, seconds: 15 }],
  ['pt1h', { days: 0, seconds: 3_600 }],
  ['P999999999D', { days: 36_600, seconds: 0 }],
  ['-PT1H', undefined],
  ['P', undefined],
  ['PT', undefined],
  ['1H', undefined],
])('the duration %s is parsed', (text, duration) => {
  expect(readDuration(text)).toEqual(duration)
})

test.each([
  ['+0100', 3_600],
  ['-0330', -12_600],
  ['-053730', -20_250],
  ['+14:00', 50_400],
  ['+1600', undefined],
  ['0100', 3_600],
  ['later', undefined],
])('the offset %s is parsed', (text, seconds) => {
  expect(readOffset(text)).toBe(seconds)
})

test.each([
  ['FREQ=DAILY;INTERVAL=0;', { frequency: 'DAILY', interval: 1 }],
  ['freq=weekly; byday=mo', { frequency: 'WEEKLY', byDay: [{ weekday: 'MO' }] }],
  ['FREQ=WEEKLY;BYDAY=2MO,-1TU', { byDay: [{ weekday: 'MO' }, { weekday: 'TU' }] }],
  ['FREQ=WEEKLY;BYMONTHDAY=3', { frequency: 'WEEKLY', byMonthDay: [] }],
  ['FREQ=MONTHLY;X-NOTE=a;RSCALE=GREGORIAN;BYMONTHDAY=', { frequency: 'MONTHLY' }],
  ['RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260427', { frequency: 'DAILY', count: 3 }],
])('the rule %s is parsed without losing occurrences', (text, rule) => {
  expect(readRule(text).rule).toMatchObject(rule)
})

test.each(['', 'FREQ=SOMETIMES', 'FREQ=DAILY;COUNT=-1', 'FREQ=WEEKLY;BYDAY=XX', 'BYDAY=MO'])(
  '%s is not a rule',
  (text) => {
    expect(readRule(text).rule).toBeUndefined()
  },
)

test('the UNTIL of a rule is parsed even if the rule is invalid', () => {
  expect(readRule('FREQ=SOMETIMES;UNTIL=2026-04-27T12:00:00Z').until).toEqual({
    kind: 'time',
    wallSeconds: NOON,
    isUtc: true,
  })
  expect(readRule('FREQ=DAILY;UNTIL=later')).toMatchObject({ rule: { frequency: 'DAILY' } })
  expect(readRule('FREQ=DAILY;UNTIL=later').until).toBeUndefined()
})
