import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deepTest } from '../../../server/tests/support/depth.ts'
import { type ProveOptions, prove } from '../run/prove.ts'
import { BUGS } from './bugs.ts'

const REPOSITORY = new URL('../../../../', import.meta.url)

test.each(BUGS)('the bug $name changes one place of the source', ({ change }) => {
  const { file, find, replace } = change
  const source = readFileSync(new URL(file, REPOSITORY), 'utf8')
  expect(source.split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})

test('no two bugs have one name', () => {
  expect(new Set(BUGS.map(({ name }) => name)).size).toBe(BUGS.length)
})

/** A short run: one server on SQLite, which is killed. */
const SHORT: ProveOptions = {
  store: 'sqlite',
  minutes: 0.05,
  seed: 1,
  faults: new Set(['kill']),
  shapes: ['single'],
  serverCount: 1,
  stopsAtViolation: true,
  onProgress: () => {},
}
const MAX_MILLISECONDS = 240_000

deepTest(
  'a run with kills finds nothing',
  async () => {
    const { violations, counts } = await prove(SHORT)
    expect(violations).toEqual([])
    expect(counts.cells).toBeGreaterThan(0)
  },
  MAX_MILLISECONDS,
)

deepTest(
  'a run with a planted bug finds it',
  async () => {
    const planted = BUGS.find(({ name }) => name === 'overlap')?.change
    const { violations } = await prove({ ...SHORT, planted })
    expect(violations[0]?.kind).toMatch(/^(order|answer)$/)
  },
  MAX_MILLISECONDS,
)
