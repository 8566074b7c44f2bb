import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReservedSlug } from '../../src/kernel/reserved-slugs.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'
import { makeEventType, newSlug } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

const OPERATOR_KEY = 'operator-key-of-the-tests-0123456789'

let server: TestApp
let without: TestApp
beforeAll(async () => {
  server = await openTestApp({ settings: { operatorKey: OPERATOR_KEY } })
  without = await openTestApp()
})
afterAll(async () => {
  await server.close()
  await without.close()
})

const ask = (method: string, path: string, sent: Sent = {}) =>
  server.call(method, path, { key: OPERATOR_KEY, ...sent })

interface Made {
  readonly id: string
  readonly slug: string
  readonly key: string
}

async function make(): Promise<Made> {
  const slug = newSlug()
  const made = await ask('POST', '/v1/accounts', { body: { name: 'Practice', slug } })
  const { secret } = made.body.apiKey as { readonly secret: string }
  return { id: made.body.id, slug, key: secret }
}

test('the operator creates an account whose key works at once', async () => {
  const slug = newSlug()
  const made = await ask('POST', '/v1/accounts', { body: { name: 'Practice', slug } })
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
  expect(made.headers.get('location')).toBe(`/v1/accounts/${made.body.id}`)
  const { apiKey, ...account } = made.body
  expect(account).toEqual({
    id: expect.stringMatching(/^acc_/),
    version: 1,
    name: 'Practice',
    slug,
    status: 'active',
    locale: null,
    brand: null,
    publicDirectory: 'own',
    retentionDays: null,
    auditDays: 0,
    deletion: null,
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  const { id, secret } = apiKey as { readonly id: string; readonly secret: string }
  const own = await server.call('GET', '/v1/account', { key: secret })
  expect([own.status, own.body.id, own.body.slug]).toEqual([200, account.id, slug])
  const keys = await server.call('GET', '/v1/api-keys', { key: secret })
  expect(keys.body.data.map((key) => key.id)).toEqual([id])
  const read = await ask('GET', `/v1/accounts/${account.id}`)
  expect([read.status, read.body]).toEqual([200, account])
})

test('only the key of the operator opens accounts, and without that setting there are none', async () => {
  const { otherKey } = server
  expect((await ask('GET', '/v1/accounts', { key: null })).status).toBe(401)
  const one = '/v1/accounts/acc_01kqs3v7m8e2f4g6h8j0k2m4n6'
  for (const [method, path] of [
    ['POST', '/v1/accounts'],
    ['GET', '/v1/accounts'],
    ['GET', one],
    ['PATCH', one],
    ['DELETE', one],
  ] as const) {
    const got = await ask(method, path, { key: otherKey })
    expect([got.status, got.body.code]).toEqual([403, 'forbidden'])
  }
  expect((await ask('GET', '/v1/account')).status).toBe(401)
  for (const method of ['GET', 'POST']) {
    const got = await without.call(method, '/v1/accounts', { key: OPERATOR_KEY })
    expect([got.status, got.body.code]).toEqual([404, 'not_found'])
  }
})

test('the list has all accounts in pages, the oldest first', async () => {
  const made = [await make(), await make()]
  const ids: string[] = []
  let cursor = ''
  do {
    const page = await ask('GET', `/v1/accounts?limit=2${cursor && `&cursor=${cursor}`}`)
    ids.push(...page.body.data.map(({ id }) => id))
    cursor = page.body.nextCursor ?? ''
  } while (cursor)
  expect(ids.slice(-2)).toEqual(made.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a slug belongs to one account, and paths of the server to none', async () => {
  const { slug, id } = await make()
  const taken = await ask('POST', '/v1/accounts', { body: { name: 'Twin', slug } })
  expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
  const reserved = await ask('PATCH', `/v1/accounts/${id}`, { body: { slug: 'sign-in' } })
  expect([reserved.status, reserved.body.errors[0].pointer]).toEqual([422, '/slug'])
  const { slug: another } = await make()
  const renamed = await ask('PATCH', `/v1/accounts/${id}`, { body: { slug: another } })
  expect([renamed.status, renamed.body.code]).toEqual([409, 'slug_taken'])
})

test('no account can have the first part of a path that the server answers', () => {
  const segments = new Set(server.app.routes.map(({ path }) => path.split('/')[1] ?? ''))
  const slugs = [...segments].filter((segment) => /^[a-z0-9-]+$/.test(segment))
  expect(slugs.length).toBeGreaterThan(4)
  expect(slugs.filter((slug) => !isReservedSlug(slug))).toEqual([])
})

test('a suspended account answers no call until it is resumed, and keeps its data', async () => {
  const { id, key } = await make()
  const read = () => server.call('GET', '/v1/account', { key })
  expect((await read()).status).toBe(200)
  const patch = (status: string, version: number) =>
    ask('PATCH', `/v1/accounts/${id}`, {
      body: { status },
      headers: { 'if-match': `"${version}"` },
    })
  expect((await patch('suspended', 1)).body.status).toBe('suspended')
  expect([(await read()).status, (await read()).body.code]).toEqual([403, 'account_suspended'])
  expect((await patch('active', 1)).status).toBe(412)
  expect((await patch('active', 2)).body.status).toBe('active')
  expect((await read()).status).toBe(200)
})

test('public calls of a suspended account are refused, but its bookers can read and cancel', async () => {
  const { id, key, slug: accountSlug } = await make()
  const asAccount = ((method: string, path: string, sent: Sent = {}) =>
    server.call(method, path, { key, ...sent })) as typeof server.call
  const eventType = await makeEventType(asAccount)
  const provider = await asAccount('GET', `/v1/providers/${eventType.providerId}`)
  const start = '2026-04-27T09:00:00Z'
  const body = {
    accountSlug,
    providerSlug: provider.body.slug,
    eventTypeSlug: eventType.slug,
    start,
    booker: { name: 'Ada', email: 'ada@example.com' },
  }
  const stranger = (method: string, path: string, sent: Sent = {}) =>
    server.call(method, path, { key: null, ...sent })
  const booked = await stranger('POST', '/v1/public/bookings', { body })
  expect(booked.status).toBe(202)
  await ask('PATCH', `/v1/accounts/${id}`, { body: { status: 'suspended' } })
  const page = `/v1/public/${provider.body.slug}/${eventType.slug}?accountSlug=${accountSlug}`
  for (const refused of [
    await stranger('GET', page),
    await stranger('POST', '/v1/public/bookings', {
      body: { ...body, start: '2026-04-27T10:00:00Z' },
    }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended'])
  }
  const booker = { key: booked.body.manageToken }
  const path = `/v1/bookings/${booked.body.id}`
  expect((await server.call('GET', path, booker)).status).toBe(200)
  const moved = await server.call('POST', `${path}/reschedule`, {
    ...booker,
    body: { start: '2026-04-27T11:00:00Z' },
  })
  expect([moved.status, moved.body.code]).toEqual([403, 'account_suspended'])
  expect((await server.call('POST', `${path}/cancel`, { ...booker, body: {} })).status).toBe(200)
})

test('a deletion is accepted once, tells its progress, and refuses everything of the account', async () => {
  const { id, key } = await make()
  expect((await server.call('GET', '/v1/account', { key })).status).toBe(200)
  const ifMatch = (tag: string) =>
    ask('DELETE', `/v1/accounts/${id}`, { headers: { 'if-match': tag } })
  expect((await ifMatch('"7"')).status).toBe(412)
  expect((await ifMatch('seven')).status).toBe(422)
  const deleted = await ask('DELETE', `/v1/accounts/${id}`)
  expect([deleted.status, deleted.headers.get('location')]).toEqual([202, `/v1/accounts/${id}`])
  expect(deleted.body).toMatchObject({
    status: 'deleting',
    deletion: { startedAt: '2026-04-20T08:00:00Z', deletedItemCount: 0 },
  })
  expect((await ask('DELETE', `/v1/accounts/${id}`)).body.version).toBe(2)
  const own = await server.call('GET', '/v1/account', { key })
  expect([own.status, own.body.code]).toEqual([403, 'account_suspended'])
  const late = await ask('PATCH', `/v1/accounts/${id}`, { body: { status: 'active' } })
  expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
})

test.each([
  ['POST', '/v1/accounts', { name: 'Practice' }, '/slug'],
  ['POST', '/v1/accounts', { name: 'Practice', slug: 'No Slug' }, '/slug'],
  ['GET', '/v1/accounts?limit=0', undefined, '/query/limit'],
  ['PATCH', '/v1/accounts/acc_01kqs3v7m8e2f4g6h8j0k2m4n6', { status: 'deleting' }, '/status'],
])('%s %s with %j is refused', async (method, path, body, pointer) => {
  const got = await ask(method, path, body ? { body } : {})
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
})

test('an account that does not exist is 404', async () => {
  const path = '/v1/accounts/acc_01kqs3v7m8e2f4g6h8j0k2m4n6'
  expect((await ask('GET', path)).status).toBe(404)
  expect((await ask('PATCH', path, { body: { name: 'New' } })).status).toBe(404)
  expect((await ask('DELETE', path)).status).toBe(404)
})

test('every documented answer of these calls was seen', async () => {
  const unseenWithout = without.call.unseen('Accounts', REFUSED_ALIKE)
  const unseen = server.call.unseen('Accounts', REFUSED_ALIKE)
  expect(unseen.filter((answer) => unseenWithout.includes(answer))).toEqual([])
})
