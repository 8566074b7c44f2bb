import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { type JudgedMutant, reportLines, summarize } from './report.ts'
import { NOT_DRAWN, SAMPLE_CHECKER } from './sample-checker.ts'
import { folderRuns, type Targets, targetsOf } from './targets.ts'

/**
 * `node tools/mutation/main.ts [--sample=300] [--seed=1] [--beside] [<package, folder or file>…]` mutates the
 * source named (default: the engine), runs the unit tests of its package against each mutant, and prints the counts
 * and the survivors. `--sample` judges that many mutants that compile, drawn by the seed, instead of all. With `--beside`, each path
 * is judged by the tests in its own folder alone, without its routes, and a sample is spread over the paths. The exit
 * code is 0 if at least 90 % were detected, with `--beside` 80 %.
 */

const PERCENT_MIN = 90
const PERCENT_MIN_BESIDE = 80

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    beside: { type: 'boolean', default: false },
  },
})
const sampleSize = values.sample === undefined ? undefined : Number(values.sample)
const temporaryDirectory = mkdtempSync(join(tmpdir(), 'mutation-'))
const reportFile = join(temporaryDirectory, 'report.json')
// Stryker exits on a signal, so a `finally` would not be reached.
process.once('exit', () => rmSync(temporaryDirectory, { recursive: true, force: true }))

interface Run extends Targets {
  readonly sampleSize?: number | undefined
  /** Glob of the tests that judge. Default: the unit tests of the packages. */
  readonly tests?: string
}

const runs: readonly Run[] = values.beside
  ? folderRuns(positionals, process.cwd(), sampleSize)
  : [{ ...targetsOf(positionals, process.cwd()), sampleSize }]

const samplingOf = (size: number | undefined): PartialStrykerOptions =>
  size === undefined
    ? {}
    : {
        plugins: ['@stryker-mutator/vitest-runner', './tools/mutation/sample-checker.ts'],
        checkers: [SAMPLE_CHECKER],
        sample: { size, seed: Number(values.seed) },
      }

const optionsOf = (run: Run): PartialStrykerOptions => ({
  mutate: run.mutate,
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
    ...run.packages.map((path) => `!/${path}/**`),
    '!/tools/mutation/**',
    '!/docs/*.md',
    '!/package.json',
    '!/tsconfig.base.json',
    'dist',
    'node_modules',
  ],
  tempDirName: join(temporaryDirectory, 'sandbox'),
  // A slow machine must not turn a survivor into a timeout; a mutant that loops is found by its hits.
  dryRunTimeoutMinutes: 30,
  timeoutMS: 60_000,
  timeoutFactor: 4,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: reportFile },
  allowConsoleColors: false,
  ...samplingOf(run.sampleSize),
})

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

const mutants: JudgedMutant[] = []
const notJudged: string[] = []
for (const run of runs) {
  if (run.tests !== undefined) process.env.HOLDFAST_MUTATION_TESTS = run.tests
  try {
    await new Stryker(optionsOf(run)).runMutationTest()
  } catch (error) {
    // A test of one folder that fails without any mutant says nothing of the others.
    if (runs.length === 1) throw error
    notJudged.push(run.tests ?? '')
    continue
  }
  const found = mutantsOf(JSON.parse(readFileSync(reportFile, 'utf8')) as StrykerReport)
  mutants.push(...found)
  console.log([run.tests ?? '', ...reportLines(summarize(found))].join('\n'))
}
const summary = summarize(mutants)
if (runs.length > 1) console.log(`All folders: ${reportLines(summary)[0]}`)
for (const tests of notJudged) console.log(`Not judged, because the run itself failed: ${tests}`)
const percentMin = values.beside ? PERCENT_MIN_BESIDE : PERCENT_MIN
process.exitCode = summary.percent >= percentMin && notJudged.length === 0 ? 0 : 1
