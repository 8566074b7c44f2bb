import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const patch = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('PATCH', '/v1/account', { body, headers })

test('an account begins with completion and a reminder a day before', async () => {
  const got = await server.call('GET', '/v1/account')
  expect([got.status, got.headers.get('etag')]).toEqual([200, '"1"'])
  expect(got.body).toEqual({
    id: expect.stringMatching(/^acc_/),
    version: 1,
    name: 'first account',
    completesBookings: true,
    reminderMinutes: 1440,
    publicLimitFactor: 1,
    slug: null,
    linkPrefix: '/',
    locale: null,
    brand: null,
    publicDirectory: 'shared',
    frameOrigins: [],
    country: null,
    bookerContact: 'email',
    limits: null,
    sms: { enabled: false },
    retentionDays: null,
    auditDays: 0,
    requiresPasskeys: false,
    followUps: { thankYou: false, noShow: false, delayMinutes: 120 },
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
})

test('what is named is changed, what is not stays, and another account is untouched', async () => {
  const { call, otherKey } = server
  const changed = await patch({ completesBookings: false }, { 'if-match': '"1"' })
  expect([changed.status, changed.body.version]).toEqual([200, 2])
  await patch({ name: 'Practice', reminderMinutes: 0, followUps: { thankYou: true } })
  expect((await call('GET', '/v1/account')).body).toMatchObject({
    version: 3,
    name: 'Practice',
    completesBookings: false,
    reminderMinutes: 0,
    followUps: { thankYou: true, noShow: false, delayMinutes: 120 },
  })
  expect((await call('GET', '/v1/account', { key: otherKey })).body).toMatchObject({
    version: 1,
    completesBookings: true,
  })
})

test('the slug of another account is refused', async () => {
  const { call, otherKey } = server
  await call('PATCH', '/v1/account', { key: otherKey, body: { slug: 'north-practice' } })
  const taken = await patch({ slug: 'north-practice' })
  expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
  expect((await patch({ slug: 'south-practice' })).body).toMatchObject({ slug: 'south-practice' })
})

test('the limits of an account are replaced as a whole, and null removes them', async () => {
  const limits = async (body: unknown) => (await patch({ limits: body })).body.limits
  const none = { perBooker: null, perBookerEver: null, maxNoShows: null, maxNoShowsUnpaid: null }
  expect(await limits({ perBooker: 3 })).toEqual({ ...none, perBooker: 3 })
  expect(await limits({ maxNoShows: 0 })).toEqual({ ...none, maxNoShows: 0 })
  expect(await limits({ perBookerEver: 1 })).toEqual({ ...none, perBookerEver: 1 })
  expect((await patch({ reminderMinutes: 60 })).body.limits).toEqual({ ...none, perBookerEver: 1 })
  expect(await limits({ perBooker: null })).toBeNull()
  expect(await limits({ perBooker: 3 })).toEqual({ ...none, perBooker: 3 })
  expect(await limits(null)).toBeNull()
})

test.each([
  [{ limits: { perBooker: 0 } }, '/limits/perBooker'],
  [{ limits: { perDay: 1 } }, '/limits/perDay'],
  [{ limits: { maxNoShows: -1 } }, '/limits/maxNoShows'],
  [{ limits: { maxNoShowsUnpaid: 100 } }, '/limits/maxNoShowsUnpaid'],
  [{ reminderMinutes: -1 }, '/reminderMinutes'],
  [{ reminderMinutes: 43_201 }, '/reminderMinutes'],
  [{ completesBookings: 'yes' }, '/completesBookings'],
  [{ followUps: { delayMinutes: 14 } }, '/followUps/delayMinutes'],
  [{ followUps: { thanks: true } }, '/followUps/thanks'],
  [{ publicLimitFactor: 0 }, '/publicLimitFactor'],
  [{ publicLimitFactor: 101 }, '/publicLimitFactor'],
  [{ name: '' }, '/name'],
  [{ slug: 'dashboard' }, '/slug'],
  [{ slug: null }, '/slug'],
  [{ locale: 'sv' }, '/locale'],
  [{ publicDirectory: 'none' }, '/publicDirectory'],
  [{ frameOrigins: 'https://a.example' }, '/frameOrigins'],
  [{ frameOrigins: ['http://a.example'] }, '/frameOrigins/0'],
  [{ frameOrigins: ['https://a.example', 'https://b.example/'] }, '/frameOrigins/1'],
  [{ frameOrigins: ['https://A.example'] }, '/frameOrigins/0'],
  [{ frameOrigins: ['https://*.example'] }, '/frameOrigins/0'],
  [{ frameOrigins: ["https://a.example; script-src 'self'"] }, '/frameOrigins/0'],
  [{ frameOrigins: ['https://a;b'] }, '/frameOrigins/0'],
  [{ frameOrigins: ['*'] }, '/frameOrigins/0'],
  [{ frameOrigins: ['null'] }, '/frameOrigins/0'],
  [{ frameOrigins: [`https://${'a'.repeat(260)}.example`] }, '/frameOrigins/0'],
  [{ frameOrigins: Array.from({ length: 21 }, (_, n) => `https://${n}.example`) }, '/frameOrigins'],
  [{ retentionDays: 0 }, '/retentionDays'],
  [{ auditDays: -1 }, '/auditDays'],
  [{ requiresPasskeys: 1 }, '/requiresPasskeys'],
  [{ brand: { name: 'Lake' } }, '/brand/color'],
  [{ brand: 5 }, '/brand'],
  [{ brand: { name: 'Lake', color: 'red' } }, '/brand/color'],
  [{ brand: { name: 'Lake', color: '#123456', logoUrl: 'http://x.example/a' } }, '/brand/logoUrl'],
  [
    { brand: { name: 'Lake', color: '#123456', logoUrl: 'https://u:p@x.example/' } },
    '/brand/logoUrl',
  ],
])('%j is refused', async (body, pointer) => {
  const got = await patch(body)
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
})

test('an account chooses its slug, language, brand and rules, and removes what is null', async () => {
  const chosen = {
    slug: 'lakeside',
    locale: 'de',
    brand: { name: 'Lakeside', color: '#1A6B4F', logoUrl: 'https://example.com/logo.svg' },
    publicDirectory: 'own',
    frameOrigins: ['https://a.example', 'http://localhost:3000'],
    retentionDays: 365,
    requiresPasskeys: true,
  }
  const changed = await patch(chosen)
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { ...chosen, brand: { ...chosen.brand, color: '#1a6b4f' } },
  ])
  const removed = await patch({ locale: null, brand: null, retentionDays: null })
  expect(removed.body).toMatchObject({
    slug: 'lakeside',
    locale: null,
    brand: null,
    retentionDays: null,
    publicDirectory: 'own',
  })
  const body = { slug: 'lakeside' }
  const taken = await server.call('PATCH', '/v1/account', { key: server.otherKey, body })
  expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
  await patch({ requiresPasskeys: false })
})

