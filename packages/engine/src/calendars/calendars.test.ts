import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EVENT_LEVEL_COUNT,
  eventLevel,
  LONGEST_EVENT_SECONDS,
  levelRangesOf,
  recurringLevel,
  recurringLevelRangesOf,
} from './event-levels.ts'
import { dayOfNight, monthsOfStay, nightsWithout } from './nights.ts'
import { explainStay, type StayRules } from './stay-rules.ts'

const DAY = 86_400
// 2026-04-27, a Monday, is day 20570.
const MONDAY = 20_570

describe('levels of events', () => {
  test('an event belongs to the first level that is long enough', () => {
    expect([1, DAY, DAY + 1, 7 * DAY, 31 * DAY, 366 * DAY, 367 * DAY].map(eventLevel)).toEqual([
      0, 0, 1, 1, 2, 3, 4,
    ])
  })

  test('the longest event is 16 years of 366 days, and a longer one throws', () => {
    expect(LONGEST_EVENT_SECONDS).toBe(505_958_400)
    expect(EVENT_LEVEL_COUNT).toBe(6)
    expect([4 * 366 * DAY, 4 * 366 * DAY + 1, 505_958_400].map(eventLevel)).toEqual([4, 5, 5])
    expect(() => eventLevel(505_958_401)).toThrow('an event is longer than the longest level')
  })

  test('the range of each level starts its longest duration before the time range', () => {
    expect(levelRangesOf(1_777_280_400, 1_777_284_000)).toEqual([
      { level: 0, afterEpochSeconds: 1_777_194_000, beforeEpochSeconds: 1_777_284_000 },
      { level: 1, afterEpochSeconds: 1_776_675_600, beforeEpochSeconds: 1_777_284_000 },
      { level: 2, afterEpochSeconds: 1_774_602_000, beforeEpochSeconds: 1_777_284_000 },
      { level: 3, afterEpochSeconds: 1_745_658_000, beforeEpochSeconds: 1_777_284_000 },
      { level: 4, afterEpochSeconds: 1_650_790_800, beforeEpochSeconds: 1_777_284_000 },
      { level: 5, afterEpochSeconds: 1_271_322_000, beforeEpochSeconds: 1_777_284_000 },
    ])
  })

  test('the range of a level starts at the earliest before 1970', () => {
    expect(levelRangesOf(DAY, 2 * DAY).map(({ afterEpochSeconds }) => afterEpochSeconds)).toEqual([
      0, -1, -1, -1, -1, -1,
    ])
  })

  test('a recurring event belongs to the first level that is long enough for its span', () => {
    const spans = [0, 366 * DAY, 366 * DAY + 1, 4 * 366 * DAY, 16 * 366 * DAY, 16 * 366 * DAY + 1]
    expect([...spans, Number.POSITIVE_INFINITY].map(recurringLevel)).toEqual([0, 0, 1, 1, 2, 3, 3])
  })

  test('recurring events without an end are read from the earliest start', () => {
    expect(recurringLevelRangesOf(1_777_280_400, 1_777_284_000)).toEqual([
      { level: 0, afterEpochSeconds: 1_745_658_000, beforeEpochSeconds: 1_777_284_000 },
      { level: 1, afterEpochSeconds: 1_650_790_800, beforeEpochSeconds: 1_777_284_000 },
      { level: 2, afterEpochSeconds: 1_271_322_000, beforeEpochSeconds: 1_777_284_000 },
      { level: 3, afterEpochSeconds: -1, beforeEpochSeconds: 1_777_284_000 },
    ])
  })

  test('every event that overlaps a time range is in the range of starts of its level', () => {
    const instant = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 16 * 366 * DAY }),
        instant,
        fc.integer({ min: 1, max: 400 * DAY }),
        (start, duration, from, length) => {
          const overlaps = start < from + length && start + duration > from
          const starts = levelRangesOf(from, from + length)[eventLevel(duration)]
          const isInRange =
            starts !== undefined &&
            start > starts.afterEpochSeconds &&
            start < starts.beforeEpochSeconds
          expect(!overlaps || isInRange).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('nights of a stay', () => {
  test('a stay across New Year is split into one part per month', () => {
    // 2026-12-30 to 2027-02-02.
    expect(monthsOfStay({ arrivalDay: 20_817, departureDay: 20_851 })).toEqual([
      { month: '2026-12', firstQuantum: 29, quantumCount: 2 },
      { month: '2027-01', firstQuantum: 0, quantumCount: 31 },
      { month: '2027-02', firstQuantum: 0, quantumCount: 1 },
    ])
    expect(dayOfNight('2026-12', 29)).toBe(20_817)
  })

  test('a stay of one night is one quantum, also on the last day of a month', () => {
    expect(monthsOfStay({ arrivalDay: 20_573, departureDay: 20_574 })).toEqual([
      { month: '2026-04', firstQuantum: 29, quantumCount: 1 },
    ])
    expect(dayOfNight('2026-04', 0)).toBe(20_544)
  })

  test('the months of the first and of the last year have four digits', () => {
    // 0009-12-31 to 0010-01-02.
    expect(monthsOfStay({ arrivalDay: -715_876, departureDay: -715_874 })).toEqual([
      { month: '0009-12', firstQuantum: 30, quantumCount: 1 },
      { month: '0010-01', firstQuantum: 0, quantumCount: 1 },
    ])
  })

  test('a stay without a night throws', () => {
    expect(() => monthsOfStay({ arrivalDay: 5, departureDay: 5 })).toThrow(
      'a stay must have at least one night',
    )
  })

  test('a stay of a year from 1 January has twelve parts', () => {
    expect(monthsOfStay({ arrivalDay: 20_454, departureDay: 20_819 })).toHaveLength(12)
  })

  test.each([
    [
      'is shortened at both ends',
      [10, 20],
      [12, 18],
      [
        [10, 12],
        [18, 20],
      ],
    ],
    ['moves later', [10, 20], [15, 25], [[10, 15]]],
    ['moves earlier', [10, 20], [5, 15], [[15, 20]]],
    ['moves past its end', [10, 20], [30, 40], [[10, 20]]],
    ['moves before its start', [10, 20], [1, 5], [[10, 20]]],
    ['moves to its own end', [10, 20], [20, 30], [[10, 20]]],
    ['moves to end at its own start', [10, 20], [5, 10], [[10, 20]]],
    ['is extended', [10, 20], [8, 22], []],
    ['does not change', [10, 20], [10, 20], []],
  ] as const)('a stay that %s loses exactly the nights it no longer has', (_name, a, b, lost) => {
    const stay = ([arrivalDay, departureDay]: readonly [number, number]) => ({
      arrivalDay,
      departureDay,
    })
    expect(nightsWithout(stay(a), stay(b))).toEqual(lost.map((one) => stay([one[0], one[1]])))
  })

  test('the difference of two stays is the difference of their sets of nights', () => {
    const stay = fc
      .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 12 }))
      .map(([arrivalDay, nights]) => ({ arrivalDay, departureDay: arrivalDay + nights }))
    const nights = ({ arrivalDay, departureDay }: { arrivalDay: number; departureDay: number }) =>
      Array.from({ length: departureDay - arrivalDay }, (_, n) => arrivalDay + n)
    fc.assert(
      fc.property(stay, stay, (a, b) => {
        const expected = nights(a).filter((night) => !nights(b).includes(night))
        expect(nightsWithout(a, b).flatMap(nights)).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('rules of stays', () => {
  const rules: StayRules = {
    minNights: 2,
    maxNights: 7,
    arrivalWeekdays: ['monday', 'saturday'],
    departureWeekdays: [],
    closedNights: [{ fromDay: MONDAY + 20, toDay: MONDAY + 22 }],
    maxAdvanceDays: 60,
  }
  const codes = (arrivalDay: number, departureDay: number, today = MONDAY) =>
    explainStay(rules, { arrivalDay, departureDay }, today).map(({ code }) => code)

  test('a stay that follows all rules is accepted', () => {
    expect(codes(MONDAY + 7, MONDAY + 9)).toEqual([])
  })

  test('each rule that a stay breaks is named', () => {
    expect(codes(MONDAY + 7, MONDAY + 8)).toEqual(['too_few_nights'])
    expect(codes(MONDAY + 7, MONDAY + 15)).toEqual(['too_many_nights'])
    expect(codes(MONDAY + 8, MONDAY + 10)).toEqual(['arrival_weekday'])
    expect(codes(MONDAY + 19, MONDAY + 21)).toEqual(['closed_night'])
    expect(codes(MONDAY, MONDAY + 2, MONDAY + 1)).toEqual(['in_the_past'])
    expect(codes(MONDAY + 63, MONDAY + 65)).toEqual(['too_far'])
  })

  test('each refusal names the limit that the stay breaks', () => {
    const explain = (arrivalDay: number, departureDay: number, changes: Partial<StayRules> = {}) =>
      explainStay({ ...rules, ...changes }, { arrivalDay, departureDay }, MONDAY)
    expect(explain(MONDAY + 7, MONDAY + 8)).toEqual([{ code: 'too_few_nights', minNights: 2 }])
    expect(explain(MONDAY + 7, MONDAY + 15)).toEqual([{ code: 'too_many_nights', maxNights: 7 }])
    expect(explain(MONDAY + 8, MONDAY + 10)).toEqual([
      { code: 'arrival_weekday', allowed: ['monday', 'saturday'] },
    ])
    expect(explain(MONDAY + 7, MONDAY + 9, { departureWeekdays: ['sunday'] })).toEqual([
      { code: 'departure_weekday', allowed: ['sunday'] },
    ])
    expect(explain(MONDAY - 2, MONDAY + 1)).toEqual([{ code: 'in_the_past', today: MONDAY }])
    expect(explain(MONDAY + 63, MONDAY + 65)).toEqual([
      { code: 'too_far', lastArrivalDay: MONDAY + 60 },
    ])
  })

  test('a stay is accepted at every limit', () => {
    const atTheLimits: StayRules = { ...rules, maxAdvanceDays: 63, departureWeekdays: ['monday'] }
    const accepts = (arrivalDay: number, departureDay: number) =>
      explainStay(atTheLimits, { arrivalDay, departureDay }, MONDAY)
    expect(accepts(MONDAY, MONDAY + 7)).toEqual([])
    expect(accepts(MONDAY + 5, MONDAY + 7)).toEqual([])
    expect(accepts(MONDAY + 63, MONDAY + 70)).toEqual([])
  })

  test('the refusal names the first closed night of the stay, whatever the order of the rules', () => {
    const closed: StayRules = {
      ...rules,
      maxNights: 30,
      closedNights: [
        { fromDay: MONDAY + 20, toDay: MONDAY + 22 },
        { fromDay: MONDAY + 10, toDay: MONDAY + 12 },
      ],
    }
    const explain = (arrivalDay: number, departureDay: number) =>
      explainStay(closed, { arrivalDay, departureDay }, MONDAY)
    expect(explain(MONDAY + 7, MONDAY + 25)).toEqual([{ code: 'closed_night', day: MONDAY + 10 }])
    expect(explain(MONDAY + 21, MONDAY + 25)).toEqual([{ code: 'closed_night', day: MONDAY + 21 }])
  })

  test('a change of the departure alone must follow the rule for departures', () => {
    const departures: StayRules = { ...rules, departureWeekdays: ['sunday'] }
    const before = { arrivalDay: MONDAY + 7, departureDay: MONDAY + 9 }
    const change = (arrivalDay: number, departureDay: number) =>
      explainStay(departures, { arrivalDay, departureDay }, MONDAY, before).map(({ code }) => code)
    expect(change(MONDAY + 7, MONDAY + 9)).toEqual([])
    expect(change(MONDAY + 7, MONDAY + 10)).toEqual(['departure_weekday'])
    expect(change(MONDAY + 7, MONDAY + 13)).toEqual([])
    expect(change(MONDAY + 5, MONDAY + 9)).toEqual([])
  })

  test('a change of a stay must follow the rules only in what it changes', () => {
    // A stay of four nights that began three days ago, on a weekday that no longer allows arrivals.
    const before = { arrivalDay: MONDAY + 1, departureDay: MONDAY + 5 }
    const change = (arrivalDay: number, departureDay: number) =>
      explainStay(rules, { arrivalDay, departureDay }, MONDAY + 4, before).map(({ code }) => code)
    expect(change(MONDAY + 1, MONDAY + 5)).toEqual([])
    expect(change(MONDAY + 1, MONDAY + 7)).toEqual([])
    expect(change(MONDAY + 1, MONDAY + 4)).toEqual([])
    expect(change(MONDAY + 1, MONDAY + 2)).toEqual(['too_few_nights'])
    expect(change(MONDAY + 1, MONDAY + 9)).toEqual(['too_many_nights'])
    expect(change(MONDAY, MONDAY + 5)).toEqual(['in_the_past'])
    expect(change(MONDAY + 9, MONDAY + 13)).toEqual(['arrival_weekday'])
    expect(change(MONDAY + 70, MONDAY + 74)).toEqual(['too_far'])
  })

  test('a stay keeps a night that was closed later but cannot add another closed night', () => {
    const before = { arrivalDay: MONDAY + 19, departureDay: MONDAY + 21 }
    const change = (arrivalDay: number, departureDay: number) =>
      explainStay(rules, { arrivalDay, departureDay }, MONDAY, before)
    expect(change(MONDAY + 18, MONDAY + 21).map(({ code }) => code)).toEqual(['arrival_weekday'])
    expect(change(MONDAY + 19, MONDAY + 22)).toEqual([{ code: 'closed_night', day: MONDAY + 21 }])
  })

  test('a closed night does not affect a stay that ends before it or starts after it', () => {
    expect(codes(MONDAY + 14, MONDAY + 20)).toEqual([])
    expect(codes(MONDAY + 22, MONDAY + 24)).toEqual(['arrival_weekday'])
  })
})
