import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import pino from 'pino'
import { Registry } from 'prom-client'
import { Agent, EventSource, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { createApp } from '../../src/composition/http/app.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { STREAMS_PER_ACCOUNT } from '../../src/delivery/http/event-routes.ts'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import { outboxWrite } from '../../src/kernel/events/outbox.ts'
import { createPublications } from '../../src/kernel/events/publications.ts'
import { testDependencies } from '../support/dependencies.ts'
import { readStream, type StreamReader } from '../support/event-stream.ts'
import { startServerProcess } from '../support/server-process.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../support/stores.ts'
import { until } from '../support/until.ts'

const KEY = 'hf_test-key-of-the-first-account'
const HEADERS = { authorization: `Bearer ${KEY}` }

/** Commits one event for each resource, as use cases do. */
async function change(deps: AppDependencies, accountId: string, names: readonly string[]) {
  for (const resourceId of names) {
    const now = deps.clock.nowEpochMilliseconds()
    const event = outboxWrite(
      deps,
      {
        type: resourceId.startsWith('bkg') ? 'booking.created' : 'event_type.updated',
        actor: { kind: 'system' },
        accountId,
        resourceId,
        resourceVersion: 1,
        data: { line: 'a\nb\r\n\u2028日本' },
      },
      now,
    )
    await deps.store.transact([event], deps.ids.next('event', now))
  }
}

/** A server on a socket, with the publications that its relay would notify. */
async function createFixture(opened: TestStore) {
  const { deps } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
  await ensureApiKey(deps, KEY)
  const accountId = await firstAccount(deps)
  const publications = createPublications()
  const stopping = new AbortController()
  const app = createApp({
    deps,
    settings: {
      version: '0.1.0',
      storeEngine: 'test',
      trustedProxies: 0,
      mailFrom: 'mail@example.com',
    },
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
    publications,
    stopping: stopping.signal,
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/events/stream`
  const open: StreamReader[] = []
  const stream = async (query = '', headers: Record<string, string> = {}) => {
    const reader = await readStream(`${url}${query}`, { ...HEADERS, ...headers })
    open.push(reader)
    return reader
  }
  /** Publishes in this process, one event at a time, because different resources have no order. */
  const publish = async (names: readonly string[]) => {
    for (const name of names) {
      await change(deps, accountId, [name])
      await relayOutbox(deps, { onPublished: publications.published }, 100)
    }
  }
  return {
    deps,
    accountId,
    url,
    stopping,
    stream,
    publish,
    disconnect() {
      for (const reader of open.splice(0)) reader.close()
    },
    async close() {
      stopping.abort()
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

const namesOf = (reader: StreamReader): readonly string[] =>
  reader.events.all.map(({ data }) => JSON.parse(data).resource.id)

const untilCount = (reader: StreamReader, count: number) =>
  reader.events.until(`${count} events`, (all) => all.length >= count)

test('a server with open streams stops cleanly without waiting for clients', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-stream-'))
  const server = await startServerProcess({ dataDir, apiKey: KEY, sweeper: true })
  const readers = await Promise.all(
    [1, 2, 3].map(() => readStream(`${server.url}/v1/events/stream`, HEADERS)),
  )
  const [code] = await Promise.all([server.stop(), ...readers.map(({ ended }) => ended)])
  expect([code, server.output()]).toEqual([0, ''])
  await rm(dataDir, { recursive: true, maxRetries: 5 })
})

describe.each(SOME_ENGINES)('a stream of events on %s', (engine) => {
  let opened: TestStore
  let on: Awaited<ReturnType<typeof createFixture>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
    on = await createFixture(opened)
  })
  afterAll(async () => {
    on?.disconnect()
    await on?.close()
    await opened?.close()
  })

  test('starts at the end of the log and sends each event with its position, type and content', async () => {
    await on.publish(['ety_before'])
    const reader = await on.stream()
    expect([reader.status, reader.headers['content-type']]).toEqual([200, 'text/event-stream'])
    expect(reader.headers['cache-control']).toBe('no-store')
    await reader.chunks.until('the opening', (all) => all.length > 0)
    expect(reader.chunks.all.join('')).toBe('retry: 1000\nid: 1\n\n')
    await on.publish(['ety_first', 'bkg_second'])
    await untilCount(reader, 2)
    expect(reader.events.all.map(({ id, type }) => [id, type])).toEqual([
      ['2', 'event_type.updated'],
      ['3', 'booking.created'],
    ])
    expect(JSON.parse(reader.events.all[0]?.data ?? '')).toEqual({
      id: expect.stringMatching(/^evn_/),
      type: 'event_type.updated',
      schemaVersion: 1,
      occurredAt: '2026-04-20T08:00:00.000Z',
      accountId: on.accountId,
      actor: { kind: 'system' },
      resource: { id: 'ety_first', version: 1 },
      data: { line: 'a\nb\r\n\u2028日本' },
    })
    on.disconnect()
  })

  test('continues after a given position or after the last received event', async () => {
    const after = await on.stream('?after=1')
    await untilCount(after, 2)
    expect(namesOf(after)).toEqual(['ety_first', 'bkg_second'])
    const resumed = await on.stream('?after=0', { 'last-event-id': '2' })
    await untilCount(resumed, 1)
    expect(namesOf(resumed)).toEqual(['bkg_second'])
    on.disconnect()
  })

  test('of one type skips the others but sends the position it has reached', async () => {
    const reader = await on.stream('?type=booking.created&after=0')
    await untilCount(reader, 1)
    await on.publish(['ety_passed-over'])
    await reader.chunks.until('the position', () => reader.lastId() === '4')
    expect(namesOf(reader)).toEqual(['bkg_second'])
    on.disconnect()
  })

  test('misses no event across reconnects while another process publishes', async () => {
    const elsewhere = { ...on.deps, store: await opened.another() }
    const names = Array.from({ length: 60 }, (_, n) => `ety_${String(n).padStart(2, '0')}`)
    const seen: string[] = []
    let lastId = '4'
    const readSome = async (atLeast: number) => {
      const reader = await on.stream('', { 'last-event-id': lastId })
      await untilCount(reader, atLeast)
      reader.close()
      seen.push(...namesOf(reader))
      lastId = reader.lastId()
    }
    for (let at = 0; at < names.length; at += 10) {
      // Disconnect while the other process is publishing.
      const publishing = change(elsewhere, on.accountId, names.slice(at, at + 10)).then(() =>
        relayOutbox(elsewhere, {}, 100),
      )
      await readSome(1)
      await publishing
    }
    if (seen.length < names.length) await readSome(names.length - seen.length)
    expect([...seen].sort()).toEqual(names)
    expect(lastId).toBe('64')
  })

  test('sends at once what this process publishes, also after a long pause', async () => {
    const reader = await on.stream()
    await reader.chunks.until('the opening', (all) => all.length > 0)
    for (let round = 1; round <= 20; round += 1) {
      await on.publish([`ety_round-${round}`])
      await untilCount(reader, round)
    }
    expect(namesOf(reader)).toHaveLength(20)
    on.disconnect()
  })

  test('works with the EventSource of browsers', async () => {
    const agent = new Agent().compose((dispatch) => (options, handler) => {
      const headers = { ...(options.headers as Record<string, string>), ...HEADERS }
      return dispatch({ ...options, headers }, handler)
    })
    const source = new EventSource(on.url, { node: { dispatcher: agent } })
    const got: string[] = []
    source.addEventListener('booking.created', (event) => {
      const { lastEventId, data } = event as MessageEvent
      got.push(`${lastEventId} ${JSON.parse(data).resource.id}`)
    })
    await once(source, 'open')
    await on.publish(['bkg_for-the-browser'])
    await until('the event arrives', () => got.length > 0)
    expect(got).toEqual(['85 bkg_for-the-browser'])
    source.close()
    await agent.close()
  })

  test('is rejected with 429 beyond the limit of the account, until another one closes', async () => {
    const fill = () =>
      Promise.all(Array.from({ length: STREAMS_PER_ACCOUNT }, () => on.stream('?after=0')))
    let readers = await fill()
    const isFull = () => readers.every(({ status }) => status === 200)
    // A stream of an earlier test may still be closing.
    await until('all streams are open', async () => {
      if (isFull()) return true
      on.disconnect()
      readers = await fill()
      return isFull()
    })
    expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200))
    const refused = await fetch(on.url, { headers: HEADERS })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
    readers[0]?.close()
    await until(
      'another stream is accepted',
      async () => (await on.stream('?after=0')).status === 200,
    )
    on.disconnect()
  })

  test('is not left open by a HEAD request', async () => {
    const head = async () => (await fetch(on.url, { method: 'HEAD', headers: HEADERS })).status
    // Streams that were disconnected a moment ago may still be closing.
    await until('a HEAD request is accepted', async () => (await head()) === 200)
    for (let request = 0; request <= STREAMS_PER_ACCOUNT; request += 1) {
      expect(await head()).toBe(200)
    }
  })

  test('requires an API key', async () => {
    expect((await fetch(on.url)).status).toBe(401)
  })

  test('ends cleanly when the server stops, and so does every later one', async () => {
    const readers = await Promise.all([on.stream(), on.stream()])
    on.stopping.abort()
    await Promise.all(readers.map(({ ended }) => ended))
    const late = await on.stream()
    expect(late.status).toBe(200)
    await late.ended
  })
})
