import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busyAround, placedPolicy, shifted } from '../../tests/support/arbitraries.ts'
import {
  ALL_TIME,
  type CalendarTime,
  computeGrid,
  computeSlots,
  EMPTY_SET,
  explainSlot,
  fromUnsorted,
  type Interval,
  startOfLocalDay,
  subtract,
  withCalendars,
} from '../index.ts'

const busy = busyAround(3)

test('with connected calendars, a start is listed if and only if explainSlot has no refusal', () => {
  fc.assert(
    fc.property(placedPolicy, busy, busy, busy, (placed, claims, elsewhere, range) => {
      const { policy, day } = placed
      const nowEpochSeconds = (day - 1) * 86_400
      const set = (intervals: readonly Interval[]) => fromUnsorted(shifted(intervals, day * 1440))
      const occupied = set(claims)
      const calendars: readonly CalendarTime[] = [
        { source: 'ical', busy: set(elsewhere), unknown: EMPTY_SET, gap: 'out_of_range' },
        {
          source: 'google',
          busy: EMPTY_SET,
          unknown: subtract(ALL_TIME, set(range)),
          gap: 'out_of_range',
        },
      ]
      const query = {
        policy,
        fromEpochMinutes: startOfLocalDay(policy.timeZone, day - 1),
        toEpochMinutes: startOfLocalDay(policy.timeZone, day + 2),
        nowEpochSeconds,
        occupied: withCalendars(occupied, calendars),
      }
      const listed = new Set(computeSlots(query))
      for (const start of computeGrid(query).starts) {
        const reasons = explainSlot(policy, start * 60, nowEpochSeconds, occupied, { calendars })
        expect(reasons.length === 0).toBe(listed.has(start))
      }
    }),
    { numRuns: 200 },
  )
})
