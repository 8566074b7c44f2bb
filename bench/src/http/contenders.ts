import type { HoldfastServer } from './holdfast-server.ts'
import type { LoadJob, LoadResult, Origin, Unit } from './load-job.ts'
import type { Contender } from './measure.ts'
import type { AskableProcess } from './processes.ts'

/** What is measured: contenders that do the same thing, Holdfast over HTTP first. */
export interface Scenario {
  readonly id: string
  readonly title: string
  /** What is counted: `requests`, `holds`, … */
  readonly counted: string
  readonly contenders: readonly Contender[]
  /** The server of the first contender, whose CPU can be sampled. */
  readonly server: HoldfastServer
}

/** What scenarios are made with. */
export interface Surroundings {
  /** Everything that has to be ended is put here. */
  readonly stack: AsyncDisposableStack
  /** A folder of this run alone. */
  readonly folder: string
  readonly logLevel: string
  readonly relay: 'on' | 'off'
  readonly generator: AskableProcess<LoadJob, LoadResult>
  readonly withPostgres: boolean
  readonly onStep: (what: string) => void
}

/** Names of the contenders, the same in every scenario. */
export const NAMES = {
  holdfast: 'Holdfast over HTTP',
  keyed: 'Holdfast over HTTP, Idempotency-Key',
  rawSqlite: 'SQLite adapter without HTTP',
  rawDynamoDb: 'TransactWriteItems without a server',
  postgres: 'Fastify + PostgreSQL over HTTP',
} as const

/** What is prepared for one second where no rate is known yet. */
const FIRST_PER_SECOND = 5_000
/** The rate may rise so far from one stretch to the next before a stretch ends early. */
const HEADROOM = 2
const LEAST_PER_SECOND = 200

/**
 * A load whose units are made for it beforehand, each for one use: somewhat more than the best rate
 * so far asks for.
 */
export function prepared(
  load: (count: number, connections: number, seconds: number) => Promise<LoadResult>,
): Contender['load'] {
  let perSecond = FIRST_PER_SECOND
  let best = 0
  return async (connections, seconds) => {
    const result = await load(Math.ceil(perSecond * seconds), connections, seconds)
    best = Math.max(best, result.milliseconds.length / result.seconds)
    perSecond = Math.max(best * HEADROOM, LEAST_PER_SECOND)
    return result
  }
}

/** A contender that the generator loads over HTTP, each unit once. */
export function overHttp(
  { generator }: Surroundings,
  contender: {
    readonly name: string
    readonly origin: Origin
    readonly processes: Contender['processes']
    readonly unitsFor: (count: number) => readonly Unit[] | Promise<readonly Unit[]>
  },
): Contender {
  const { name, origin, processes, unitsFor } = contender
  return {
    name,
    processes,
    ownCpu: 'generator',
    load: prepared(async (count, connections, seconds) => {
      const units = await unitsFor(count)
      return generator.ask({ origin, connections, seconds, units, repeat: false })
    }),
  }
}
