/**
 * Measures how many webhooks a server sends: it takes bookings while its relay is off, and is then started again, with
 * the relay, and delivers them all to receivers on this machine that answer after some milliseconds.
 *
 *     npm run bench:webhooks -- --help
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { atLeast, parsed, runCommand, WrongOption } from './command-line.ts'
import {
  createProviders,
  type HoldfastServer,
  post,
  startHoldfast,
} from './http/holdfast-server.ts'
import { openCaller } from './http/http-caller.ts'
import { cpuMillisecondsOf } from './http/processes.ts'
import { machineText } from './http/report.ts'
import { PROVIDERS, SlotPool } from './http/slot-pool.ts'
import { bookingUnits } from './http/units.ts'

/** The options of a run. */
interface Options {
  readonly bookings: number
  /** Milliseconds that receivers take to answer. */
  readonly fast: number
  readonly slow: number
  readonly hung: number
  readonly only: Case | undefined
}

/** Two receivers by themselves, and a fast one beside one that hardly answers. */
const CASES = ['fast', 'slow', 'hung'] as const
type Case = (typeof CASES)[number]

const USAGE = `npm run bench:webhooks -- [options]

  --bookings <number>  Bookings, each with a message to each receiver. Default: 1000.
  --fast <ms>          How long the fast receiver takes to answer. Default: 1.
  --slow <ms>          The same of the slow one. Default: 100.
  --hung <ms>          The same of the one beside which the fast one is measured again. Default: 2000.
  --only <case>        fast, slow or hung. Default: all, one after the other.
`

