import { expect, test } from 'vitest'
import { createCallerLimits, RAPIDAPI_PLANS } from './caller-limits.ts'

const PLANS = {
  BASIC: { requests: 2, windowSeconds: 60 },
  PRO: { requests: 4, windowSeconds: 60 },
  CUSTOM: null,
}
const limits = () => createCallerLimits(PLANS, undefined, () => 0)

/** How many of ten requests a caller's plan allows. */
const allowedOfTen = (plan: string | null, { ofRapidApiUser } = limits()): number =>
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
  ['An unknown plan', 2],
])('a caller with the plan %s gets %i of ten requests', (plan, allowed) => {
  expect(allowedOfTen(plan)).toBe(allowed)
})

test('one caller does not use up the allowance of another', () => {
  const { ofRapidApiUser } = limits()
  for (let n = 0; n < 3; n += 1) ofRapidApiUser('ada', 'BASIC')
  expect(ofRapidApiUser('ada', 'BASIC')?.allowed).toBe(false)
  expect(ofRapidApiUser('grace', 'BASIC')?.allowed).toBe(true)
})

test('a larger plan takes effect immediately', () => {
  const own = limits()
  expect(allowedOfTen('BASIC', own)).toBe(2)
  expect(allowedOfTen('PRO', own)).toBe(4)
})

test('an account is limited only if the settings have a limit', () => {
  expect(limits().ofAccount('acc_1')).toBeUndefined()
  const { ofAccount } = createCallerLimits(PLANS, { requests: 1, windowSeconds: 60 }, () => 0)
  expect(['acc_1', 'acc_1', 'acc_2'].map((id) => ofAccount(id)?.allowed)).toEqual([
    true,
    false,
    true,
  ])
})

test('each larger RapidAPI plan allows more', () => {
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
