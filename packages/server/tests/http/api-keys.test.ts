import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import { KEY, openTestApp, type TestApp } from './support/app.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('a key is created with a secret that is shown once and opens the same account', async () => {
  const { call } = server
  const made = await call('POST', '/v1/api-keys', { body: { name: 'site' } })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/v1/api-keys/${made.body.id}`)
  expect(made.body).toEqual({
    id: expect.stringMatching(/^key_/),
    version: 1,
    name: 'site',
    hint: made.body.secret.slice(-4),
    secret: expect.stringMatching(/^hf_/),
    scopes: ['read', 'bookings', 'settings', 'admin'],
    providerIds: null,
    expiresAt: null,
    lastUsedAt: null,
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  const listed = await call('GET', '/v1/api-keys', { key: made.body.secret })
  expect(listed.status).toBe(200)
  expect(listed.body.data.map((key) => key.name)).toEqual(['bootstrap', 'site'])
  expect(listed.text).not.toContain(made.body.secret)
})

test('a key has the scopes, providers and end that it was given, and no more', async () => {
  const { call, clock } = server
  const provider = await call('POST', '/v1/providers', { body: { name: 'Ada', timeZone: 'UTC' } })
  const other = await call('POST', '/v1/providers', { body: { name: 'Grace', timeZone: 'UTC' } })
  const made = await call('POST', '/v1/api-keys', {
    body: {
      name: 'reader',
      scopes: ['read'],
      providerIds: [provider.body.id],
      expiresAt: '2026-04-20T09:00:00Z',
    },
  })
  expect(made.body).toMatchObject({
    scopes: ['read'],
    providerIds: [provider.body.id],
    expiresAt: '2026-04-20T09:00:00Z',
  })
  const key = made.body.secret
  expect((await call('GET', `/v1/providers/${provider.body.id}`, { key })).status).toBe(200)
  expect((await call('GET', `/v1/providers/${other.body.id}`, { key })).status).toBe(404)
  const listed = await call('GET', '/v1/providers', { key })
  expect(listed.body.data.map(({ id }) => id)).toEqual([provider.body.id])
  const patched = await call('PATCH', `/v1/providers/${provider.body.id}`, { key, body: {} })
  expect([patched.status, patched.body.code]).toEqual([403, 'forbidden'])
  clock.moveTo(Date.parse('2026-04-20T09:00:00Z'))
  expect((await call('GET', '/v1/providers', { key })).status).toBe(401)
  clock.moveTo(Date.parse('2026-04-20T08:00:00Z'))
})

test('a key cannot create one with more scopes or more providers than its own', async () => {
  const { call } = server
  const body = { name: 'admin', scopes: ['read', 'admin'] }
  const { secret: key } = (await call('POST', '/v1/api-keys', { body })).body
  const beyond = await call('POST', '/v1/api-keys', {
    key,
    body: { name: 'more', scopes: ['admin', 'settings'] },
  })
  expect([beyond.status, beyond.body.code]).toEqual([403, 'forbidden'])
  const within = await call('POST', '/v1/api-keys', { key, body: { name: 'same' } })
  expect(within.body).toMatchObject({ scopes: ['read', 'admin'], providerIds: null })
})

test('a key for a provider that the account does not have is refused, which names it', async () => {
  const { call } = server
  const own = await call('POST', '/v1/providers', { body: { name: 'Ada', timeZone: 'UTC' } })
  const others = await call('POST', '/v1/providers', {
    key: server.otherKey,
    body: { name: 'Grace', timeZone: 'UTC' },
  })
  const keys = async () => (await call('GET', '/v1/api-keys')).body.data.length
  const before = await keys()
  for (const unknown of ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6', others.body.id]) {
    const body = { name: 'site', providerIds: [own.body.id, unknown] }
    const got = await call('POST', '/v1/api-keys', { body })
    expect([got.status, got.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/providerIds/1',
          message: `must be a provider of the account; got "${unknown}"`,
        },
      ],
    ])
  }
  expect(await keys()).toBe(before)
})

test('an end in milliseconds is rounded down to its second', async () => {
  const body = { name: 'in milliseconds', expiresAt: '2026-04-20T09:00:00.999Z' }
  const made = await server.call('POST', '/v1/api-keys', { body })
  expect([made.status, made.body.expiresAt]).toEqual([201, '2026-04-20T09:00:00Z'])
})

test('a key that ends in the past is refused', async () => {
  const body = { name: 'late', expiresAt: '2026-04-20T08:00:00Z' }
  const got = await server.call('POST', '/v1/api-keys', { body })
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/expiresAt'])
})

test('the last use of a key is shown to the hour', async () => {
  const { call, clock } = server
  const { body } = await call('POST', '/v1/api-keys', { body: { name: 'used' } })
  clock.moveTo(Date.parse('2026-04-20T08:40:00Z'))
  await call('GET', '/v1/providers', { key: body.secret })
  clock.moveTo(Date.parse('2026-04-20T08:00:00Z'))
  const { data } = (await call('GET', '/v1/api-keys')).body
  expect(data.find(({ id }) => id === body.id)).toMatchObject({
    lastUsedAt: '2026-04-20T08:00:00Z',
  })
})

test('a revoked key opens nothing from the next call on, and nothing of the account is lost', async () => {
  const { call } = server
  const made = await call('POST', '/v1/api-keys', { body: { name: 'short-lived' } })
  const key = made.body.secret
  const provider = await call('POST', '/v1/providers', {
    key,
    body: { name: 'Ada', timeZone: 'UTC' },
  })
  const revoked = await call('DELETE', `/v1/api-keys/${made.body.id}`)
  expect([revoked.status, revoked.text]).toEqual([204, ''])
  expect((await call('GET', '/v1/providers', { key })).status).toBe(401)
  expect((await call('GET', `/v1/providers/${provider.body.id}`)).status).toBe(200)
  expect((await call('DELETE', `/v1/api-keys/${made.body.id}`)).status).toBe(404)
})

test('a revoked key stays revoked when the settings name it as well', async () => {
  const own = await openTestApp()
  const other = await own.call('POST', '/v1/api-keys', { body: { name: 'other' } })
  const key = other.body.secret
  const listed = await own.call('GET', '/v1/api-keys')
  const bootstrap = listed.body.data.find(({ name }) => name === 'bootstrap')
  expect((await own.call('DELETE', `/v1/api-keys/${bootstrap?.id}`, { key })).status).toBe(204)
  await ensureApiKey(own.deps, KEY)
  expect((await own.call('GET', '/v1/providers', { key: KEY })).status).toBe(401)
  const left = await own.call('GET', '/v1/api-keys', { key })
  expect(left.body.data.map(({ name }) => name)).toEqual(['other'])
  await own.close()
})

test('the last key of an account stays', async () => {
  const { call, otherKey } = server
  const listed = await call('GET', '/v1/api-keys', { key: otherKey })
  const got = await call('DELETE', `/v1/api-keys/${listed.body.data[0]?.id}`, { key: otherKey })
  expect([got.status, got.body.code]).toEqual([409, 'last_api_key'])
  expect((await call('GET', '/v1/api-keys', { key: otherKey })).status).toBe(200)
})

test('a key has a name', async () => {
  const got = await server.call('POST', '/v1/api-keys', { body: {} })
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/name'])
  const list = await server.call('GET', '/v1/api-keys?limit=0')
  expect(list.status).toBe(422)
  const revoke = await server.call('DELETE', '/v1/api-keys/key_01kqs3v7m8e2f4g6h8j0k2m4n6', {
    headers: { 'if-match': 'x' },
  })
  expect(revoke.status).toBe(422)
})

test('every documented answer of these calls was seen', async () => {
  await sendTwice(server.call, '/v1/api-keys', { name: 'site' })
  expect(server.call.unseen('API keys', REFUSED_ALIKE)).toEqual([])
})
