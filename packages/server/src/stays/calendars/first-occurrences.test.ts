import { expect, test } from 'vitest'
import { firstOccurrences } from './first-occurrences.ts'
import type { RecurringEvent } from './occurrence-times.ts'

const seconds = (instant: string) => Date.parse(instant) / 1000

const hourly = (index: number): RecurringEvent => {
  const startEpochSeconds = seconds('2026-12-01T00:00:00Z')
  return {
    id: `cev_${String(index).padStart(26, '0')}`,
    accountId: 'acc_1',
    calendarId: 'cal_1',
    version: 1,
    title: `Talk ${index}`,
    isStay: false,
    startEpochSeconds,
    endEpochSeconds: startEpochSeconds + 600,
    recurrence: {
      rrule: 'FREQ=HOURLY',
      timeZone: 'UTC',
      startWallSeconds: startEpochSeconds,
      exdates: [],
      rdates: [],
      changes: [],
      firstStartEpochSeconds: startEpochSeconds,
    },
    createdAtEpochSeconds: 0,
    updatedAtEpochSeconds: 0,
  }
}

// 88 million occurrences. To expand them all would exceed the time and memory of the test.
const events = Array.from({ length: 1000 }, (_, index) => hourly(index))
const range = {
  fromEpochSeconds: seconds('2026-12-01T00:00:00Z'),
  toEpochSeconds: seconds('2036-12-01T00:00:00Z'),
}

const first = (cursor?: string) => {
  const found = firstOccurrences(events, range, { limit: 2500, ...(cursor && { cursor }) })
  if (!found.ok) throw new Error(JSON.stringify(found.refusal))
  return found.value
}

test('only the first occurrences of a thousand hourly events over ten years are expanded, in order', () => {
  const found = first()
  expect(found).toHaveLength(2501)
  const placed = found.map(({ title, startEpochSeconds }) => [title, startEpochSeconds])
  const hour = (index: number) => range.fromEpochSeconds + Math.floor(index / 1000) * 3600
  expect(placed).toEqual(
    Array.from({ length: 2501 }, (_, index) => [`Talk ${index % 1000}`, hour(index)]),
  )
})

test('a page starts after the last one, also with events that began before the range', () => {
  const last = first().at(2499)
  const next = first(`${last?.startEpochSeconds}#${last?.id}`)
  expect(next.slice(0, 2).map(({ title }) => title)).toEqual(['Talk 500', 'Talk 501'])
  const third = seconds('2026-12-03T00:00:00Z')
  const late = { ...range, fromEpochSeconds: third + 300 }
  const running = firstOccurrences(events, late, { limit: 10 })
  expect(running).toMatchObject({ ok: true, value: { length: 11 } })
  const starts = running.ok ? running.value.map((each) => each.startEpochSeconds) : []
  expect(new Set(starts)).toEqual(new Set([third]))
})
