import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { createPostgresStore } from '../../../packages/server/src/adapters/postgres/store.ts'
import { createSqliteStore } from '../../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import { sqliteFile } from '../../../packages/server/src/composition/open-store.ts'
import { createDatabase, type PostgresCluster } from '../http/postgres-cluster.ts'
import { bulkWriterOf, sqliteBulkWriter } from './bulk-writer.ts'
import { type FilledStore, fillStore } from './fill.ts'
import type { FillPlan } from './fill-plan.ts'

/** The content of a store, but for its time. */
export type StorePlan = Omit<FillPlan, 'nowEpochSeconds'>

/** A filled store, in a folder or in PostgreSQL. */
export interface MeasuredStore {
  /** The name of the data folder of its server. */
  readonly name: string
  readonly filled: FilledStore
  /** Seconds of its fill. Absent if it was there. */
  readonly seconds?: number
  /** Its database, if it is in PostgreSQL. */
  readonly postgresUrl?: string
  /** Records a run that made, and cancelled, so many bookings. Call it before the run, too. */
  recordRun(made: number): Promise<void>
}

const DAY_SECONDS = 86_400

/** Fills a store of a plan in a folder, or finds the one that was filled there on the same day. */
export async function storeOnDisk(
  folder: string,
  plan: StorePlan,
  onProgress: (bookings: number) => void,
): Promise<MeasuredStore> {
  const { bookings, providers, seed } = plan
  const name = `${bookings}-bookings-${providers}-providers-${seed}`
  const record = join(folder, `${name}.json`)
  const nowEpochSeconds = Math.floor(Date.now() / 1000)
  const known = await readRecord(record)
  if (known !== undefined && dayOf(known.plan.nowEpochSeconds) === dayOf(nowEpochSeconds)) {
    return { name, filled: known, recordRun: recorderOf(record, known) }
  }
  const startedAt = performance.now()
  const dataDir = join(folder, name)
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const file = sqliteFile(dataDir)
  const store = await createSqliteStore({ file })
  const filled = await fillStore(
    store,
    { ...plan, nowEpochSeconds },
    () => sqliteBulkWriter(file),
    onProgress,
  )
  await store.close()
  await writeFile(record, JSON.stringify(filled))
  const seconds = (performance.now() - startedAt) / 1000
  return { name, filled, seconds, recordRun: recorderOf(record, filled) }
}

const recorderOf = (record: string, filled: FilledStore) => (count: number) => {
  const { made = 0, runs = 0 } = filled
  return writeFile(record, JSON.stringify({ ...filled, made: made + count, runs: runs + 1 }))
}

/** Fills a new database of a cluster. */
export async function storeInPostgres(
  cluster: PostgresCluster,
  plan: StorePlan,
  onProgress: (bookings: number) => void,
): Promise<MeasuredStore> {
  const { bookings, providers, seed } = plan
  const name = `growth_${bookings}_${providers}_${seed}`
  const startedAt = performance.now()
  const url = await createDatabase(cluster, name)
  const store = await createPostgresStore({ url })
  const filled = await fillStore(
    store,
    { ...plan, nowEpochSeconds: Math.floor(Date.now() / 1000) },
    (opened) => bulkWriterOf(opened, name),
    onProgress,
  )
  await store.close()
  // Otherwise the database would do so at some time of the measurement.
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
  const seconds = (performance.now() - startedAt) / 1000
  return { name, filled, seconds, postgresUrl: url, recordRun: async () => {} }
}

const dayOf = (epochSeconds: number): number => Math.floor(epochSeconds / DAY_SECONDS)

async function readRecord(file: string): Promise<FilledStore | undefined> {
  try {
    // Only this module writes such files.
    return JSON.parse(await readFile(file, 'utf8')) as FilledStore
  } catch {
    return undefined
  }
}
