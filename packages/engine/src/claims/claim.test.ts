import { expect, test } from 'vitest'
import { claimDays, claimOf } from './claim.ts'

// 2026-04-27 is day 20570 since 1970-01-01.
const DAY = 20_570
const at = (day: number, hour: number, minute: number) => day * 1440 + hour * 60 + minute

test('09:00 to 09:30 UTC claims the quanta 108 to 113', () => {
  expect(claimDays({ startEpochMinutes: at(DAY, 9, 0), endEpochMinutes: at(DAY, 9, 30) })).toEqual([
    { dayNumber: 20_570, firstQuantum: 108, quantumCount: 6 },
  ])
})

test('a claim off the five-minute grid is rounded outward', () => {
  expect(claimDays({ startEpochMinutes: at(DAY, 9, 3), endEpochMinutes: at(DAY, 9, 32) })).toEqual([
    { dayNumber: 20_570, firstQuantum: 108, quantumCount: 7 },
  ])
})

test('a claim over midnight UTC has a part on each day', () => {
  expect(
    claimDays({ startEpochMinutes: at(DAY, 23, 50), endEpochMinutes: at(DAY + 1, 0, 20) }),
  ).toEqual([
    { dayNumber: 20_570, firstQuantum: 286, quantumCount: 2 },
    { dayNumber: 20_571, firstQuantum: 0, quantumCount: 4 },
  ])
})

test('a claim that ends at midnight UTC leaves the next day alone', () => {
  expect(
    claimDays({ startEpochMinutes: at(DAY, 23, 0), endEpochMinutes: at(DAY + 1, 0, 0) }),
  ).toEqual([{ dayNumber: 20_570, firstQuantum: 276, quantumCount: 12 }])
})

test('days before 1970 are counted downwards', () => {
  expect(claimDays({ startEpochMinutes: -10, endEpochMinutes: 5 })).toEqual([
    { dayNumber: -1, firstQuantum: 286, quantumCount: 2 },
    { dayNumber: 0, firstQuantum: 0, quantumCount: 1 },
  ])
})

test('an empty claim is a broken promise, not a claim of nothing', () => {
  expect(() => claimDays({ startEpochMinutes: 10, endEpochMinutes: 10 })).toThrow(
    'a claim must not be empty',
  )
})

test('buffers are part of the claim', () => {
  expect(
    claimOf(at(DAY, 9, 0), at(DAY, 9, 30), { bufferBeforeMinutes: 10, bufferAfterMinutes: 15 }),
  ).toEqual({ startEpochMinutes: at(DAY, 8, 50), endEpochMinutes: at(DAY, 9, 45) })
})
