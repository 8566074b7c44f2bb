import { expect, test } from 'vitest'
import { slotsAnswer } from './slot-routes.ts'

// 20 April 2026, 08:00 UTC.
const starts = [Date.parse('2026-04-20T08:00:00Z') / 60_000]
const text = (slots: Parameters<typeof slotsAnswer>[0], zone: string): string =>
  new TextDecoder().decode(slotsAnswer(slots, zone, 'account').body as Uint8Array)

test('one list of starts has a body of its own for each zone, duration and kind of list', () => {
  const plain = { starts, durationMinutes: 30, timeZone: 'UTC' }
  const inUtc =
    '{"data":[{"start":"2026-04-20T08:00:00Z","end":"2026-04-20T08:30:00Z","available":true}]}'
  expect(text(plain, 'UTC')).toBe(inUtc)
  expect(text(plain, 'Europe/Berlin')).toBe(
    '{"data":[{"start":"2026-04-20T10:00:00+02:00","end":"2026-04-20T10:30:00+02:00","available":true}]}',
  )
  expect(text({ ...plain, durationMinutes: 60 }, 'UTC')).toBe(
    '{"data":[{"start":"2026-04-20T08:00:00Z","end":"2026-04-20T09:00:00Z","available":true}]}',
  )
  expect(text({ ...plain, available: [false] }, 'UTC')).toBe(
    '{"data":[{"start":"2026-04-20T08:00:00Z","end":"2026-04-20T08:30:00Z","available":false}]}',
  )
  const next = starts[0] as number
  expect(text({ ...plain, nextFromEpochMinutes: next }, 'UTC')).toBe(
    `${inUtc.slice(0, -1)},"nextFrom":"2026-04-20T08:00:00Z"}`,
  )
  expect(text(plain, 'UTC')).toBe(inUtc)
})
