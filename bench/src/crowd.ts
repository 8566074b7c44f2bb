/**
 * A crowd on one provider's day: 300 attempts a second on 240 free times, at several server processes on one store.
 * On the local DynamoDB engine, a proxy makes transactions on one item conflict as on AWS.
 *
 *     npm run bench:crowd -- --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startLocalEngine } from '../../packages/server/src/adapters/dynamodb-local/local-engine.ts'
import { startCluster } from '../../packages/server/tests/support/cluster.ts'
import { type ContentionProxy, startContentionProxy } from './crowd/contention-proxy.ts'
import { type CrowdResult, createCrowdedProvider, runCrowd } from './crowd/crowd-load.ts'

const USAGE = `npm run bench:crowd -- [options]

  --engine <name>          sqlite, postgres, dynamodb, or contended: dynamodb on which transactions on one
                           item conflict as on AWS. Default: contended.
  --servers <number>       Server processes. Default: 3.
  --rate <number>          Attempts a second. Default: 300.
  --seconds <number>       How long attempts are sent, at most 60. Default: 8.
  --times <number>         Free times of the day, at most 288. Default: 240.
  --transaction-ms <n>     How long a transaction locks its items. Default: 15.
  --slow <factor>          Runs everything so many times slower, for a machine that is busy or small: the
                           crowd, the servers' clocks and timers, and DynamoDB. Reported times are divided
                           by it. Default: 1.
`

const ENGINES = ['sqlite', 'postgres', 'dynamodb', 'contended'] as const
const PLAIN_MILLISECONDS = 4
const SLOW_TIME = new URL('./crowd/slow-time.ts', import.meta.url).href

function readOptions() {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'contended' },
      servers: { type: 'string', default: '3' },
      rate: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '8' },
      times: { type: 'string', default: '240' },
      'transaction-ms': { type: 'string', default: '15' },
      slow: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  const engine = ENGINES.find((each) => each === values.engine)
  const [servers, rate, seconds, times, transaction, slow] = [
    Number(values.servers),
    Number(values.rate),
    Number(values.seconds),
    Number(values.times),
    Number(values['transaction-ms']),
    Number(values.slow),
  ] as const
  const isValid =
    engine &&
    servers >= 1 &&
    rate >= 1 &&
    seconds > 0 &&
    seconds <= 60 &&
    times >= 1 &&
    times <= 288
  if (values.help || !isValid) return undefined
  return { engine, servers, rate, seconds, times, transaction, slow }
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

function show(
  { latencies, booked, lastBookedSeconds, lastAnswerSeconds }: CrowdResult,
  times: number,
): void {
  console.log('| answer | attempts | median | p99 | slowest |')
  console.log('|---|---|---|---|---|')
  for (const [answer, all] of latencies) {
    const sorted = [...all].sort((a, b) => a - b)
    const cells = [0.5, 0.99, 1].map((share) => `${Math.round(quantile(sorted, share))} ms`)
    console.log(`| ${[answer, all.length, ...cells].join(' | ')} |`)
  }
  const all = [...latencies.values()].flat().sort((a, b) => a - b)
  console.log(
    `\n${booked.size} of ${times} times booked, the last after ${lastBookedSeconds.toFixed(1)} s; ` +
      `all answered after ${lastAnswerSeconds.toFixed(1)} s; median of all answers ${Math.round(quantile(all, 0.5))} ms`,
  )
}

type CrowdBench = NonNullable<ReturnType<typeof readOptions>>

async function main(): Promise<number> {
  const options = readOptions()
  if (options === undefined) {
    console.log(USAGE)
    return process.argv.includes('--help') ? 0 : 1
  }
  const stack = new AsyncDisposableStack()
  try {
    await measure(options, stack)
  } finally {
    await stack.disposeAsync()
  }
  return 0
}

async function measure(
  { engine, servers, rate, seconds, times, transaction, slow }: CrowdBench,
  stack: AsyncDisposableStack,
): Promise<void> {
  const env: Record<string, string> = {
    // As in production, not as in tests.
    HOLDFAST_MAX_WAIT_MILLISECONDS: '3000',
    HOLDFAST_RELAY: 'off',
    ...(slow !== 1 && { BENCH_SLOW: String(slow), NODE_OPTIONS: `--import=${SLOW_TIME}` }),
  }
  let proxy: ContentionProxy | undefined
  if (engine === 'contended') {
    const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-crowd-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const local = await startLocalEngine({ dataDir })
    stack.defer(() => local.close())
    const requestTimes = { plain: PLAIN_MILLISECONDS * slow, transaction: transaction * slow }
    proxy = stack.use(await startContentionProxy(local.endpoint(), requestTimes))
    env.HOLDFAST_DYNAMODB_ENDPOINT = proxy.endpoint
  }
  const stored = engine === 'contended' ? 'dynamodb' : engine
  process.stderr.write(`starting ${servers} servers on ${engine}\n`)
  const cluster = await startCluster({ engine: stored, servers, env })
  stack.defer(() => cluster.stop())
  const eventTypeId = await createCrowdedProvider(cluster.api, times)
  for (let warm = 0; warm < servers * 4; warm += 1) {
    await cluster.api.get(`/v1/event-types/${eventTypeId}`)
  }
  if (proxy)
    Object.assign(proxy.counts, {
      conflicts: 0,
      transactions: 0,
      reads: 0,
      plainWrites: 0,
      plainConflicts: 0,
    })
  const crowd = { attemptsPerSecond: rate, seconds, times, slow }
  const result = await runCrowd(cluster.api, eventTypeId, crowd, (sent, answered) => {
    if (sent % 50 === 0) process.stderr.write(`\r${sent} sent, ${answered} answered   `)
  })
  process.stderr.write('\n')
  console.log(
    `\n${rate} attempts/s for ${seconds} s on ${times} times, ${servers} servers, ${engine}\n`,
  )
  show(result, times)
  if (proxy) {
    const { transactions, conflicts, reads, plainWrites, plainConflicts } = proxy.counts
    console.log(
      `${transactions} transactions, ${conflicts} of them in conflict; ${reads} reads; ${plainWrites} plain writes, ${plainConflicts} in conflict`,
    )
  }
}

process.exitCode = await main()
process.exit()
