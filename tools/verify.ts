import { parseArgs } from 'node:util'
import { type ChangedResult, checkChanged } from './changed/check.ts'
import { omittedBySeed } from './drawn-files.ts'
import { engineSteps, omittedByEngines, omittedByTest } from './engine-runs.ts'
import { type RunOptions, runSteps, type Step } from './run-steps.ts'
import { SLOW_TESTS } from './slow-tests.ts'
import { closingLine, skippedLines } from './test-results.ts'

/**
 * `node tools/verify.ts <suite>…` runs the suites named and ends with one line, `N passed, N failed`;
 * the exit code is 0 only if nothing failed and something passed. With `--repeat-failed`, a test file
 * that failed runs once more, alone. If it passes then, it counts as passed, and a line `flaky: …`
 * above the last one names it. Lines `not run: …` name what was left out, and why. `check` with
 * `--changed`, or `--changed=<commit>`, checks only what the change can reach.
 */

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const TSC = 'node_modules/typescript/bin/tsc'

/** Long enough for any program on a small and busy machine; what takes longer hangs. */
const PROGRAM_SECONDS_MAX = 300
/** Long enough for every test there is; a single test has a much shorter timeout. */
const TESTS_SECONDS_MAX = 1200
const DEEP_TESTS_SECONDS_MAX = 3600
/** Tests repeat their races as often as they can, and start the servers from their sources. */
const DEPTH = 'HOLDFAST_TEST_DEPTH'
/** The engine of suites whose subject is above the store. */
const DRAW = 'HOLDFAST_TEST_DRAW'
/** Leaves out the unit tests and tests of tools that are not quick. */
const QUICK = 'HOLDFAST_TEST_QUICK'
/** Draws some of the test files that cost the most (`drawn-files.ts`). */
const FILES = 'HOLDFAST_TEST_FILES'
/** Which members of long lists of tests the usual run has, and which files. */
const SEED = 'HOLDFAST_TEST_SEED'
const SEEDS = 1000

const program = (title: string, ...args: readonly string[]): Step => ({
  title,
  args,
  secondsMax: PROGRAM_SECONDS_MAX,
})
const tests = (
  title: string,
  projects: readonly string[],
  paths: readonly string[] = [],
): Step => ({
  title,
  args: ['node_modules/vitest/vitest.mjs', 'run'],
  secondsMax: TESTS_SECONDS_MAX,
  tests: { projects, paths },
})

// The longest first: two run at once.
const programs = [
  // One checker needs a quarter less of the cores than four, and the tests need them too.
  program('types', TSC, '-p', '.', '--checkers', '1'),
  program('format and lint', BIOME, 'check', '--error-on-warnings', '.'),
  program('types of the engine, alone', TSC, '-p', 'packages/engine'),
  program('types of the pages', TSC, '-p', 'packages/web', '--checkers', '1'),
  program('types of the React package', TSC, '-p', 'packages/react', '--checkers', '1'),
]

// Left out of the quick check: the CDK has a million lines of declarations, and the stacks change seldom.
const typesOfStacks = program('types of the stacks', TSC, '-p', 'packages/infra', '--checkers', '1')

// One start of Vitest for all projects of a suite: they share the modules that it transforms, and one
// project's last file shares the cores with the first files of the next.
const SUITES: Readonly<Record<string, readonly Step[]>> = {
  check: [...programs, { ...tests('quick tests', ['tools', 'unit*']), env: { [QUICK]: '1' } }],
  test: [...programs, typesOfStacks, { ...tests('tests', []), env: { [FILES]: 'drawn' } }],
  deep: [{ ...tests('all tests, in depth', []), secondsMax: DEEP_TESTS_SECONDS_MAX }],
  unit: [tests('unit tests', ['unit*'])],
  engine: [tests('engine', ['unit*'], ['packages/engine'])],
  server: [tests('server suites', ['server'])],
  tools: [tests('tidy checks and tests of the tools', ['tools'])],
  infra: [tests('stacks for AWS', ['infra'])],
  lambda: [
    {
      ...tests('the HTTP suite through events of API Gateway', ['lambda']),
      env: { [DEPTH]: 'full' },
    },
  ],
  engines: engineSteps((title) => ({ ...tests(title, []), secondsMax: DEEP_TESTS_SECONDS_MAX })),
}

/** What a suite leaves out by design, one line each. */
const OMITTED: Readonly<Record<string, () => readonly string[]>> = {
  check: () => [
    'by npm run check, types of the stacks for AWS: npm test checks them',
    `by npm run check, what needs seconds each; npm test runs it: ${SLOW_TESTS.join(', ')}`,
  ],
  test: () => [...omittedBySeed(Number(process.env[SEED])), ...omittedByTest()],
  engines: omittedByEngines,
}

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  // An option that may stand without a value is a string that may be empty.
  args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=' : arg)),
  options: { 'repeat-failed': { type: 'boolean', default: false }, changed: { type: 'string' } },
})
const unknown = names.filter((name) => !Object.hasOwn(SUITES, name))
const isOnlyCheck = names.length === 1 && names[0] === 'check'
if (names.length === 0 || unknown.length > 0 || (values.changed !== undefined && !isOnlyCheck)) {
  const suites = Object.keys(SUITES).join('|')
  console.error(`Usage: node tools/verify.ts <${suites}>… [--repeat-failed]`)
  console.error('       node tools/verify.ts check --changed[=<commit>] [--repeat-failed]')
  process.exit(2)
}

const print = (line: string): void => console.log(line)

if (names.includes('deep')) {
  process.env[DEPTH] = 'full'
} else {
  // Drawn once, so that a file that failed is repeated on the same engine, with the same tests.
  process.env[DRAW] ??= Math.random() < 0.5 ? 'sqlite' : 'dynamodb'
  process.env[SEED] ??= String(Math.floor(Math.random() * SEEDS))
  print(`suites above the store run on ${process.env[DRAW]} (${DRAW})`)
  print(`test files and long lists of tests are drawn by ${process.env[SEED]} (${SEED})`)
}

const options: RunOptions = {
  print,
  repeatFailed: values['repeat-failed'],
  vitestOutput: values.changed === undefined ? 'inherit' : 'ignore',
}

async function runNamed(): Promise<ChangedResult> {
  const result = await runSteps(
    names.flatMap((name) => SUITES[name] ?? []),
    options,
  )
  return { ...result, omitted: names.flatMap((name) => OMITTED[name]?.() ?? []) }
}

const quickTests = (title: string, paths: readonly string[]): Step => ({
  ...tests(title, ['tools', 'unit*'], paths),
  env: { [QUICK]: '1' },
})
const { tally, flaky, files, omitted } = await (values.changed === undefined
  ? runNamed()
  : checkChanged(process.cwd(), values.changed, quickTests, options))
for (const line of [...skippedLines(files), ...omitted]) print(`not run: ${line}`)
for (const line of flaky) print(line)
print(closingLine(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
