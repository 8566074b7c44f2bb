import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { ALL_ENGINES } from '../packages/server/tests/support/known-engines.ts'
import { engineSteps, filesOmittedOn, omittedByEngines } from './engine-runs.ts'

const runOn = (engine: string) => (path: string) =>
  !filesOmittedOn(engine).some((glob) => matchesGlob(`packages/server/tests/${path}`, glob))

test.each(ALL_ENGINES)('requests, races and crashes are tested on %s', (engine) => {
  const paths = [
    'http/bookings.test.ts',
    'races/claims.test.ts',
    'races/crashes.test.ts',
    'events/crash-matrix.test.ts',
    'payments/crash-matrix.test.ts',
    'scenarios/bookings.test.ts',
  ]
  expect(paths.filter((path) => !runOn(engine)(path))).toEqual([])
})

test('each engine has its own suite of the store, and both of DynamoDB have those of its stream', () => {
  const paths = [
    'ports/sqlite.test.ts',
    'ports/dynamodb.test.ts',
    'ports/postgres.test.ts',
    'events/stream-outbox.test.ts',
    'dynamodb/faults.test.ts',
    'dynamodb/local-engine.test.ts',
  ]
  expect(Object.fromEntries(ALL_ENGINES.map((each) => [each, paths.filter(runOn(each))]))).toEqual({
    sqlite: ['ports/sqlite.test.ts'],
    dynamodb: [
      'ports/dynamodb.test.ts',
      'events/stream-outbox.test.ts',
      'dynamodb/faults.test.ts',
      'dynamodb/local-engine.test.ts',
    ],
    postgres: ['ports/postgres.test.ts'],
    'dynamodb-local': [
      'ports/dynamodb.test.ts',
      'events/stream-outbox.test.ts',
      'dynamodb/faults.test.ts',
    ],
  })
})

test('what is left out exists', () => {
  const globs = new Set(ALL_ENGINES.flatMap((engine) => filesOmittedOn(engine)))
  expect([...globs].filter((glob) => globSync(glob).length === 0)).toEqual([])
})

test('an engine that is not installed is named, and has no step', () => {
  const named = ['DynamoDB Local: ', 'PostgreSQL: '].filter((start) =>
    omittedByEngines().some((line) => line.startsWith(start)),
  )
  const titles = engineSteps((title) => ({ title, args: [], secondsMax: 1 })).map(
    ({ title }) => title,
  )
  for (const engine of ['DynamoDB Local', 'PostgreSQL']) {
    const isNamed = named.includes(`${engine}: `)
    expect(titles.includes(`server suites on ${engine}`)).toBe(!isNamed)
    expect(titles.includes(`unit tests with a store on ${engine}`)).toBe(!isNamed)
  }
})
