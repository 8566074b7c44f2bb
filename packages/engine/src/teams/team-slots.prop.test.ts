import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  gridsOf,
  hasSpans,
  type LiteralTeam,
  literalTeamStarts,
  type Minutes,
} from '../../tests/support/team-oracle.ts'
import { fromUnsorted, type IntervalSet } from '../availability/interval-set.ts'
import type { OpenRules, SlotPolicy } from '../availability/policy.ts'
import { bookableTime, hoursWithin } from '../availability/working-hours.ts'
import { durationOfSpans, lengthAt, type NeededTime, type Span, spansAt } from '../claims/spans.ts'
import { formatDate, parseDate, WEEKDAYS } from '../time/dates.ts'
import { choose } from './matching.ts'
import { computeTeamGrid, computeTeamSlots, isCandidateFree, type TeamQuery } from './team-slots.ts'

/** The clock changes of Berlin and New York. */
const DAYS = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].map(
  (date) => parseDate(date) as number,
)
const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC')

const window = fc.oneof(
  fc.constantFrom(
    { startMinute: 0, endMinute: 1440 },
    { startMinute: 540, endMinute: 1020 },
    { startMinute: 90, endMinute: 200 },
    { startMinute: 1320, endMinute: 360 },
  ),
  fc
    .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
    .filter(([start, end]) => start !== end)
    .map(([start, end]) => ({ startMinute: start * 15, endMinute: end * 15 })),
)
const windows = fc.array(window, { minLength: 1, maxLength: 2 })

const rules = (day: number): fc.Arbitrary<OpenRules> =>
  fc
    .record({
      timeZone: zone,
      everyDay: windows,
      closed: fc.subarray([...WEEKDAYS], { maxLength: 3 }),
      override: fc.option(
        fc.record({
          offset: fc.integer({ min: -1, max: 1 }),
          windows: fc.array(window, { maxLength: 1 }),
        }),
      ),
    })
    .map(({ timeZone, everyDay, closed, override }) => ({
      timeZone,
      availabilityRules: WEEKDAYS.filter((weekday) => !closed.includes(weekday)).map((weekday) => ({
        weekday,
        windows: everyDay,
      })),
      dateOverrides: override
        ? [{ date: formatDate(day + override.offset), windows: override.windows }]
        : [],
    }))

/** Up to `most` stretches of minutes on the days around one and some days after it. */
const stretches = (
  day: number,
  most: number,
  longest: number,
  daysAfter: number,
): fc.Arbitrary<readonly Minutes[]> =>
  fc.array(
    fc
      .tuple(
        fc.integer({ min: -2000, max: 3400 + daysAfter * 1440 }),
        fc.integer({ min: 1, max: longest }),
      )
      .map(([offset, length]): Minutes => [day * 1440 + offset, day * 1440 + offset + length]),
    { maxLength: most },
  )

const policyOf = (day: number): fc.Arbitrary<SlotPolicy> =>
  fc
    .record({
      rules: rules(day),
      durationMinutes: fc.constantFrom(15, 30, 60, 90, 47),
      slotStepMinutes: fc.constantFrom(15, 30, 60, 25, 13),
      bufferBeforeMinutes: fc.constantFrom(0, 0, 5, 12),
      bufferAfterMinutes: fc.constantFrom(0, 0, 10, 7),
      minNoticeMinutes: fc.constantFrom(0, 90, 1440),
      maxAdvanceDays: fc.constantFrom(1, 2, 400),
    })
    .map(({ rules: own, ...numbers }) => ({ ...own, ...numbers }))

const needsOf = (candidates: number) =>
  fc.array(
    fc
      .record({
        candidates: fc.shuffledSubarray(
          Array.from({ length: candidates }, (_, candidate) => candidate),
          { minLength: 1 },
        ),
        count: fc.integer({ min: 1, max: 3 }),
      })
      // More than its candidates can never be served; that is tested, but rarely.
      .map((need) => ({ ...need, count: Math.min(need.count, need.candidates.length + 1) })),
    { minLength: 1, maxLength: 3 },
  )

