import { expect, test } from 'vitest'
import { addDays, dateOf, instantOf, startOfDate, wallTimeOf } from './zoned.ts'

test('an instant converts to a wall time in a time zone and back', () => {
  expect(wallTimeOf('2026-04-20T11:00:00Z', 'Europe/Berlin')).toBe('2026-04-20T13:00')
  expect(wallTimeOf('2026-04-20T20:45:00Z', 'Asia/Kathmandu')).toBe('2026-04-21T02:30')
  expect(instantOf('2026-04-20T13:00', 'Europe/Berlin')).toBe('2026-04-20T11:00:00Z')
})

test('a wall time in a DST gap moves forward by the gap, and a repeated one means the first', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00Z')
  expect(instantOf('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00Z')
})

test('a text that is not a wall time has no instant', () => {
  expect(instantOf('', 'Europe/Berlin')).toBeUndefined()
  expect(instantOf('2026-02-30T25:00', 'Europe/Berlin')).toBeUndefined()
  expect(instantOf('2026-02-30T10:00', 'Europe/Berlin')).toBeUndefined()
})

test('a date begins at its first instant in the time zone, even if that is not midnight', () => {
  expect(startOfDate('2026-04-20', 'Europe/Berlin')).toBe('2026-04-19T22:00:00Z')
  expect(startOfDate('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00Z')
  expect(dateOf('2026-04-19T22:00:00Z', 'Europe/Berlin')).toBe('2026-04-20')
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01')
})
