import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockOf } from '../../src/adapters/postgres/locks.ts'
import { createPostgresStore, type PostgresStore } from '../../src/adapters/postgres/store.ts'
import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { POSTGRES_MISSING } from '../support/postgres.ts'
import { sharedPostgres } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { startCuttingProxy } from './support/cutting-proxy.ts'

describe.skipIf(POSTGRES_MISSING !== undefined)('a PostgreSQL store', () => {
  let url: string
  let store: PostgresStore
  beforeAll(async () => {
    url = await (await sharedPostgres()).newDatabase()
    store = await createPostgresStore({ url })
  })
  afterAll(() => store?.close())

  const item = (name: string) => ({ PK: name, SK: 'ITEM', version: 1 })
  const putting = (name: string) => [{ kind: 'put-if-absent', item: item(name) }] as const

  test('acknowledges a commit whose answer was lost', async () => {
    const proxy = await startCuttingProxy(url)
    const cut = await createPostgresStore({ url: proxy.url })
    proxy.cutNextCommit('after')
    expect(await cut.transact(putting('A#1'), 'token1')).toEqual({ committed: true })
    expect(await store.get({ PK: 'A#1', SK: 'ITEM' })).toEqual(item('A#1'))
    await cut.close()
    await proxy.close()
  })

  test('acknowledges a commit whose answer never comes, after a bounded wait', async () => {
    const proxy = await startCuttingProxy(url)
    const cut = await createPostgresStore({ url: proxy.url, waitMilliseconds: 1_000 })
    proxy.cutNextCommit('silence')
    expect(await cut.transact(putting('A#2'), 'token10')).toEqual({ committed: true })
    await cut.close()
    await proxy.close()
  })

  test('answers each of the transactions that share a lost commit', async () => {
    await store.transact(putting('A#3'), 'token11')
    const proxy = await startCuttingProxy(url)
    const cut = await createPostgresStore({ url: proxy.url })
    proxy.cutNextCommit('after')
    const answers = await Promise.all([
      cut.transact(putting('A#4'), 'token12'),
      cut.transact(putting('A#3'), 'token13'),
      cut.transact(putting('A#4'), 'token14'),
    ])
    expect(answers).toEqual([
      { committed: true },
      { committed: false, failed: [{ index: 0, current: item('A#3') }] },
      { committed: false, failed: [{ index: 0, current: item('A#4') }] },
    ])
    await cut.close()
    await proxy.close()
  })

  test('commits what shares a request with a transaction that the server refuses', async () => {
    // PostgreSQL stores no text with a zero character.
    const answers = await Promise.allSettled([
      store.transact(putting('A#5'), 'token15'),
      store.transact(putting('A#\u0000'), 'token16'),
      store.transact(putting('A#6'), 'token17'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await store.get({ PK: 'A#6', SK: 'ITEM' })).toEqual(item('A#6'))
  })

  test('waits a bounded time for a lock, and commits meanwhile what does not need it', async () => {
    const victim = new pg.Client({ connectionString: url })
    await victim.connect()
    await victim.query('BEGIN')
    await victim.query(`SELECT pg_advisory_xact_lock(${lockOf({ PK: 'A#7', SK: 'ITEM' })})`)
    // Long enough for the other transaction on a busy machine.
    const impatient = await createPostgresStore({ url, waitMilliseconds: 1_000 })
    const refused = expect(impatient.transact(putting('A#7'), 'token18')).rejects.toMatchObject({
      code: 'store_unavailable',
      outcome: 'not-applied',
    })
    const other = impatient.transact(putting('A#8'), 'token19')
    expect(await other).toEqual({ committed: true })
    await refused
    await victim.query('ROLLBACK')
    expect(await impatient.transact(putting('A#7'), 'token18')).toEqual({ committed: true })
    await victim.end()
    await impatient.close()
  })

  test('keeps its promises without anything that a pooler would lose', async () => {
    const pooled = await createPostgresStore({ url, waitMilliseconds: 1_000, isPooled: true })
    expect(await pooled.transact(putting('A#10'), 'token22')).toEqual({ committed: true })
    const again = await pooled.transact(putting('A#10'), 'token23')
    expect(again).toEqual({ committed: false, failed: [{ index: 0, current: item('A#10') }] })
    const victim = new pg.Client({ connectionString: url })
    await victim.connect()
    await victim.query('BEGIN')
    await victim.query(`SELECT pg_advisory_xact_lock(${lockOf({ PK: 'A#11', SK: 'ITEM' })})`)
    await expect(pooled.transact(putting('A#11'), 'token24')).rejects.toMatchObject({
      outcome: 'not-applied',
    })
    await victim.end()
    await pooled.close()
  })

  test('ends a transaction that its server left idle', async () => {
    const proxy = await startCuttingProxy(url)
    const cut = await createPostgresStore({ url: proxy.url, waitMilliseconds: 200 })
    proxy.cutNextCommit('lost')
    // The server of the database never hears of the commit, so the transaction idles with its locks.
    await expect(cut.transact(putting('A#9'), 'token20')).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    await until('the lock is free', async () => {
      const { committed } = await store.transact(putting('A#9'), 'token21')
      return committed
    })
    await cut.close()
    await proxy.close()
  })

  test('says that a commit which never arrived changed nothing', async () => {
    const proxy = await startCuttingProxy(url)
    const cut = await createPostgresStore({ url: proxy.url })
    proxy.cutNextCommit('before')
    const lost = cut.transact(putting('B#1'), 'token2')
    await expect(lost).rejects.toThrow(StoreUnavailable)
    await expect(lost).rejects.toMatchObject({ outcome: 'not-applied' })
    expect(await store.get({ PK: 'B#1', SK: 'ITEM' })).toBeUndefined()
    expect(await cut.transact(putting('B#1'), 'token2')).toEqual({ committed: true })
    await cut.close()
    await proxy.close()
  })

  test('removes expired items, but none that a transaction keeps', async () => {
    const expired = (name: string) => ({ ...item(name), ttl: 100 })
    await store.transact([{ kind: 'put-if-absent', item: expired('C#1') }], 'token3')
    await store.transact([{ kind: 'put-if-absent', item: expired('C#2') }], 'token4')
    const kept = {
      kind: 'put-if-version',
      item: { ...item('C#2'), version: 2 },
      version: 1,
    } as const
    const [removed] = await Promise.all([
      store.removeExpired(101, 10),
      store.transact([kept], 'token5'),
    ])
    expect(await store.get({ PK: 'C#1', SK: 'ITEM' })).toBeUndefined()
    const second = await store.get({ PK: 'C#2', SK: 'ITEM' })
    // Removed before the change, or kept by it; never removed after it.
    expect(second).toEqual(removed === 2 ? undefined : kept.item)
  })

  test('passes messages to the other servers on its database, and none to itself', async () => {
    const another = await createPostgresStore({ url })
    const heard: string[] = []
    const own: string[] = []
    another.openNotifications((message) => heard.push(message))
    const notifications = store.openNotifications((message) => own.push(message))
    // The other one may not listen yet.
    await until('the message arrives', () => {
      notifications.send('OUTBOX 3 0')
      return heard.length > 0
    })
    expect(heard[0]).toBe('OUTBOX 3 0')
    expect(own).toEqual([])
    await another.close()
  })

  test('answers again after its server was killed, with everything that was acknowledged', async () => {
    await store.transact(putting('D#1'), 'token6')
    await (await sharedPostgres()).killAndRestart()
    // The first use of a broken connection fails; the next one is a new one.
    await until('the store answers', () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    )
    expect(await store.get({ PK: 'D#1', SK: 'ITEM' })).toEqual(item('D#1'))
  })

  test('refuses a database of a newer version', async () => {
    const newer = await (await sharedPostgres()).newDatabase()
    const first = await createPostgresStore({ url: newer })
    await first.close()
    const client = new pg.Client({ connectionString: newer })
    await client.connect()
    await client.query('UPDATE holdfast_schema SET version = 99')
    await client.end()
    await expect(createPostgresStore({ url: newer })).rejects.toThrow(
      'The database has schema version 99, but this version of Holdfast supports at most 1. Start a newer version.',
    )
  })
})
