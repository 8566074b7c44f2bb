import { expect, test } from 'vitest'
import { countsOf, newCounts } from './count-draft.ts'

test('a new event type sends no seats, no limits and no wait list', () => {
  expect(countsOf(newCounts())).toEqual({ seats: null, limits: null, waitlist: null })
})

test('limits that are empty are left out, and the others are numbers', () => {
  const limits = { ...newCounts().limits, perDay: '3', perBooker: ' 1 ' }
  expect(countsOf({ ...newCounts(), limits }).limits).toEqual({ perDay: 3, perBooker: 1 })
})

test('seats and a wait list are sent with what the form shows', () => {
  const draft = { ...newCounts(), hasSeats: true, capacity: '12', showRemaining: false }
  expect(countsOf({ ...draft, hasWaitlist: true, linesFirst: true })).toMatchObject({
    seats: { capacity: 12, showRemaining: false },
    waitlist: { offerMinutes: 30, linesFirst: true },
  })
})
