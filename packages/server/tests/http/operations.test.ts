import { brotliDecompressSync } from 'node:zlib'
import {
  PROBLEM_CODES,
  PROBLEM_SOLUTIONS,
  PROBLEMS,
  RESOURCE_ID_PREFIXES,
} from '@holdfast/contracts'
import { ID_PREFIXES } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { KEY, openTestApp, type TestApp } from './support/app.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'

let server: TestApp
beforeAll(async () => {
  // `GET /healthz` names the engine.
  server = await openTestApp({ engine: 'sqlite', settings: { metricsToken: METRICS_TOKEN } })
})
afterAll(() => server.close())

const get = (path: string) => server.call('GET', path, { key: null })

test('health names what the server is made of, the tz database too', async () => {
  const got = await get('/healthz')
  expect([got.status, got.body]).toEqual([
    200,
    {
      status: 'ok',
      version: '0.1.0',
      store: 'sqlite',
      tzdbVersion: '2026c',
      uptimeSeconds: expect.any(Number),
    },
  ])
})

test('readiness is that of the store', async () => {
  expect((await get('/readyz')).body).toEqual({ status: 'ready' })
  const down = await openTestApp({
    between: () => ({ ping: () => Promise.reject(new StoreUnavailable('gone', 'not-applied')) }),
  })
  const got = await down.call('GET', '/readyz', { key: null })
  expect([got.status, got.body.code]).toEqual([503, 'store_unavailable'])
  await down.close()
})

test('what machines ask for all the time is logged at debug, all else at info', async () => {
  const own = await openTestApp()
  for (const path of ['/healthz', '/readyz', '/metrics', '/v1/providers']) {
    await own.call('GET', path)
  }
  expect(own.logLines.map(({ route, level }) => [route, level])).toEqual([
    ['/healthz', 20],
    ['/readyz', 20],
    ['/metrics', 20],
    ['/v1/providers', 30],
  ])
  await own.close()
})

describe('a problem', () => {
  test.each(PROBLEM_CODES)('%s has a page that says what it means', async (code) => {
    const got = await get(`/problems/${code}`)
    expect([got.status, got.body]).toEqual([
      200,
      { code, ...PROBLEMS[code], solution: PROBLEM_SOLUTIONS[code] },
    ])
  })

  test('that does not exist has none', async () => {
    expect((await get('/problems/no_such')).status).toBe(404)
  })
})

