import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SERVER = new URL('../../../packages/server/src/entrypoints/node.ts', import.meta.url).pathname
const KEY = 'hf_key-of-the-ical-bench-0123456'
const REQUESTS = 2_000
const DAY = 86_400_000
const WINDOW = { start: '08:00', end: '18:00' }
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The time of a request. */
export interface Timing {
  readonly what: string
  readonly milliseconds: { readonly median: number; readonly p99: number }
}

async function freePort(): Promise<number> {
  const server = createSocket().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

type Call = (method: string, path: string, body?: object) => Promise<{ readonly id: string }>

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await sleep(100)
  }
  throw new Error('the server did not become ready')
}

async function timeSlots(call: Call, what: string, eventTypeId: string): Promise<Timing> {
  const today = Math.floor(Date.now() / DAY) * DAY
  const at = (days: number) => new Date(today + days * DAY).toISOString()
  const path = `/v1/event-types/${eventTypeId}/slots?from=${at(1)}&to=${at(31)}`
  const taken: number[] = []
  for (let n = 0; n < REQUESTS; n += 1) {
    const startedAt = performance.now()
    await call('GET', path)
    taken.push(performance.now() - startedAt)
  }
  taken.sort((a, b) => a - b)
  const share = (of: number) => taken[Math.floor(REQUESTS * of)] as number
  return { what, milliseconds: { median: share(0.5), p99: share(0.99) } }
}

async function makeEventType(call: Call): Promise<{ providerId: string; eventTypeId: string }> {
  const provider = await call('POST', '/v1/providers', { name: 'Ada', timeZone: 'Europe/Berlin' })
  const eventType = await call('POST', '/v1/event-types', {
    providerId: provider.id,
    slug: 'half-an-hour',
    title: 'Half an hour',
    durationMinutes: 30,
    availabilityRules: WEEKDAYS.map((weekday) => ({ weekday, windows: [WINDOW] })),
  })
  return { providerId: provider.id, eventTypeId: eventType.id }
}

async function measure(call: Call, feedUrl: string): Promise<readonly Timing[]> {
  const without = await makeEventType(call)
  const connected = await makeEventType(call)
  const startedAt = performance.now()
  await call('PUT', `/v1/providers/${connected.providerId}/calendar-connections/ical`, {
    url: feedUrl,
  })
  const connecting = performance.now() - startedAt
  // Warm up both paths first.
  for (const { eventTypeId } of [without, connected]) await timeSlots(call, '', eventTypeId)
  return [
    {
      what: 'connecting the feed over HTTP',
      milliseconds: { median: connecting, p99: connecting },
    },
    await timeSlots(call, 'month of slots over HTTP, without a calendar', without.eventTypeId),
    await timeSlots(call, 'month of slots over HTTP, with this feed', connected.eventTypeId),
  ]
}

/** Starts a server and times a month of slots with and without a connected feed. */
export async function slotsWithFeed(packed: Uint8Array): Promise<readonly Timing[]> {
  const feed = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(packed)
  }).listen(0, '127.0.0.1')
  await once(feed, 'listening')
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      HOLDFAST_DATA_DIR: dataDir,
      HOLDFAST_BOOTSTRAP_API_KEY: KEY,
      HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
      HOLDFAST_LOG_LEVEL: 'error',
    },
  })
  try {
    await untilReady(url)
    const call: Call = async (method, path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as { readonly id: string }
    }
    const { port: feedPort } = feed.address() as AddressInfo
    return await measure(call, `http://127.0.0.1:${feedPort}/large.ics`)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    feed.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
