import { globSync, readFileSync } from 'node:fs'
import {
  ALL_ENGINES,
  type Engine,
  whyMissing,
} from '../packages/server/tests/support/known-engines.ts'
import type { Step } from './run-steps.ts'

/** Test files that say nothing about most engines. */
interface Omission {
  /** Globs from the root of the repository. */
  readonly files: readonly string[]
  /** The engines that they run on. */
  readonly engines: readonly Engine[]
  readonly why: string
}

const SERVER_TESTS = 'packages/server/tests'
const inTests = (...paths: readonly string[]): readonly string[] =>
  paths.map((path) => `${SERVER_TESTS}/${path}`)

const OMISSIONS: readonly Omission[] = [
  {
    files: inTests(
      'sqlite/**',
      'ports/sqlite.test.ts',
      'accounts/killed-deletion.test.ts',
      'scenarios/backup-restore.test.ts',
      'http/refused-start.test.ts',
      'process/first-start.test.ts',
      'process/npm-start.test.ts',
    ),
    engines: ['sqlite'],
    why: 'they test SQLite files and the data folder',
  },
  {
    files: inTests('process/failed-start.test.ts'),
    engines: ['sqlite', 'dynamodb', 'dynamodb-local'],
    why: 'it tests files of SQLite and tables of DynamoDB',
  },
  {
    files: inTests('dynamodb/local-engine.test.ts'),
    engines: ['dynamodb'],
    why: 'it tests the process of the local engine',
  },
  {
    files: inTests(
      'dynamodb/!(local-engine).test.ts',
      'ports/dynamodb.test.ts',
      'aws/**',
      'architecture/**',
      'events/aws-chain.test.ts',
      'events/stream-*.test.ts',
      'races/faults.test.ts',
    ),
    engines: ['dynamodb', 'dynamodb-local'],
    why: 'they test requests to DynamoDB',
  },
  {
    files: inTests('postgres/**', 'ports/postgres.test.ts'),
    engines: ['postgres'],
    why: 'they test requests to PostgreSQL',
  },
  {
    files: inTests(
      'fullcalendar/**',
      'ical/**',
      'pages/**',
      'process/flags.test.ts',
      'stale/**',
      'support/**',
      'vault/**',
    ),
    engines: ['sqlite'],
    why: 'they test pages, parsers and programs that know no engine',
  },
]

const omissionsOn = (engine: Engine): readonly Omission[] =>
  OMISSIONS.filter(({ engines }) => !engines.includes(engine))

/** Globs of the server's test files that are left out while `HOLDFAST_TEST_ENGINE` names this engine. */
export function filesOmittedOn(name: string | undefined): readonly string[] {
  const engine = ALL_ENGINES.find((each) => each === name)
  return engine === undefined ? [] : omissionsOn(engine).flatMap(({ files }) => files)
}

const TITLES: Readonly<Record<Engine, string>> = {
  sqlite: 'SQLite',
  dynamodb: 'the local engine',
  postgres: 'PostgreSQL',
  'dynamodb-local': 'DynamoDB Local',
}

/** The engines that `npm test` does not run whole suites on. */
const OTHER_ENGINES = ['dynamodb-local', 'postgres'] as const

/** Tests beside the source that open a store: an engine can make them fail. */
const unitTestsWithStore = (): readonly string[] =>
  globSync('packages/server/src/**/*.test.ts').filter((path) =>
    /\bopen\w*(?:App|Life|Store|World)\(/.test(readFileSync(path, 'utf8')),
  )

/** The steps of `npm run test:engines`: the server's suites on each engine that is installed. */
export function engineSteps(tests: (title: string) => Step): readonly Step[] {
  return OTHER_ENGINES.filter((engine) => whyMissing(engine) === undefined).flatMap((engine) => {
    const env = { HOLDFAST_TEST_ENGINE: engine }
    const suites = tests(`server suites on ${TITLES[engine]}`)
    const units = tests(`unit tests with a store on ${TITLES[engine]}`)
    return [
      { ...suites, env, tests: { projects: ['server'], paths: [] } },
      { ...units, env, tests: { projects: ['unit'], paths: unitTestsWithStore() } },
    ]
  })
}

/** What `npm run test:engines` leaves out, one line each. */
export const omittedByEngines = (): readonly string[] =>
  OTHER_ENGINES.flatMap((engine) => {
    const missing = whyMissing(engine)
    if (missing !== undefined) return [`${TITLES[engine]}: ${missing}`]
    return omissionsOn(engine).map(
      ({ files, why }) =>
        `on ${TITLES[engine]}, ${files.map((file) => file.slice(SERVER_TESTS.length + 1)).join(', ')}: ${why}`,
    )
  })

/** What `npm test` leaves out, one line each. */
export const omittedByTest = (): readonly string[] => [
  ...OTHER_ENGINES.map((engine) => {
    const missing = whyMissing(engine)
    const suites = engine === 'postgres' ? 'the suites above the store' : 'all server suites'
    return `${suites} on ${TITLES[engine]}: npm run test:engines runs them${missing === undefined ? '' : `, but ${missing}`}`
  }),
  'repetitions of races and kills, and what the seed left out: npm run test:deep runs them',
]
