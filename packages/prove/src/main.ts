import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SHAPES, type Shape } from './cells/world.ts'
import { BUGS } from './planted/bugs.ts'
import { PAGE_FILE, pageOf } from './report/page.ts'
import { progressLine, waitingLine } from './report/progress.ts'
import { summaryOf, violationText } from './report/summary.ts'
import { FAULTS, type FaultName } from './run/faults.ts'
import { giveUpIfStuck } from './run/give-up.ts'
import { HISTORY_FILE, historyToJson, recordOf } from './run/history.ts'
import { prove } from './run/prove.ts'
import { STORES, type StoreName } from './run/stores.ts'

/**
 * `npm run prove [-- --minutes 2 --store sqlite|dynamodb|postgres --faults kill,clock,… --seed N]`: runs servers,
 * clients and faults against each other, and checks every answer. Exits with 1 if it finds a violation, and with 2 if it
 * cannot go on.
 */

const HELP = `Usage: npm run prove -- [options]
  --minutes N       how long clients run (2, or as long as --operations needs)
  --operations N    ends after so many operations
  --store NAME      ${STORES.join(', ')} (sqlite)
  --faults LIST     ${FAULTS.join(', ')}, all or none (all)
  --fault-pause N   how many seconds no fault begins after another one, at most (1.5)
  --shapes LIST     ${SHAPES.join(', ')} (all)
  --seed N          repeats the plan of a run; processes still race (a random number)
  --servers N       how many servers share the store (3)
  --cells N         how many small worlds are played at once (4)
  --bug NAME        plants a bug in the servers, to see it found: ${BUGS.map(({ name }) => name).join(', ')}`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    operations: { type: 'string' },
    store: { type: 'string' },
    faults: { type: 'string' },
    'fault-pause': { type: 'string', default: '1.5' },
    shapes: { type: 'string' },
    seed: { type: 'string' },
    servers: { type: 'string', default: '3' },
    cells: { type: 'string', default: '4' },
    bug: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function fail(text: string): never {
  console.error(`${text}\n\n${HELP}`)
  process.exit(2)
}

function numberIn(name: string, text: string, min: number): number {
  const value = Number(text)
  return Number.isFinite(value) && value >= min
    ? value
    : fail(`--${name} must be a number from ${min} on.`)
}

function namesIn<Name extends string>(option: string, text: string, known: readonly Name[]) {
  if (text === 'all') return known
  if (text === 'none') return []
  return text.split(',').map((name) => {
    const found = known.find((each) => each === name)
    return found ?? fail(`--${option} does not know ${name}.`)
  })
}

if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const bug = values.bug === undefined ? undefined : BUGS.find(({ name }) => name === values.bug)
if (values.bug !== undefined && bug === undefined) fail(`--bug does not know ${values.bug}.`)
const [store = fail('--store is empty.')] = namesIn<StoreName>(
  'store',
  values.store ?? bug?.store ?? 'sqlite',
  STORES,
)
const shapes = namesIn<Shape>('shapes', values.shapes ?? bug?.shapes?.join(',') ?? 'all', SHAPES)
const seed =
  values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : numberIn('seed', values.seed, 0)

const operations =
  values.operations === undefined ? undefined : numberIn('operations', values.operations, 1)
const minutes =
  values.minutes === undefined
    ? operations === undefined
      ? 2
      : Number.POSITIVE_INFINITY
    : numberIn('minutes', values.minutes, 0.05)

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The servers end with this process.
    if (interruption.signal.aborted) process.exit(1)
    console.log(`${signal}: the run ends, and what it did is checked. Once more ends it at once.`)
    interruption.abort()
  })
}

const hasReport = giveUpIfStuck()
const showProgress = progressLine({ minutes, operations })
const showWaiting = waitingLine()

console.log(`seed ${seed}, store ${store}${bug ? `, with the bug: ${bug.what}` : ''}`)
const serverCount = numberIn('servers', values.servers, 1)
const report = await prove({
  store,
  seed,
  minutes,
  operations,
  serverCount,
  faults: new Set(
    namesIn<FaultName>('faults', values.faults ?? bug?.faults?.join(',') ?? 'all', FAULTS),
  ),
  faultPauseSeconds: numberIn('fault-pause', values['fault-pause'], 0),
  cellsAtOnce: numberIn('cells', values.cells, 1),
  shapes,
  interruption: interruption.signal,
  stopsAtViolation: bug !== undefined,
  planted: bug?.change,
  onProgress: (counts) => {
    const line = showProgress(counts, performance.now() / 1000)
    if (line !== undefined) console.log(line)
  },
  onViolation: (violation) => console.log(violationText(violation)),
  onWaiting: (counts) => {
    const line = showWaiting(counts, performance.now() / 1000)
    if (line !== undefined) console.log(line)
  },
})
hasReport()
const given = process.argv.slice(2).join(' ')
const command = `npm run prove -- ${values.seed === undefined ? `${given} --seed ${seed}` : given}`
const record = recordOf(report, { command, seed, store, serverCount, bug: bug?.name })
const page = join(report.folder, PAGE_FILE)
await writeFile(join(report.folder, HISTORY_FILE), historyToJson(record))
await writeFile(page, pageOf(record))
console.log(`${summaryOf(report)}\nTo look at it: file://${page}`)
process.exitCode = report.violations.length > 0 ? 1 : 0
