import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SLOW_TESTS } from './slow-tests.ts'

test('each slow test that npm run check leaves out exists, so a renamed one is not quick by mistake', () => {
  expect(SLOW_TESTS.filter((path) => !existsSync(path))).toEqual([])
})
