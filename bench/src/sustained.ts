/**
 * Measures a server with everything that follows a booking: events, contact, schedule and two kept emails each.
 * Bookings arrive at a steady rate; they are finished when no event and no task waits any more. Or drains a backlog.
 *
 *     npm run bench:sustained -- --help
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from './command-line.ts'
import { createProviders, type HoldfastServer } from './http/holdfast-server.ts'
import { cpuMillisecondsOf, startAskable } from './http/processes.ts'
import { machineText } from './http/report.ts'
import { PROVIDERS, SlotPool } from './http/slot-pool.ts'
import { bookingUnits } from './http/units.ts'
import { writeBacklog } from './sustained/backlog.ts'
import { type Options, readOptions, USAGE } from './sustained/options.ts'
import type { RateJob, RateResult } from './sustained/rate-load.ts'
import { type MeasuredSystem, startSystem } from './sustained/system.ts'
import type { Waiting, WaitingWork } from './sustained/waiting-work.ts'

const CONNECTIONS = 64
const POLL_MILLISECONDS = 250
const WARM_UP_SECONDS = 2
const PROVIDER_EMAIL = 'ada@example.com'

const show = (name: string, value: string) => console.log(`${name.padEnd(46)}${value}`)

/** Event types of providers of their own, and requests that book each of their times once. */
interface Bookable {
  requests(count: number): readonly string[]
}

async function bookable(
  { origin }: HoldfastServer,
  first: number,
  confirmation: 'hold' | 'instant',
): Promise<Bookable> {
  const email = PROVIDER_EMAIL
  const providers = { first, count: PROVIDERS, confirmation, email }
  const eventTypeIds = await createProviders(origin, providers)
  const pool = new SlotPool(Date.now())
  const kind = { confirm: false, idempotencyKeys: false, manyBookers: true }
  return {
    requests: (count) =>
      bookingUnits(eventTypeIds, pool.take(count), kind).map(([request = '']) => request),
  }
}

