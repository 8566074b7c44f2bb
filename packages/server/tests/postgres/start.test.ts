import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/composition/config.ts'
import { openPostgres } from '../../src/composition/open-postgres.ts'
import { ownPort } from '../support/own-port.ts'
import { POSTGRES_MISSING } from '../support/postgres.ts'
import { sharedPostgres } from '../support/stores.ts'

/** Accepts connections on a port for a database on another one. */
function startForwarding(port: number, database: URL): Server {
  const server = createServer((client) => {
    const upstream = connect(Number(database.port), database.hostname)
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  return server.listen(port, '127.0.0.1')
}

describe.skipIf(POSTGRES_MISSING !== undefined)('a start on PostgreSQL', () => {
  test('waits for a database that is not reachable yet, and reports it once', async () => {
    const database = new URL(await (await sharedPostgres()).newDatabase())
    const port = await ownPort()
    const url = `postgres://holdfast@127.0.0.1:${port}${database.pathname}`
    const config = readConfig({ HOLDFAST_STORE: 'postgres', HOLDFAST_POSTGRES_URL: url })
    const notices: string[] = []
    const opened = await openPostgres(config, (notice) => {
      notices.push(notice)
      const proxy = startForwarding(port, database)
      onTestFinished(async () => {
        proxy.close()
        await once(proxy, 'close')
      })
    })
    await expect(opened.store.ping()).resolves.toBeUndefined()
    await opened.close()
    expect(notices).toEqual([
      `Waiting for database ${database.pathname.slice(1)} at 127.0.0.1:${port}: PostgreSQL cannot answer: connect ECONNREFUSED 127.0.0.1:${port}`,
    ])
  })

  test('ends with an error if the database cannot be reached until the deadline', async () => {
    const url = `postgres://holdfast@127.0.0.1:${await ownPort()}/holdfast`
    const config = readConfig({ HOLDFAST_STORE: 'postgres', HOLDFAST_POSTGRES_URL: url })
    await expect(openPostgres(config, () => {}, { deadlineMs: 0 })).rejects.toMatchObject({
      code: 'store_unavailable',
      outcome: 'not-applied',
    })
  })

  test('does not wait where only other settings can help', async () => {
    const database = new URL(await (await sharedPostgres()).newDatabase())
    database.pathname = '/no_such_database'
    const config = readConfig({ HOLDFAST_STORE: 'postgres', HOLDFAST_POSTGRES_URL: database.href })
    const notices: string[] = []
    await expect(openPostgres(config, (notice) => notices.push(notice))).rejects.toMatchObject({
      code: 'store_database_not_usable',
    })
    expect(notices).toEqual([])
  })
})
