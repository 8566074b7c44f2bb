import { isUtf8 } from 'node:buffer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item, Store } from '../../src/kernel/ports/store.ts'
import { KEY, NOW, openTestApp } from '../http/support/app.ts'
import { BOOKER, eventTypeBody, newSlug, START } from '../http/support/fixtures.ts'
import { makeSampleIds, type SampleIds, samplesOf } from '../http/support/samples.ts'
import { startTestEngine } from '../support/dynamodb.ts'
import type { PlainAnswer, PlainRequest } from './support/api-gateway.ts'
import { type Host, type LambdaHost, openLambdaHost, startNodeHost } from './support/hosts.ts'

const CLOCK = new Date(NOW).toISOString()
const ITEMS_AT_ONCE = 20

let node: Host
let lambda: LambdaHost
let ids: SampleIds
const opened: (() => Promise<unknown>)[] = []

async function fill(store: Store, items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    const writes = items
      .slice(at, at + ITEMS_AT_ONCE)
      .map((item) => ({ kind: 'put-if-absent', item }) as const)
    expect((await store.transact(writes, `fill-${at}`)).committed).toBe(true)
  }
}

beforeAll(async () => {
  // Both tables have the same history, so the hosts must respond the same.
  const made = await openTestApp()
  ids = await makeSampleIds(made)
  const contents = await made.contents()
  await made.close()
  // An engine remembers tokens across its tables, and both hosts use the same tokens.
  const [ofNode, ofLambda] = await Promise.all([openFilled(contents), openFilled(contents)])
  node = await startNodeHost(ofNode, CLOCK)
  lambda = openLambdaHost(ofLambda, CLOCK)
  opened.push(() => node.close())
})
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

async function openFilled(contents: readonly Item[]): Promise<Store> {
  const engine = await startTestEngine()
  opened.push(() => engine.stop())
  const { store } = await engine.openStore()
  opened.push(() => store.close())
  await fill(store, contents)
  return store
}

