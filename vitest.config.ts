import { defineConfig } from 'vitest/config'

/** Workers at most: the suites start real servers, and a small CI machine has two cores. */
const MAX_WORKERS = 2

/**
 * How long a test waits for something to come true. Vitest gives up after a second, which a browser or
 * a server on a busy machine may well need; a test that passes waits no longer than before.
 */
const WAITING = { poll: { timeout: 20_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
          // Property tests compute for seconds on a busy machine.
          testTimeout: 30_000,
          maxWorkers: MAX_WORKERS,
          expect: WAITING,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          // A rule test copies a small tree to disk and cruises it.
          testTimeout: 30_000,
          maxWorkers: MAX_WORKERS,
          expect: WAITING,
        },
      },
      {
        test: {
          name: 'infra',
          include: ['packages/infra/tests/**/*.test.ts'],
          // The CDK takes seconds to load.
          hookTimeout: 60_000,
          testTimeout: 60_000,
          maxWorkers: MAX_WORKERS,
          expect: WAITING,
        },
      },
      {
        test: {
          name: 'lambda',
          // The suite of the HTTP API once more, asked through events of API Gateway. The mailbox is for
          // this machine alone, and the Node server has sockets of its own.
          include: ['packages/server/tests/http/**/*.test.ts'],
          exclude: ['**/mailbox.test.ts', '**/node-server.test.ts'],
          env: { HOLDFAST_TEST_HOST: 'lambda' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: MAX_WORKERS,
          expect: WAITING,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/server/tests/**/*.test.ts'],
          // Races and kills over several processes: minutes on a busy machine, never a hang.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: MAX_WORKERS,
          expect: WAITING,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
