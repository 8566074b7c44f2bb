/**
 * HTTP benchmarks: slots, holds and confirmed holds. They are compared with the raw engines under the same
 * transactions and, if PostgreSQL is installed, with a small service on Fastify and PostgreSQL.
 *
 *     npm run bench:http -- --help
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './command-line.ts'
import type { Scenario, Surroundings } from './http/contenders.ts'
import { dynamoDbScenarios } from './http/dynamodb-scenarios.ts'
import { goalsOf } from './http/goals.ts'
import { readProfile } from './http/layers.ts'
import type { LoadJob, LoadResult } from './http/load-job.ts'
import { measure } from './http/measure.ts'
import { type Options, readOptions, USAGE } from './http/options.ts'
import { pageOf } from './http/page.ts'
import { debianBinaries } from './http/postgres-cluster.ts'
import { postgresScenarios } from './http/postgres-scenarios.ts'
import { startAskable } from './http/processes.ts'
import {
  type Finding,
  findingText,
  goalsText,
  machineText,
  othersShareOf,
  type Report,
} from './http/report.ts'
import { PROVIDERS } from './http/slot-pool.ts'
import { sqliteScenarios } from './http/sqlite-scenarios.ts'

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))
const PROFILE_CONNECTIONS = 16
const PROFILE_SECONDS = 3
const BUSY = 0.1

/** Prints progress: one updated line on a terminal, otherwise a line per step. */
function createProgress(): (what: string) => void {
  const { stderr } = process
  const startedAt = performance.now()
  return (what) => {
    const seconds = String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)
    stderr.write(stderr.isTTY ? `\r\x1b[2K${seconds} s  ${what}` : `${seconds} s  ${what}\n`)
  }
}

async function sampleCpu({ server, contenders }: Scenario): Promise<Omit<Finding, keyof Scenario>> {
  const [holdfast] = contenders
  const profile = await server.profile(async () => {
    await holdfast?.load(PROFILE_CONNECTIONS, PROFILE_SECONDS)
  })
  return { ...readProfile(profile), measurements: [] }
}

async function find(
  scenario: Scenario,
  options: Options,
  onStep: (what: string) => void,
): Promise<Finding> {
  const { id, title, counted, contenders } = scenario
  const measurements = await measure(contenders, {
    connections: options.connections,
    seconds: options.seconds,
    rounds: options.rounds,
    warmUpSeconds: options.warmUpSeconds,
    onStep: (what) => onStep(`${title}: ${what}`),
  })
  if (options.profiles) onStep(`${title}: sampling the server's CPU`)
  const none = { layers: [], functions: [] }
  const sampled = options.profiles ? await sampleCpu(scenario) : none
  return { ...none, ...sampled, id, title, counted, measurements }
}

const SCENARIOS = {
  sqlite: sqliteScenarios,
  dynamodb: dynamoDbScenarios,
  postgres: postgresScenarios,
} as const

function notesOf(options: Options, othersShare: number): readonly string[] {
  const notes: string[] = []
  if (othersShare > BUSY) {
    notes.push(
      `Other processes used ${Math.round(othersShare * 100)} % of the machine during the run. This distorts rates and p99, and to a lesser degree CPU per request. Ratios shift in favor of contenders with more processes.`,
    )
  }
  if (options.engines.includes('sqlite') && options.withPostgres && !debianBinaries()) {
    notes.push(
      'Fastify + PostgreSQL was skipped because /usr/lib/postgresql has no PostgreSQL. On Debian: apt-get install postgresql.',
    )
  }
  return notes
}

async function run(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const onStep = createProgress()
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const generator = stack.use(startAskable<LoadJob, LoadResult>('./load-generator.ts'))
  const { withPostgres, logLevel, relay } = options
  const findings: Finding[] = []
  for (const engine of options.engines) {
    // Stops everything of one engine before the next one is measured.
    const ofEngine = stack.use(new AsyncDisposableStack())
    const surroundings: Surroundings = {
      stack: ofEngine,
      folder,
      logLevel,
      relay,
      generator,
      withPostgres,
      onStep,
    }
    for (const scenario of await SCENARIOS[engine](surroundings)) {
      if (!scenario.id.includes(options.only)) continue
      const finding = await find(scenario, options, onStep)
      findings.push(finding)
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
      console.log(findingText(finding))
    }
    await ofEngine.disposeAsync()
  }
  const othersShare = othersShareOf(findings)
  return {
    at: new Date().toISOString(),
    machine: machineText(),
    settings: `${PROVIDERS} providers, ${options.rounds} rounds of ${options.seconds} s, log level ${logLevel}, relay ${relay}`,
    othersShare,
    findings,
    goals: goalsOf(new Map(findings.map(({ id, measurements }) => [id, measurements]))),
    notes: notesOf(options, othersShare),
  }
}

async function runAndTell(options: Options, stack: AsyncDisposableStack): Promise<void> {
  const report = await run(options, stack)
  console.log(goalsText(report.goals))
  for (const note of report.notes) console.log(`${note}\n`)
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, 'http.html'), pageOf(report))
  await writeFile(join(RESULTS, 'http.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written: bench/results/http.html and http.json`)
}

await runCommand({ usage: USAGE, readOptions, run: runAndTell })
