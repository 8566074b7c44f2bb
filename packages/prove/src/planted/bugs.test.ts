import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
