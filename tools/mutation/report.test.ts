import { expect, test } from 'vitest'
import { type JudgedMutant, reportLines, summarize } from './report.ts'

const mutant = (parts: Partial<JudgedMutant>): JudgedMutant => ({
  path: 'packages/engine/src/a.ts',
  line: 1,
  column: 1,
  status: 'Killed',
  mutatorName: 'EqualityOperator',
  original: 'a < b',
  replacement: 'a <= b',
  ...parts,
})

test('killed mutants and timeouts count as detected, mutants without a test as survivors', () => {
  const summary = summarize([
    mutant({}),
    mutant({ status: 'Timeout' }),
    mutant({ status: 'Survived' }),
    mutant({ status: 'NoCoverage' }),
  ])
  expect(summary).toMatchObject({ judged: 4, killed: 1, timedOut: 1, survived: 2, percent: 50 })
})

test('mutants that could not be run and mutants outside of the sample are not judged', () => {
  const summary = summarize([
    mutant({}),
    mutant({ status: 'RuntimeError' }),
    mutant({ status: 'CompileError' }),
  ])
  expect(summary).toMatchObject({
    judged: 1,
    killed: 1,
    survived: 0,
    failed: 1,
    notCompiled: 1,
    percent: 100,
  })
})

test('the percentage is rounded down, so that 89.99 is not reported as 90', () => {
  const mutants = [
    ...Array.from({ length: 8999 }, () => mutant({})),
    ...Array.from({ length: 1001 }, () => mutant({ status: 'Survived' })),
  ]
  expect(summarize(mutants).percent).toBe(89.9)
})

test('a run that judged nothing detected nothing', () => {
  expect(summarize([])).toMatchObject({ judged: 0, percent: 0 })
})

test('the report lists survivors and then timeouts with their place and mutation', () => {
  const lines = reportLines(
    summarize([
      mutant({ path: 'b.ts', status: 'Survived', original: '{\n  return 1\n}', replacement: '{}' }),
      mutant({ status: 'Survived', line: 12, column: 3 }),
      mutant({ status: 'NoCoverage', line: 2, column: 9 }),
      mutant({ status: 'Survived', line: 2, column: 5, original: 'x'.repeat(100) }),
      mutant({}),
      mutant({ status: 'RuntimeError' }),
      mutant({ status: 'CompileError' }),
      mutant({ path: 'a.ts', status: 'Timeout', line: 7 }),
    ]),
  )
  expect(lines).toEqual([
    '6 mutants: 1 killed, 1 timed out, 4 survived: 33.3 %',
    'Not run because of an error: 1',
    'Passed over because they do not compile: 1',
    'b.ts:1:1 EqualityOperator: { return 1 } → {}',
    `packages/engine/src/a.ts:2:5 EqualityOperator: ${'x'.repeat(40)} … ${'x'.repeat(40)} → a <= b`,
    'packages/engine/src/a.ts:2:9 EqualityOperator: a < b → a <= b (no test runs it)',
    'packages/engine/src/a.ts:12:3 EqualityOperator: a < b → a <= b',
    'a.ts:7:1 EqualityOperator: a < b → a <= b (timed out)',
  ])
})
