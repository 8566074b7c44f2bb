import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { newDataFolder } from './data-folder.ts'
import { startTestEngine, type TestEngine } from './dynamodb.ts'
import { USUAL_ENGINE } from './engines.ts'
import type { Engine } from './known-engines.ts'
import { startTestPostgres, type TestPostgres } from './postgres.ts'

export { ENGINES, OTHER_ENGINES, RACE_ENGINES, SOME_ENGINES, USUAL_ENGINE } from './engines.ts'
export type { Engine } from './known-engines.ts'

/** A new, empty store for one test. */
export interface TestStore {
  readonly store: Store
  /** Opens another store on the same data, like another server process; `close` closes it too. */
  another(): Promise<Store>
  /** Closes the first store and opens the same data again. */
  reopen(): Promise<Store>
  /** Closes all opened stores and removes the data. */
  close(): Promise<void>
}

// Tests share an engine, with a table or database per store. Each file has its own local engine; the others take seconds
// to start, so all files of a worker share them, and they end with the worker.
let dynamodb: Promise<TestEngine> | undefined
let dynamodbLocal: Promise<TestEngine> | undefined
let postgres: Promise<TestPostgres> | undefined

/** Stops the local engine of a test file, if it was started. */
export async function stopSharedEngine(): Promise<void> {
  const engine = dynamodb
  dynamodb = undefined
  await (await engine)?.stop()
}

/**
 * Opens a new store of an engine: an SQLite file in a new folder, a new table, or a new database. Default engine: SQLite,
 * or the one that the run is about.
 */
export async function openTestStore(engine: Engine = USUAL_ENGINE): Promise<TestStore> {
  switch (engine) {
    case 'sqlite':
      return await openSqlite()
    case 'postgres':
      return await openPostgres()
    default:
      return await openTable(engine)
  }
}

/** The PostgreSQL server that all tests of a worker share. */
export function sharedPostgres(): Promise<TestPostgres> {
  postgres ??= startTestPostgres()
  return postgres
}

function sharedDynamodb(engine: 'dynamodb' | 'dynamodb-local'): Promise<TestEngine> {
  if (engine === 'dynamodb') {
    dynamodb ??= startTestEngine(engine)
    return dynamodb
  }
  dynamodbLocal ??= startTestEngine(engine)
  return dynamodbLocal
}

/** Whether an engine keeps its data in the data folder of its servers, as their key. */
export const isInDataFolder = (engine: Engine): boolean =>
  engine === 'sqlite' || engine === 'dynamodb'

let serverTables = 0

/**
 * The settings with which servers share a new, empty store of an engine, besides their data folder. The data of an SQLite
 * file and of the local engine are in that folder.
 */
export async function storeSettings(engine: Engine): Promise<Readonly<Record<string, string>>> {
  switch (engine) {
    case 'sqlite':
    case 'dynamodb':
      return { HOLDFAST_STORE: engine }
    case 'postgres':
      return {
        HOLDFAST_STORE: engine,
        HOLDFAST_POSTGRES_URL: await (await sharedPostgres()).newDatabase(),
      }
    case 'dynamodb-local':
      serverTables += 1
      return {
        HOLDFAST_STORE: 'dynamodb',
        HOLDFAST_DYNAMODB_ENDPOINT: (await sharedDynamodb(engine)).endpoint,
        HOLDFAST_DYNAMODB_TABLE: `servers-${serverTables}`,
      }
  }
}

async function openPostgres(): Promise<TestStore> {
  const server = await sharedPostgres()
  const url = await server.newDatabase()
  return await tracked(
    () => createPostgresStore({ url }),
    () => server.dropDatabase(url),
  )
}

async function openSqlite(): Promise<TestStore> {
  const folder = await newDataFolder('sqlite')
  const open = () => createSqliteStore({ file: join(folder, 'holdfast.db') })
  return await tracked(open, () => rm(folder, { recursive: true, maxRetries: 5 }))
}

async function openTable(name: 'dynamodb' | 'dynamodb-local'): Promise<TestStore> {
  const engine = await sharedDynamodb(name)
  const { store, tableName } = await engine.openStore()
  await store.close()
  return await tracked(
    async () => engine.storeOn(tableName),
    // The local engine ends with the file.
    async () => (name === 'dynamodb' ? undefined : await engine.dropTable(tableName)),
  )
}

async function tracked(
  open: () => Promise<Store>,
  remove: () => Promise<void>,
): Promise<TestStore> {
  const opened: Store[] = []
  const another = async () => {
    const store = await open()
    opened.push(store)
    return store
  }
  const store = await another()
  return {
    store,
    another,
    async reopen() {
      await store.close()
      return await another()
    },
    async close() {
      for (const each of opened) await each.close()
      await remove()
    },
  }
}
