import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { IS_DEEP } from './depth.ts'
import { startTestEngine, type TestEngine } from './dynamodb.ts'

/** The engines that suites run on. */
export const ENGINES = ['sqlite', 'dynamodb'] as const

/** The name of an engine. */
export type Engine = (typeof ENGINES)[number]

/**
 * The engines of a suite whose subject is above the store, which has a suite of its own for both. The usual run
 * draws one; `HOLDFAST_TEST_ENGINE` chooses it. The deep run has both.
 */
export const SOME_ENGINES: readonly Engine[] = IS_DEEP
  ? ENGINES
  : ENGINES.filter((engine) => engine === (process.env.HOLDFAST_TEST_ENGINE ?? drawnEngine()))

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

// The local engine takes a moment to start, so all tests of a file share one, with a table per store.
let dynamodb: Promise<TestEngine> | undefined

/** Stops the local engine of a test file, if it was started. */
export async function stopSharedEngine(): Promise<void> {
  const engine = dynamodb
  dynamodb = undefined
  await (await engine)?.stop()
}

/** Opens a new store of an engine: an SQLite file in a new folder, or a new table. */
export async function openTestStore(engine: Engine): Promise<TestStore> {
  return engine === 'sqlite' ? await openSqlite() : await openDynamodb()
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
