/**
 * Measures whether the memory of a server levels off: holds and confirmations in a closed loop on SQLite, and the memory
 * after each stretch: resident, used by the heap, and used by the heap after a collection of garbage, which is what is in use.
 *
 *     npm run bench:memory -- [--seconds 240] [--calls 20000] [--connections 16] [--old-space MIB] [--snapshots]
 *
 * `--old-space` limits the heap: a server that leaks ends. `--snapshots` writes heap snapshots at a quarter of the calls and at the end.
 *
 * Linux only: it reads /proc.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProviders, startHoldfast } from './http/holdfast-server.ts'
import type { LoadJob, LoadResult } from './http/load-job.ts'
import { startAskable } from './http/processes.ts'
import { PROVIDERS, SlotPool } from './http/slot-pool.ts'
import { bookingUnits } from './http/units.ts'

const STRETCH_SECONDS = 10
/** More bookings than any machine makes in a stretch. */
const UNITS_PER_STRETCH = 12_000
const METRICS_TOKEN = 'bench-of-the-memory'
const MEBIBYTE = 2 ** 20

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '240' },
    calls: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '16' },
    'old-space': { type: 'string' },
    snapshots: { type: 'boolean', default: false },
  },
})

const oldSpace = values['old-space']

/** Reads the metrics of a server; answers the values of series without labels. */
async function metricsOf(port: number): Promise<(name: string) => number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

const residentMebibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function measure(stack: AsyncDisposableStack): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const settings = {
    HOLDFAST_METRICS_TOKEN: METRICS_TOKEN,
    // A busy machine must not end the run.
    HOLDFAST_MAX_WAIT_MILLISECONDS: '60000',
    ...(oldSpace !== undefined && { NODE_OPTIONS: `--max-old-space-size=${oldSpace}` }),
  }
  const server = stack.use(
    await startHoldfast({ name: 'server', folder, logLevel: 'info', relay: 'on', settings }),
  )
  const eventTypeIds = await createProviders(server.origin, {
    first: 0,
    count: PROVIDERS,
    confirmation: 'hold',
  })
  const pool = new SlotPool(Date.now())
  const generator = stack.use(startAskable<LoadJob, LoadResult>('./load-generator.ts'))
  const kind = { confirm: true, idempotencyKeys: false, manyBookers: true }
  const most = Number(values.calls)
  let calls = 0
  let snapshotAt = values.snapshots ? most / 4 : Number.POSITIVE_INFINITY
  console.log('   calls resident     heap external   in use (MiB)')
  for (let passed = 0; passed <= Number(values.seconds); passed += STRETCH_SECONDS) {
    const metric = await metricsOf(server.origin.port)
    const cells = [
      residentMebibytes(server.pid),
      metric('nodejs_heap_size_used_bytes') / MEBIBYTE,
      metric('nodejs_external_memory_bytes') / MEBIBYTE,
      (await server.memory()).heapUsed / MEBIBYTE,
    ].map((value) => String(Math.round(value)).padStart(9))
    console.log(`${String(calls).padStart(8)} ${cells.join('')}`)
    const isLast = passed === Number(values.seconds) || calls >= most
    if (calls >= snapshotAt || (isLast && values.snapshots)) {
      snapshotAt = Number.POSITIVE_INFINITY
      console.log(`snapshot: ${await server.heapSnapshot()}`)
    }
    if (isLast) break
    const { milliseconds } = await generator.ask({
      origins: [server.origin],
      connections: Number(values.connections),
      seconds: STRETCH_SECONDS,
      units: bookingUnits(eventTypeIds, pool.take(UNITS_PER_STRETCH), kind),
      repeat: false,
    })
    calls += milliseconds.length * 2
  }
}

// Not `await using`: the parser behind `npm run rules` does not know it.
const stack = new AsyncDisposableStack()
try {
  await measure(stack)
} finally {
  await stack.disposeAsync()
}
