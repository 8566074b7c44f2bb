import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { ZONES } from './test-zones/zoned-tests.ts'

/** Test files of one kind, of which `npm test` draws a share by its seed. */
export interface Share {
  /** What they test, as the line `not run: …` says it. */
  readonly title: string
  /** The Vitest project that runs them. */
  readonly project: 'server' | 'tools' | 'infra' | 'examples' | 'lambda' | 'unit'
  /** Globs from the root of the repository. */
  readonly files: readonly string[]
  /** Of these, what each run has: globs. */
  readonly always?: readonly string[]
  /** A run has one of so many of the others; at most 10, so that the seeds 0 to 9 have all. */
  readonly oneIn: number
}

const SERVER = 'packages/server/tests'

const inTests = (...paths: readonly string[]): readonly string[] =>
  paths.map((path) => `${SERVER}/${path}.test.ts`)

/** The suites that run through events of API Gateway: there are none for the mailbox, the sockets and the start of a server. */
export const LAMBDA_TESTS = `${SERVER}/http/!(mailbox|node-server|refused-start).test.ts`

/**
 * What costs the most, and has neighbors that notice the same faults. Races, kills, erasure, permissions, and what keeps
 * accounts apart are not drawn by files: each run has them.
 */
export const SHARES: readonly Share[] = [
  {
    // `pages/browsers` has the journeys of bookers, guests and members in each browser, and each run has them.
    title: 'tests of pages',
    project: 'server',
    files: inTests('pages/*', 'mails/layout', 'fullcalendar/*'),
    oneIn: 8,
  },
  {
    title: 'suites of the HTTP API',
    project: 'server',
    files: inTests('http/*'),
    always: inTests(
      'http/access',
      'http/access-limits',
      'http/account-bookings',
      'http/accounts',
      'http/api-keys',
      'http/barred-people',
      'http/booking-groups',
      'http/bookings',
      'http/callers',
      'http/idempotency',
      'http/manage-token',
      'http/members',
      'http/operations',
      'http/privacy',
      'http/public',
      'http/public-accounts',
      'http/session',
      'http/signed-in-bookings',
      'http/stay-bookings',
    ),
    oneIn: 3,
  },
  {
    title: 'suites of the HTTP API through events of API Gateway',
    project: 'lambda',
    files: [LAMBDA_TESTS],
    always: inTests('http/conventions', 'http/session'),
    oneIn: 10,
  },
  {
    title: 'suites of functions on AWS',
    project: 'server',
    files: inTests('aws/functions', 'aws/functions-outside', 'aws/http-parity'),
    oneIn: 3,
  },
  {
    title: 'scenarios',
    project: 'server',
    files: inTests('scenarios/*'),
    always: inTests(
      'scenarios/access',
      'scenarios/bookings',
      'scenarios/erasure',
      'scenarios/hold-expiry',
    ),
    oneIn: 4,
  },
  {
    title: 'months of businesses',
    project: 'server',
    files: inTests('months/*'),
    oneIn: 5,
  },
  {
    title: 'tests of starts, packages and commands',
    project: 'server',
    files: inTests(
      'process/*',
      'package/*',
      'upgrade/beside-version-2',
      'doctor/command',
      'events/dead-letters-command',
      'dynamodb/local-engine',
    ),
    always: inTests('process/drain', 'process/full-disk', 'process/overload'),
    oneIn: 8,
  },
  {
    title: 'suites of clients, parsers and vendors',
    project: 'server',
    files: inTests(
      'client/*',
      'ical/*',
      'telemetry/*',
      'mcp/*',
      'connections/*',
      'mails/!(layout)',
    ),
    always: inTests('connections/calendar-sync-crashes'),
    oneIn: 5,
  },
  {
    title: 'suites of lost answers, attacks and requests to DynamoDB',
    project: 'server',
    files: inTests('races/faults', 'races/public-caps', 'dynamodb/budgets', 'dynamodb/faults'),
    oneIn: 4,
  },
  {
    // Random examples and lists of hundreds; unit tests of the same code have worked examples.
    title: 'slow unit tests',
    project: 'unit',
    files: [
      'bench/src/growth/fill.test.ts',
      'bench/src/scale/day.test.ts',
      'packages/engine/src/availability/working-hours.prop.test.ts',
      'packages/engine/src/calendars/recurrence-corpus.test.ts',
      'packages/engine/src/invitations/content-line.test.ts',
      'packages/engine/src/teams/fairness.test.ts',
      'packages/engine/src/teams/team-slots.prop.test.ts',
      'packages/prove/src/cells/play-cell.test.ts',
      'packages/prove/src/model/protocol.test.ts',
      'packages/prove/src/upgrade/upgrade-run.test.ts',
      'packages/server/src/adapters/rows/row-codec.prop.test.ts',
      'packages/server/src/external-calendars/calendar-sync/calendar-sync.test.ts',
      'packages/server/src/external-calendars/calendar-sync/team-calendar-sync.test.ts',
      'packages/server/src/ops/doctor/damages.test.ts',
      'packages/server/src/stays/calendars/import-channel.prop.test.ts',
      'packages/server/src/stays/calendars/import-corpus.test.ts',
      'packages/server/src/stays/calendars/recurring-events.test.ts',
    ],
    oneIn: 3,
  },
  {
    title: 'stacks for AWS',
    project: 'infra',
    files: ['packages/infra/tests/*.test.ts'],
    oneIn: 5,
  },
  {
    title: 'examples',
    project: 'examples',
    files: ['examples/*/*.test.ts'],
    oneIn: 6,
  },
  {
    // Each compiles a copy of the sources, for half a minute of CPU time.
    title: 'guides that add something to a copy of the sources',
    project: 'tools',
    files: ['tools/new-field/*.test.ts'],
    oneIn: 8,
  },
  {
    title: 'slow tests of tools',
    project: 'tools',
    files: [
      'tools/ci-run.test.ts',
      'tools/client-package/build.test.ts',
      'tools/contract/patterns.test.ts',
      'tools/contract/redocly.test.ts',
      'tools/react-package/build.test.ts',
      'tools/run-steps.test.ts',
      'tools/test-zones/setup.test.ts',
      'tools/tz-table/*.test.ts',
    ],
    oneIn: 4,
  },
]

