import { readFileSync } from 'node:fs'
import type { HoldfastServer } from '../http/holdfast-server.ts'
import { withChildren } from '../http/processes.ts'
import { openClient, type Request } from './client.ts'
import type { MeasuredStore } from './filled-stores.ts'
import { CYCLE, change, type Operations, type Read } from './operations.ts'

/** A store with its server. */
export interface Target {
  readonly store: MeasuredStore
  readonly server: HoldfastServer
  /** The first process of the database, if it has processes of its own. */
  readonly databasePid?: number
  readonly operations: Operations
}

/** What one operation costs in one store. */
export interface Measurement {
  readonly operation: string
  readonly providers: number
  /** Bookings in the store, in the middle of the measurement. */
  readonly bookings: number
  /** Milliseconds of CPU time of the server, and of its database, for a request, in each round. */
  readonly cpuMilliseconds: readonly number[]
  /** Milliseconds from a request to its answer. */
  readonly latencyMilliseconds: readonly number[]
  /** Kilobytes that the server read from files and sockets for a request, in each round. NaN where unknown. */
  readonly readKilobytes: readonly number[]
}

/** How much is measured. */
export interface MeasureOptions {
  readonly rounds: number
  /** Requests of an operation in a round. */
  readonly requests: number
  /** Runs only reads whose name contains this text. */
  readonly only: string
  readonly onStep: (text: string) => void
}

/** A stretch of requests. */
interface Stretch {
  readonly cpuMilliseconds: number
  readonly readKilobytes: number
  readonly latencyMilliseconds: readonly number[]
  readonly bodies: readonly string[]
}

/** Bytes that a process has read so far. NaN if the system does not tell. */
function bytesReadBy(pid: number): number {
  try {
    return Number(/^rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}

/** CPU time of a process and its children so far, in milliseconds. Each has one thread. */
const cpuOfTree = (pid: number): number =>
  withChildren(pid).reduce((sum, each) => sum + nanosecondsOf(each) / 1e6, 0)

/** 0 for a process that has ended: its time is lost. */
function nanosecondsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

async function run(
  { server, databasePid }: Target,
  requests: readonly Request[],
): Promise<Stretch> {
  const latencyMilliseconds: number[] = []
  const bodies: string[] = []
  // A connection of its own: while other stores have their turn, the server would close it.
  const client = await openClient(server.origin)
  try {
    const bytesBefore = bytesReadBy(server.pid)
    const cpu = async () =>
      (await server.cpuMilliseconds()) + (databasePid === undefined ? 0 : cpuOfTree(databasePid))
    const before = await cpu()
    for (const request of requests) {
      const { milliseconds, body } = await client.send(request)
      latencyMilliseconds.push(milliseconds)
      bodies.push(body)
    }
    const cpuMilliseconds = ((await cpu()) - before) / requests.length
    const readKilobytes = (bytesReadBy(server.pid) - bytesBefore) / 1000 / requests.length
    return { cpuMilliseconds, latencyMilliseconds, readKilobytes, bodies }
  } finally {
    client.close()
  }
}

const idOf = (body: string): string => (JSON.parse(body) as { readonly id: string }).id

/** The measurements of one operation in one store. */
interface Measured {
  readonly cpu: number[]
  readonly latency: number[]
  readonly read: number[]
}

/** Collects what the stretches of one store measured. */
class Found {
  readonly target: Target
  /** Bookings that the measurement made and cancelled. */
  made = 0
  readonly #of = new Map<string, Measured>()

  constructor(target: Target) {
    this.target = target
  }

  add(operation: string, stretch: Stretch): void {
    const known = this.#of.get(operation) ?? { cpu: [], latency: [], read: [] }
    this.#of.set(operation, known)
    known.cpu.push(stretch.cpuMilliseconds)
    known.latency.push(...stretch.latencyMilliseconds)
    known.read.push(stretch.readKilobytes)
  }

  measurements(): readonly Measurement[] {
    const { plan, made = 0 } = this.target.store.filled
    return [...this.#of].map(([operation, { cpu, latency, read }]) => ({
      operation,
      providers: plan.providers,
      bookings: plan.bookings + made + this.made / 2,
      cpuMilliseconds: cpu,
      latencyMilliseconds: latency,
      readKilobytes: read,
    }))
  }
}

/** Rounds before the first one that counts: the servers compile their code meanwhile. */
const WARM_UP_ROUNDS = 4

/** What was found in one store. */
export interface TargetResult {
  readonly target: Target
  readonly measurements: readonly Measurement[]
  /** Bookings that the measurement made and cancelled. */
  readonly made: number
}

/**
 * Measures all operations in all stores. Each operation runs in one store after the other, in every second round in
 * reverse order, so that other load and the time of day affect all sizes equally.
 */
export async function measureAll(
  targets: readonly Target[],
  { rounds, requests, only, onStep }: MeasureOptions,
): Promise<readonly TargetResult[]> {
  const found = targets.map((target) => new Found(target))
  const reads = (targets[0]?.operations.reads ?? []).map(({ name }) => name)
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const isCounted = round >= 0
    onStep(isCounted ? `round ${round + 1} of ${rounds}` : 'warming up')
    const turn = round % 2 === 0 ? found : found.toReversed()
    const add = (each: Found, operation: string, stretch: Stretch): void => {
      if (isCounted) each.add(operation, stretch)
    }
    const first = (round + WARM_UP_ROUNDS) * requests
    await runCycle(turn, { first, requests }, add)
    for (const [place, name] of reads.entries()) {
      if (!name.includes(only)) continue
      for (const each of turn) {
        const read = each.target.operations.reads[place] as Read
        const those = Array.from({ length: requests }, (_, number) => read.request(first + number))
        add(each, name, await run(each.target, those))
      }
    }
  }
  return found.map((each) => ({
    target: each.target,
    measurements: each.measurements(),
    made: each.made,
  }))
}

/** Holds times in each store, confirms the holds, and cancels them again. */
async function runCycle(
  turn: readonly Found[],
  { first, requests }: { readonly first: number; readonly requests: number },
  add: (each: Found, operation: string, stretch: Stretch) => void,
): Promise<void> {
  let requestsOf = new Map(
    turn.map((each) => [each, each.target.operations.holds(first, requests)]),
  )
  for (const [place, step] of CYCLE.entries()) {
    const following = CYCLE[place + 1]
    const next = new Map<Found, readonly Request[]>()
    for (const each of turn) {
      const stretch = await run(each.target, requestsOf.get(each) ?? [])
      add(each, step, stretch)
      if (step === 'hold') each.made += requests
      if (following === undefined || following === 'hold') continue
      next.set(
        each,
        stretch.bodies.map((body) => change(idOf(body), following)),
      )
    }
    requestsOf = next
  }
}
