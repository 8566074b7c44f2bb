import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { storeSuite } from './store.suite.ts'

storeSuite('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-sqlite-'))
  const file = join(folder, 'holdfast.db')
  let store = await createSqliteStore({ file })
  return {
    store,
    reopen: async () => {
      await store.close()
      store = await createSqliteStore({ file })
      return store
    },
    close: async () => {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
})
