import { expect, test } from 'vitest'
import { createCallerLimits, RAPIDAPI_PLANS } from './caller-limits.ts'

const PLANS = {
  BASIC: { requests: 2, windowSeconds: 60 },
  PRO: { requests: 4, windowSeconds: 60 },
  CUSTOM: null,
}
const limits = () => createCallerLimits(PLANS, undefined, () => 0)

/** How many of ten requests a caller has under a plan. */
const hadOfTen = (plan: string | null, { ofRapidApiUser } = limits()): number =>
  Array.from({ length: 10 }, () => ofRapidApiUser('ada', plan)).filter(
    (verdict) => verdict === undefined || verdict.allowed,
  ).length

test.each([
  ['BASIC', 2],
  ['PRO', 4],
  ['pro', 4],
  ['CUSTOM', 10],
  [null, 2],
  ['', 2],
  ['A plan that nobody set', 2],
])('a caller with plan %s has %i of ten requests', (plan, had) => {
  expect(hadOfTen(plan)).toBe(had)
})

test('what one caller uses is not taken from another', () => {
  const { ofRapidApiUser } = limits()
  for (let n = 0; n < 3; n += 1) ofRapidApiUser('ada', 'BASIC')
  expect(ofRapidApiUser('ada', 'BASIC')?.allowed).toBe(false)
  expect(ofRapidApiUser('grace', 'BASIC')?.allowed).toBe(true)
})

test('a caller who takes a larger plan has it at once', () => {
  const own = limits()
  expect(hadOfTen('BASIC', own)).toBe(2)
  expect(hadOfTen('PRO', own)).toBe(4)
})

test('an account is limited only where the settings say so', () => {
  expect(limits().ofAccount('acc_1')).toBeUndefined()
  const { ofAccount } = createCallerLimits(PLANS, { requests: 1, windowSeconds: 60 }, () => 0)
  expect(['acc_1', 'acc_1', 'acc_2'].map((id) => ofAccount(id)?.allowed)).toEqual([
    true,
    false,
    true,
  ])
})

test('the plans of RapidAPI allow more from one to the next', () => {
  expect(
    Object.entries(RAPIDAPI_PLANS).map(([plan, allowed]) => [plan, allowed?.requests]),
  ).toEqual([
    ['BASIC', 60],
    ['PRO', 300],
    ['ULTRA', 1200],
    ['MEGA', 6000],
    ['CUSTOM', 6000],
  ])
})
