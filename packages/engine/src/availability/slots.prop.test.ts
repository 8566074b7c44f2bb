import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  busyAround,
  type PlacedPolicy,
  placedPolicy,
  shifted,
} from '../../tests/support/arbitraries.ts'
import { literalGrid } from '../../tests/support/oracle.ts'
import { Temporal } from '../../tests/support/temporal.ts'
import {
  computeGrid,
  computeSlots,
  EMPTY_SET,
  explainSlot,
  fromUnsorted,
  type Interval,
  localDayOf,
  type SlotQuery,
  slotClaim,
  startOfLocalDay,
  validateSlotPolicy,
} from '../index.ts'

/** The local dates from the one before the clock change to the one after it. */
const rangeOf = ({ policy, day }: PlacedPolicy) => ({
  fromEpochMinutes: startOfLocalDay(policy.timeZone, day - 1),
  toEpochMinutes: startOfLocalDay(policy.timeZone, day + 2),
})

const busy = busyAround(3)
const second = fc.integer({ min: -2 * 86_400, max: 86_400 })

/** A query for the days around a clock change; `nowOffset` is in seconds from the start of that day. */
const queryOf = (
  placed: PlacedPolicy,
  intervals: readonly Interval[],
  nowOffset: number,
): SlotQuery => ({
  policy: placed.policy,
  ...rangeOf(placed),
  nowEpochSeconds: placed.day * 86_400 + nowOffset,
  occupied: fromUnsorted(shifted(intervals, placed.day * 1440)),
})

const overlaps = (a: Interval, b: Interval): boolean =>
  a.startEpochMinutes < b.endEpochMinutes && b.startEpochMinutes < a.endEpochMinutes

test('every generated policy is valid', () => {
  fc.assert(fc.property(placedPolicy, ({ policy }) => validateSlotPolicy(policy).ok))
})

test('the grid agrees with a slow computation that follows the rules literally', () => {
  fc.assert(
    fc.property(placedPolicy, (placed) => {
      const { policy, day } = placed
      const { fromEpochMinutes, toEpochMinutes } = rangeOf(placed)
      const { starts } = computeGrid(queryOf(placed, [], 0))
      expect(starts).toEqual(
        literalGrid(policy, day, day).filter(
          (start) => fromEpochMinutes <= start && start < toEpochMinutes,
        ),
      )
    }),
    { numRuns: 200 },
  )
})

test('a start is listed if and only if explainSlot has no refusal', () => {
  fc.assert(
    fc.property(
      placedPolicy,
      busy,
      second,
      fc.array(fc.integer({ min: 0, max: 3 * 86_400 }), { maxLength: 20 }),
      (placed, intervals, nowOffset, offsets) => {
        const query = queryOf(placed, intervals, nowOffset)
        const { policy, nowEpochSeconds, occupied } = query
        const listed = new Set(computeSlots(query).map((start) => start * 60))
        const { starts } = computeGrid(query)
        // Every start of the grid, instants next to it, and random seconds.
        const candidates = [
          ...starts.flatMap((start) => [start * 60, (start + 1) * 60, start * 60 - 1]),
          ...offsets.map((offset) => query.fromEpochMinutes * 60 + offset),
        ].filter((at) => at >= query.fromEpochMinutes * 60 && at < query.toEpochMinutes * 60)
        const bookable = candidates.filter(
          (at) => explainSlot(policy, at, nowEpochSeconds, occupied).length === 0,
        )
        expect(new Set(bookable)).toEqual(listed)
      },
    ),
    { numRuns: 300 },
  )
})

test('the available starts of the grid are exactly the listed slots', () => {
  fc.assert(
    fc.property(placedPolicy, busy, second, (placed, intervals, nowOffset) => {
      const query = queryOf(placed, intervals, nowOffset)
      const { starts, available } = computeGrid(query)
      expect(available).toHaveLength(starts.length)
      expect(starts.filter((_, i) => available[i])).toEqual(computeSlots(query))
    }),
    { numRuns: 300 },
  )
})

test('a slot is listed if and only if its claim does not overlap occupied time', () => {
  fc.assert(
    fc.property(placedPolicy, busy, (placed, intervals) => {
      const query = { ...queryOf(placed, intervals, 0), nowEpochSeconds: (placed.day - 3) * 86_400 }
      const policy = { ...placed.policy, minNoticeMinutes: 0, maxAdvanceDays: 30 }
      const taken = shifted(intervals, placed.day * 1440)
      const isFree = (start: number) =>
        !taken.some((one) => overlaps(one, slotClaim(policy, start)))
      const all = computeSlots({ ...query, policy, occupied: EMPTY_SET })
      expect(computeSlots({ ...query, policy })).toEqual(all.filter(isFree))
    }),
    { numRuns: 300 },
  )
})

