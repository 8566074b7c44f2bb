import { expect, test } from 'vitest'
import { reachedBy } from './reached.ts'

const imports = [
  { from: 'a.test.ts', to: 'a.ts' },
  { from: 'a.ts', to: 'b.ts' },
  { from: 'b.ts', to: 'c.ts' },
  { from: 'c.ts', to: 'a.ts' },
  { from: 'd.test.ts', to: 'd.ts' },
]
const sorted = (files: ReadonlyMap<string, number>): readonly string[] => [...files.keys()].sort()

test('a change reaches what imports the file, directly or through others', () => {
  expect(sorted(reachedBy(imports, ['b.ts']))).toEqual(['a.test.ts', 'a.ts', 'b.ts', 'c.ts'])
})

test('files that import each other in a circle are reached once', () => {
  expect(sorted(reachedBy(imports, ['a.ts']))).toEqual(['a.test.ts', 'a.ts', 'b.ts', 'c.ts'])
})

test('a file that nothing imports reaches itself alone', () => {
  expect(sorted(reachedBy(imports, ['d.test.ts']))).toEqual(['d.test.ts'])
})

test('a file is as far away as the shortest way to it', () => {
  const detour = [...imports, { from: 'a.test.ts', to: 'b.ts' }]
  expect(Object.fromEntries(reachedBy(detour, ['b.ts']))).toEqual({
    'b.ts': 0,
    'a.ts': 1,
    'a.test.ts': 1,
    'c.ts': 2,
  })
})

test('a change of nothing reaches nothing', () => {
  expect(sorted(reachedBy(imports, []))).toEqual([])
})
