import type { HoldfastServer } from './holdfast-server.ts'
import type { LoadJob, LoadResult, Origin, Unit } from './load-job.ts'
import type { Contender } from './measure.ts'
import type { AskableProcess } from './processes.ts'

/** A scenario: contenders with the same task. Holdfast over HTTP is the first. */
export interface Scenario {
  readonly id: string
  readonly title: string
  /** The counted unit: `requests`, `holds`, … */
  readonly counted: string
  readonly contenders: readonly Contender[]
  /** The server of the first contender, for CPU profiles. */
  readonly server: HoldfastServer
}

/** The inputs of a scenario. */
export interface Surroundings {
  /** Owns everything that must be stopped. */
  readonly stack: AsyncDisposableStack
  /** A folder only for this run. */
  readonly folder: string
  readonly logLevel: string
  readonly relay: 'on' | 'off'
  readonly generator: AskableProcess<LoadJob, LoadResult>
  readonly withPostgres: boolean
  readonly onStep: (what: string) => void
}

/** Names of the contenders in all scenarios. */
export const NAMES = {
  holdfast: 'Holdfast over HTTP',
  keyed: 'Holdfast over HTTP, Idempotency-Key',
  rawSqlite: 'SQLite adapter without HTTP',
  rawDynamoDb: 'TransactWriteItems without a server',
  two: 'Two Holdfast servers over HTTP',
  postgres: 'Fastify + PostgreSQL over HTTP',
  ledger: 'Fastify + PostgreSQL, with what a hold promises',
  ledgerKeyed: 'Fastify + PostgreSQL, the same, Idempotency-Key',
} as const

/** Units prepared for one second while no rate is known. */
const FIRST_PER_SECOND = 5_000
/** Maximum increase of the rate between stretches before a stretch runs out of units. */
const HEADROOM = 2
const LEAST_PER_SECOND = 200

/**
 * A load with prepared units, each used once. It prepares somewhat more units than the best rate so far
 * needs.
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

/** A contender that is asked over HTTP. */
export interface HttpContender {
  readonly name: string
  readonly origin: Origin
  /** Further servers of the contender. Callers are spread evenly over all. */
  readonly otherOrigins?: readonly Origin[]
  readonly processes: Contender['processes']
  /** The next units, each to be sent once. */
  readonly unitsFor: (count: number) => readonly Unit[] | Promise<readonly Unit[]>
}

/** A contender that the generator loads over HTTP, sending each unit once. */
export function overHttp({ generator }: Surroundings, contender: HttpContender): Contender {
  const { name, origin, otherOrigins = [], processes, unitsFor } = contender
  return {
    name,
    processes,
    ownCpu: 'generator',
    load: prepared(async (count, connections, seconds) => {
      const units = await unitsFor(count)
      const origins: LoadJob['origins'] = [origin, ...otherOrigins]
      return generator.ask({ origins, connections, seconds, units, repeat: false })
    }),
  }
}