interface Asked {
  readonly body?: unknown
  readonly rawBody?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

let asked = 0

/** Sends a request to both hosts, expects the same bytes, and resolves with the response. */
async function askBoth(method: string, path: string, sent: Asked = {}): Promise<PlainAnswer> {
  asked += 1
  const json = sent.body === undefined ? undefined : Buffer.from(JSON.stringify(sent.body))
  const body = sent.rawBody ?? json
  const request: PlainRequest = {
    method,
    path,
    headers: {
      authorization: `Bearer ${KEY}`,
      'x-request-id': `asked-${asked}`,
      ...(body && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body && { body: new Uint8Array(body) }),
  }
  const byNode = await node.ask(request)
  const byLambda = await (asked % 2 === 0 || !isUtf8(request.body ?? Buffer.alloc(0))
    ? lambda.askInBase64(request)
    : lambda.ask(request))
  const what = `${method} ${path}`
  const textOf = ({ bytes }: PlainAnswer) =>
    WITH_STORED_MAPS.test(path) ? inOneOrder(bytes.toString()) : bytes.toString('latin1')
  expect({ what, status: byLambda.status, text: textOf(byLambda) }).toEqual({
    what,
    status: byNode.status,
    text: textOf(byNode),
  })
  expect(byLambda.headers, what).toEqual(byNode.headers)
  return byNode
}

/** Paths whose responses contain stored maps, whose order varies with each read of the engine. */
const WITH_STORED_MAPS = /^\/v1\/events|\/deliveries|\/export$/

/** Sorts the members of all JSON in a text whose lines are JSON, with or without a field name. */
const inOneOrder = (text: string): string =>
  text.replaceAll(/^([a-z]+: )?(\{.*\})$/gm, (_, name: string | undefined, json: string) =>
    JSON.stringify([name, sorted(JSON.parse(json))]),
  )

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}

const jsonOf = ({ bytes }: PlainAnswer) => JSON.parse(bytes.toString()) as { readonly id: string }
const headerOf = ({ headers }: PlainAnswer, name: string) => new Map(headers).get(name)

test('both hosts return the same bytes for every call with a key', async () => {
  const statuses = new Map<number, number>()
  const cached: string[] = []
  for (const { method, path, body } of samplesOf(ids)) {
    const answer = await askBoth(method, path, body === undefined ? {} : { body })
    const { status } = answer
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (!/^no-store$|^private/.test(headerOf(answer, 'cache-control') ?? '')) cached.push(path)
  }
  // No cache that callers share may keep what one of them may read.
  expect(cached).toEqual([])
  // The comparison must include successful calls.
  expect(statuses.get(200)).toBeGreaterThan(25)
  expect(statuses.get(201)).toBeGreaterThan(3)
})

test('both hosts return the same bytes for the life of a booking, including replays and invitations', async () => {
  const provider = jsonOf(
    await askBoth('POST', '/v1/providers', {
      body: { name: 'Zoë 予約 Weber', timeZone: 'Europe/Berlin' },
    }),
  )
  const eventType = jsonOf(
    await askBoth('POST', '/v1/event-types', { body: eventTypeBody(provider.id) }),
  )
  const hold = { eventTypeId: eventType.id, start: START, booker: { ...BOOKER, name: 'Łucja' } }
  const keyed = { body: hold, headers: { 'idempotency-key': 'parity' } }
  const booking = jsonOf(await askBoth('POST', '/v1/bookings', keyed))
  const replayed = await askBoth('POST', '/v1/bookings', keyed)
  expect(headerOf(replayed, 'idempotency-replayed')).toBe('true')
  expect((await askBoth('POST', '/v1/bookings', { body: hold })).status).toBe(409)
  const path = `/v1/bookings/${booking.id}`
  const read = await askBoth('GET', path)
  const etag = headerOf(read, 'etag') ?? ''
  expect((await askBoth('GET', path, { headers: { 'if-none-match': etag } })).status).toBeLessThan(
    305,
  )
  expect(
    (await askBoth('POST', `${path}/confirm`, { headers: { 'if-match': '"9"' } })).status,
  ).toBe(412)
  expect((await askBoth('POST', `${path}/confirm`)).status).toBe(200)
  const invitation = await askBoth('GET', `${path}/invite.ics`)
  expect(invitation.bytes.toString()).toContain('Łucja')
  expect((await askBoth('HEAD', path)).bytes).toHaveLength(0)
  expect((await askBoth('POST', `${path}/cancel`, { body: { reason: 'ill' } })).status).toBe(200)
  expect((await askBoth('DELETE', `/v1/providers/${provider.id}`)).status).toBeLessThan(500)
})

test.each([
  ['no key', 'GET', '/v1/account', { headers: { authorization: '' } }, 401],
  ['an unknown path', 'GET', '/v1/nothing?at=all', {}, 404],
  ['another method', 'PUT', '/v1/account', {}, 405],
  ['OPTIONS', 'OPTIONS', '/v1/public/bookings', {}, 204],
  ['malformed JSON', 'POST', '/v1/providers', { rawBody: Buffer.from('{"name":') }, 400],
  [
    'bytes that are not UTF-8',
    'POST',
    '/v1/providers',
    { rawBody: Buffer.from([0xff, 0xfe]) },
    400,
  ],
  ['an invalid field', 'POST', '/v1/providers', { body: { name: 7, timeZone: 'Mars' } }, 422],
  [
    'another content type',
    'POST',
    '/v1/providers',
    { body: {}, headers: { 'content-type': 'text/x' } },
    415,
  ],
  [
    'a body that is too large',
    'POST',
    '/v1/providers',
    { body: { name: 'a'.repeat(300_000) } },
    413,
  ],
  ['a repeated query parameter', 'GET', '/v1/providers?limit=1&limit=2&x=%26%C3%A4', {}, 422],
  ['an encoded path', 'GET', '/v1/event-types/by-slug/a%20b', {}, 404],
  [
    'cookies and lists',
    'GET',
    '/v1/account',
    { headers: { cookie: 'a=1; b=2', accept: 'a, b' } },
    200,
  ],
  ['a page', 'GET', '/docs', {}, 200],
  ['a redirect', 'GET', '/docs/api-console', {}, 303],
  ['the OpenAPI document', 'GET', '/openapi.json', {}, 200],
  [
    'a page in plain text encoding',
    'GET',
    '/',
    { headers: { 'accept-encoding': 'identity' } },
    200,
  ],
  ['a compressed page', 'GET', '/', { headers: { 'accept-encoding': 'gzip' } }, 200],
  ['readiness', 'GET', '/readyz', {}, 200],
] as const)('both hosts return the same bytes for %s', async (_, method, path, sent, status) => {
  expect((await askBoth(method, path, sent)).status).toBe(status)
})

test('both hosts return the same bytes for public calls, including rate limits', async () => {
  const provider = jsonOf(
    await askBoth('POST', '/v1/providers', {
      body: { name: 'Public', slug: newSlug(), timeZone: 'Europe/Berlin' },
    }),
  )
  const eventType = jsonOf(
    await askBoth('POST', '/v1/event-types', { body: eventTypeBody(provider.id) }),
  ) as unknown as { readonly slug: string }
  const { slug } = provider as unknown as { readonly slug: string }
  const without = { headers: { authorization: '', origin: 'https://shop.example.com' } }
  const page = await askBoth('GET', `/v1/public/${slug}/${eventType.slug}`, without)
  expect(page.status).toBe(200)
  expect(headerOf(page, 'access-control-allow-origin')).toBe('*')
  expect(headerOf(page, 'ratelimit')).toBeDefined()
})

test('the event stream of a buffered host ends early with the position to resume at', async () => {
  const { status, headers, bytes } = await askBoth('GET', '/v1/events/stream?after=0')
  expect([status, new Map(headers).get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(bytes.toString()).toMatch(/^retry: 1000\nid: 0\n\nid: 1\nevent: /)
})
