import { expect, test } from 'vitest'
import { areDisjoint, canServe, choose } from './matching.ts'

const allFree = () => true
const free =
  (...candidates: readonly number[]) =>
  (candidate: number) =>
    candidates.includes(candidate)

test('a need for one takes the first free candidate of its list', () => {
  const needs = [{ candidates: [3, 1, 2], count: 1 }]
  expect(choose(needs, allFree)).toEqual([[3]])
  expect(choose(needs, free(1, 2))).toEqual([[1]])
  expect(choose(needs, free())).toBeUndefined()
})

test('a panel takes every candidate or nobody', () => {
  const needs = [{ candidates: [0, 1, 2], count: 3 }]
  expect(choose(needs, allFree)).toEqual([[0, 1, 2]])
  expect(choose(needs, free(0, 2))).toBeUndefined()
})

test('a candidate is left to the need that has no other', () => {
  const needs = [
    { candidates: [0, 1], count: 1 },
    { candidates: [0], count: 1 },
  ]
  expect(canServe(needs, allFree)).toBe(true)
  expect(choose(needs, allFree)).toEqual([[1], [0]])
})

test('candidates change their needs along a chain where that serves one need more', () => {
  // Each takes its first candidate, until the last need has only 0: then all of them move on by one.
  const needs = [
    { candidates: [0, 1], count: 1 },
    { candidates: [1, 2], count: 1 },
    { candidates: [2, 3], count: 1 },
    { candidates: [0], count: 1 },
  ]
  expect(choose(needs, allFree)).toEqual([[1], [2], [3], [0]])
  expect(canServe(needs, free(0, 1, 2))).toBe(false)
})

test('one candidate does not serve two needs', () => {
  const needs = [
    { candidates: [0], count: 1 },
    { candidates: [0], count: 1 },
  ]
  expect(canServe(needs, allFree)).toBe(false)
  expect(choose(needs, allFree)).toBeUndefined()
})

test('one candidate does not fill two places of a need, even if it is listed twice', () => {
  expect(canServe([{ candidates: [0, 0], count: 2 }], allFree)).toBe(false)
  expect(areDisjoint([{ candidates: [0, 0], count: 2 }])).toBe(false)
})

test('no needs are served by nobody', () => {
  expect(canServe([], free())).toBe(true)
  expect(choose([], free())).toEqual([])
})

test('fifty candidates in five overlapping needs are matched without trying all combinations', () => {
  const candidates = Array.from({ length: 50 }, (_, candidate) => candidate)
  const needs = [0, 1, 2, 3, 4].map((first) => ({
    candidates: [...candidates.slice(first), ...candidates.slice(0, first)],
    count: 10,
  }))
  let asked = 0
  const isFree = () => {
    asked += 1
    return true
  }
  expect(canServe(needs, isFree)).toBe(true)
  // At most each of 50 places tries each candidate of each need once.
  expect(asked).toBeLessThanOrEqual(50 * 50 * 5)
})