/** Starts a load in a process of its own. */
async function load(
  stack: AsyncDisposableStack,
  { origin }: HoldfastServer,
  perSecond: number,
  requests: readonly string[],
): Promise<RateResult> {
  const generator = stack.use(startAskable<RateJob, RateResult>('../sustained/rate-load.ts'))
  const result = await generator.ask({ origin, perSecond, requests, connections: CONNECTIONS })
  await generator[Symbol.asyncDispose]()
  for (const [status, count] of Object.entries(result.refused)) {
    console.log(`${count} requests were answered ${status}`)
  }
  return result
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

function latencyText({ milliseconds }: RateResult): string {
  const sorted = milliseconds.toSorted()
  return `${percentile(sorted, 0.5).toFixed(1)} / ${percentile(sorted, 0.99).toFixed(1)} ms (${sorted.length})`
}

const waitingText = ({ events, tasks }: Waiting): string => `${events} events, ${tasks} tasks`

/** Waits until no event and no task is left; answers the time of the first count without any. */
async function untilFinished(waiting: WaitingWork): Promise<number> {
  for (;;) {
    const { events, tasks } = await waiting.count()
    if (events + tasks === 0) return performance.now()
    await sleep(POLL_MILLISECONDS)
  }
}

/** Runs `work`, with a CPU profile of the server if one is wanted. Returns the server's CPU seconds. */
async function watched(
  server: HoldfastServer,
  { profile }: Options,
  work: () => Promise<void>,
): Promise<number> {
  const before = cpuMillisecondsOf(server.pid)
  if (profile === undefined) await work()
  else await writeFile(profile, JSON.stringify(await server.profile(work)))
  return (cpuMillisecondsOf(server.pid) - before) / 1000
}

/** Measures holds on the idle server; answers how to measure them beside its work. */
async function idleHolds(
  stack: AsyncDisposableStack,
  server: HoldfastServer,
  { holdsPerSecond, idleSeconds }: Options,
): Promise<(server: HoldfastServer, seconds: number) => Promise<void>> {
  if (holdsPerSecond === 0) return async () => {}
  const holds = await bookable(server, PROVIDERS, 'hold')
  const measure = async (on: HoldfastServer, seconds: number) => {
    const requests = holds.requests(Math.round(holdsPerSecond * seconds))
    return await load(stack, on, holdsPerSecond, requests)
  }
  await measure(server, WARM_UP_SECONDS)
  await untilIdle()
  const idle = await measure(server, idleSeconds)
  show(`holds at ${holdsPerSecond}/s, idle, p50 / p99`, latencyText(idle))
  return async (on, seconds) => {
    const beside = await measure(on, seconds)
    show(`holds at ${holdsPerSecond}/s, beside the work`, latencyText(beside))
  }
}

// The server's own start-up work is over.
const untilIdle = () => sleep(1_000)

async function takeBookings(
  stack: AsyncDisposableStack,
  system: MeasuredSystem,
  options: Options,
): Promise<void> {
  const { bookingsPerSecond, seconds } = options
  const server = await system.startServer(options.isApart ? 'off' : 'on')
  const worker = options.isApart ? await system.startServer('on') : undefined
  const waiting = stack.use(await system.openWaitingWork())
  const instant = await bookable(server, 0, 'instant')
  const beside = await idleHolds(stack, server, options)
  await load(stack, server, 100, instant.requests(200))
  await untilFinished(waiting)
  const before = await waiting.effects()
  const count = Math.round(bookingsPerSecond * seconds)
  const requests = instant.requests(count)
  const startedAt = performance.now()
  const workerBefore = worker ? cpuMillisecondsOf(worker.pid) : 0
  const cpuSeconds = await watched(server, options, async () => {
    const [taken] = await Promise.all([
      load(stack, server, bookingsPerSecond, requests),
      beside(server, seconds),
    ])
    const left = await waiting.count()
    const finishedAt = await untilFinished(waiting)
    const made = taken.milliseconds.length
    show('bookings taken in, per second', (made / taken.seconds).toFixed(0))
    show('answered, p50 / p99', latencyText(taken))
    show('left when the last one was taken', waitingText(left))
    show('taken and finished, per second', (made / ((finishedAt - startedAt) / 1000)).toFixed(0))
  })
  show('CPU of the server, ms per booking', ((cpuSeconds / count) * 1000).toFixed(2))
  if (worker) {
    const used = (cpuMillisecondsOf(worker.pid) - workerBefore) / count
    show('CPU of the second server, ms per booking', used.toFixed(2))
  }
  const after = await waiting.effects()
  show('emails sent', String(after.mails - before.mails))
  show('reminders and completions scheduled', String(after.actions - before.actions))
}

const BACKLOG_BOOKINGS = 300

async function drainBacklog(
  stack: AsyncDisposableStack,
  system: MeasuredSystem,
  options: Options,
): Promise<void> {
  const idle = await system.startServer('off')
  const instant = await bookable(idle, 0, 'instant')
  const measureHolds = await idleHolds(stack, idle, options)
  await load(stack, idle, 100, instant.requests(BACKLOG_BOOKINGS))
  await idle[Symbol.asyncDispose]()
  const store = await system.openStore()
  const tasks = await writeBacklog(store, options.backlogTasks)
  await store.close()
  const waiting = stack.use(await system.openWaitingWork())
  const server = await system.startServer('on')
  const startedAt = performance.now()
  const cpuSeconds = await watched(server, options, async () => {
    const [finishedAt] = await Promise.all([
      untilFinished(waiting),
      measureHolds(server, options.seconds),
    ])
    const rate = tasks / ((finishedAt - startedAt) / 1000)
    show(`backlog of ${tasks} tasks, drained per second`, rate.toFixed(0))
  })
  show('CPU of the server, ms per task', ((cpuSeconds / tasks) * 1000).toFixed(3))
}

await runCommand({
  usage: USAGE,
  readOptions,
  async run(options, stack) {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-sustained-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    console.log(`${options.engine}, ${machineText()}`)
    const system = await startSystem(options, folder, stack)
    if (options.backlogTasks > 0) await drainBacklog(stack, system, options)
    else await takeBookings(stack, system, options)
  },
})
