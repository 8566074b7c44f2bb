import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  busyAround,
  type PlacedPolicy,
  placedPolicy,
  shifted,
} from '../../tests/support/arbitraries.ts'
import { literalGrid } from '../../tests/support/oracle.ts'
import {
  bookableTime,
  computeGrid,
  computeSlots,
  contains,
  EMPTY_SET,
  explainSlot,
  fromUnsorted,
  hoursWithin,
  type Interval,
  indexesWithin,
  type OpenRules,
  startOfLocalDay,
  type WorkingTime,
} from '../index.ts'

const intervals = busyAround(3)

/** Every open minute of rules around a date, by the slow computation: slots of one minute. */
const literalMinutes = ({ policy }: PlacedPolicy, day: number): ReadonlySet<number> =>
  new Set(literalGrid({ ...policy, durationMinutes: 1, slotStepMinutes: 1 }, day - 2, day + 3))

const minutesOf = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start }, (_, i) => start + i)

/** Two policies, and a date near a clock change in the zone of one of them. */
const policyAndHours = fc
  .tuple(placedPolicy, placedPolicy, fc.boolean())
  .map(([placed, hours, isNearHours]) => ({
    policy: placed.policy,
    hours,
    day: isNearHours ? hours.day : placed.day,
  }))

type Placed = ReturnType<typeof questionOf>

const questionOf = (
  { policy, hours, day }: { policy: PlacedPolicy['policy']; hours: PlacedPolicy; day: number },
  timeOff: readonly Interval[],
) => {
  const fromEpochMinutes = startOfLocalDay(policy.timeZone, day - 1)
  const toEpochMinutes = startOfLocalDay(policy.timeZone, day + 2)
  const rules: OpenRules = hours.policy
  const working: WorkingTime = {
    timeZone: rules.timeZone,
    hours: hoursWithin(rules, fromEpochMinutes - 2880, toEpochMinutes + 2 * 2880),
    timeOff: fromUnsorted(shifted(timeOff, day * 1440)),
  }
  const query = {
    policy: { ...policy, minNoticeMinutes: 0, maxAdvanceDays: 30 },
    fromEpochMinutes,
    toEpochMinutes,
    nowEpochSeconds: (fromEpochMinutes - 2880) * 60,
    occupied: EMPTY_SET,
    hours: bookableTime(working),
  }
  return { query, working }
}

test('the hours of rules are the minutes of a slow computation that follows the rules literally', () => {
  fc.assert(
    fc.property(placedPolicy, (placed) => {
      const { policy, day } = placed
      const from = startOfLocalDay(policy.timeZone, day - 1)
      const to = startOfLocalDay(policy.timeZone, day + 2)
      const open = literalMinutes(placed, day)
      const set = hoursWithin(policy, from, to)
      const found = minutesOf(from, to).filter((minute) => contains(set, minute, minute + 1))
      expect(found).toEqual(minutesOf(from, to).filter((minute) => open.has(minute)))
    }),
    { numRuns: 100 },
  )
})

test('a slot is offered if and only if every minute of it is within the hours and no minute is off', () => {
  fc.assert(
    fc.property(policyAndHours, intervals, (placed, timeOff) => {
      const { query } = questionOf(placed, timeOff)
      const { policy, fromEpochMinutes, toEpochMinutes } = query
      const open = literalMinutes(placed.hours, placed.day)
      const off = new Set(
        shifted(timeOff, placed.day * 1440).flatMap(({ startEpochMinutes, endEpochMinutes }) =>
          minutesOf(startEpochMinutes, endEpochMinutes),
        ),
      )
      const expected = literalGrid(policy, placed.day, placed.day).filter(
        (start) =>
          fromEpochMinutes <= start &&
          start < toEpochMinutes &&
          minutesOf(start, start + policy.durationMinutes).every(
            (minute) => open.has(minute) && !off.has(minute),
          ),
      )
      expect(computeSlots(query)).toEqual(expected)
      expect(computeGrid(query).starts).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test('with working hours and time off, a start is listed if and only if explainSlot has no refusal', () => {
  const checked = ({ query, working }: Placed) => {
    const listed = new Set(computeSlots(query))
    const { starts } = computeGrid({ ...query, hours: undefined })
    for (const start of starts) {
      const reasons = explainSlot(query.policy, start * 60, query.nowEpochSeconds, EMPTY_SET, {
        working,
      })
      expect(reasons.length === 0).toBe(listed.has(start))
    }
  }
  fc.assert(
    fc.property(policyAndHours, intervals, (placed, timeOff) =>
      checked(questionOf(placed, timeOff)),
    ),
    { numRuns: 200 },
  )
})

test('the sweep over starts agrees with a search for each of them', () => {
  const starts = fc
    .array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 60 })
    .map((unsorted) => [...unsorted].sort((a, b) => a - b))
  fc.assert(
    fc.property(intervals, starts, fc.integer({ min: 1, max: 1440 }), (within, from, minutes) => {
      const set = fromUnsorted(within)
      const found = indexesWithin(from, minutes, set)
      const expected = from.flatMap((start, index) =>
        contains(set, start, start + minutes) ? [index] : [],
      )
      expect(found).toEqual(expected)
    }),
  )
})
