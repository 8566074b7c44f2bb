import { expect, test } from 'vitest'
import { claimsOfNeed, durationOfSpans, unionOfSpans } from './spans.ts'

// 2026-04-27T09:00Z in minutes.
const NINE = 29_621_340
const COLOR = {
  spans: [
    { offsetMinutes: 0, durationMinutes: 45 },
    { offsetMinutes: 80, durationMinutes: 30 },
  ],
}
const lasting = (durationMinutes: number, bufferBeforeMinutes = 0, bufferAfterMinutes = 0) => ({
  durationMinutes,
  bufferBeforeMinutes,
  bufferAfterMinutes,
})
const minutes = (...claims: readonly (readonly [number, number])[]) =>
  claims.map(([from, to]) => ({ startEpochMinutes: NINE + from, endEpochMinutes: NINE + to }))

test('a span is claimed with the buffers of the booking', () => {
  expect(claimsOfNeed(COLOR, lasting(110, 5, 10), NINE)).toEqual(minutes([-5, 55], [75, 120]))
})

test('a requirement with buffers of its own ignores those of the booking', () => {
  const own = { ...COLOR, bufferBeforeMinutes: 0, bufferAfterMinutes: 20 }
  expect(claimsOfNeed(own, lasting(110, 5, 10), NINE)).toEqual(minutes([0, 65], [80, 130]))
})

test('without spans the whole booking is claimed', () => {
  const own = { bufferAfterMinutes: 15 }
  expect(claimsOfNeed(own, lasting(110, 5, 10), NINE)).toEqual(minutes([-5, 125]))
})

test('spans whose claims touch, overlap or share five minutes are one claim', () => {
  expect(claimsOfNeed(COLOR, lasting(110, 0, 35), NINE)).toEqual(minutes([0, 145]))
  expect(claimsOfNeed(COLOR, lasting(110, 20, 20), NINE)).toEqual(minutes([-20, 130]))
  const near = {
    spans: [
      { offsetMinutes: 0, durationMinutes: 43 },
      { offsetMinutes: 44, durationMinutes: 6 },
      { offsetMinutes: 56, durationMinutes: 3 },
    ],
  }
  expect(claimsOfNeed(near, lasting(59), NINE)).toEqual(minutes([0, 50], [55, 60]))
})

test('the union of spans joins those that touch and leaves gaps in which nobody is needed', () => {
  const assistant = { spans: [{ offsetMinutes: 45, durationMinutes: 10 }] }
  expect(unionOfSpans([COLOR, assistant], { durationMinutes: 110 })).toEqual([
    { offsetMinutes: 0, durationMinutes: 55 },
    { offsetMinutes: 80, durationMinutes: 30 },
  ])
  expect(unionOfSpans([COLOR, {}], { durationMinutes: 110 })).toEqual([
    { offsetMinutes: 0, durationMinutes: 110 },
  ])
})

test('a booking lasts until the last end of its spans, if any requirement has spans', () => {
  expect(durationOfSpans([{ bufferAfterMinutes: 10 }, COLOR])).toBe(110)
  expect(durationOfSpans([{ bufferAfterMinutes: 10 }])).toBeUndefined()
})
