import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { IS_DEEP } from './depth.ts'
import { startTestEngine, type TestEngine } from './dynamodb.ts'
import { POSTGRES_MISSING, startTestPostgres, type TestPostgres } from './postgres.ts'

/** The engines that suites run on. */
export const ENGINES = ['sqlite', 'dynamodb'] as const

/** The name of an engine. PostgreSQL runs where its package is installed. */
export type Engine = (typeof ENGINES)[number] | 'postgres'

/** The engines that races run on. The deep run has PostgreSQL too, where its package is installed. */
export const RACE_ENGINES: readonly Engine[] =
  IS_DEEP && POSTGRES_MISSING === undefined ? [...ENGINES, 'postgres'] : ENGINES

/**
 * The engines of a suite whose subject is above the store, which has a suite of its own for both. The usual run
 * draws one; `HOLDFAST_TEST_ENGINE` chooses it. The deep run has both.
 */
export const SOME_ENGINES: readonly Engine[] = IS_DEEP
  ? ENGINES
  : chosenEngines(process.env.HOLDFAST_TEST_ENGINE ?? drawnEngine())

function chosenEngines(chosen: string): readonly Engine[] {
  return ENGINES.filter((engine) => engine === chosen)
}

function drawnEngine(): Engine {
  return Math.random() < 0.5 ? 'sqlite' : 'dynamodb'
}

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

// These engines take a moment to start, so all tests of a file share one, with a table or database per store.
let dynamodb: Promise<TestEngine> | undefined
let postgres: Promise<TestPostgres> | undefined

/** Stops the engines of a test file, if they were started. */
export async function stopSharedEngine(): Promise<void> {
  const [engine, server] = [dynamodb, postgres]
  dynamodb = undefined
  postgres = undefined
  await (await engine)?.stop()
  await (await server)?.stop()
}

/** Opens a new store of an engine: an SQLite file in a new folder, a new table, or a new database. */
export async function openTestStore(engine: Engine): Promise<TestStore> {
  if (engine === 'postgres') return await openPostgres()
  return engine === 'sqlite' ? await openSqlite() : await openDynamodb()
}

/** The PostgreSQL server that all tests of a file share. */
export function sharedPostgres(): Promise<TestPostgres> {
  postgres ??= startTestPostgres()
  return postgres
}

async function openPostgres(): Promise<TestStore> {
  const url = await (await sharedPostgres()).newDatabase()
  return await tracked(
    () => createPostgresStore({ url }),
    async () => {},
  )
}

async function openSqlite(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-sqlite-'))
  const open = () => createSqliteStore({ file: join(folder, 'holdfast.db') })
  return await tracked(open, () => rm(folder, { recursive: true, maxRetries: 5 }))
}

async function openDynamodb(): Promise<TestStore> {
  dynamodb ??= startTestEngine()
  const engine = await dynamodb
  const { store, tableName } = await engine.openStore()
  await store.close()
  return await tracked(
    async () => engine.storeOn(tableName),
    async () => {},
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
