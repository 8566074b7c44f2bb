import type { Profiler } from 'node:inspector'
import { createProviders, startHoldfast } from '../http/holdfast-server.ts'
import type { LoadJob, LoadResult, Origin, Unit } from '../http/load-job.ts'
import { type AskableProcess, cpuSince, readCpu } from '../http/processes.ts'
import { PROVIDERS, SlotPool } from '../http/slot-pool.ts'
import { bookingUnits, slotUnits } from '../http/units.ts'
import type { PairUnit } from './options.ts'

/** What a turn of a server cost. */
export interface Turn {
  /** Microseconds of CPU time of the processes for a unit. */
  readonly cpuMicroseconds: number
  readonly perSecond: number
  /** How long each unit took, in the order of their ends. */
  readonly milliseconds: Float64Array
}

/** A server of one checkout. */
export interface Side {
  readonly name: string
  /** Asks the server so many units. Throws if it refuses one. */
  run(unit: PairUnit, connections: number, count: number): Promise<Turn>
  /** Records a CPU profile of the server while `work` runs. */
  profile(work: () => Promise<unknown>): Promise<Profiler.Profile>
}

const DAY_MILLISECONDS = 86_400_000
const dateIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10)
const SLOT_DAYS = 30
/** Longer than any turn takes: a turn ends with its last unit. */
const SECONDS_MAX = 600

/** What is asked in a turn, and whose CPU time counts. */
export interface TurnOptions {
  readonly name: string
  readonly origin: Origin
  readonly pids: readonly number[]
  readonly generator: AskableProcess<LoadJob, LoadResult>
}

/** Asks a server all of the units, each once. Throws if it refuses one. */
export async function runTurn(
  { name, origin, pids, generator }: TurnOptions,
  units: readonly Unit[],
  connections: number,
): Promise<Turn> {
  const before = readCpu(pids)
  const result = await generator.ask({
    origins: [origin],
    connections,
    seconds: SECONDS_MAX,
    units,
    repeat: false,
  })
  const cpu = cpuSince(before)
  if (result.milliseconds.length < units.length) {
    throw new Error(`${name} refused units: ${JSON.stringify(result.refused)}`)
  }
  return {
    cpuMicroseconds: (cpu * 1000) / units.length,
    perSecond: units.length / result.seconds,
    milliseconds: result.milliseconds,
  }
}

/** Where a side runs. */
export interface SideOptions {
  readonly name: string
  readonly checkout: string
  readonly folder: string
  readonly generator: AskableProcess<LoadJob, LoadResult>
}

/** Starts the server of a checkout with an empty store, and with all providers. */
export async function startSide(
  { name, checkout, folder, generator }: SideOptions,
  stack: AsyncDisposableStack,
): Promise<Side> {
  const entry = new URL(`file://${checkout}/scripts/start.mjs`)
  const server = stack.use(
    await startHoldfast({ name, folder, logLevel: 'info', relay: 'off', entry }),
  )
  const { origin } = server
  const providers = { first: 0, count: PROVIDERS, confirmation: 'hold' } as const
  const ids = await createProviders(origin, providers)
  const pool = new SlotPool(Date.now())
  const unitsOf = (unit: PairUnit, count: number): readonly Unit[] => {
    if (unit === 'slots') {
      const all = slotUnits(ids, { from: dateIn(1), to: dateIn(SLOT_DAYS) })
      return Array.from({ length: count }, (_, place) => all[place % all.length] as Unit)
    }
    const kind = { confirm: unit === 'confirm', idempotencyKeys: unit === 'keyed' }
    return bookingUnits(ids, pool.take(count), kind)
  }
  return {
    name,
    profile: (work) => server.profile(work),
    run: (unit, connections, count) =>
      runTurn({ name, origin, pids: [server.pid], generator }, unitsOf(unit, count), connections),
  }
}