test('two halves of a range together offer the same slots as the range', () => {
  fc.assert(
    fc.property(
      placedPolicy,
      busy,
      second,
      fc.integer({ min: 0, max: 3 * 1440 }),
      (placed, intervals, nowOffset, cut) => {
        const whole = queryOf(placed, intervals, nowOffset)
        const middle = Math.min(whole.fromEpochMinutes + cut, whole.toEpochMinutes)
        const parts = [
          { ...whole, toEpochMinutes: middle },
          { ...whole, fromEpochMinutes: middle },
        ]
        expect(parts.flatMap((part) => computeSlots(part))).toEqual(computeSlots(whole))
        expect(parts.flatMap((part) => computeGrid(part).starts)).toEqual(computeGrid(whole).starts)
      },
    ),
    { numRuns: 300 },
  )
})

test('a range of a year offers the same slots on each day as that day alone', () => {
  fc.assert(
    fc.property(placedPolicy, fc.integer({ min: 0, max: 364 }), (placed, daysIn) => {
      const { policy } = placed
      const yearStart = startOfLocalDay(policy.timeZone, placed.day - 180)
      const query = {
        policy: { ...policy, maxAdvanceDays: 400 },
        nowEpochSeconds: yearStart * 60,
        occupied: EMPTY_SET,
      }
      const year = { ...query, fromEpochMinutes: yearStart, toEpochMinutes: yearStart + 365 * 1440 }
      const from = yearStart + daysIn * 1440
      const day = { ...query, fromEpochMinutes: from, toEpochMinutes: from + 1440 }
      expect(computeSlots(year).filter((start) => from <= start && start < from + 1440)).toEqual(
        computeSlots(day),
      )
    }),
    { numRuns: 60 },
  )
})

test('a date opens at its time of day, as Temporal says, in lists and in bookings', () => {
  fc.assert(
    fc.property(
      placedPolicy,
      second,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 1439 }),
      (placed, nowOffset, daysAhead, atMinute) => {
        const policy = {
          ...placed.policy,
          minNoticeMinutes: 0,
          maxAdvanceDays: 3,
          release: { daysAhead, atMinute },
        }
        const query = { ...queryOf(placed, [], nowOffset), policy }
        const { timeZone } = policy
        const dateOf = (epochSeconds: number) =>
          Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000)
            .toZonedDateTimeISO(timeZone)
            .toPlainDate()
        const lastDate = dateOf(query.nowEpochSeconds).add({ days: 3 })
        const opensAt = (start: number) =>
          dateOf(start * 60)
            .subtract({ days: daysAhead })
            .toPlainDateTime()
            .add({ minutes: atMinute })
            .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds / 1000
        const isOpen = (start: number) =>
          opensAt(start) <= query.nowEpochSeconds &&
          Temporal.PlainDate.compare(dateOf(start * 60), lastDate) <= 0
        const { starts, available } = computeGrid(query)
        expect(available).toEqual(
          starts.map((start) => start * 60 >= query.nowEpochSeconds && isOpen(start)),
        )
        for (const start of starts.filter((each) => each * 60 >= query.nowEpochSeconds)) {
          const refusals = explainSlot(policy, start * 60, query.nowEpochSeconds, EMPTY_SET)
          expect(refusals.some(({ code }) => code === 'too_far')).toBe(!isOpen(start))
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('notice is applied in elapsed time and advance in local dates', () => {
  fc.assert(
    fc.property(placedPolicy, second, (placed, nowOffset) => {
      const query = queryOf(placed, [], nowOffset)
      const { policy, nowEpochSeconds } = query
      const today = localDayOf(policy.timeZone, Math.floor(nowEpochSeconds / 60))
      const { starts, available } = computeGrid(query)
      expect(available).toEqual(
        starts.map(
          (start) =>
            start * 60 >= nowEpochSeconds + policy.minNoticeMinutes * 60 &&
            localDayOf(policy.timeZone, start) <= today + policy.maxAdvanceDays,
        ),
      )
    }),
    { numRuns: 300 },
  )
})
