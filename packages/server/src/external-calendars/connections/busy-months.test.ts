import { expect, test } from 'vitest'
import { busyOf, monthsOf, packMonths, unpackMonth } from './busy-months.ts'

const minutes = (time: string): number => Date.parse(`${time}Z`) / 60_000
const interval = (start: string, end: string) => ({
  startEpochMinutes: minutes(start),
  endEpochMinutes: minutes(end),
})

test('a busy interval takes four bytes, in minutes of its month', () => {
  const packed = packMonths([
    interval('2026-05-01T00:00', '2026-05-01T00:30'),
    interval('2026-05-31T23:00', '2026-06-01T00:00'),
  ])
  expect([...packed.keys()]).toEqual(['2026-05'])
  expect([...(packed.get('2026-05') ?? [])]).toEqual([0, 0, 0, 30, 0xae, 0x24, 0xae, 0x60])
})

test('busy time across months is split by month and merged again on reading', () => {
  const busy = interval('2026-12-31T22:00', '2027-02-01T02:00')
  const packed = packMonths([busy])
  expect([...packed.keys()]).toEqual(['2026-12', '2027-01', '2027-02'])
  const months = [...packed].map(([month, bytes]) => ({
    kind: 'ical' as const,
    version: 1,
    month,
    busy: bytes,
  }))
  expect(months.map(unpackMonth)).toEqual([
    [interval('2026-12-31T22:00', '2027-01-01T00:00')],
    [interval('2027-01-01T00:00', '2027-02-01T00:00')],
    [interval('2027-02-01T00:00', '2027-02-01T02:00')],
  ])
  expect([...busyOf(months)]).toEqual([busy.startEpochMinutes, busy.endEpochMinutes])
})

test('without busy times there are no months', () => {
  expect(packMonths([]).size).toBe(0)
})

test('an interval that ends as a month begins does not include that month', () => {
  expect(monthsOf(interval('2026-01-31T23:59', '2026-03-01T00:00'))).toEqual(['2026-01', '2026-02'])
  expect(monthsOf(interval('2026-01-31T23:59', '2026-03-01T00:01'))).toEqual([
    '2026-01',
    '2026-02',
    '2026-03',
  ])
})
