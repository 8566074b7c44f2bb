import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore, type PostgresStore } from '../../src/adapters/postgres/store.ts'
import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { POSTGRES_MISSING } from '../support/postgres.ts'
import { sharedPostgres } from '../support/stores.ts'
import { until } from '../support/until.ts'

/** Where a connection breaks: before the server has the commit, or after it answered. */
type Cut = 'before' | 'after'

/** A proxy that breaks the connection of the next commit. */
async function startCuttingProxy(target: URL) {
  let cut: Cut | undefined
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isCut = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.on('data', (data: Buffer) => {
      if (cut !== undefined && data.includes('COMMIT\0')) {
        isCut = true
        const isBefore = cut === 'before'
        cut = undefined
        if (isBefore) return end()
      }
      upstream.write(data)
    })
    upstream.on('data', (data: Buffer) => (isCut ? end() : client.write(data)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const url = new URL(target)
  url.port = String(address.port)
  return {
    url: url.href,
    cutNextCommit: (where: Cut) => {
      cut = where
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

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
    const proxy = await startCuttingProxy(new URL(url))
    const cut = await createPostgresStore({ url: proxy.url })
    proxy.cutNextCommit('after')
    expect(await cut.transact(putting('A#1'), 'token1')).toEqual({ committed: true })
    expect(await store.get({ PK: 'A#1', SK: 'ITEM' })).toEqual(item('A#1'))
    await cut.close()
    await proxy.close()
  })

  test('says that a commit which never arrived changed nothing', async () => {
    const proxy = await startCuttingProxy(new URL(url))
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
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: newer })
    await client.connect()
    await client.query('UPDATE holdfast_schema SET version = 99')
    await client.end()
    await expect(createPostgresStore({ url: newer })).rejects.toThrow(
      'The database has schema version 99, but this version of Holdfast supports at most 1. Start a newer version.',
    )
  })
})
