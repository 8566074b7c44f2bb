import { createProviders, startHoldfast } from '../http/holdfast-server.ts'
import type { LoadJob, LoadResult, Unit } from '../http/load-job.ts'
import type { AskableProcess } from '../http/processes.ts'
import { PROVIDERS, SlotPool } from '../http/slot-pool.ts'
import { bookingUnits, slotUnits } from '../http/units.ts'
import type { PairUnit } from './options.ts'

/** What a turn of a server cost. */
export interface Turn {
  /** Microseconds of CPU time of the server for a unit. */
  readonly cpuMicroseconds: number
  readonly perSecond: number
}

/** A server of one checkout. */
export interface Side {
  readonly name: string
  /** Asks the server so many units. Throws if it refuses one. */
  run(unit: PairUnit, connections: number, count: number): Promise<Turn>
}

const DAY_MILLISECONDS = 86_400_000
const dateIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10)
const SLOT_DAYS = 30
/** Longer than any turn takes: a turn ends with its last unit. */
const SECONDS_MAX = 600

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
    async run(unit, connections, count) {
      const units = unitsOf(unit, count)
      const before = await server.cpuMilliseconds()
      const result = await generator.ask({
        origins: [origin],
        connections,
        seconds: SECONDS_MAX,
        units,
        repeat: false,
      })
      const cpu = (await server.cpuMilliseconds()) - before
      if (result.milliseconds.length < count) {
        throw new Error(`${name} refused units: ${JSON.stringify(result.refused)}`)
      }
      return { cpuMicroseconds: (cpu * 1000) / count, perSecond: count / result.seconds }
    },
  }
}
