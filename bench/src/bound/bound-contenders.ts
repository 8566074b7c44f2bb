import { join } from 'node:path'
import { holdfastContenders } from '../http/booking-contenders.ts'
import type { HttpContender, Surroundings } from '../http/contenders.ts'
import { startAskable } from '../http/processes.ts'
import { SlotPool } from '../http/slot-pool.ts'
import { postgresContenders, startBookingServer } from '../http/sqlite-scenarios.ts'
import { bookingUnits, holdBodyOf } from '../http/units.ts'
import type { FloorAnswer, FloorQuestion } from './floor-server.ts'
import { type HoldSample, sampleHold } from './hold-sample.ts'
import { STAGES, type Stage } from './stages.ts'

type StartOptions = Pick<Surroundings, 'stack' | 'folder' | 'onStep' | 'withPostgres'>

/** Starts the server of a stage. */
async function startStage(
  { id, name, does, with: extra }: Stage,
  { stack, folder }: StartOptions,
  eventTypeIds: readonly string[],
  sample: HoldSample,
): Promise<HttpContender> {
  const module = new URL('./floor-server.ts', import.meta.url).href
  const server = stack.use(startAskable<FloorQuestion, FloorAnswer>(module, [id, folder]))
  const { port } = await server.ask({ kind: 'begin', sample, eventTypeIds })
  const pool = new SlotPool(Date.now())
  const idempotencyKeys = extra.includes('key')
  return {
    name,
    origin: { host: '127.0.0.1', port },
    processes: { server: () => [server.pid] },
    async unitsFor(count) {
      const slots = pool.take(count)
      if (does === 'rows') {
        const bodies = slots.map((slot) => holdBodyOf(eventTypeIds, slot))
        await server.ask({ kind: 'next', bodies })
      }
      return bookingUnits(eventTypeIds, slots, { confirm: false, idempotencyKeys })
    },
  }
}

/** All servers of a run, by the part that they have in it. */
export interface BoundContenders {
  readonly stages: ReadonlyMap<string, HttpContender>
  readonly holdfast: HttpContender
  readonly keyed: HttpContender
  /** The two services, and the second with an Idempotency-Key. Empty without PostgreSQL. */
  readonly services: readonly HttpContender[]
}

/** Starts Holdfast, the servers of all stages, and the services on PostgreSQL if it is installed. */
export async function startAll(options: StartOptions): Promise<BoundContenders> {
  const { folder, onStep } = options
  onStep('starting Holdfast on SQLite')
  const bookings = await startBookingServer({ ...options, logLevel: 'info', relay: 'off' })
  const { origin, eventTypeIds, pool } = bookings
  const [slot] = pool.take(1)
  if (slot === undefined) throw new Error('there is no slot to hold')
  const file = join(folder, 'sqlite', 'holdfast.sqlite')
  const sample = await sampleHold(origin, file, holdBodyOf(eventTypeIds, slot))
  const [holdfast, keyed] = holdfastContenders(bookings, false)
  if (holdfast === undefined || keyed === undefined) throw new Error('Holdfast is no contender')
  const stages = new Map<string, HttpContender>()
  for (const stage of STAGES) {
    onStep(`starting a server: ${stage.name}`)
    stages.set(stage.id, await startStage(stage, options, eventTypeIds, sample))
  }
  return { stages, holdfast, keyed, services: await postgresContenders(options) }
}