test('an account that keeps an audit log sees who changed what, newest first', async () => {
  const own = await openTestApp()
  const { call, clock } = own
  const provider = { name: 'Ada', timeZone: 'UTC' }
  await call('POST', '/v1/providers', { body: provider })
  expect((await call('GET', '/v1/audit')).body.data).toEqual([])
  await call('PATCH', '/v1/account', { body: { auditDays: 1 } })
  const made = await call('POST', '/v1/providers', {
    body: provider,
    headers: { 'x-request-id': 'made-it', 'idempotency-key': 'once' },
  })
  clock.moveTo(Date.parse('2026-04-20T08:00:01Z'))
  await call('PATCH', `/v1/providers/${made.body.id}`, { body: { name: 'Ada L.' } })
  const { data } = (await call('GET', '/v1/audit')).body
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^aud_/),
      at: '2026-04-20T08:00:01.000Z',
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      operation: 'updateProvider',
      resourceId: made.body.id,
      requestId: expect.any(String),
    },
    expect.objectContaining({
      at: '2026-04-20T08:00:00.000Z',
      operation: 'createProvider',
      resourceId: made.body.id,
      requestId: 'made-it',
    }),
  ])
  const count = async (query: string) => (await call('GET', `/v1/audit?${query}`)).body.data.length
  expect(await count('operation=createProvider')).toBe(1)
  expect(await count(`resourceId=${made.body.id}`)).toBe(2)
  expect(await count('resourceId=prv_other')).toBe(0)
  expect(await count('actorId=key_other')).toBe(0)
  expect(await count('from=2026-04-20T08:00:01Z')).toBe(1)
  expect(await count('to=2026-04-20T08:00:01Z')).toBe(1)
  await own.close()
  expect((await server.call('GET', '/v1/audit')).body.data).toEqual([])
  expect((await server.call('GET', '/v1/audit?from=today')).status).toBe(422)
})

test('the secret of redirects is that of the account, and stays the same', async () => {
  const read = () => server.call('GET', '/v1/account/redirect-secret')
  const [first, second] = [await read(), await read()]
  expect([first.status, first.body.secret]).toEqual([
    200,
    expect.stringMatching(/^hr_[0-9A-Za-z]{49}$/),
  ])
  expect(second.body).toEqual(first.body)
})

test('every documented answer of these calls was seen', async () => {
  expect(server.call.unseen('Account', REFUSED_ALIKE)).toEqual([])
})
