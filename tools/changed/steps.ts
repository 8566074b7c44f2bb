import { matchesGlob } from 'node:path'
import { cruise, sourceFiles, type Violation } from '../rules/cruise.ts'
import type { Step } from '../run-steps.ts'
import { SLOW_TESTS } from '../slow-tests.ts'
import type { Changes } from './changed-files.ts'
import { reachedBy } from './reached.ts'
import { scanImports } from './scan-imports.ts'

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
      // Looks at the files that import a changed one, not at those that import these: a quarter of the time.
      '--assumeChangesOnlyAffectDirectDependencies',
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
  /** The nearest unit tests and tests of tools, without slow ones, and the tidy checks of all files. */
  readonly tests: readonly string[]
  /** How many quick tests are farther away. */
  readonly fartherCount: number
  /** How many server suites and slow tests the change reaches, which are left out. */
  readonly omittedCount: number
}

/** Files of tests of a quick run: with more, a change of one context would need more than 20 s on two cores. */
const TESTS_MAX = 80

/** The context or folder of a package that a file belongs to. */
const contextOf = (path: string): string => path.split('/').slice(0, 4).join('/')

/** The tests of the changed contexts first, then the others, each with the nearest first. */
export function nearestFirst(
  steps: ReadonlyMap<string, number>,
  changed: readonly string[],
): readonly string[] {
  const contexts = new Set(changed.map(contextOf))
  const rankOf = (path: string): number =>
    (contexts.has(contextOf(path)) ? 0 : 1_000) + (steps.get(path) ?? 0)
  return [...steps.keys()]
    .filter((path) => path.endsWith('.test.ts'))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
}

/**
 * Follows the imports from the changed files to the tests, and checks those of the changed files and of what they import
 * against the rules.
 */
export async function reachedTests(root: string, { present, deleted }: Changes): Promise<Reached> {
  const sources = new Set(sourceFiles(root))
  const changedSources = present.filter((path) => sources.has(path))
  const violations =
    changedSources.length === 0 ? [] : (await cruise(root, changedSources)).violations
  const changed = [...present, ...deleted]
  const reached = nearestFirst(reachedBy(scanImports(root), changed), changed)
  const isQuick = (path: string): boolean =>
    isUnitTest(path) && !SLOW_TESTS.some((glob) => matchesGlob(path, glob))
  const quick = reached.filter((path) => isQuick(path) && path !== TIDY_CHECKS)
  const tests = [...quick.slice(0, TESTS_MAX), TIDY_CHECKS].sort()
  return {
    violations,
    tests,
    fartherCount: Math.max(0, quick.length - TESTS_MAX),
    omittedCount: reached.filter((path) => !isQuick(path)).length,
  }
}
