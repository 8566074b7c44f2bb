import { describe, expect, test } from 'vitest'
import { EVERY_DAY, minutes, policyWith, rules, seconds } from '../../tests/support/policies.ts'
import { busy } from '../../tests/support/queries.ts'
import { EMPTY_SET, fromUnsorted } from '../availability/interval-set.ts'
import type { SlotPolicy } from '../availability/policy.ts'
import { formatInstant } from '../time/instants.ts'
import {
  type CandidateTime,
  computeTeamGrid,
  computeTeamSlots,
  isCandidateFree,
  type TeamQuery,
} from './team-slots.ts'

const DAY = '2026-04-27'
const NINE_TO_ONE = policyWith({ availabilityRules: rules(EVERY_DAY, '09:00-13:00') })
/** Times of the day in UTC. */
const at = (time: string) => `${DAY}T${time}:00Z`

const ALWAYS: CandidateTime = { bookable: undefined, occupied: EMPTY_SET }
const busyAt = (...intervals: readonly (readonly [string, string])[]): CandidateTime => ({
  bookable: undefined,
  occupied: busy(...intervals.map(([start, end]) => [at(start), at(end)] as const)),
})
const workingAt = (start: string, end: string): CandidateTime => ({
  bookable: busy([at(start), at(end)]),
  occupied: EMPTY_SET,
})

const query = (parts: Partial<TeamQuery>): TeamQuery => ({
  grids: [NINE_TO_ONE],
  needs: [{ candidates: [0], count: 1 }],
  candidates: [ALWAYS],
  fromEpochMinutes: minutes(at('00:00')),
  toEpochMinutes: minutes(at('00:00')) + 1440,
  nowEpochSeconds: seconds(at('00:00')),
  timeZone: 'UTC',
  ...parts,
})
const times = (starts: readonly number[]) =>
  starts.map((start) => formatInstant(start, 'UTC').slice(11, 16))
const slots = (parts: Partial<TeamQuery>) => times(computeTeamSlots(query(parts)))

describe('a round robin', () => {
  const needs = [{ candidates: [0, 1], count: 1 }]

  test('offers each start at which somebody is free', () => {
    const candidates = [busyAt(['09:00', '11:00']), busyAt(['10:00', '12:00'])]
    expect(slots({ needs, candidates })).toEqual(['09:00', '11:00', '12:00'])
  })

  test('needs one person for the whole slot; two who share it do not do', () => {
    const candidates = [busyAt(['09:30', '13:00']), busyAt(['09:00', '09:30'], ['10:00', '13:00'])]
    expect(slots({ needs, candidates })).toEqual([])
  })
})

test('a panel is offered only when everybody is free', () => {
  const needs = [{ candidates: [0, 1], count: 2 }]
  const candidates = [busyAt(['09:00', '10:00']), busyAt(['12:00', '12:05'])]
  expect(slots({ needs, candidates })).toEqual(['10:00', '11:00'])
})

test('a person and a room are both needed', () => {
  const needs = [
    { candidates: [0, 1], count: 1 },
    { candidates: [2], count: 1 },
  ]
  const candidates = [busyAt(['09:00', '13:00']), ALWAYS, busyAt(['11:00', '12:00'])]
  expect(slots({ needs, candidates })).toEqual(['09:00', '10:00', '12:00'])
})

test('one person who could serve two needs serves one of them', () => {
  const needs = [
    { candidates: [0, 1], count: 1 },
    { candidates: [1, 2], count: 1 },
  ]
  const candidates = [busyAt(['09:00', '11:00']), ALWAYS, busyAt(['10:00', '12:00'])]
  // At 10:00 only candidate 1 is free, whom both needs list.
  expect(slots({ needs, candidates })).toEqual(['09:00', '11:00', '12:00'])
})

test('a candidate must work for the whole slot, but not for its buffers', () => {
  const grids = [{ ...NINE_TO_ONE, bufferBeforeMinutes: 30, bufferAfterMinutes: 30 }]
  expect(slots({ grids, candidates: [workingAt('10:00', '12:00')] })).toEqual(['10:00', '11:00'])
  expect(slots({ grids, candidates: [workingAt('10:05', '12:00')] })).toEqual(['11:00'])
})

test('busy time closes a slot if it shares five minutes with the slot or its buffers', () => {
  const grids = [{ ...NINE_TO_ONE, bufferBeforeMinutes: 7 }]
  // The claim of 11:00 starts at 10:53 and takes the five minutes from 10:50.
  const free = (end: string) => slots({ grids, candidates: [busyAt(['10:00', end])] })
  expect(free('10:50')).toEqual(['09:00', '11:00', '12:00'])
  expect(free('10:51')).toEqual(['09:00', '12:00'])
  // With 7 minutes after it, the claim of 09:00 ends at 10:07 and takes the five minutes until 10:10.
  const after = [{ ...NINE_TO_ONE, bufferAfterMinutes: 7 }]
  const until = (start: string) => slots({ grids: after, candidates: [busyAt([start, '13:00'])] })
  expect(until('10:10')).toEqual(['09:00'])
  expect(until('10:09')).toEqual([])
})

