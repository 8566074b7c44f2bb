import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { copiesLeftOut } from './copy-runs.ts'

const ALL = globSync('tools/new-field/*.test.ts').sort()

test('each usual run has one test on a copy of the sources, and the seeds 0 to 9 have all', () => {
  const drawn = Array.from({ length: 10 }, (_, seed) => {
    const leftOut = copiesLeftOut(seed)
    return ALL.filter((path) => !leftOut.includes(path))
  })
  expect(drawn.map((files) => files.length)).toEqual(Array.from({ length: 10 }, () => 1))
  expect([...new Set(drawn.flat())].sort()).toEqual(ALL)
})

test('a run without a seed leaves none out', () => {
  expect(copiesLeftOut(undefined)).toEqual([])
})
