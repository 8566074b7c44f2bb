import { expect, test } from 'vitest'
import config from './vitest.config.ts'

test('each run of a mutation test draws the same engine, because a mutant is judged by tests that are found by name', () => {
  expect(config).toMatchObject({ test: { env: { HOLDFAST_TEST_DRAW: 'sqlite' } } })
})