describe('several grids', () => {
  const from = (text: string): SlotPolicy =>
    policyWith({ availabilityRules: rules(EVERY_DAY, text), minNoticeMinutes: 60 })
  const grids = [from('09:00-11:00'), from('09:30-11:30'), from('09:00-10:00')]

  test('offer the starts of each, once and in order', () => {
    expect(slots({ grids })).toEqual(['09:00', '09:30', '10:00', '10:30'])
  })

  test('list the starts that cannot be booked as not available', () => {
    const answer = computeTeamGrid(
      query({
        grids,
        candidates: [busyAt(['10:30', '11:00'])],
        nowEpochSeconds: seconds(at('08:15')),
      }),
    )
    expect(times(answer.starts)).toEqual(['09:00', '09:30', '10:00', '10:30'])
    expect(answer.available).toEqual([false, true, false, false])
  })

  test('allow a start as far ahead as the grid with the latest date does', () => {
    // At noon UTC it is Tuesday already on Kiritimati, so Wednesday is one date ahead there.
    const far = { maxAdvanceDays: 1, durationMinutes: 60, slotStepMinutes: 60 }
    const utc = policyWith({ ...far, availabilityRules: rules(EVERY_DAY, '00:00-02:00') })
    const ahead = { ...utc, timeZone: 'Pacific/Kiritimati' }
    ahead.availabilityRules = rules(EVERY_DAY, '14:00-16:00')
    const range = {
      fromEpochMinutes: minutes('2026-04-29T00:00:00Z'),
      toEpochMinutes: minutes('2026-04-30T00:00:00Z'),
      nowEpochSeconds: seconds(at('12:00')),
    }
    expect(slots({ ...range, grids: [utc] })).toEqual([])
    expect(slots({ ...range, grids: [utc, ahead] })).toEqual(['00:00', '01:00'])
  })
})

test('a team without a grid offers nothing', () => {
  expect(slots({ grids: [] })).toEqual([])
  expect(computeTeamGrid(query({ grids: [] }))).toEqual({ starts: [], available: [] })
})

test('a need for more than its candidates is never served', () => {
  expect(slots({ needs: [{ candidates: [0], count: 2 }] })).toEqual([])
})

test('more than fifty candidates of one need throw', () => {
  const candidates = Array.from({ length: 51 }, () => ALWAYS)
  const needs = [{ candidates: candidates.map((_, index) => index), count: 1 }]
  expect(() => slots({ candidates, needs })).toThrow('a requirement has too many candidates')
})

test('five needs of fifty candidates each that overlap are distinguished to the last one', () => {
  // Of the 249 candidates, only the last two are free, one from 10:00 and the other from 11:00.
  const candidates = Array.from({ length: 249 }, (_, index) =>
    index === 248
      ? busyAt(['09:00', '10:00'])
      : busyAt(['09:00', index === 247 ? '11:00' : '13:00']),
  )
  const range = (from: number) => Array.from({ length: 50 }, (_, index) => from + index)
  const [first, last] = [range(0), range(199)]
  const pair = { candidates: last, count: 1 }
  expect(slots({ needs: [pair, pair], candidates })).toEqual(['11:00', '12:00'])
  expect(slots({ needs: [pair, { candidates: first, count: 1 }], candidates })).toEqual([])
})

test('the last of fifty candidates counts, in needs that overlap', () => {
  const candidates = Array.from({ length: 50 }, (_, index) =>
    index < 48 ? busyAt(['09:00', '13:00']) : busyAt(['09:00', '10:00']),
  )
  candidates[48] = busyAt(['12:00', '13:00'])
  const everybody = candidates.map((_, index) => index)
  const needs = [
    { candidates: everybody, count: 1 },
    { candidates: everybody, count: 1 },
  ]
  expect(slots({ needs, candidates })).toEqual(['10:00', '11:00'])
})

test('who is free at one start is not mixed up with who is free at another, for all fifty candidates', () => {
  const grids = [
    policyWith({ durationMinutes: 15, availabilityRules: rules(EVERY_DAY, '00:00-12:30') }),
  ]
  const midnight = minutes(at('00:00'))
  // Candidate 1 is always free, and each other one in one quarter of an hour: 0 in the first, 2 in the third.
  const candidates = Array.from({ length: 50 }, (_, index): CandidateTime => {
    if (index === 1) return ALWAYS
    const startEpochMinutes = midnight + 15 * index
    const bookable = fromUnsorted([{ startEpochMinutes, endEpochMinutes: startEpochMinutes + 15 }])
    return { bookable, occupied: EMPTY_SET }
  })
  const needs = [
    { candidates: [1, 2], count: 1 },
    { candidates: [0, 1], count: 1 },
  ]
  expect(slots({ grids, needs, candidates })).toEqual(['00:00', '00:30'])
})

describe('a single start', () => {
  const policy = { ...NINE_TO_ONE, bufferAfterMinutes: 10 }
  const isFree = (candidate: CandidateTime, time: string) =>
    isCandidateFree(candidate, policy, minutes(at(time)))

  test('is free if the slot with its buffers is', () => {
    expect(isFree(busyAt(['11:10', '12:00']), '10:00')).toBe(true)
    expect(isFree(busyAt(['11:09', '12:00']), '10:00')).toBe(false)
  })

  test('is free only within working time', () => {
    expect(isFree(workingAt('10:00', '11:00'), '10:00')).toBe(true)
    expect(isFree(workingAt('10:00', '10:59'), '10:00')).toBe(false)
    expect(isFree(workingAt('10:01', '11:00'), '10:00')).toBe(false)
  })
})
