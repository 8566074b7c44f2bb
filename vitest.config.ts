import { defineConfig } from 'vitest/config'

/** Workers at most: the suites start real servers, and a small CI machine has two cores. */
const MAX_WORKERS = 2

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
          maxWorkers: MAX_WORKERS,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          // A rule test copies a small tree to disk and cruises it.
          testTimeout: 30_000,
          maxWorkers: MAX_WORKERS,
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
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/server/tests/**/*.test.ts'],
          // Races and kills over several processes: minutes on a busy machine, never a hang.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: MAX_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