function readOptions(args: readonly string[]): Options | undefined {
  const values = parsed(() => parse(args))
  if (values.help) return undefined
  const only = CASES.find((each) => each === values.only)
  if (values.only !== undefined && only === undefined) {
    throw new WrongOption(`Unknown --only: "${values.only}". Use ${CASES.join(', ')}.`)
  }
  return {
    bookings: atLeast(1, 'bookings', values.bookings),
    fast: atLeast(0, 'fast', values.fast),
    slow: atLeast(0, 'slow', values.slow),
    hung: atLeast(0, 'hung', values.hung),
    only,
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      bookings: { type: 'string', default: '1000' },
      fast: { type: 'string', default: '1' },
      slow: { type: 'string', default: '100' },
      hung: { type: 'string', default: '2000' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values

const BOOKING_CONNECTIONS = 16
const WITHOUT_MAILS = new URL('./sustained/server-without-mails.ts', import.meta.url)
const SERVER_KEY = '42'.repeat(32)
/** A receiver of the third case that gets no message for this long will get none any more. */
const PATIENCE_MILLISECONDS = 60_000

/** A receiver of webhooks on this machine. */
interface Receiver extends AsyncDisposable {
  readonly url: string
  /** When each event arrived for the first time, on the clock of `performance.now()`. */
  readonly arrivals: Map<string, number>
  /** The most requests that were open at once. */
  most(): number
  /** Resolves when `count` events have arrived; rejects if that takes longer than a minute. */
  until(count: number): Promise<void>
}

/** Starts a receiver that answers 204 after some milliseconds. */
async function startReceiver(answerMilliseconds: number): Promise<Receiver> {
  const arrivals = new Map<string, number>()
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    const id = String(request.headers['webhook-id'])
    if (!arrivals.has(id)) arrivals.set(id, performance.now())
    request.resume()
    setTimeout(() => {
      open -= 1
      response.writeHead(204).end()
    }, answerMilliseconds)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    most: () => most,
    async until(count) {
      const lateAt = performance.now() + PATIENCE_MILLISECONDS
      while (arrivals.size < count) {
        if (performance.now() > lateAt) throw new Error(`${arrivals.size} of ${count} arrived`)
        await sleep(20)
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const start = (folder: string, relay: 'on' | 'off'): Promise<HoldfastServer> =>
  startHoldfast({
    name: 'server',
    folder,
    logLevel: 'warn',
    relay,
    serverKey: SERVER_KEY,
    entry: WITHOUT_MAILS,
    settings: { HOLDFAST_ALLOW_PRIVATE_NETWORK: '1', HOLDFAST_MAX_WAIT_MILLISECONDS: '60000' },
  })

/** Registers the receivers for confirmed bookings, and makes bookings, of which nobody hears yet. */
async function takeBookings(
  folder: string,
  receivers: readonly Receiver[],
  count: number,
): Promise<void> {
  const server = await start(folder, 'off')
  try {
    await book(server, receivers, count)
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

async function book(
  { origin }: HoldfastServer,
  receivers: readonly Receiver[],
  count: number,
): Promise<void> {
  for (const { url } of receivers) {
    await post(origin, '/v1/webhook-endpoints', { url, events: ['booking.confirmed'] })
  }
  const providers = { first: 0, count: PROVIDERS, confirmation: 'instant' } as const
  const eventTypeIds = await createProviders(origin, providers)
  const slots = new SlotPool(Date.now()).take(count)
  const kind = { confirm: false, idempotencyKeys: false, manyBookers: true }
  const requests = bookingUnits(eventTypeIds, slots, kind).map(([request = '']) => request)
  const left = requests.values()
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  const bookNext = async (): Promise<void> => {
    const caller = await openCaller(origin, fail)
    for (const request of left) {
      const { promise: status, resolve } = Promise.withResolvers<number>()
      caller.send(request, false, (answer) => resolve(answer.status))
      if ((await status) !== 201) throw new Error(`a booking was answered ${await status}`)
    }
    caller.close()
  }
  await Promise.race([failed, Promise.all(Array.from({ length: BOOKING_CONNECTIONS }, bookNext))])
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

/** Delivers all bookings to receivers that answer after these times, and shows what each got. */
async function measure(
  stack: AsyncDisposableStack,
  count: number,
  answerMilliseconds: readonly number[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-webhooks-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const receivers: Receiver[] = []
  for (const each of answerMilliseconds) receivers.push(stack.use(await startReceiver(each)))
  await takeBookings(folder, receivers, count)
  const server = stack.use(await start(folder, 'on'))
  const cpuBefore = cpuMillisecondsOf(server.pid)
  // Of several, the first one is the one that must not wait for the others.
  await receivers[0]?.until(count)
  const cpu = (cpuMillisecondsOf(server.pid) - cpuBefore) / count
  const beginning = Math.min(...receivers.flatMap(({ arrivals }) => [...arrivals.values()]))
  for (const [place, receiver] of receivers.entries()) {
    const times = [...receiver.arrivals.values()].map((at) => at - beginning).sort((a, b) => a - b)
    const seconds = (times.at(-1) ?? Number.NaN) / 1000
    const half = (percentile(times, 0.5) / 1000).toFixed(2)
    const others = receivers.length > 1 ? ', beside the other' : ''
    show(
      `answers in ${answerMilliseconds[place]} ms${others}`,
      `${times.length} in ${seconds.toFixed(2)} s, ${(times.length / seconds).toFixed(0)}/s, half after ${half} s, at most ${receiver.most()} at once`,
    )
  }
  show('CPU of the server since its start', `${cpu.toFixed(2)} ms per booking`)
}

const show = (name: string, value: string) => console.log(`${name.padEnd(38)}${value}`)

await runCommand({
  usage: USAGE,
  readOptions,
  async run({ bookings, fast, slow, hung, only }, stack) {
    console.log(`SQLite, ${machineText()}`)
    const receivers = { fast: [fast], slow: [slow], hung: [fast, hung] }
    for (const name of CASES) {
      if (only !== undefined && only !== name) continue
      const each = stack.use(new AsyncDisposableStack())
      await measure(each, bookings, receivers[name])
      await each.disposeAsync()
    }
  },
})
