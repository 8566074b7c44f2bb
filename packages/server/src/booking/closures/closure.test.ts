import { expect, test } from 'vitest'
import { timeTexts } from '../closed-time/closed-time.ts'
import { type Closure, closureProblems, closureRepresentation, mayBeClosed } from './closure.ts'

const seconds = (instant: string) => Date.parse(instant) / 1000

const closure = (more: Partial<Closure> = {}): Closure => ({
  id: 'clo_1',
  accountId: 'acc_1',
  version: 1,
  name: 'Christmas',
  time: { startDate: '2026-12-25', endDate: '2026-12-27' },
  scope: { kind: 'all' },
  createdAtEpochSeconds: seconds('2026-04-20T08:00:00Z'),
  updatedAtEpochSeconds: seconds('2026-04-20T08:00:00Z'),
  ...more,
})
const HOUR = {
  startEpochSeconds: seconds('2026-12-25T09:00:00Z'),
  endEpochSeconds: seconds('2026-12-25T10:00:00Z'),
}

test('the time of a closure is shown as dates or as instants', () => {
  expect(timeTexts(closure().time)).toEqual({ start: '2026-12-25', end: '2026-12-27' })
  expect(timeTexts(HOUR)).toEqual({ start: '2026-12-25T09:00:00Z', end: '2026-12-25T10:00:00Z' })
})

test('a closure shows who is closed, and the holiday that it was made from', () => {
  expect(closureRepresentation(closure())).toMatchObject({
    id: 'clo_1',
    name: 'Christmas',
    start: '2026-12-25',
    end: '2026-12-27',
    all: true,
    providerIds: [],
    scheduleId: null,
    holiday: null,
  })
  const shown = (more: Partial<Closure>) => closureRepresentation(closure(more))
  expect(shown({ scope: { kind: 'providers', providerIds: ['prv_1'] } })).toMatchObject({
    all: false,
    providerIds: ['prv_1'],
    scheduleId: null,
  })
  expect(shown({ scope: { kind: 'schedule', scheduleId: 'sch_1' } })).toMatchObject({
    all: false,
    providerIds: [],
    scheduleId: 'sch_1',
  })
  expect(shown({ holiday: { country: 'DE' } }).holiday).toEqual({ country: 'DE', region: null })
  expect(shown({ holiday: { country: 'DE', region: 'BY' } }).holiday).toEqual({
    country: 'DE',
    region: 'BY',
  })
})

test.each<[string, Partial<Closure>, readonly string[]]>([
  ['dates in order', {}, []],
  ['instants in order', { time: HOUR }, []],
  ['another account', { accountId: 'acc_2' }, ['The account differs from the one in the key.']],
  [
    'no time at all',
    { time: { ...HOUR, endEpochSeconds: HOUR.startEpochSeconds } },
    ['The end is not after the start.'],
  ],
  [
    'an end within a minute',
    { time: { ...HOUR, endEpochSeconds: HOUR.endEpochSeconds + 1 } },
    ['The start or the end is not a whole minute.'],
  ],
  [
    'an end before its start',
    { time: { startDate: '2026-12-27', endDate: '2026-12-25' } },
    ['The end is not after the start.'],
  ],
  [
    'one date twice',
    { time: { startDate: '2026-12-25', endDate: '2026-12-25' } },
    ['The end is not after the start.'],
  ],
  [
    'a start that does not exist',
    { time: { startDate: '2026-02-30', endDate: '2026-12-25' } },
    ['A date does not exist.'],
  ],
  [
    'an end that does not exist',
    { time: { startDate: '2026-01-01', endDate: '2026-13-01' } },
    ['A date does not exist.'],
  ],
])('a stored closure with %s is judged', (_, more, problems) => {
  expect(closureProblems(closure(more), 'acc_1')).toEqual(problems)
})

test('closures are read for a provider only in a time that they can reach', () => {
  const startEpochMinutes = HOUR.startEpochSeconds / 60
  const until = (closuresUntilEpochSeconds: number) =>
    mayBeClosed({ closuresUntilEpochSeconds }, { startEpochMinutes })
  expect(until(HOUR.startEpochSeconds + 1)).toBe(true)
  expect(until(HOUR.startEpochSeconds)).toBe(false)
  expect(mayBeClosed({}, { startEpochMinutes })).toBe(false)
})
