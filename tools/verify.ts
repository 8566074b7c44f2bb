import { closingLine, runSteps, type Step } from './run-steps.ts'

/**
 * `node tools/verify.ts <suite>…` runs the suites named and ends with one line, `N passed, N failed`;
 * the exit code is 0 only if nothing failed and something passed.
 */

const BIN = 'node_modules/@biomejs/biome/bin/biome'
const TSC = 'node_modules/typescript/bin/tsc'
const VITEST = 'node_modules/vitest/vitest.mjs'

/** Long enough for any step on a small and busy machine; what takes longer hangs. */
const SECONDS_MAX = 300

const program = (title: string, ...args: readonly string[]): Step => ({
  title,
  args,
  secondsMax: SECONDS_MAX,
  isVitest: false,
})
const vitest = (title: string, timeZone: string, ...args: readonly string[]): Step => ({
  title: `${title} (TZ=${timeZone})`,
  args: [VITEST, 'run', ...args],
  timeZone,
  secondsMax: SECONDS_MAX,
  isVitest: true,
})

// A zone behind UTC and one far ahead of it: code that reads the machine's zone gives another
// answer in at least one of the three.
const OTHER_ZONES = ['America/New_York', 'Pacific/Apia'] as const

const lint = program('format and lint', BIN, 'check', '--error-on-warnings', '.')
const types = [
  program('types', TSC, '-p', '.'),
  program('types of the engine, alone', TSC, '-p', 'packages/engine'),
  program('types of the pages', TSC, '-p', 'packages/web'),
]
const rules = program('dependency rules', 'tools/rules/main.ts')
const tools = vitest('tidy checks and tests of the tools', 'UTC', '--project', 'tools')
const infra = vitest('stacks for AWS', 'UTC', '--project', 'infra')
const lambda = vitest('the HTTP suite through events of API Gateway', 'UTC', '--project', 'lambda')
const unit = vitest('unit tests', 'UTC', '--project', 'unit')
// Races and kills over several processes, on both stores.
const server = { ...vitest('server suites', 'UTC', '--project', 'server'), secondsMax: 720 }
const unitElsewhere = OTHER_ZONES.map((zone) => vitest('unit tests', zone, '--project', 'unit'))
const engine = ['UTC', ...OTHER_ZONES].map((zone) =>
  vitest('engine', zone, '--project', 'unit', 'packages/engine'),
)

const check = [lint, ...types, rules, tools, infra, unit]

const SUITES: Readonly<Record<string, readonly Step[]>> = {
  check,
  test: [...check, ...unitElsewhere, server],
  unit: [unit],
  engine,
  server: [server],
  tools: [tools],
  infra: [infra],
  lambda: [lambda],
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(SUITES, name))
if (names.length === 0 || unknown.length > 0) {
  console.error(`Usage: node tools/verify.ts <${Object.keys(SUITES).join('|')}>…`)
  process.exit(2)
}

const print = (line: string): void => console.log(line)
const tally = await runSteps(
  names.flatMap((name) => SUITES[name] ?? []),
  print,
)
print(closingLine(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
