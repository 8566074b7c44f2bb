import { violationLines } from '../rules/violation-lines.ts'
import { type RunOptions, type RunResult, runSteps, type Step } from '../run-steps.ts'
import { sumTallies } from '../test-results.ts'
import { changesSince, defaultBase } from './changed-files.ts'
import { programSteps, reachedTests } from './steps.ts'

/** A run, and what it left out by design, one line each. */
export interface ChangedResult extends RunResult {
  readonly omitted: readonly string[]
}

/**
 * `npm run check -- --changed[=<commit>]`: checks what differs from a commit, by default from the last
 * one, or from the one before it if everything is committed. The types are checked while the imports
 * are followed to the nearest tests; a forbidden import is one failure.
 */
export async function checkChanged(
  root: string,
  given: string,
  testStep: (title: string, paths: readonly string[]) => Step,
  options: RunOptions,
): Promise<ChangedResult> {
  const base = given === '' ? defaultBase(root) : given
  const changes = changesSince(root, base)
  options.print(
    `${changes.present.length} files differ from ${base}, ${changes.deleted.length} are deleted`,
  )
  const programs = runSteps(programSteps(changes), options)
  const { violations, tests, fartherCount, omittedCount } = await reachedTests(root, changes)
  for (const line of violationLines(root, violations)) options.print(line)
  const title = `${tests.length} files of quick tests that the change reaches`
  const results = [await runSteps([testStep(title, tests)], options), await programs]
  return {
    tally: sumTallies([
      ...results.map(({ tally }) => tally),
      { passed: 0, failed: violations.length },
    ]),
    flaky: results.flatMap(({ flaky }) => flaky),
    files: results.flatMap(({ files }) => files),
    omitted: [
      ...(fartherCount === 0
        ? []
        : [
            `by --changed, ${fartherCount} files of quick tests that are farther away: npm run check runs them`,
          ]),
      'by --changed, types of files that do not import a changed one, and rules for files that no changed one imports: npm run check checks them',
      `by --changed, ${omittedCount} files of slow tests and server suites that the change reaches: npm test runs them`,
    ],
  }
}
