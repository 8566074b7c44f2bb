import { expect, test } from 'vitest'
import { fromWall, toWall, wallEvent } from './wall-events.ts'

test('an item is shown at its wall time and moved back to its instant', () => {
  const zone = 'America/Winnipeg'
  expect(toWall('2026-12-01T14:00:00Z', zone)).toBe('2026-12-01T09:00:00.000Z')
  expect(fromWall('2026-12-01T09:00:00Z', zone)).toBe('2026-12-01T14:00:00.000Z')
  const event = { id: '1', start: '2026-12-01T14:00:00Z', end: '2026-12-01T14:30:00Z' }
  expect(wallEvent(event, zone)).toEqual({
    id: '1',
    start: '2026-12-01T09:00:00.000Z',
    end: '2026-12-01T09:30:00.000Z',
  })
})

test('an item that ends earlier on the clock than it starts keeps its length', () => {
  // In Berlin, 00:45Z is 02:45 for the first time, and 01:15Z is 02:15 for the second time.
  const event = { start: '2026-10-25T00:45:00Z', end: '2026-10-25T01:15:00Z' }
  expect(wallEvent(event, 'Europe/Berlin')).toEqual({
    start: '2026-10-25T02:45:00.000Z',
    end: '2026-10-25T03:15:00.000Z',
  })
})

test('an item of whole days keeps its dates', () => {
  const event = { start: '2026-12-01', end: '2026-12-03', allDay: true }
  expect(wallEvent(event, 'America/Winnipeg')).toBe(event)
})
