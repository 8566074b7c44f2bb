import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppOptions } from '../../src/composition/http/app.ts'
import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { KEY, openTestApp, type TestApp } from './support/app.ts'
import { makeBooking, makeProvider, PROVIDER } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ testMode: true })
})
afterAll(() => server.close())

describe('every answer', () => {
  test('carries the id of its request: the one it sent, or a new one', async () => {
    const { call } = server
    const named = await call('GET', '/v1/providers', { headers: { 'x-request-id': 'trace-1' } })
    expect(named.headers.get('x-request-id')).toBe('trace-1')
    const unnamed = await call('GET', '/nowhere')
    expect(unnamed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(unnamed.body.requestId).toBe(unnamed.headers.get('x-request-id'))
  })

  test.each(['/v1/providers', '/nowhere', '/healthz'])(
    'of %s may be kept, framed, guessed at and leaked by nobody',
    async (path) => {
      const { headers } = await server.call('GET', path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      )
    },
  )

  test('that is no success is a problem with a type that can be read', async () => {
    const { call } = server
    const got = await call('GET', '/v1/providers', { key: null })
    expect(got.status).toBe(401)
    expect(got.headers.get('content-type')).toBe('application/problem+json')
    expect(got.headers.get('www-authenticate')).toBe('Bearer realm="holdfast"')
    expect(got.body).toEqual({
      type: '/problems/unauthenticated',
      title: 'Missing or invalid credentials',
      status: 401,
      detail: 'Send an API key as "Authorization: Bearer hf_…" or "x-api-key: hf_…".',
      code: 'unauthenticated',
      requestId: got.headers.get('x-request-id'),
    })
    const meaning = await call('GET', got.body.type, { key: null })
    expect(meaning.status).toBe(200)
    expect(meaning.body).toMatchObject({ code: 'unauthenticated', status: 401 })
  })
})

describe('a path', () => {
  test('with a slash at its end is the same resource', async () => {
    const { call } = server
    const provider = await makeProvider(call)
    const read = await call('GET', `/v1/providers/${provider.id}/`)
    expect([read.status, read.body]).toEqual([200, provider])
    const made = await call('POST', '/v1/providers/', { body: PROVIDER })
    expect([made.status, made.body.name]).toEqual([201, 'Dr. Ada Weber'])
  })

  test('that does not exist is 404', async () => {
    const got = await server.call('GET', '/v2/providers')
    expect([got.status, got.body.code]).toEqual([404, 'not_found'])
  })

  test('that exists with other methods is 405 and names them', async () => {
    const got = await server.call('PUT', '/v1/providers')
    expect([got.status, got.body.code]).toEqual([405, 'method_not_allowed'])
    expect(got.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
  })

  test('answers HEAD as GET without the body', async () => {
    const got = await server.call('HEAD', '/healthz')
    expect([got.status, got.text]).toEqual([200, ''])
  })

  test('whose id cannot be one is 404, not a search for it', async () => {
    const got = await server.call('GET', '/v1/providers/prv_1%23METADATA')
    expect([got.status, got.body.code]).toEqual([404, 'not_found'])
  })
})

describe('pages of other origins', () => {
  const preflight = (path: string, method: string) =>
    server.call('OPTIONS', path, {
      key: null,
      headers: { origin: 'https://example.com', 'access-control-request-method': method },
    })

  test('may call what a booker may call', async () => {
    const got = await preflight('/v1/bookings/bkg_01kqs3v7m8e2f4g6h8j0k2m4n6/cancel', 'POST')
    expect(got.status).toBe(204)
    expect(got.headers.get('access-control-allow-origin')).toBe('*')
    expect(got.headers.get('access-control-allow-methods')).toBe('POST')
    expect(got.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(got.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('may not call what needs a key', async () => {
    const got = await preflight('/v1/providers', 'POST')
    expect(got.status).toBe(204)
    expect(got.headers.get('access-control-allow-origin')).toBeNull()
    const read = await server.call('GET', '/v1/providers')
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('can read the headers of what they may call', async () => {
    const booking = await makeBooking(server.call)
    const got = await server.call('GET', `/v1/bookings/${booking.id}`)
    expect(got.headers.get('access-control-allow-origin')).toBe('*')
    expect(got.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed')
  })
})

describe('a caller', () => {
  test.each([
    ['no credential', {}],
    ['an unknown key', { authorization: 'Bearer hf_unknown' }],
    ['a manage token on a call that takes none', { authorization: 'Bearer hm_token' }],
    ['a RapidAPI user name alone', { 'x-rapidapi-user': 'somebody' }],
    [
      'a RapidAPI secret where none is set, even beside a good key',
      { authorization: `Bearer ${KEY}`, 'x-rapidapi-proxy-secret': 'guess' },
    ],
  ])('with %s is refused', async (_, headers) => {
    const got = await server.call('GET', '/v1/providers', { key: null, headers })
    expect([got.status, got.body.code]).toEqual([401, 'unauthenticated'])
  })

  test('with a key in x-api-key is let in', async () => {
    const got = await server.call('GET', '/v1/providers', {
      key: null,
      headers: { 'x-api-key': KEY },
    })
    expect(got.status).toBe(200)
  })
})

describe('If-Match', () => {
  test('names the version that a change is meant for', async () => {
    const { call } = server
    const provider = await makeProvider(call)
    const path = `/v1/providers/${provider.id}`
    const read = await call('GET', path)
    expect(read.headers.get('etag')).toBe('"1"')
    const changed = await call('PATCH', path, {
      body: { name: 'Ada' },
      headers: { 'if-match': '"1"' },
    })
    expect([changed.status, changed.body.version]).toEqual([200, 2])
    expect(changed.headers.get('etag')).toBe('"2"')
    const late = await call('PATCH', path, {
      body: { name: 'Bob' },
      headers: { 'if-match': '"1"' },
    })
    expect([late.status, late.body.code]).toEqual([412, 'version_mismatch'])
    expect((await call('GET', path)).body.name).toBe('Ada')
  })

  test.each(['W/"1"', '"0"', '"one"'])('%s is no version of a resource', async (tag) => {
    const provider = await makeProvider(server.call)
    const got = await server.call('PATCH', `/v1/providers/${provider.id}`, {
      body: { name: 'Ada' },
      headers: { 'if-match': tag },
    })
    expect(got.status).toBe(412)
  })

  test('* asks for any version, a bare version is taken for its tag, and nonsense is refused', async () => {
    const provider = await makeProvider(server.call)
    const patch = (tag: string) =>
      server.call('PATCH', `/v1/providers/${provider.id}`, {
        body: { name: 'Ada' },
        headers: { 'if-match': tag },
      })
    expect((await patch('*')).status).toBe(200)
    expect([(await patch('2')).status, (await patch('2')).status]).toEqual([200, 412])
    const got = await patch('nonsense')
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/header/If-Match'])
  })
})

describe('a server that fails', () => {
  test('says that the store is out of reach, when to come back, and nothing more', async () => {
    const failing = await openTestApp({
      between: () => ({
        get: () => Promise.reject(new StoreUnavailable('disk /var/x is gone', 'not-applied')),
        ping: () => Promise.reject(new StoreUnavailable('disk /var/x is gone', 'not-applied')),
      }),
    })
    const got = await failing.call('GET', '/v1/providers')
    expect([got.status, got.body.code]).toEqual([503, 'store_unavailable'])
    expect(got.headers.get('retry-after')).toBe('1')
    expect(got.text).not.toContain('/var/x')
    expect((await failing.call('GET', '/readyz', { key: null })).status).toBe(503)
    expect((await failing.call('GET', '/healthz', { key: null })).status).toBe(200)
    await failing.close()
  })

  test('tells the caller nothing of a fault, and the log all of it', async () => {
    const failing = await openTestApp({
      between: () => ({
        get: () => Promise.reject(new TypeError('secret internals')),
      }),
    })
    const got = await failing.call('GET', '/v1/providers')
    expect([got.status, got.body.code]).toEqual([500, 'internal_error'])
    expect(got.text).not.toContain('secret internals')
    const line = failing.logLines.at(-1) as { err: { stack: string }; requestId: string }
    expect(line.err.stack).toContain('secret internals')
    expect(line.requestId).toBe(got.body.requestId)
    await failing.close()
  })
})

describe('the log', () => {
  test('has a line for each request with ids, and with no secret and no name', async () => {
    const { call, logLines } = server
    const booking = await makeBooking(call)
    const before = logLines.length
    await call('GET', `/v1/bookings/${booking.id}`, { headers: { 'x-request-id': 'trace-2' } })
    expect(logLines.slice(before)).toEqual([
      expect.objectContaining({
        requestId: 'trace-2',
        method: 'GET',
        route: '/v1/bookings/{id}',
        status: 200,
        milliseconds: expect.any(Number),
        accountId: expect.stringMatching(/^acc_/),
      }),
    ])
    // The link of a booking page may fill in its form.
    await call('GET', '/ada/visit?name=Grace+Hopper&email=grace@example.com&answers[why]=Toothache')
    const everything = JSON.stringify(logLines)
    expect(everything).not.toContain('Toothache')
    for (const secret of [KEY, booking.manageToken, 'grace@example.com', 'Grace Hopper']) {
      expect(everything).not.toContain(secret)
    }
  })

  test('has the address of the client only if the operator turned that on', async () => {
    const addressesOf = async (settings: Partial<AppOptions['settings']>) => {
      const own = await openTestApp({ settings: { trustedProxies: 1, ...settings } })
      const headers = { 'x-forwarded-for': '203.0.113.9' }
      for (const path of ['/v1/directory', '/v1/providers', '/nothing']) {
        await own.app.request(path, { headers })
      }
      await own.close()
      return own.logLines.map(({ route, address }) => [route, address])
    }
    expect(await addressesOf({})).toEqual([
      ['/v1/directory', undefined],
      ['/v1/providers', undefined],
      ['unmatched', undefined],
    ])
    expect(await addressesOf({ logsAddresses: true })).toEqual([
      ['/v1/directory', '203.0.113.9'],
      ['/v1/providers', '203.0.113.9'],
      ['unmatched', '203.0.113.9'],
    ])
  })
})

test('the metrics count requests by route and status, never by path', async () => {
  const metricsToken = 'metrics-token-of-the-test'
  const own = await openTestApp({ settings: { metricsToken } })
  await own.call('GET', '/v1/providers/prv_01kqs3v7m8e2f4g6h8j0k2m4n6')
  await own.call('GET', '/nowhere/1')
  const got = await own.call('GET', '/metrics', { key: metricsToken })
  expect(got.headers.get('content-type')).toContain('text/plain')
  expect(got.text).toContain(
    'holdfast_http_request_duration_seconds_count{method="GET",route="/v1/providers/{id}",status="404"} 1',
  )
  expect(got.text).toContain('route="unmatched",status="404"} 1')
  expect(got.text).not.toContain('prv_01kqs3v7m8e2f4g6h8j0k2m4n6')
  await own.close()
})

describe('odd requests are answered, never with a fault', () => {
  test.each([
    ['GET', '/v1/providers?__proto__=1', 200],
    ['GET', '/v1/providers?constructor=1&constructor=2', 422],
    ['GET', '/v1/providers?toString=x&hasOwnProperty=y', 422],
    ['GET', '/v1/providers?limit=%E0%A4%A', 422],
    ['GET', '/v1/providers?specialty=%00', 422],
    ['GET', '/v1/providers?=', 200],
    ['GET', '/v1/providers/%E0%A4%A', 404],
    ['GET', '/v1/providers/prv_01kqs3v7m8e2f4g6h8j0k2m4n6%2F..', 404],
    ['GET', `/v1/providers/${'a'.repeat(5000)}`, 404],
    ['GET', '/v1/event-types/by-slug/A%20B', 404],
    ['GET', '//v1/providers', 404],
    ['GET', '/v1/providers/', 200],
    ['DELETE', '/healthz', 405],
    ['OPTIONS', '/nowhere', 404],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await server.call(method, path)).status).toBe(status)
  })
})
