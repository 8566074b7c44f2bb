/**
 * Two ways to claim a time of a crowded day on DynamoDB: in the transaction of the booking, as the server does, or by
 * a plain `UpdateItem` ahead of it. On the local engine, behind a proxy that lets transactions conflict as on AWS.
 *
 *     npm run bench:claims -- --slow 4
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTable } from '../../packages/server/src/adapters/dynamodb/create-table.ts'
import {
  connect,
  createStoreOnTransport,
} from '../../packages/server/src/adapters/dynamodb/store.ts'
import type { Transport } from '../../packages/server/src/adapters/dynamodb/transport.ts'
import { startLocalEngine } from '../../packages/server/src/adapters/dynamodb-local/local-engine.ts'
import { createDeadlineScope } from '../../packages/server/src/adapters/system/deadline-scope.ts'
import { paceRetries } from '../../packages/server/src/kernel/retry.ts'
import { createRetryPacing } from '../../packages/server/src/kernel/retry-pacing.ts'
import {
  aheadOfTransaction,
  type Claimed,
  type ClaimWay,
  DAY,
  inTransaction,
} from './crowd/claim-ways.ts'
import { startContentionProxy } from './crowd/contention-proxy.ts'
import { choices } from './crowd/crowd-load.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '8' },
    times: { type: 'string', default: '240' },
    slow: { type: 'string', default: '1' },
  },
})
const RATE = Number(values.rate)
const SECONDS = Math.min(60, Number(values.seconds))
const TIMES = Math.min(288, Number(values.times))
/** Everything runs so many times slower, for a busy machine; times are reported divided by it. */
const SLOW = Number(values.slow)

const WAYS: readonly (readonly [string, ClaimWay])[] = [
  ['in the transaction', inTransaction],
  ['UpdateItem ahead of it', aheadOfTransaction],
]
/** The processes that share the crowd: servers that queue, or functions that answer one request at a time. */
const PROCESSES: readonly (readonly [string, (attempt: number) => string])[] = [
  ['3 servers', (attempt) => `server ${attempt % 3}`],
  ['functions', (attempt) => `function ${attempt}`],
]

const clock = () => performance.now() / SLOW
const pause = (milliseconds: number) => sleep(milliseconds * SLOW)

/** The units of the day's partition: the item is as large as its marks make it. */
class DayUnits {
  write = 0
  read = 0
  #marks = 0

  of(transport: Transport): Transport {
    return {
      send: async (operation, input) => {
        const bytes = 200 + this.#marks * 65
        const kilobytes = Math.max(1, Math.ceil(bytes / 1024))
        const text = JSON.stringify(input)
        if (!text.includes(DAY.PK)) return await transport.send(operation, input)
        if (operation === 'TransactWriteItems') this.write += 2 * kilobytes
        else if (operation === 'UpdateItem') this.write += kilobytes
        else this.read += Math.ceil(kilobytes / 4)
        const output = await transport.send(operation, input)
        if (text.includes('ADD #taken')) this.#marks += 1
        return output
      },
      close: () => transport.close(),
    }
  }
}

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)

async function measure(
  stack: AsyncDisposableStack,
  name: string,
  way: ClaimWay,
  processOf: (attempt: number) => string,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-claims-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const engine = await startLocalEngine({ dataDir })
  stack.defer(() => engine.close())
  const proxy = stack.use(
    await startContentionProxy(engine.endpoint(), { plain: 4 * SLOW, transaction: 15 * SLOW }),
  )
  const credentials = async () => ({ accessKeyId: 'local', secretAccessKey: 'local' })
  const units = new DayUnits()
  const tableName = 'claims'
  const plain = connect({
    region: 'local',
    endpoint: proxy.endpoint,
    credentials,
    requestTimeoutMs: 3_000 * SLOW,
    connections: 256,
  })
  await createTable(plain, { tableName })
  const transport = units.of(plain)
  const store = createStoreOnTransport(transport, {
    tableName,
    retry: { now: clock, sleep: pause },
  })
  stack.defer(() => store.close())
  const answers = new Map<Claimed, number[]>()
  const chosen = choices(TIMES)
  const attempts: Promise<void>[] = []
  const startedAt = clock()
  let lastBooked = 0
  const attempt = async (index: number): Promise<void> => {
    const sentAt = clock()
    const setting = {
      store,
      transport,
      tableName,
      slow: SLOW,
      processOf: (each: number) => `${name} ${processOf(each)}`,
    }
    const outcome = await way(setting, index, chosen.next().value as number)
    answers.set(outcome, [...(answers.get(outcome) ?? []), clock() - sentAt])
    if (outcome === 'booked') lastBooked = clock() - startedAt
  }
  while (attempts.length < RATE * SECONDS) {
    const due = Math.min(RATE * SECONDS, ((clock() - startedAt) / 1000) * RATE)
    while (attempts.length < due) attempts.push(attempt(attempts.length))
    process.stderr.write(`\r${name}: ${attempts.length} of ${RATE * SECONDS} sent `)
    await sleep(5)
  }
  await Promise.all(attempts)
  process.stderr.write('\n')
  const count = (outcome: Claimed) => answers.get(outcome)?.length ?? 0
  const all = [...answers.values()].flat().sort((a, b) => a - b)
  const booked = [...(answers.get('booked') ?? [])].sort((a, b) => a - b)
  const { transactions, conflicts, plainWrites, plainConflicts } = proxy.counts
  const cells = [
    name,
    count('booked'),
    count('taken'),
    count('late'),
    `${(lastBooked / 1000).toFixed(1)} s`,
    `${quantile(booked, 0.5)} / ${quantile(all, 0.5)} ms`,
    `${transactions} (${conflicts})`,
    `${plainWrites} (${plainConflicts})`,
    `${units.write} / ${units.read}`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

paceRetries(
  createRetryPacing({
    scope: createDeadlineScope(),
    budget: { take: () => true },
    now: clock,
    random: Math.random,
    sleep: pause,
  }),
)
console.log(`${RATE} attempts/s for ${SECONDS} s on ${TIMES} times, ${SLOW} times slower\n`)
console.log(
  '| claim | booked | taken | late | last booked | median of booked / all | transactions (conflicts) | UpdateItem (conflicts) | WCU / RCU of the day |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
for (const [processes, processOf] of PROCESSES) {
  for (const [way, claim] of WAYS) {
    const stack = new AsyncDisposableStack()
    try {
      await measure(stack, `${way}, ${processes}`, claim, processOf)
    } finally {
      await stack.disposeAsync()
    }
  }
}
