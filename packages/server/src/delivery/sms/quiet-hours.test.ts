import { describe, expect, test } from 'vitest'
import { earliestFor, endOfQuietHours, type SmsOccasion } from './quiet-hours.ts'

const at = (text: string): number => Date.parse(text) / 1000
const textOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(0, 16)
const endAt = (text: string, zone: string) => textOf(endOfQuietHours(at(text), zone))

describe('the quiet hours', () => {
  test('are from 21:00 to 08:00 on the clocks of the zone', () => {
    // Berlin is two hours ahead of UTC in summer.
    expect(endAt('2026-06-01T18:59:59Z', 'Europe/Berlin')).toBeUndefined()
    expect(endAt('2026-06-01T19:00:00Z', 'Europe/Berlin')).toBe('2026-06-02T06:00')
    expect(endAt('2026-06-02T05:59:59Z', 'Europe/Berlin')).toBe('2026-06-02T06:00')
    expect(endAt('2026-06-02T06:00:00Z', 'Europe/Berlin')).toBeUndefined()
  })

  test('end at 08:00 of the new time if the clocks change in the night', () => {
    // Summer time begins on 29 March 2026.
    expect(endAt('2026-03-28T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00')
    expect(endAt('2026-10-24T22:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T07:00')
  })

  test('are those of the other side of the world', () => {
    expect(endAt('2026-06-01T12:00:00Z', 'Asia/Tokyo')).toBe('2026-06-01T23:00')
    expect(endAt('2026-06-01T05:00:00Z', 'America/Los_Angeles')).toBe('2026-06-01T15:00')
  })
})

describe('an SMS at 23:00', () => {
  const NOW = at('2026-06-01T23:00:00Z')
  const earliest = (
    kind: SmsOccasion['kind'],
    start: string,
    rest: Partial<SmsOccasion['booking']> = {},
  ) =>
    textOf(
      earliestFor({ kind, booking: { startEpochSeconds: at(start), ...rest }, zone: 'UTC' }, NOW),
    )
  const [NIGHT, MORNING] = ['2026-06-01T23:00', '2026-06-02T08:00']

  test.each(['confirmed', 'requested'] as const)('is sent at once if it says %s', (kind) => {
    expect(earliest(kind, '2026-06-20T10:00:00Z')).toBe(NIGHT)
  })

  test('about a cancellation waits for the morning, unless the booker has cancelled', () => {
    const start = '2026-06-20T10:00:00Z'
    expect(earliest('cancelled', start, { cancelledBy: 'account' })).toBe(MORNING)
    expect(earliest('cancelled', start, { cancelledBy: 'booker' })).toBe(NIGHT)
  })

  test('about a cancellation does not wait if the booker would be on the way by then', () => {
    expect(earliest('cancelled', '2026-06-02T09:59:00Z', { cancelledBy: 'account' })).toBe(NIGHT)
    expect(earliest('cancelled', '2026-06-02T10:00:00Z', { cancelledBy: 'account' })).toBe(MORNING)
  })

  test('about a new time does not wait if the old or the new one is soon', () => {
    const later = '2026-06-20T10:00:00Z'
    const soon = { rescheduledFromEpochSeconds: at('2026-06-02T09:00:00Z') }
    expect(earliest('rescheduled', later, soon)).toBe(NIGHT)
    expect(earliest('otherService', later, soon)).toBe(NIGHT)
    expect(earliest('rescheduled', later)).toBe(MORNING)
    expect(earliest('rescheduled', '2026-06-02T09:00:00Z')).toBe(NIGHT)
  })

  test('that reminds waits for the morning if that is half an hour before the start', () => {
    expect(earliest('reminder', '2026-06-02T11:00:00Z')).toBe(MORNING)
    expect(earliest('reminder', '2026-06-02T08:30:00Z')).toBe(MORNING)
    expect(earliest('reminder', '2026-06-02T08:29:00Z')).toBe(NIGHT)
  })
})
