import { describe, expect, it } from 'vitest'
import { fitsWish, offerableStart, type Wish } from './wish.ts'

const instant = (text: string): number => Date.parse(text) / 1000

const ANY: Wish = {
  fromEpochSeconds: instant('2026-10-19T00:00:00Z'),
  toEpochSeconds: instant('2026-11-02T00:00:00Z'),
}
const startAt = (text: string, seatsLeft?: number) =>
  offerableStart(instant(text), 'Europe/Berlin', seatsLeft)

describe('a start fits a wish', () => {
  it('from its first second until its last, which is excluded', () => {
    expect(fitsWish(ANY, startAt('2026-10-19T00:00:00Z'))).toBe(true)
    expect(fitsWish(ANY, startAt('2026-10-18T23:59:00Z'))).toBe(false)
    expect(fitsWish(ANY, startAt('2026-11-01T23:59:00Z'))).toBe(true)
    expect(fitsWish(ANY, startAt('2026-11-02T00:00:00Z'))).toBe(false)
  })

  it('on the weekday of the zone of its provider, not of UTC', () => {
    const onTuesdays = { ...ANY, weekdays: ['tuesday' as const] }
    // 22:30 UTC on Monday is half past midnight on Tuesday in Berlin.
    expect(fitsWish(onTuesdays, startAt('2026-10-19T22:30:00Z'))).toBe(true)
    expect(fitsWish(onTuesdays, startAt('2026-10-20T22:30:00Z'))).toBe(false)
  })

  it('at the same time of day before and after the clocks change', () => {
    const mornings = { ...ANY, timeOfDay: { startMinute: 9 * 60, endMinute: 10 * 60 } }
    expect(fitsWish(mornings, startAt('2026-10-24T07:00:00Z'))).toBe(true)
    expect(fitsWish(mornings, startAt('2026-10-24T08:00:00Z'))).toBe(false)
    // Clocks went back on October 25.
    expect(fitsWish(mornings, startAt('2026-10-26T07:00:00Z'))).toBe(false)
    expect(fitsWish(mornings, startAt('2026-10-26T08:00:00Z'))).toBe(true)
  })

  it('in a time of day over midnight, on both days', () => {
    const nights = { ...ANY, timeOfDay: { startMinute: 22 * 60, endMinute: 2 * 60 } }
    expect(fitsWish(nights, startAt('2026-10-20T20:00:00Z'))).toBe(true)
    expect(fitsWish(nights, startAt('2026-10-20T23:59:00Z'))).toBe(true)
    expect(fitsWish(nights, startAt('2026-10-21T00:00:00Z'))).toBe(false)
  })

  it('only with as many seats left as are wanted', () => {
    const three = { ...ANY, seats: 3 }
    expect(fitsWish(three, startAt('2026-10-20T08:00:00Z', 3))).toBe(true)
    expect(fitsWish(three, startAt('2026-10-20T08:00:00Z', 2))).toBe(false)
    expect(fitsWish(three, startAt('2026-10-20T08:00:00Z'))).toBe(false)
  })
})
