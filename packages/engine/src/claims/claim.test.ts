import { expect, test } from 'vitest'
import { claimDays, claimOf, ledgerDaysOf } from './claim.ts'

// 2026-04-27 is day 20570 since 1970-01-01.
const DAY = 20_570
const at = (day: number, hour: number, minute: number) => day * 1440 + hour * 60 + minute

test('a claim from 09:00 to 09:30 UTC takes the quanta 108 to 113', () => {
  expect(claimDays({ startEpochMinutes: at(DAY, 9, 0), endEpochMinutes: at(DAY, 9, 30) })).toEqual([
    { dayNumber: 20_570, firstQuantum: 108, quantumCount: 6 },
  ])
})

test('a claim that starts or ends between two quanta is rounded outward', () => {
  expect(claimDays({ startEpochMinutes: at(DAY, 9, 3), endEpochMinutes: at(DAY, 9, 32) })).toEqual([
    { dayNumber: 20_570, firstQuantum: 108, quantumCount: 7 },
  ])
})

test('a claim that crosses midnight UTC is split into one part per day', () => {
  expect(
    claimDays({ startEpochMinutes: at(DAY, 23, 50), endEpochMinutes: at(DAY + 1, 0, 20) }),
  ).toEqual([
    { dayNumber: 20_570, firstQuantum: 286, quantumCount: 2 },
    { dayNumber: 20_571, firstQuantum: 0, quantumCount: 4 },
  ])
})

test('a claim that ends at midnight UTC has no part on the next day', () => {
  expect(
    claimDays({ startEpochMinutes: at(DAY, 23, 0), endEpochMinutes: at(DAY + 1, 0, 0) }),
  ).toEqual([{ dayNumber: 20_570, firstQuantum: 276, quantumCount: 12 }])
})

test('days before 1970 have negative day numbers', () => {
  expect(claimDays({ startEpochMinutes: -10, endEpochMinutes: 5 })).toEqual([
    { dayNumber: -1, firstQuantum: 286, quantumCount: 2 },
    { dayNumber: 0, firstQuantum: 0, quantumCount: 1 },
  ])
})

test('an empty claim throws', () => {
  expect(() => claimDays({ startEpochMinutes: 10, endEpochMinutes: 10 })).toThrow(
    'the end of a claim must be after its start',
  )
})

test('a claim includes the buffers before and after the booking', () => {
  expect(
    claimOf(at(DAY, 9, 0), at(DAY, 9, 30), { bufferBeforeMinutes: 10, bufferAfterMinutes: 15 }),
  ).toEqual({ startEpochMinutes: at(DAY, 8, 50), endEpochMinutes: at(DAY, 9, 45) })
})

test('a range of minutes touches every UTC day from its start to the minute before its end', () => {
  expect(ledgerDaysOf(at(DAY, 0, 0), at(DAY, 0, 1))).toEqual({ first: 20_570, last: 20_570 })
  expect(ledgerDaysOf(at(DAY, 23, 59), at(DAY + 1, 0, 0))).toEqual({ first: 20_570, last: 20_570 })
  expect(ledgerDaysOf(at(DAY, 23, 59), at(DAY + 1, 0, 1))).toEqual({ first: 20_570, last: 20_571 })
  expect(ledgerDaysOf(-1, 1440)).toEqual({ first: -1, last: 0 })
})
