import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose tests compute for seconds, slowest last. */
const SLOW = [/\.prop\.test\.ts$/, /\/recurrence-corpus\.test\.ts$/]

const slownessOf = ({ moduleId }: TestSpecification): number =>
  SLOW.findLastIndex((pattern) => pattern.test(moduleId))

/** Runs the quick files first: the first failure ends the run of a mutant. */
class QuickFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (a, b) => slownessOf(a) - slownessOf(b) || (a.moduleId < b.moduleId ? -1 : 1),
    )
  }
}

/** The unit tests as a mutation run executes them: from a copy of the repository, one file at a time. */
export default defineConfig({
  test: {
    // A run that judges a folder by its own tests names them.
    include: [process.env.HOLDFAST_MUTATION_TESTS ?? 'packages/*/src/**/*.test.ts'],
    setupFiles: ['tools/mutation/fixed-seed.ts'],
    // Two mutants may share two busy cores. A mutant that loops is found by its hit count.
    testTimeout: 120_000,
    // A mutant is judged by the tests that ran its code without it, found by their names, which name the engine: each
    // run must draw the same, or the tests are not found and the mutant survives.
    env: { TZ: 'UTC', HOLDFAST_TEST_DRAW: 'sqlite' },
    sequence: { sequencer: QuickFilesFirst },
  },
})
