import { expect, test } from 'vitest'
import {
  closingLine,
  failureLines,
  flakyLine,
  projectLines,
  skippedLines,
  sumTallies,
  tallyOf,
  withRepeated,
} from './test-results.ts'

const passed = { project: 'unit', path: 'src/slots.test.ts', passed: 3, skipped: 0, failures: [] }
const failed = {
  project: 'server',
  path: 'tests/claims.test.ts',
  passed: 1,
  skipped: 0,
  failures: [
    { test: 'a night is sold once', messages: ['expected 2 to be 1\n1\n2\n3\n4\n5\n6'] },
    { messages: ['the engine did not stop'] },
  ],
}

test('passed and failed tests, and failures outside of tests, are counted', () => {
  expect(tallyOf({ files: [passed, failed], otherFailures: ['exit code 1'] })).toEqual({
    passed: 4,
    failed: 3,
  })
})

test('a repeated file counts by its second result alone', () => {
  const outcome = { files: [passed, failed], otherFailures: [] }
  const repeated = { ...failed, passed: 2, failures: [] }
  expect(tallyOf(withRepeated(outcome, repeated))).toEqual({ passed: 5, failed: 0 })
})

test('a repeated file replaces the result of its own project only', () => {
  const outcome = { files: [failed, { ...failed, project: 'lambda' }], otherFailures: [] }
  const repeated = { ...failed, project: 'lambda', passed: 2, failures: [] }
  expect(withRepeated(outcome, repeated).files).toEqual([failed, repeated])
})

test('a flaky file is named with the tests that failed at first', () => {
  expect(flakyLine(failed)).toBe(
    'flaky: [server] tests/claims.test.ts: a night is sold once; outside its tests',
  )
})

test('what failed is named with the first lines of its message', () => {
  expect(failureLines({ files: [passed, failed], otherFailures: ['no test ran'] })).toEqual([
    '    [server] tests/claims.test.ts: a night is sold once',
    '      expected 2 to be 1',
    '      1',
    '      2',
    '      3',
    '      4',
    '      5',
    '    [server] tests/claims.test.ts',
    '      the engine did not stop',
    '    no test ran',
  ])
})

test('every project is listed with its counts', () => {
  const other = { ...passed, path: 'src/days.test.ts', passed: 2 }
  expect(projectLines({ files: [passed, failed, other], otherFailures: [] })).toEqual([
    '              server: 1 passed, 2 failed',
    '              unit: 5 passed, 0 failed',
  ])
})

test('the closing line adds up every run', () => {
  const sum = sumTallies([
    { passed: 400, failed: 0 },
    { passed: 12, failed: 2 },
  ])
  expect(closingLine(sum)).toBe('412 passed, 2 failed')
})

test('a file whose tests did not run is named with the reason', () => {
  const path = 'packages/server/tests/ports/postgres.test.ts'
  const left = { project: 'server', path, passed: 0, skipped: 162, failures: [] }
  expect(skippedLines([passed, left, { ...failed, skipped: 1 }])).toEqual([
    '[server] packages/server/tests/ports/postgres.test.ts (162 tests): needs PostgreSQL, whose package is for Linux on x64',
    '[server] tests/claims.test.ts (1 test): no reason given',
  ])
})
