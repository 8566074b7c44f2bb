import { expect, test } from 'vitest'
import { progressLine } from './progress.ts'

const counts = (operations: number) => ({
  operations,
  unknown: 0,
  cells: 12,
  undecided: 1,
  faults: 3,
  violations: 0,
})

test('a run of a number of operations tells how long the rest takes at its rate so far', () => {
  const line = progressLine({ minutes: Number.POSITIVE_INFINITY, operations: 10_000 })
  line(counts(0), 3)
  expect(line(counts(1_000), 103)).toBe(
    '103 s: 1000 of 10000 operations, 3 faults, 12 histories checked (1 undecided), 0 violations, 15 min left',
  )
})

test('a run of minutes tells how many of them are left, at most every five seconds', () => {
  const line = progressLine({ minutes: 1, operations: undefined })
  line(counts(0), 3)
  expect(line(counts(50), 7)).toBeUndefined()
  expect(line(counts(80), 13)).toBe(
    '13 s: 80 operations, 3 faults, 12 histories checked (1 undecided), 0 violations, 50 s left',
  )
})
