import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { filesLeftOut, LAMBDA_TESTS, zonesOf } from './tools/drawn-files.ts'
import { filesOmittedOn } from './tools/engine-runs.ts'
import { SLOW_TESTS } from './tools/slow-tests.ts'
import { ZONED_TESTS, ZONES } from './tools/test-zones/zoned-tests.ts'

const isDeep = process.env.HOLDFAST_TEST_DEPTH === 'full'

// What the usual run draws, once for all workers.
const seed = Number(process.env.HOLDFAST_TEST_SEED ?? Math.floor(Math.random() * 1000))
const drawnEngine = process.env.HOLDFAST_TEST_DRAW ?? (seed % 2 === 0 ? 'sqlite' : 'dynamodb')

/** Which files are drawn: some in `npm test`, all in every other run, above all in a run of single files. */
const fileSeed = process.env.HOLDFAST_TEST_FILES === 'drawn' ? seed : undefined

/** Whether this is `npm run check`. */
const isQuick = process.env.HOLDFAST_TEST_QUICK === '1'

/** What the projects have in common. */
const COMMON = {
  // More than cores: the tests of servers and pages wait for other processes half of their time. Quick tests do not wait,
  // and each worker loads the sources anew.
  maxWorkers: availableParallelism() + (isQuick ? 0 : 2),
  // A worker runs one file after another and loads each module once; alone, a file needs more time to
  // start than most need to run. So no test may change a module's state and leave it so.
  isolate: false,
  // Node loads the tests as it loads the programs: Vite would transform each module once per project, and costs a
  // quarter of the CPU time of the unit tests. The hooks for mocked modules, which no test has, stay out of the way.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Vitest fails a poll after a second, but a browser or a server on a busy machine may need longer; a
  // test that passes waits no longer than before.
  expect: { poll: { timeout: 20_000 } },
  env: {
    TZ: 'UTC',
    HOLDFAST_TEST_SEED: String(seed),
    HOLDFAST_TEST_DRAW: drawnEngine,
    // Its workers share the programs that they start.
    HOLDFAST_TEST_RUN: randomUUID(),
    // Halves the start of the servers that tests start, and of the workers.
    NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.node-compile-cache'),
  },
}

/** What `npm run check` leaves out. */
const omitted = isQuick ? SLOW_TESTS : []

const UNIT_TESTS = ['packages/*/src/**/*.test.ts', 'bench/src/**/*.test.ts']

/** Tests whose modules only Vite can load: they import JSX and style sheets. */
const PAGE_UNIT_TESTS = 'packages/web/src/**/*.test.ts'

/** Installed packages have tests of their own. */
const NOT_OURS = '**/node_modules/**'

// Property tests and suites with a store of their own compute for seconds, and a minute on a busy machine.
const UNIT_TIMEOUT = 120_000

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...COMMON,
          name: 'unit',
          include: UNIT_TESTS,
          exclude: [...ZONED_TESTS, PAGE_UNIT_TESTS, ...filesLeftOut('unit', fileSeed), ...omitted],
          setupFiles: ['tools/test-zones/setup.ts'],
          testTimeout: UNIT_TIMEOUT,
          // A hook may start a database server.
          hookTimeout: UNIT_TIMEOUT,
        },
      },
      {
        test: {
          ...COMMON,
          experimental: { viteModuleRunner: true },
          name: 'unit-pages',
          include: [PAGE_UNIT_TESTS],
          exclude: [...ZONED_TESTS],
          setupFiles: ['tools/test-zones/setup.ts'],
          testTimeout: UNIT_TIMEOUT,
        },
      },
      ...zonesOf(fileSeed).map((name) => ({
        test: {
          ...COMMON,
          name: `unit-${name}`,
          include: [...ZONED_TESTS],
          exclude: [...omitted],
          env: { ...COMMON.env, TZ: ZONES[name] ?? 'UTC' },
          testTimeout: UNIT_TIMEOUT,
        },
      })),
      {
        test: {
          ...COMMON,
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          exclude: [...ZONED_TESTS, ...filesLeftOut('tools', fileSeed), ...omitted],
          // A rule test copies a small tree to disk and cruises it. A hook may make the OpenAPI document.
          testTimeout: 120_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...COMMON,
          name: 'infra',
          include: ['packages/infra/tests/**/*.test.ts'],
          exclude: [NOT_OURS, ...filesLeftOut('infra', fileSeed)],
          // The CDK takes seconds to load, and a minute on a busy machine.
          hookTimeout: 120_000,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...COMMON,
          name: 'lambda',
          setupFiles: ['packages/server/tests/support/setup.ts'],
          // Suites of the HTTP API once more, asked through events of API Gateway.
          // A single file does so only if the seed draws it, since the project `server` has it too.
          include: [LAMBDA_TESTS],
          exclude: [...filesLeftOut('lambda', isDeep ? undefined : seed)],
          env: { ...COMMON.env, HOLDFAST_TEST_HOST: 'lambda' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...COMMON,
          name: 'server',
          setupFiles: ['packages/server/tests/support/setup.ts'],
          include: ['packages/server/tests/**/*.test.ts'],
          exclude: [
            ...filesOmittedOn(process.env.HOLDFAST_TEST_ENGINE),
            ...filesLeftOut('server', fileSeed),
          ],
          // Races and kills over several processes: minutes on a busy machine, never a hang.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...COMMON,
          name: 'examples',
          setupFiles: ['packages/server/tests/support/setup.ts'],
          include: ['examples/**/*.test.ts'],
          exclude: [NOT_OURS, ...filesLeftOut('examples', fileSeed)],
          // Each starts a server and its program.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
