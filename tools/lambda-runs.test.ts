import { expect, test } from 'vitest'
import { lambdaFiles } from './lambda-runs.ts'

const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7]

test('the deep run sends every suite of the HTTP API through events, but for those of the Node server', () => {
  const all = lambdaFiles(true, 0)
  expect(all).toContain('packages/server/tests/http/waitlist.test.ts')
  expect(all).not.toContain('packages/server/tests/http/node-server.test.ts')
  expect(new Set(SEEDS.flatMap((seed) => lambdaFiles(false, seed)))).toEqual(new Set(all))
})

test('each usual run has the suites about headers, cookies and raw bodies', () => {
  for (const seed of SEEDS) {
    expect(lambdaFiles(false, seed)).toEqual(
      expect.arrayContaining(
        ['conventions', 'session', 'calendar-import', 'bad-input'].map(
          (name) => `packages/server/tests/http/${name}.test.ts`,
        ),
      ),
    )
  }
})
