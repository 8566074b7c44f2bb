import { expect, test } from 'vitest'
import { closedSpans, type Schedule, spanOn } from './working-hours.ts'

const schedule = (rest: Partial<Schedule>): Schedule => ({
  id: 'sch_01kqs3v7m8e2f4g6h8j0k2m4n6',
  name: 'Office hours',
  timeZone: 'Europe/Berlin',
  availabilityRules: [
    { weekday: 'monday', windows: [{ start: '09:00', end: '12:00' }] },
    { weekday: 'tuesday', windows: [{ start: '22:00', end: '02:00' }] },
    { weekday: 'friday', windows: [{ start: '20:00', end: '24:00' }] },
  ],
  dateOverrides: [],
  version: 1,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
  actor: null,
  ...rest,
})

// 20 April 2026 is a Monday.
test('a day is closed before and after its hours, and all day without any', () => {
  expect(closedSpans(schedule({}), '2026-04-20', 'Europe/Berlin')).toEqual([
    { from: 0, to: 540 },
    { from: 720, to: 1440 },
  ])
  expect(closedSpans(schedule({}), '2026-04-23', 'Europe/Berlin')).toEqual([{ from: 0, to: 1440 }])
})

test('hours past midnight are open on both days, and 24:00 is the end of the day', () => {
  expect(closedSpans(schedule({}), '2026-04-21', 'Europe/Berlin')).toEqual([{ from: 0, to: 1320 }])
  expect(closedSpans(schedule({}), '2026-04-22', 'Europe/Berlin')).toEqual([
    { from: 120, to: 1440 },
  ])
  expect(closedSpans(schedule({}), '2026-04-24', 'Europe/Berlin')).toEqual([{ from: 0, to: 1200 }])
})

test('a date with other hours replaces its weekday', () => {
  const dateOverrides = [{ date: '2026-04-20', windows: [{ start: '13:00', end: '14:00' }] }]
  expect(closedSpans(schedule({ dateOverrides }), '2026-04-20', 'Europe/Berlin')).toEqual([
    { from: 0, to: 780 },
    { from: 840, to: 1440 },
  ])
})

test('hours are shown in the time zone of the page, also on another date', () => {
  // 9 to 12 on Monday in Berlin is 19:00 to 22:00 in Auckland, and 21:00 on Sunday to midnight in Honolulu.
  expect(closedSpans(schedule({}), '2026-04-20', 'Pacific/Auckland')).toEqual([
    { from: 0, to: 1140 },
    { from: 1320, to: 1440 },
  ])
  expect(closedSpans(schedule({}), '2026-04-19', 'Pacific/Honolulu')).toEqual([
    { from: 0, to: 1260 },
  ])
})

test('after a clock change the hours keep their wall time', () => {
  const availabilityRules = [
    { weekday: 'sunday' as const, windows: [{ start: '09:00', end: '17:00' }] },
  ]
  for (const date of ['2026-03-29', '2026-10-25']) {
    expect(closedSpans(schedule({ availabilityRules }), date, 'Europe/Berlin')).toEqual([
      { from: 0, to: 540 },
      { from: 1020, to: 1440 },
    ])
  }
})

test('an interval takes its part of a day only, and keeps its length in a repeated hour', () => {
  const night = { start: '2026-04-20T21:00:00Z', end: '2026-04-21T01:00:00Z' }
  expect(spanOn('2026-04-20', night, 'Europe/Berlin')).toEqual({ from: 1380, to: 1440 })
  expect(spanOn('2026-04-21', night, 'Europe/Berlin')).toEqual({ from: 0, to: 180 })
  expect(spanOn('2026-04-22', night, 'Europe/Berlin')).toBeUndefined()
  // 02:45 for the first time until 02:15 for the second time.
  const repeated = { start: '2026-10-25T00:45:00Z', end: '2026-10-25T01:15:00Z' }
  expect(spanOn('2026-10-25', repeated, 'Europe/Berlin')).toEqual({ from: 165, to: 195 })
})
