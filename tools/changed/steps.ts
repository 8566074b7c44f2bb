import { matchesGlob } from 'node:path'
import { cruise, type Violation } from '../rules/cruise.ts'
import type { Step } from '../run-steps.ts'
import { SLOW_TESTS } from '../slow-tests.ts'
import type { Changes } from './changed-files.ts'
import { reachedBy } from './reached.ts'

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
/**
 * Leaves out the rules that read the whole repository first, for 5 s of CPU time. A suppression of such
 * a rule then looks unused, so warnings are printed and do not count.
 */
const QUICK_LINT = '--config-path=tools/changed/quick-lint.json'
const TSC = 'node_modules/typescript/bin/tsc'
const SECONDS_MAX = 300

/** They read every file, so every change can break them. */
const TIDY_CHECKS = 'tools/tidy/repository.test.ts'

/** Packages whose types are checked by a configuration of their own, too. */
const TYPED_APART = ['engine', 'web', 'react', 'site', 'infra'] as const

/** Files that Biome reads; fixtures and documents are not among them. */
const isLinted = (path: string): boolean =>
  /\.(?:ts|tsx|js|mjs|css|json)$/.test(path) &&
  !/(?:^|\/)fixtures\//.test(path) &&
  path !== 'package-lock.json'

const isUnitTest = (path: string): boolean =>
  /^(?:packages\/[^/]+\/src|bench\/src|tools)\/.*\.test\.ts$/.test(path)

/**
 * The checks of a change that are programs: format and lint of the changed files, and the types. The
 * compiler keeps what it found in `node_modules`, so the second run is the quick one.
 */
export function programSteps({ present, deleted }: Changes): readonly Step[] {
  const all = [...present, ...deleted]
  const linted = present.filter(isLinted)
  const apart = TYPED_APART.filter((name) =>
    all.some((path) => path.startsWith(`packages/${name}/`)),
  )
  const typed = all.some((path) => /\.(?:ts|tsx|json)$/.test(path))
  const types = (title: string, project: string): Step => ({
    title,
    args: [
      ...[TSC, '-p', project, '--checkers', '1', '--incremental'],
      ...['--tsBuildInfoFile', `node_modules/.types/${project.replaceAll('/', '-')}.json`],
    ],
    secondsMax: SECONDS_MAX,
  })
  return [
    ...(typed ? [types('types', '.')] : []),
    ...apart.map((name) => types(`types of packages/${name}`, `packages/${name}`)),
    ...(linted.length === 0
      ? []
      : [
          {
            title: 'format and lint of the changed files',
            args: [BIOME, 'check', QUICK_LINT, '--no-errors-on-unmatched', ...linted],
            secondsMax: SECONDS_MAX,
          },
        ]),
  ]
}

/** The tests that a change can reach, and the imports that a rule forbids. */
export interface Reached {
  readonly violations: readonly Violation[]
  /** Unit tests and tests of tools, without slow ones, and the tidy checks of all files. */
  readonly tests: readonly string[]
  /** How many server suites and slow tests the change reaches, which are left out. */
  readonly omittedCount: number
}

/** Follows the imports of the whole repository from the changed files to the tests. */
export async function reachedTests(root: string, { present, deleted }: Changes): Promise<Reached> {
  const { violations, imports } = await cruise(root)
  const reached = [...reachedBy(imports, [...present, ...deleted])].filter((path) =>
    path.endsWith('.test.ts'),
  )
  const isQuick = (path: string): boolean =>
    isUnitTest(path) && !SLOW_TESTS.some((glob) => matchesGlob(path, glob))
  const tests = [...new Set([...reached.filter(isQuick), TIDY_CHECKS])].sort()
  return {
    violations,
    tests,
    omittedCount: reached.filter((path) => !tests.includes(path)).length,
  }
}
