import { expect, test } from 'vitest'
import { minutes } from '../../tests/support/policies.ts'
import { formatInstant, slotsToJson } from '../index.ts'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('no slots give an empty array', () => {
  expect(text(slotsToJson([], 30, 'UTC'))).toBe('[]')
})

test('slots in UTC end with a Z', () => {
  expect(text(slotsToJson([minutes('2026-04-27T09:00:00Z')], 30, 'UTC'))).toBe(
    '[{"start":"2026-04-27T09:00:00Z","end":"2026-04-27T09:30:00Z","available":true}]',
  )
})

test('start and end of a slot each have the date and offset of their own instant', () => {
  const starts = [
    '2026-10-24T23:50:00+02:00',
    '2026-10-25T02:50:00+02:00',
    '2026-10-25T02:50:00+01:00',
  ].map(minutes)
  expect(text(slotsToJson(starts, 20, 'Europe/Berlin'))).toBe(
    '[{"start":"2026-10-24T23:50:00+02:00","end":"2026-10-25T00:10:00+02:00","available":true},' +
      '{"start":"2026-10-25T02:50:00+02:00","end":"2026-10-25T02:10:00+01:00","available":true},' +
      '{"start":"2026-10-25T02:50:00+01:00","end":"2026-10-25T03:10:00+01:00","available":true}]',
  )
})

test('a slot that cannot be booked is marked as not available', () => {
  const starts = ['2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'].map(minutes)
  const written = (available: readonly boolean[]) =>
    JSON.parse(text(slotsToJson(starts, 60, 'America/Vancouver', available)))
  const slots = (first: boolean, second: boolean) => [
    { start: '2026-04-27T02:00:00-07:00', end: '2026-04-27T03:00:00-07:00', available: first },
    { start: '2026-04-27T03:00:00-07:00', end: '2026-04-27T04:00:00-07:00', available: second },
  ]
  expect(written([false, true])).toEqual(slots(false, true))
  expect(written([true, false])).toEqual(slots(true, false))
  expect(written([false, false])).toEqual(slots(false, false))
})

test.each(['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns'])(
  'a year of slots in %s has the same texts as formatInstant gives',
  (zone) => {
    const first = minutes('2026-01-01T00:00:00Z')
    const starts = Array.from({ length: 4500 }, (_, n) => first + 127 * n)
    const slots = starts.map((start) => ({
      start: formatInstant(start, zone),
      end: formatInstant(start + 1440, zone),
      available: true,
    }))
    expect(text(slotsToJson(starts, 1440, zone))).toBe(JSON.stringify(slots))
  },
)

test('slots that span more than 400 days throw', () => {
  const first = minutes('2026-01-01T00:00:00Z')
  expect(() => slotsToJson([first, first + 401 * 1440], 30, 'UTC')).toThrow(
    'slots span at most 400 days',
  )
})
