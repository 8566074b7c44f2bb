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
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  const listed = await call('GET', '/v1/api-keys', { key: made.body.secret })
  expect(listed.status).toBe(200)
  expect(listed.body.data.map((key) => key.name)).toEqual(['bootstrap', 'site'])
  expect(listed.text).not.toContain(made.body.secret)
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
