import { describe, expect, test } from 'vitest'
import { parseInstant } from '../time/instants.ts'
import { countersOf, limitCheck, type PeriodLimits, parseCounter, periodDates } from './limits.ts'

const minutesOf = (text: string) => (parseInstant(text) as number) / 60
const at = (text: string, durationMinutes = 30) => ({
  startEpochMinutes: minutesOf(text),
  durationMinutes,
})
const ALL: PeriodLimits = { perDay: 3, perWeek: 10, perMonth: 20, minutesPerDay: 120 }
const subject = (limits: PeriodLimits | undefined, timeZone = 'Europe/Berlin', id = 'ety_1') => ({
  id,
  timeZone,
  limits,
})

describe('what a booking claims of limits', () => {
  test('is one count for each limit, by the first date of its period', () => {
    const { counts, maxima } = countersOf([subject(ALL)], () => at('2026-07-02T09:00:00Z'))
    expect(counts).toEqual([
      { counter: 'ety_1:day:2026-07-02', amount: 1 },
      { counter: 'ety_1:week:2026-06-29', amount: 1 },
      { counter: 'ety_1:month:2026-07-01', amount: 1 },
      { counter: 'ety_1:minutes:2026-07-02', amount: 30 },
    ])
    expect([...maxima]).toEqual([
      ['ety_1:day:2026-07-02', 3],
      ['ety_1:week:2026-06-29', 10],
      ['ety_1:month:2026-07-01', 20],
      ['ety_1:minutes:2026-07-02', 120],
    ])
  })

  test('is nothing without limits', () => {
    expect(countersOf([subject(undefined)], () => at('2026-07-02T09:00:00Z')).counts).toEqual([])
  })

  test('follows the zone of each subject', () => {
    const subjects = [
      subject({ perDay: 1 }, 'Pacific/Auckland', 'ety_1'),
      subject({ perDay: 1 }, 'America/Los_Angeles', 'prv_1'),
    ]
    const { counts } = countersOf(subjects, () => at('2026-07-02T12:30:00Z'))
    expect(counts.map(({ counter }) => counter)).toEqual([
      'ety_1:day:2026-07-03',
      'prv_1:day:2026-07-02',
    ])
  })

  test('is all on the date of the start, also past midnight', () => {
    const { counts } = countersOf([subject(ALL)], () => at('2026-06-30T21:45:00Z', 60))
    expect(counts).toContainEqual({ counter: 'ety_1:minutes:2026-06-30', amount: 60 })
    expect(counts).toContainEqual({ counter: 'ety_1:month:2026-06-01', amount: 1 })
  })

  test('is on one date through a clock change of any length', () => {
    const dayOf = (zone: string, text: string) =>
      countersOf([subject({ perDay: 1 }, zone)], () => at(text)).counts[0]?.counter
    // A day of 25 hours.
    expect(dayOf('Europe/Berlin', '2026-10-24T22:00:00Z')).toBe('ety_1:day:2026-10-25')
    expect(dayOf('Europe/Berlin', '2026-10-25T22:59:00Z')).toBe('ety_1:day:2026-10-25')
    expect(dayOf('Europe/Berlin', '2026-10-25T23:00:00Z')).toBe('ety_1:day:2026-10-26')
    // Samoa had no 30 December 2011.
    expect(dayOf('Pacific/Apia', '2011-12-30T09:59:00Z')).toBe('ety_1:day:2011-12-29')
    expect(dayOf('Pacific/Apia', '2011-12-30T10:00:00Z')).toBe('ety_1:day:2011-12-31')
  })
})

describe('the dates of the counts that slots depend on', () => {
  test('begin with the month of the week of the first start', () => {
    const dates = (from: string, to: string) =>
      periodDates('Europe/Berlin', minutesOf(from), minutesOf(to))
    expect(dates('2026-07-01T00:00:00Z', '2026-07-04T00:00:00Z')).toEqual({
      fromDate: '2026-06-29',
      toDate: '2026-07-04',
    })
    expect(dates('2026-07-15T00:00:00Z', '2026-07-15T01:00:00Z')).toEqual({
      fromDate: '2026-07-01',
      toDate: '2026-07-15',
    })
  })
})

describe('a limit', () => {
  const used = new Map([
    ['ety_1:day:2026-07-02', 3],
    ['ety_1:minutes:2026-07-03', 100],
  ])
  const check = limitCheck(subject(ALL), (counter) => used.get(counter) ?? 0)

  test('is reached when another booking does not fit', () => {
    expect(check(at('2026-07-02T09:00:00Z'))).toEqual([
      { code: 'limit_reached', limit: 'perDay', count: 3 },
    ])
    expect(check(at('2026-07-03T09:00:00Z', 20))).toEqual([])
    expect(check(at('2026-07-03T09:00:00Z', 21))).toEqual([
      { code: 'limit_reached', limit: 'minutesPerDay', count: 120 },
    ])
  })

  test('is not in the way of a booking that moves within its period', () => {
    const own = [{ counter: 'ety_1:day:2026-07-02', amount: 1 }]
    expect(check(at('2026-07-02T15:00:00Z'), own)).toEqual([])
    expect(check(at('2026-07-02T15:00:00Z'), [])).toHaveLength(1)
  })
})

test('the name of a count says whose limit it is', () => {
  expect(parseCounter('prv_1:minutes:2026-07-02')).toEqual({
    subjectId: 'prv_1',
    limit: 'minutesPerDay',
    of: '2026-07-02',
  })
  expect(parseCounter('ety_1:booker:ab12')).toEqual({
    subjectId: 'ety_1',
    limit: 'perBooker',
    of: 'ab12',
  })
})
