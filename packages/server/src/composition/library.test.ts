import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unwrap } from '@holdfast/client'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../tests/support/until.ts'
import { type HoldfastServer, openHoldfast } from './library.ts'

const API_KEY = 'hf_library_test-0123456789abcdef'
const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
const PUBLIC_URL = 'https://book.example.com'

let folder: string
let holdfast: HoldfastServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-library-'))
  holdfast = await openHoldfast({
    dataDir: folder,
    publicUrl: PUBLIC_URL,
    apiKey: API_KEY,
    basePath: '/booking/',
    settings: {},
  })
})
afterAll(async () => {
  await holdfast.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

const authorized = { headers: { authorization: `Bearer ${API_KEY}` } }

async function originOf(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

test('typed calls book without HTTP, and the background work publishes the event', async () => {
  const client = holdfast.client()
  const provider = await unwrap(
    client.POST('/v1/providers', { body: { name: 'Ada Berger', timeZone: 'UTC' } }),
  )
  const eventType = await unwrap(
    client.POST('/v1/event-types', {
      body: {
        providerId: provider.id,
        slug: 'check-up',
        title: 'Check-up',
        durationMinutes: 30,
        availabilityRules: WEEKDAYS.map((weekday) => ({
          weekday,
          windows: [{ start: '09:00', end: '17:00' }],
        })),
      },
    }),
  )
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const slots = await unwrap(
    client.GET('/v1/event-types/{id}/slots', {
      params: { path: { id: eventType.id }, query: { from: day(1), to: day(2) } },
    }),
  )
  const hold = await unwrap(
    client.POST('/v1/bookings', {
      body: {
        eventTypeId: eventType.id,
        start: slots.data[0]?.start ?? '',
        booker: { name: 'Grace', email: 'grace@example.com' },
      },
    }),
  )
  const confirmed = await unwrap(
    client.POST('/v1/bookings/{id}/confirm', { params: { path: { id: hold.id } } }),
  )
  expect(confirmed.status).toBe('confirmed')
  await until('the event is in the log', async () => {
    const query = { type: 'booking.confirmed' as const }
    const { data } = await unwrap(client.GET('/v1/events', { params: { query } }))
    return data.length === 1
  })
})

test('the methods of the client call without HTTP, as the account of their key', async () => {
  const created = await holdfast.api().providers.create({ name: 'Lise Kramer', timeZone: 'UTC' })
  expect((await holdfast.api().providers.get(created.id)).name).toBe('Lise Kramer')
  const strange = holdfast.api('hf_other-0123456789abcdefghijklm').providers.get(created.id)
  await expect(strange).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the key of another account opens nothing', async () => {
  const { response } = await holdfast
    .client('hf_other-0123456789abcdefghijklm')
    .GET('/v1/providers')
  expect(response.status).toBe(401)
})

test('an app in Hono answers below its path', async () => {
  const app = new Hono().mount('/calendar', holdfast.fetch)
  const answer = await app.request('/calendar/v1/providers', authorized)
  expect(answer.status).toBe(200)
  const missing = await app.request('/calendar/v1/nothing', authorized)
  expect(await missing.json()).toMatchObject({ status: 404, code: 'not_found' })
})

test('a server of node:http answers below the base path and at the root', async () => {
  const server = createServer((request, response) => void holdfast.listener(request, response))
  const origin = await originOf(server.listen(0, '127.0.0.1'))
  const answers = await Promise.all(
    ['/booking/v1/account', '/v1/account', '/bookings/v1/account'].map((path) =>
      fetch(origin + path, authorized),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  server.closeAllConnections()
  server.close()
})

test('an app in Fastify hands requests below a path over', async () => {
  const app = fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/booking/')) return
    reply.hijack()
    await holdfast.listener(request.raw, reply.raw)
  })
  app.get('/', async () => 'own page')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const created = await fetch(`${origin}/booking/v1/providers`, {
    method: 'POST',
    headers: { ...authorized.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Noah Tremblay', timeZone: 'America/Toronto' }),
  })
  expect([created.status, await (await fetch(origin)).text()]).toEqual([201, 'own page'])
  await app.close()
})

test('a handler of a route, as in Next.js, answers with the body of a request', async () => {
  const POST = (request: Request) => holdfast.fetch(request)
  const answer = await POST(
    new Request('https://example.com/booking/v1/providers', {
      method: 'POST',
      headers: { ...authorized.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: '', timeZone: 'UTC' }),
    }),
  )
  expect(await answer.json()).toMatchObject({ status: 422, code: 'validation_failed' })
})

test('an app in Express hands requests below a path over, and the pages link to that path', async () => {
  const own = await mkdtemp(join(tmpdir(), 'holdfast-library-'))
  const mounted = await openHoldfast({
    dataDir: own,
    apiKey: API_KEY,
    basePath: '/booking',
    settings: { PORT: '4123' },
  })
  const app = express()
  app.use('/booking', mounted.listener)
  app.get('/', (_request, response) => void response.send('own page'))
  const server = app.listen(0, '127.0.0.1')
  const origin = await originOf(server)
  const created = await fetch(`${origin}/booking/v1/providers`, {
    method: 'POST',
    headers: { ...authorized.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', timeZone: 'UTC' }),
  })
  expect([created.status, created.headers.get('location')]).toEqual([
    201,
    expect.stringMatching(/^\/booking\/v1\/providers\/prv_/),
  ])
  const console = await fetch(`${origin}/booking/docs/api-console`, { redirect: 'manual' })
  expect([console.status, console.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/booking\/docs(?:\/api)?$/),
  ])
  expect(await (await fetch(origin)).text()).toBe('own page')
  server.closeAllConnections()
  server.close()
  await mounted.close()
  await rm(own, { recursive: true, maxRetries: 5 })
})

test('a closed server has answered its open requests, and refuses new ones', async () => {
  const own = await mkdtemp(join(tmpdir(), 'holdfast-library-'))
  const closing = await openHoldfast({ dataDir: own, apiKey: API_KEY, settings: {} })
  const open = closing.fetch(new Request('http://localhost/v1/account', authorized))
  const [answer] = await Promise.all([open, closing.close(), closing.close()])
  const late = await closing.fetch(new Request('http://localhost/v1/account', authorized))
  expect([answer.status, late.status, late.headers.get('retry-after')]).toEqual([200, 503, '1'])
  expect(late.headers.get('content-type')).toBe('application/problem+json')
  expect(await late.json()).toEqual({
    type: '/problems/overloaded',
    title: 'Too many requests at once',
    status: 503,
    detail: 'The server is stopping. Nothing was changed.',
    code: 'overloaded',
    requestId: late.headers.get('x-request-id'),
  })
  await rm(own, { recursive: true, maxRetries: 5 })
})

test('an invalid setting is named', async () => {
  await expect(openHoldfast({ settings: { HOLDFAST_STORE: 'mysql' } })).rejects.toMatchObject({
    code: 'config_error',
    message: 'HOLDFAST_STORE is "mysql". Use sqlite, dynamodb, or postgres.',
  })
})