/** Up to four spans, ascending, with gaps that are no multiples of five minutes. */
const spans = fc
  .array(fc.tuple(fc.constantFrom(0, 5, 20, 33, 60), fc.constantFrom(5, 10, 12, 30, 45)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => {
    let at = 0
    return parts.map(([gap, durationMinutes]) => {
      const offsetMinutes = at + gap
      at = offsetMinutes + durationMinutes
      return { offsetMinutes, durationMinutes }
    })
  })

/** Up to four spans on up to three days, the last one far away now and then. */
const spansOfDays: fc.Arbitrary<readonly Span[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom(0, 1, 1, 2, 11),
      fc.constantFrom(0, 0, 60, 333),
      fc.constantFrom(5, 12, 30, 300),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => {
    let [day, at] = [0, 0]
    return parts.map(([daysLater, gap, durationMinutes]) => {
      day = Math.min(12, day + daysLater)
      const offsetMinutes = Math.max(at, day * 1440) + gap
      at = offsetMinutes + durationMinutes
      return { ...(day > 0 && { day }), offsetMinutes, durationMinutes }
    })
  })

const timeWith = (spans: fc.Arbitrary<readonly Span[]>) =>
  fc
    .record(
      {
        spans,
        bufferBeforeMinutes: fc.constantFrom(0, 10),
        bufferAfterMinutes: fc.constantFrom(15),
      },
      { requiredKeys: [] },
    )
    .map((time): NeededTime => time)

/** The same team with needs at times of their own, some of them. The duration is that of the last end. */
const spanned = (
  bare: LiteralTeam,
  own: fc.Arbitrary<readonly Span[]> = spans,
): fc.Arbitrary<LiteralTeam> =>
  fc
    .array(fc.option(timeWith(own), { nil: undefined, freq: 3 }), { minLength: 3, maxLength: 3 })
    .map((times) => {
      const needs = bare.needs.map((need, index) => {
        const time = times[index]
        return time ? { ...need, time } : need
      })
      const durationMinutes =
        durationOfSpans(needs.flatMap(({ time }) => time ?? [])) ?? bare.policy.durationMinutes
      return { ...bare, needs, policy: { ...bare.policy, durationMinutes } }
    })

const teamFor = (daysAfter: number): fc.Arbitrary<LiteralTeam> =>
  fc.constantFrom(...DAYS).chain((day) => {
    const candidate = fc.record({
      schedule: fc.option(rules(day), { nil: undefined, freq: 4 }),
      timeOff: stretches(day, 2, 900, daysAfter),
      busy: stretches(day, 6, 300, daysAfter),
    })
    return fc.array(candidate, { minLength: 1, maxLength: 6 }).chain((candidates) =>
      fc.record({
        policy: policyOf(day),
        hasOwnGrid: fc.boolean(),
        candidates: fc.constant(candidates),
        needs: needsOf(candidates.length),
        day: fc.constant(day),
      }),
    )
  })

const team = teamFor(0)
const spannedTeam = team.chain((bare) => spanned(bare))
const teamOfDays = teamFor(3).chain((bare) => spanned(bare, spansOfDays))

/** The same team with some candidates who are kept back. */
const keptBack = (bare: LiteralTeam): fc.Arbitrary<LiteralTeam> =>
  fc
    .array(fc.option(fc.constantFrom(0, 600, 1440, 2000), { nil: undefined }), {
      minLength: bare.candidates.length,
      maxLength: bare.candidates.length,
    })
    .map((minutes) => {
      const candidates = bare.candidates.map((candidate, index) => {
        const keptBackMinutes = minutes[index]
        return keptBackMinutes === undefined ? candidate : { ...candidate, keptBackMinutes }
      })
      return { ...bare, candidates }
    })

const setOf = (minutes: readonly Minutes[]): IntervalSet =>
  fromUnsorted(
    minutes.map(([startEpochMinutes, endEpochMinutes]) => ({ startEpochMinutes, endEpochMinutes })),
  )

/** The query of a team for the middle day and parts of those beside it, at a second of them. */
function queryOf(literal: LiteralTeam, nowOffset: number): TeamQuery {
  const fromEpochMinutes = literal.day * 1440 - 700
  const toEpochMinutes = literal.day * 1440 + 2000
  const nowEpochSeconds = literal.day * 86_400 + nowOffset
  return {
    grids: gridsOf(literal),
    needs: literal.needs,
    candidates: literal.candidates.map(({ schedule, timeOff, busy, keptBackMinutes }) => ({
      ...(keptBackMinutes !== undefined && {
        lastStartEpochMinutes: nowEpochSeconds / 60 + keptBackMinutes,
      }),
      bookable: bookableTime({
        timeZone: 'UTC',
        hours: schedule && hoursWithin(schedule, fromEpochMinutes, toEpochMinutes + 15 * 1440),
        timeOff: setOf(timeOff),
      }),
      occupied: setOf(busy),
    })),
    fromEpochMinutes,
    toEpochMinutes,
    nowEpochSeconds,
    timeZone: literal.policy.timeZone,
  }
}

/** What the oracle says of the starts within a query's range. */
const literalStarts = (literal: LiteralTeam, query: TeamQuery) =>
  literalTeamStarts(literal, query.nowEpochSeconds).filter(
    ({ start }) => query.fromEpochMinutes <= start && start < query.toEpochMinutes,
  )

/** Compares lists of a team's starts with those of the oracle. Answers how many can be booked. */
function expectLiteralStarts(literal: LiteralTeam, nowOffset: number): number {
  const query = queryOf(literal, nowOffset)
  const expected = literalStarts(literal, query)
  const bookable = expected.filter(({ isInTime, isServed }) => isInTime && isServed)
  expect(computeTeamSlots(query)).toEqual(bookable.map(({ start }) => start))
  expect(computeTeamGrid(query)).toEqual({
    starts: expected.map(({ start }) => start),
    available: expected.map(({ isInTime, isServed }) => isInTime && isServed),
  })
  return bookable.length
}

const second = fc.integer({ min: -2 * 86_400, max: 43_200 })

test('a team lists exactly the starts that trying everything minute by minute finds', () => {
  let listed = 0
  fc.assert(
    fc.property(team, second, (literal, nowOffset) => {
      listed += expectLiteralStarts(literal, nowOffset)
    }),
    { numRuns: 100 },
  )
  // The teams are such that many starts are listed, and not only empty answers agree.
  expect(listed).toBeGreaterThan(50)
})

test.each([
  ['spans', spannedTeam],
  ['spans on several days', teamOfDays],
])(
  'a team whose needs have %s lists exactly the starts that trying everything minute by minute finds',
  (_, arbitrary) => {
    let listed = 0
    fc.assert(
      fc.property(arbitrary, second, (literal, nowOffset) => {
        const bookable = expectLiteralStarts(literal, nowOffset)
        if (hasSpans(literal)) listed += bookable
      }),
      { numRuns: 150 },
    )
    expect(listed).toBeGreaterThan(50)
  },
)

test('a team lists a candidate who is kept back exactly from that second on', () => {
  let [listed, withheld] = [0, 0]
  fc.assert(
    fc.property(spannedTeam.chain(keptBack), second, (literal, nowOffset) => {
      const query = queryOf(literal, nowOffset)
      const expected = literalStarts(literal, query).flatMap(({ start, isInTime, isServed }) =>
        isInTime && isServed ? [start] : [],
      )
      expect(computeTeamSlots(query)).toEqual(expected)
      const candidates = query.candidates.map(({ lastStartEpochMinutes: _, ...rest }) => rest)
      listed += expected.length
      withheld += computeTeamSlots({ ...query, candidates }).length - expected.length
    }),
    { numRuns: 150 },
  )
  expect(Math.min(listed, withheld)).toBeGreaterThan(10)
})

test('at a listed start people are found who are all free; at another start of the grid they are not', () => {
  fc.assert(
    fc.property(fc.oneof(team, spannedTeam, teamOfDays), (literal) => {
      const [policy] = gridsOf(literal)
      if (policy === undefined) return
      // Notice and advance do not depend on people.
      const query = queryOf(literal, -10 * 86_400)
      const inTime = query.grids.map((grid) => ({
        ...grid,
        minNoticeMinutes: 0,
        maxAdvanceDays: 400,
      }))
      const listed = new Set(computeTeamSlots({ ...query, grids: inTime }))
      for (const { start, free } of literalStarts(literal, query)) {
        const isFree = (index: number, need: number) => {
          const candidate = query.candidates[index]
          const { time } = query.needs[need] ?? {}
          const at = { timeZone: query.timeZone, startEpochMinutes: start }
          const times = query.needs.flatMap((each) => each.time ?? [])
          const durationMinutes = lengthAt(times, policy.durationMinutes, at)
          const length = { ...policy, durationMinutes }
          const there = time && spansAt(time, at)
          return candidate !== undefined && isCandidateFree(candidate, length, start, there)
        }
        const chosen = choose(query.needs, isFree)
        expect(chosen !== undefined).toBe(listed.has(start))
        const all = chosen?.flat() ?? []
        for (const [need, own] of (chosen ?? []).entries()) {
          expect(free[need]).toEqual(expect.arrayContaining([...own]))
        }
        expect(new Set(all).size).toBe(all.length)
        if (chosen) {
          expect(chosen.map((own) => own.length)).toEqual(query.needs.map(({ count }) => count))
        }
      }
    }),
    { numRuns: 60 },
  )
})
