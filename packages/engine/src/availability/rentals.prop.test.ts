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
  computeGrid,
  computeSlots,
  computeTeamSlots,
  EMPTY_SET,
  explainSlot,
  fromUnsorted,
  hoursWithin,
  type Interval,
  LIMITS,
  type SlotPolicy,
  slotClaim,
  slotHours,
  startOfLocalDay,
  validateSlotPolicy,
  type WorkingTime,
} from '../index.ts'

/** Hours, some days, the longest, and any other length. */
const length = fc.oneof(
  fc.constantFrom(120, 1440, 2880, 7 * 1440, LIMITS.longDurationMinutes),
  fc.integer({ min: 1, max: LIMITS.longDurationMinutes }),
)

const rental = fc.tuple(placedPolicy, length).map(
  ([{ policy, day }, durationMinutes]): PlacedPolicy => ({
    day,
    policy: {
      ...policy,
      durationMinutes,
      hoursApplyTo: 'startAndEnd',
      minNoticeMinutes: 0,
      maxAdvanceDays: 30,
    },
  }),
)

const rangeOf = ({ policy, day }: PlacedPolicy) => ({
  fromEpochMinutes: startOfLocalDay(policy.timeZone, day - 1),
  toEpochMinutes: startOfLocalDay(policy.timeZone, day + 2),
})

/** Every open minute of rules from two days before a date to those on which a rental ends. */
const literalMinutes = (policy: SlotPolicy, day: number): ReadonlySet<number> =>
  new Set(literalGrid({ ...policy, durationMinutes: 1, slotStepMinutes: 1 }, day - 2, day + 17))

/** Whether something can be returned at an instant: before the hours end, or at their end. */
const takesBack = (open: ReadonlySet<number>, minute: number): boolean =>
  open.has(minute) || open.has(minute - 1)

const question = (
  placed: PlacedPolicy,
  hours: PlacedPolicy,
  times: { readonly off: readonly Interval[]; readonly closed: readonly Interval[] },
) => {
  const { policy, day } = placed
  const range = rangeOf(placed)
  const { fromEpochMinutes, toEpochMinutes } = range
  const working: WorkingTime = {
    timeZone: hours.policy.timeZone,
    hours: hoursWithin(hours.policy, fromEpochMinutes - 2880, toEpochMinutes + 18 * 1440),
    timeOff: fromUnsorted(shifted(times.off, day * 1440)),
    closed: fromUnsorted(shifted(times.closed, (day + 1) * 1440)),
  }
  const nowEpochSeconds = (fromEpochMinutes - 2880) * 60
  return { policy, ...range, nowEpochSeconds, occupied: EMPTY_SET, working }
}

const minutesOf = (intervals: readonly Interval[]): ReadonlySet<number> =>
  new Set(
    intervals.flatMap(({ startEpochMinutes: start, endEpochMinutes: end }) =>
      Array.from({ length: end - start }, (_, index) => start + index),
    ),
  )

test('a rental is listed if and only if its start is open and it ends while or where it is open', () => {
  let listed = 0
  fc.assert(
    fc.property(rental, (placed) => {
      const { policy, day } = placed
      expect(validateSlotPolicy(policy).ok).toBe(true)
      const { fromEpochMinutes, toEpochMinutes } = rangeOf(placed)
      const open = literalMinutes(policy, day)
      const expected = literalGrid({ ...policy, durationMinutes: 1 }, day, day).filter(
        (start) =>
          fromEpochMinutes <= start &&
          start < toEpochMinutes &&
          takesBack(open, start + policy.durationMinutes),
      )
      const { starts } = computeGrid({
        policy,
        ...rangeOf(placed),
        nowEpochSeconds: 0,
        occupied: EMPTY_SET,
      })
      expect(starts).toEqual(expected)
      listed += starts.length
    }),
    { numRuns: 30 },
  )
  expect(listed).toBeGreaterThan(10)
})

test('working hours and closures bind the start and the end of a rental, time off all of it', () => {
  fc.assert(
    fc.property(rental, placedPolicy, busyAround(3), busyAround(3), (placed, own, off, closed) => {
      const { working, ...query } = question(placed, own, { off, closed })
      const { policy, fromEpochMinutes, toEpochMinutes } = query
      const shut = minutesOf(shifted(closed, (placed.day + 1) * 1440))
      const works = literalMinutes({ ...own.policy }, placed.day)
      const isThere = new Set([...works].filter((minute) => !shut.has(minute)))
      const away = shifted(off, placed.day * 1440)
      const open = literalMinutes(policy, placed.day)
      const expected = literalGrid({ ...policy, durationMinutes: 1 }, placed.day, placed.day)
        .filter((start) => fromEpochMinutes <= start && start < toEpochMinutes)
        .filter((start) => {
          const end = start + policy.durationMinutes
          return (
            takesBack(open, end) &&
            isThere.has(start) &&
            takesBack(isThere, end) &&
            away.every((each) => each.endEpochMinutes <= start || end <= each.startEpochMinutes)
          )
        })
      expect(computeSlots({ ...query, ...slotHours(working, policy) })).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

test('lists, explanations and teams of one agree on every start of a rental', () => {
  fc.assert(
    fc.property(
      rental,
      placedPolicy,
      fc.record({ off: busyAround(2), closed: busyAround(2), taken: busyAround(3) }),
      (placed, own, times) => {
        const { working, ...query } = question(placed, own, times)
        const { policy, nowEpochSeconds } = query
        const taken = shifted(times.taken, placed.day * 1440)
        const occupied = fromUnsorted(taken)
        const bounds = slotHours(working, policy)
        const slots = computeSlots({ ...query, occupied, ...bounds })
        const listed = new Set(slots)
        for (const start of computeGrid(query).starts) {
          const reasons = explainSlot(policy, start * 60, nowEpochSeconds, occupied, { working })
          expect(reasons.length === 0).toBe(listed.has(start))
        }
        for (const start of slots) {
          const claim = slotClaim(policy, start)
          expect(
            taken.every(
              (each) =>
                each.endEpochMinutes <= claim.startEpochMinutes ||
                claim.endEpochMinutes <= each.startEpochMinutes,
            ),
          ).toBe(true)
        }
        const { fromEpochMinutes, toEpochMinutes } = query
        const candidate = { bookable: bounds.hours, occupied, ...bounds }
        expect(
          computeTeamSlots({
            grids: [policy],
            needs: [{ candidates: [0], count: 1 }],
            candidates: [candidate],
            fromEpochMinutes,
            toEpochMinutes,
            nowEpochSeconds,
            timeZone: policy.timeZone,
          }),
        ).toEqual(slots)
      },
    ),
    { numRuns: 100 },
  )
})