const isOneOf = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob))

/** All files of a share, in the order of their paths. */
export const filesOf = ({ files }: Share): readonly string[] => globSync([...files]).sort()

/** The files that a run with this seed, a whole number, leaves out of a share. */
export function leftOutOf(share: Share, seed: number): readonly string[] {
  const { always = [], oneIn } = share
  return filesOf(share)
    .filter((path) => !isOneOf(path, always))
    .filter((_, place) => place % oneIn !== seed % oneIn)
}

/** The files that a run leaves out of a project. None without a seed. */
export const filesLeftOut = (
  project: Share['project'],
  seed: number | undefined,
): readonly string[] =>
  seed === undefined
    ? []
    : SHARES.filter((share) => share.project === project).flatMap((share) => leftOutOf(share, seed))

const ZONE_NAMES = Object.keys(ZONES)

/** The names of the time zones that a run has tests of time zones in: one with a seed, else all of `ZONES`. */
export const zonesOf = (seed: number | undefined): readonly string[] =>
  seed === undefined
    ? ZONE_NAMES
    : ZONE_NAMES.filter((_, place) => place === seed % ZONE_NAMES.length)

/** What a run with this seed leaves out, one line for each share, and one for time zones. */
export const omittedBySeed = (seed: number): readonly string[] => [
  ...SHARES.map((share) => {
    const leftOut = leftOutOf(share, seed)
    const names = leftOut.map((path) => path.replace(`${SERVER}/`, '').replace('.test.ts', ''))
    return `${share.title}, ${names.length} of ${filesOf(share).length} files: ${names.join(', ')}`
  }),
  `tests of time zones in two of ${ZONE_NAMES.join(', ')}: this run has them in ${zonesOf(seed).join()}`,
]
