import { computeSlots, fromUnsorted, type SlotPolicy, type SlotQuery } from '@holdfast/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recentSlots } from './recent-slots.ts'

// Midnight of Monday 20 April 2026.
const MONDAY = Date.parse('2026-04-20T00:00:00Z') / 60_000
const DAY = 1440

const policyFor = (startMinute: number, minNoticeMinutes: number): SlotPolicy => ({
  timeZone: 'UTC',
  durationMinutes: 30,
  slotStepMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes,
  maxAdvanceDays: 3,
  availabilityRules: [
    { weekday: 'monday', windows: [{ startMinute, endMinute: startMinute + 120 }] },
    { weekday: 'tuesday', windows: [{ startMinute, endMinute: startMinute + 120 }] },
  ],
  dateOverrides: [],
})

const at = (startMinute: number, endMinute: number) =>
  fromUnsorted([{ startEpochMinutes: MONDAY + startMinute, endEpochMinutes: MONDAY + endMinute }])

const POLICIES = [policyFor(540, 0), policyFor(540, 60), policyFor(600, 0)]
const OCCUPIED = [at(0, 0), at(560, 580), at(560, 580), at(600, 660)]
const HOURS = [undefined, at(540, 620), at(540, 5000)]

const question: fc.Arbitrary<SlotQuery> = fc.record({
  policy: fc.constantFrom(...POLICIES),
  occupied: fc.constantFrom(...OCCUPIED),
  hours: fc.constantFrom(...HOURS),
  fromEpochMinutes: fc.constantFrom(MONDAY, MONDAY + 570, MONDAY + DAY),
  toEpochMinutes: fc.constantFrom(MONDAY + DAY, MONDAY + 2 * DAY),
  nowEpochSeconds: fc.constantFrom(
    (MONDAY - DAY) * 60,
    (MONDAY + 560) * 60,
    (MONDAY + 560) * 60 + 1,
    (MONDAY + 600) * 60,
  ),
})

test('a list answers the question that was asked, whatever was asked before', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 2, maxLength: 12 }), (questions) => {
      for (const each of questions) expect(recentSlots(each)).toEqual(computeSlots(each))
    }),
    { numRuns: 500 },
  )
})

test('a list is the same object while nothing has changed, though the clock goes on', () => {
  const policy = policyFor(540, 0)
  const asked = {
    policy,
    occupied: at(0, 0),
    hours: undefined,
    fromEpochMinutes: MONDAY,
    toEpochMinutes: MONDAY + DAY,
  }
  const first = recentSlots({ ...asked, nowEpochSeconds: (MONDAY - DAY) * 60 })
  expect(first).toHaveLength(4)
  expect(recentSlots({ ...asked, nowEpochSeconds: (MONDAY - DAY) * 60 + 3_599 })).toBe(first)
  // 09:31: two of the four starts have passed.
  expect(recentSlots({ ...asked, nowEpochSeconds: (MONDAY + 571) * 60 })).toHaveLength(2)
})

test('a crowd of policies evicts lists, and each list is still right', () => {
  for (let number = 0; number < 600; number += 1) {
    const starts = recentSlots({
      policy: policyFor(number % 1200, 0),
      occupied: at(0, 0),
      fromEpochMinutes: MONDAY,
      toEpochMinutes: MONDAY + DAY,
      nowEpochSeconds: (MONDAY - DAY) * 60,
    })
    expect(starts[0]).toBe(MONDAY + (number % 1200))
  }
})