describe('the documentation', () => {
  test('has no console of its own: the old path leads to it', async () => {
    const console = await get('/docs/api-console')
    expect([console.status, console.headers.get('location')]).toEqual([303, '/docs'])
  })

  test('of a server that has none built says how to build it, and leads to the OpenAPI document', async () => {
    const page = await get('/docs')
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(page.text).toContain('npm run docs:site')
    expect(page.text).toContain('href="/openapi.json"')
    expect((await get('/docs/quick-start')).status).toBe(404)
    const etag = page.headers.get('etag') ?? ''
    const again = await server.call('GET', '/docs', {
      key: null,
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
  })
})

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly unknown[]
  readonly responses: Readonly<Record<string, unknown>>
}

/** The calls without a key that bring a credential of another kind. */
const BRINGS_CREDENTIAL = new Set([
  'createSession',
  'requestSignIn',
  'verifySignIn',
  'verifyBookerSignIn',
  // They accept the token of a booker.
  'getPublicEventType',
  'listPublicSlots',
  'createPublicBooking',
  'createPublicBookingGroup',
  'joinPublicWaitlist',
  'acceptInvitation',
  'setUpOwner',
  'beginPasskeySignIn',
  'verifyPasskey',
])

describe('the OpenAPI document', () => {
  interface Document {
    readonly openapi: string
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly components: {
      readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>
      readonly securitySchemes: object
    }
  }
  let document: Document
  let operations: readonly Operation[]
  beforeAll(async () => {
    document = JSON.parse((await get('/openapi.json')).text)
    operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  })

  test('is 3.1 and names every call once', () => {
    expect(document.openapi).toBe('3.1.0')
    const ids = operations.map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/v1/api-keys/{id}',
        '/v1/providers/{id}/availability',
        '/v1/providers/{id}/blocks/{blockId}',
        '/v1/event-types/by-slug/{slug}',
        '/v1/event-types/{id}/slots/explain',
        '/v1/bookings/{id}/no-show',
        '/v1/public/{providerSlug}/{eventTypeSlug}/slots',
        '/v1/public/bookings',
        '/healthz',
      ]),
    )
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/docs/'))).toEqual([])
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/v1/test'))).toEqual([])
  })

  test('says of every call what it is, who may call it and how it fails', () => {
    for (const operation of operations) {
      const { operationId, summary, tags, security, responses } = operation
      expect([operationId, summary.length > 0, tags.length]).toEqual([operationId, true, 1])
      expect(Array.isArray(security)).toBe(true)
      const needsKey = security.length > 0
      // The body of a sign-in is the credential.
      const refusesCallers = needsKey || BRINGS_CREDENTIAL.has(operationId)
      expect([operationId, '401' in responses]).toEqual([operationId, refusesCallers])
    }
  })

  test('is compressed, and is not sent again to a client that has it', async () => {
    const plain = await get('/openapi.json')
    const brotli = await server.app.request('/openapi.json', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(plain.headers.get('content-encoding')).toBe(null)
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotli.headers.get('vary')).toBe('accept-encoding')
    expect(brotli.headers.get('cache-control')).toBe('no-cache')
    const bytes = new Uint8Array(await brotli.arrayBuffer())
    expect(bytes.length * 5).toBeLessThan(plain.text.length)
    expect(brotliDecompressSync(bytes).toString()).toBe(plain.text)
    const etag = brotli.headers.get('etag') ?? ''
    expect(plain.headers.get('etag')).toBe(etag)
    const headers = { 'if-none-match': etag }
    const again = await server.call('GET', '/openapi.json', { key: null, headers })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('refers to nothing that it does not have', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    const named = new Set(references.map((match) => match[1] ?? ''))
    expect([...named].filter((name) => !(name in document.components.schemas))).toEqual([])
    expect(named.size).toBeGreaterThan(20)
  })

  test('has patterns that are regular expressions in Unicode, without delimiters', () => {
    const patterns = new Set<string>()
    JSON.stringify(document, (name, value) => {
      // A question has a member of this name, whose schema is an object.
      if (name === 'pattern' && typeof value === 'string') patterns.add(value)
      return value
    })
    expect(patterns.size).toBeGreaterThan(8)
    for (const pattern of patterns) {
      expect(pattern).toMatch(/^\^.*\$$/)
      expect(new RegExp(pattern, 'u').source).toBe(pattern)
    }
  })

  test('refuses unknown members of requests, and does not of answers', () => {
    const { schemas } = document.components
    expect(schemas.BookingCreate?.additionalProperties).toBe(false)
    expect(schemas.BookerInput?.additionalProperties).toBe(false)
    expect(schemas.Booking?.additionalProperties).toBeUndefined()
  })
})

test('the ids of the contract are those of the engine', () => {
  for (const [kind, prefix] of Object.entries(RESOURCE_ID_PREFIXES)) {
    expect([kind, ID_PREFIXES[kind as keyof typeof ID_PREFIXES]]).toEqual([kind, prefix])
  }
})

describe('the metrics', () => {
  const of = (app: TestApp, sent: { readonly key: string | null; readonly from?: string }) =>
    app.call('GET', '/metrics', sent)

  test('are open only to the metrics token, also on the same machine', async () => {
    for (const from of ['192.0.2.1', '127.0.0.1']) {
      const answers = [null, KEY, `${METRICS_TOKEN}x`, METRICS_TOKEN].map(
        async (key) => (await of(server, { key, from })).status,
      )
      expect([from, await Promise.all(answers)]).toEqual([from, [401, 401, 401, 200]])
    }
  })

  test('do not exist on a server without a metrics token', async () => {
    const plain = await openTestApp()
    expect((await of(plain, { key: null, from: '127.0.0.1' })).status).toBe(404)
    await plain.close()
  })
})

test('every documented answer of these calls was seen', async () => {
  const metrics = await server.call('GET', '/metrics', { key: METRICS_TOKEN })
  expect(metrics.text).toContain('holdfast_http_request_duration_seconds')
  // This server has a metrics token.
  expect(server.call.unseen('Operations', [503])).toEqual(['getMetrics 404'])
})
