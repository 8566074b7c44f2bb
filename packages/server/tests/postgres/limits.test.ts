import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import type { Write } from '../../src/kernel/ports/store.ts'
import { IS_DEEP } from '../support/depth.ts'
import { POSTGRES_MISSING } from '../support/postgres-programs.ts'
import { startCuttingProxy } from './support/cutting-proxy.ts'
import { type DatabaseServer, startDatabaseServer } from './support/database-server.ts'

const putting = (names: readonly string[]): readonly Write[] =>
  names.map((name) => ({ kind: 'put-if-absent', item: { PK: name, SK: 'ITEM', version: 1 } }))

/** A client that ends without an event when its server is killed. */
const quietClient = (url: string): pg.Client => new pg.Client(url).on('error', () => {})

describe.skipIf(!IS_DEEP || POSTGRES_MISSING !== undefined)(
  'a PostgreSQL server at its limits',
  () => {
    let database: DatabaseServer
    beforeAll(async () => {
      database = await startDatabaseServer(['max_connections=12', 'max_locks_per_transaction=10'])
    })
    afterAll(() => database?.stop())

    test('works with the connections that it has while others have the rest, and starts only with one', async () => {
      const store = await createPostgresStore({ url: database.url, waitMilliseconds: 500 })
      const others = Array.from({ length: 11 }, () => quietClient(database.url))
      for (const other of others) await other.connect()
      await expect(createPostgresStore({ url: database.url })).rejects.toMatchObject({
        code: 'store_unavailable',
        message: 'PostgreSQL cannot answer: sorry, too many clients already',
        outcome: 'not-applied',
      })
      // It has one connection; the others that it wants are refused.
      const names = Array.from({ length: 300 }, (_, index) => `A${index}`)
      const answers = names.map((name) => store.transact(putting([name]), name))
      for (const answer of answers) expect(await answer).toEqual({ committed: true })
      for (const other of others) await other.end()
      await store.close()
    })

    test('names the setting to raise when its table of locks is full', async () => {
      const other = quietClient(database.url)
      await other.connect()
      await other.query('BEGIN')
      const fill = 'SELECT pg_advisory_xact_lock_shared(n) FROM generate_series(1, 100000) AS n'
      await expect(other.query(fill)).rejects.toMatchObject({ code: '53200' })
      await other.query('ROLLBACK')
      // As many as there is room for, found by doubling.
      let held = 0
      for (let count = 50_000; count >= 1; count = Math.floor(count / 2)) {
        await other.query('BEGIN')
        const found = await other
          .query(
            `SELECT pg_advisory_lock_shared(n) FROM generate_series(${held + 1}, ${held + count}) AS n`,
          )
          .catch(() => undefined)
        await other.query(found ? 'COMMIT' : 'ROLLBACK')
        if (found) held += count
      }
      const store = await createPostgresStore({ url: database.url }).catch(
        (error: unknown) => error,
      )
      expect(store).toMatchObject({
        code: 'store_unavailable',
        message:
          'PostgreSQL cannot answer: out of shared memory You might need to increase "max_locks_per_transaction".',
      })
      await other.end()
    })

    test('is not used while it is a standby', async () => {
      const standby = await database.startStandby()
      await expect(createPostgresStore({ url: standby.url })).rejects.toMatchObject({
        code: 'store_unavailable',
        message: 'PostgreSQL cannot answer: the server is a standby',
      })
      await standby.promote()
      const store = await createPostgresStore({ url: standby.url })
      expect(await store.transact(putting(['B']), 'b')).toEqual({ committed: true })
      await store.close()
      await standby.stop()
    })

    test('leaves a lost commit unknown after a failover, and the caller is told so', async () => {
      const standby = await database.startStandby()
      const proxy = await startCuttingProxy(database.url)
      const store = await createPostgresStore({ url: proxy.url, waitMilliseconds: 1_000 })
      proxy.cutNextCommit('silence')
      const lost = store.transact(putting(['C']), 'c')
      const told = expect(lost).rejects.toMatchObject({
        code: 'store_unavailable',
        outcome: 'unknown',
      })
      await database.kill()
      await standby.promote()
      proxy.leadTo(standby.port)
      await told
      await expect(store.transact(putting(['C']), 'c')).rejects.toMatchObject({
        outcome: 'unknown',
      })
      await store.close()
      await proxy.close()
      await standby.stop()
      await database.start()
    })

    test('loses acknowledged writes in a failover to a standby that is behind', async () => {
      const standby = await database.startStandby()
      await standby.kill()
      const store = await createPostgresStore({ url: database.url })
      expect(await store.transact(putting(['D']), 'd')).toEqual({ committed: true })
      await store.close()
      await database.kill()
      await standby.start()
      await standby.promote()
      const after = await createPostgresStore({ url: standby.url })
      expect(await after.get({ PK: 'D', SK: 'ITEM' })).toBeUndefined()
      await after.close()
      await standby.stop()
      await database.start()
    })
  },
)
