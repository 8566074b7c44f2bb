import { statSync } from 'node:fs'
import { join } from 'node:path'
import { startLocalEngine } from '../../../server/src/adapters/dynamodb-local/local-engine.ts'
import {
  type FaultPlan,
  seededRandom,
  startFaultProxy,
} from '../../../server/tests/support/fault-proxy.ts'
import { startTestPostgres } from '../../../server/tests/support/postgres.ts'
import { OldAnswers } from './old-answers.ts'

/** The stores that a run can be about. */
export const STORES = ['sqlite', 'dynamodb', 'postgres'] as const
export type StoreName = (typeof STORES)[number]

/** The store of a run, and what can be done to it. */
export interface ProvenStore {
  /** The settings of the servers. */
  readonly env: Readonly<Record<string, string>>
  /** The settings of a process that no fault reaches. */
  readonly directEnv: Readonly<Record<string, string>>
  /** Kills the store's process, which starts again. Absent: it has none. */
  readonly kill?: () => Promise<void>
  /** Sets the share of requests to the store with a fault, from 0 to 1. Absent: there are no requests. */
  readonly disturb?: (share: number) => void
  /** Sets the share of eventually consistent reads that are old, from 0 to 1. Absent: the store has no such reads. */
  readonly makeStale?: (share: number) => void
  /** Resolves when no read can be older than the call. Absent: none ever is. */
  readonly settled?: () => Promise<void>
  /** The kinds of faults of requests, and how often each occurred. */
  readonly disturbances: () => ReadonlyMap<string, number>
  /** The size at which a file of the store counts as full, in blocks of 512 bytes. Absent: no file. */
  readonly fullAtBlocks?: () => number
  close(): Promise<void>
}

/**
 * The keys that encrypt secrets. Servers on a store of another process must be given them: without them, they take no
 * payments. Those on SQLite make keys of their own.
 */
const VAULT_KEYS = { HOLDFAST_VAULT_KEYS: '4d'.repeat(32) }

/** Starts a store in a folder. */
export async function startStore(
  name: StoreName,
  folder: string,
  seed: number,
): Promise<ProvenStore> {
  switch (name) {
    case 'sqlite':
      return sqlite(join(folder, 'data'))
    case 'dynamodb':
      return await dynamodb(join(folder, 'engine'), seed)
    case 'postgres':
      return await postgres()
  }
}

function sqlite(dataFolder: string): ProvenStore {
  const env = { HOLDFAST_STORE: 'sqlite' }
  return {
    env,
    directEnv: env,
    disturbances: () => new Map(),
    fullAtBlocks: () => Math.ceil(largestFileBytes(join(dataFolder, 'holdfast.sqlite')) / 512) + 16,
    close: async () => {},
  }
}

/**
 * The size of the largest file of a database. The log of one that has just been made is larger than the database, and a server could
 * not even open it if the disk ended before.
 */
const largestFileBytes = (database: string): number =>
  Math.max(
    ...['', '-wal', '-shm'].map(
      (suffix) => statSync(`${database}${suffix}`, { throwIfNoEntry: false })?.size ?? 0,
    ),
  )

async function dynamodb(dataDir: string, seed: number): Promise<ProvenStore> {
  const engine = await startLocalEngine({ dataDir })
  const old = new OldAnswers(seededRandom(seed))
  const plan: { -readonly [Key in keyof FaultPlan]: FaultPlan[Key] } = {
    seed,
    share: 0,
    most: Number.MAX_SAFE_INTEGER,
    through: (...given) => old.through(...given),
  }
  const proxy = await startFaultProxy(engine.endpoint(), plan)
  const envOf = (endpoint: string) => ({
    HOLDFAST_STORE: 'dynamodb',
    HOLDFAST_DYNAMODB_ENDPOINT: endpoint,
    ...VAULT_KEYS,
  })
  return {
    env: envOf(proxy.endpoint),
    directEnv: envOf(engine.endpoint()),
    kill: async () => {
      killOnce(engine.pid())
    },
    makeStale: (share) => old.setShare(share),
    settled: () => old.settled(),
    disturb: (share) => {
      plan.share = share
    },
    disturbances: () => new Map([...proxy.counts, ['old reads', old.staleCount]]),
    async close() {
      await proxy.stop()
      await engine.close()
    },
  }
}

/** Kills a process, unless it is dead already: then it is about to be started again. */
function killOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function postgres(): Promise<ProvenStore> {
  const server = await startTestPostgres()
  const env = {
    HOLDFAST_STORE: 'postgres',
    HOLDFAST_POSTGRES_URL: await server.newDatabase(),
    ...VAULT_KEYS,
  }
  return {
    env,
    directEnv: env,
    kill: () => server.killAndRestart(),
    disturbances: () => new Map(),
    close: () => server.stop(),
  }
}
