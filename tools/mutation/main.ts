import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { type JudgedMutant, reportLines, summarize } from './report.ts'
import { NOT_DRAWN, SAMPLE_CHECKER } from './sample-checker.ts'
import { targetsOf } from './targets.ts'

/**
 * `node tools/mutation/main.ts [--sample=300] [--seed=1] [<package, folder or file>…]` mutates the
 * source named (default: the engine), runs its unit tests against each mutant, and prints the counts
 * and the survivors. `--sample` judges that many mutants, drawn by the seed, instead of all. The exit
 * code is 0 if at least 90 % were detected.
 */

const PERCENT_MIN = 90

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const { mutate, packages } = targetsOf(positionals, process.cwd())
const temporaryDirectory = mkdtempSync(join(tmpdir(), 'mutation-'))
const reportFile = join(temporaryDirectory, 'report.json')
// Stryker exits on a signal, so a `finally` would not be reached.
process.once('exit', () => rmSync(temporaryDirectory, { recursive: true, force: true }))

const sampling: PartialStrykerOptions =
  values.sample === undefined
    ? {}
    : {
        plugins: ['@stryker-mutator/vitest-runner', './tools/mutation/sample-checker.ts'],
        checkers: [SAMPLE_CHECKER],
        sample: { size: Number(values.sample), seed: Number(values.seed) },
      }

const options: PartialStrykerOptions = {
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // The copy holds what these packages' own tests need; other packages are read where they are.
  // Without the root's tsconfig.json, Stryker does not ask TypeScript for an interface that version 7
  // no longer has.
  ignorePatterns: [
    '/**',
    ...packages.map((path) => `!/${path}/**`),
    '!/tools/mutation/**',
    '!/package.json',
    '!/tsconfig.base.json',
    'dist',
  ],
  tempDirName: join(temporaryDirectory, 'sandbox'),
  // A slow machine must not turn a survivor into a timeout; a mutant that loops is found by its hits.
  dryRunTimeoutMinutes: 30,
  timeoutMS: 20_000,
  timeoutFactor: 4,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: reportFile },
  allowConsoleColors: false,
  ...sampling,
}

/** The part of Stryker's JSON report that is read here. */
interface StrykerReport {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly MutantResult[] }>
  >
}

/** The mutants of a report that were judged or could have been, each with its original code. */
const mutantsOf = ({ files }: StrykerReport): readonly JudgedMutant[] =>
  Object.entries(files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ statusReason }) => statusReason !== NOT_DRAWN)
      .map(({ location, ...result }) => ({
        ...result,
        path,
        ...location.start,
        original: textAt(source, location),
      })),
  )

/** The code of a location, whose lines and columns count from 1 and whose end is exclusive. */
function textAt(source: string, { start, end }: MutantResult['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n')
}

await new Stryker(options).runMutationTest()
const report = JSON.parse(readFileSync(reportFile, 'utf8')) as StrykerReport
const summary = summarize(mutantsOf(report))
for (const line of reportLines(summary)) console.log(line)
process.exitCode = summary.percent >= PERCENT_MIN ? 0 : 1
