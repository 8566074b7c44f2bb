import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import { findSession, openSession } from '../../src/identity/sessions/sessions.ts'
import { openTestStore } from '../support/stores.ts'
import { KEY, openTestApp, type TestApp } from './support/app.ts'
import type { Got } from './support/call.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

const ORIGIN = 'http://localhost'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

let addresses = 0

const signIn = (to: TestApp = server, apiKey: string = KEY) => {
  addresses += 1
  return to.call('POST', '/v1/session', {
    key: null,
    body: { apiKey },
    headers: { origin: ORIGIN },
    from: `198.51.100.${addresses}`,
  })
}

const cookieOf = (got: Got): string => got.headers.get('set-cookie')?.split(';')[0] ?? ''

/** Calls as a page does that was signed in. */
const asPage = (cookie: string, method: string, path: string, body?: unknown) =>
  server.call(method, path, {
    key: null,
    headers: { cookie, origin: ORIGIN },
    ...(body === undefined ? {} : { body }),
  })

test('a key signs in, and the browser keeps what no script and no other site can use', async () => {
  const got = await signIn()
  expect(got.status).toBe(200)
  expect(got.body).toEqual({
    account: { id: expect.stringMatching(/^acc_/), name: 'first account', brand: null },
    apiKeyId: expect.stringMatching(/^key_/),
    member: null,
    scopes: ['read', 'bookings', 'settings', 'admin'],
    providerIds: null,
    signedInAt: '2026-04-20T08:00:00Z',
    expiresAt: '2026-04-27T08:00:00Z',
    features: {
      calendarVendors: [],
      paymentVendors: ['simulated'],
      mailbox: false,
      keySignIn: true,
    },
  })
  expect(got.headers.get('set-cookie')).toMatch(
    /^holdfast_session=hs_\w{49}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(got.text).not.toContain('hs_')
  expect(JSON.stringify(await server.contents())).not.toContain(cookieOf(got).split('=')[1])
})

test('over https the cookie is bound to the host and sent over https alone', async () => {
  const own = await openTestApp({ settings: { publicUrl: 'https://example.com' } })
  const got = await own.call('POST', '/v1/session', { key: null, body: { apiKey: KEY } })
  expect(got.headers.get('set-cookie')).toMatch(
    /^__Host-holdfast_session=hs_\w{49}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const cookie = cookieOf(got)
  const read = await own.call('GET', '/v1/providers', { key: null, headers: { cookie } })
  expect(read.status).toBe(200)
  await own.close()
})

test('the cookie opens what the key opens, the stream of events included', async () => {
  const cookie = cookieOf(await signIn())
  const made = await asPage(cookie, 'POST', '/v1/providers', { name: 'Ada', timeZone: 'UTC' })
  expect(made.status).toBe(201)
  expect((await server.call('GET', `/v1/providers/${made.body.id}`)).status).toBe(200)
  const stream = await server.app.request('/v1/events/stream', { headers: { cookie } })
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
})

test('who is signed in can be read, and with a key itself there is no session', async () => {
  const opened = await signIn()
  const read = await asPage(cookieOf(opened), 'GET', '/v1/session')
  expect([read.status, read.body]).toEqual([200, opened.body])
  const byKey = await server.call('GET', '/v1/session')
  expect(byKey.body).toEqual({
    ...opened.body,
    apiKeyId: null,
    signedInAt: null,
    expiresAt: null,
  })
})

test('with HOLDFAST_KEY_SIGN_IN off, no key opens a session, and the reason says so', async () => {
  const own = await openTestApp({ settings: { keySignIn: false } })
  const refused = await signIn(own)
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  expect(refused.body.detail).toContain('HOLDFAST_KEY_SIGN_IN')
  expect(refused.headers.get('set-cookie')).toBeNull()
  const read = await own.call('GET', '/v1/session')
  expect(read.body).toMatchObject({ features: { keySignIn: false } })
  await own.close()
})

test('signing out ends the session for whoever has the cookie', async () => {
  const cookie = cookieOf(await signIn())
  const out = await asPage(cookie, 'DELETE', '/v1/session')
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toMatch(/^holdfast_session=; Max-Age=0; Path=\/;/)
  expect((await asPage(cookie, 'GET', '/v1/session')).status).toBe(401)
  expect((await server.call('DELETE', '/v1/session')).status).toBe(204)
})

test('revoking the key ends the sessions that were opened with it', async () => {
  const key = await server.call('POST', '/v1/api-keys', { body: { name: 'laptop' } })
  const cookie = cookieOf(await signIn(server, key.body.secret))
  expect((await asPage(cookie, 'GET', '/v1/session')).status).toBe(200)
  await server.call('DELETE', `/v1/api-keys/${key.body.id}`)
  expect((await asPage(cookie, 'GET', '/v1/session')).status).toBe(401)
})

test('a session ends after a week', async () => {
  const own = await openTestApp()
  const cookie = cookieOf(await signIn(own))
  const read = () => own.call('GET', '/v1/session', { key: null, headers: { cookie } })
  own.clock.moveTo(Date.parse('2026-04-27T07:59:59Z'))
  expect((await read()).status).toBe(200)
  own.clock.moveTo(Date.parse('2026-04-27T08:00:00Z'))
  const late = await read()
  expect([late.status, late.body.code]).toEqual([401, 'unauthenticated'])
  await own.close()
})

describe('a request that another page makes', () => {
  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['that says nothing of its origin', {}],
  ])('%s changes nothing with the cookie', async (_, headers) => {
    const cookie = cookieOf(await signIn())
    const before = await server.contents()
    const got = await server.call('POST', '/v1/providers', {
      key: null,
      headers: { cookie, ...headers },
      body: { name: 'Ada', timeZone: 'UTC' },
    })
    expect([got.status, got.body.code]).toEqual([401, 'unauthenticated'])
    expect(await server.contents()).toEqual(before)
  })

  test('does not sign anybody in', async () => {
    const got = await server.call('POST', '/v1/session', {
      key: null,
      headers: { origin: 'https://evil.example' },
      body: { apiKey: KEY },
      from: '203.0.113.1',
    })
    expect([got.status, got.headers.get('set-cookie')]).toEqual([401, null])
    const preflight = await server.call('OPTIONS', '/v1/session', {
      key: null,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('a wrong key signs nobody in', async () => {
  const got = await signIn(server, 'hf_guess')
  expect([got.status, got.body.code, got.headers.get('set-cookie')]).toEqual([
    401,
    'unauthenticated',
    null,
  ])
})

test('an address may try ten times a minute', async () => {
  const own = await openTestApp()
  const guess = () => own.call('POST', '/v1/session', { key: null, body: { apiKey: 'hf_guess' } })
  const statuses: number[] = []
  for (let tries = 0; tries < 30; tries += 1) statuses.push((await guess()).status)
  expect(new Set(statuses)).toEqual(new Set([401]))
  const refused = await own.call('POST', '/v1/session', { key: null, body: { apiKey: KEY } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  await own.close()
})

test('a body that names no key is told so', async () => {
  const from = '203.0.113.2'
  const post = (sent: object) => server.call('POST', '/v1/session', { key: null, from, ...sent })
  const empty = await post({ body: {} })
  expect([empty.status, empty.body.errors[0].pointer]).toEqual([422, '/apiKey'])
  expect((await post({ rawBody: '{' })).status).toBe(400)
  expect((await post({ rawBody: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await post({ body: { apiKey: 'a'.repeat(300_000) } })).status).toBe(413)
})

test('every documented answer of these calls was seen', async () => {
  await sendTwice(server.call, '/v1/session', { apiKey: KEY })
  // The 403 is the answer of a server with another setting, above.
  expect(server.call.unseen('Sign-in', REFUSED_ALIKE)).toEqual(['createSession 403'])
})

test('a session is kept and ended alike on DynamoDB', async () => {
  const opened = await openTestStore('dynamodb')
  const deps = { ...server.deps, store: opened.store }
  await ensureApiKey(deps, KEY)
  const caller = {
    accountId: '',
    role: 'public',
    actor: { kind: 'booker' },
    requestId: 'test',
  } as const
  const issued = await openSession(deps, caller, KEY)
  const token = issued.ok ? issued.value.token : ''
  expect(issued.ok && (await findSession(deps, token))).toEqual(issued.ok && issued.value.session)
  expect(await findSession(deps, `${token}x`)).toBeUndefined()
  await opened.close()
})
