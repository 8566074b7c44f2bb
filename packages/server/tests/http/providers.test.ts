import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeBooking, makeProvider, PROVIDER } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('a provider is created whole, can be read where it says, and has a slug of its name', async () => {
  const { call } = server
  const made = await call('POST', '/v1/providers', {
    body: { ...PROVIDER, specialty: 'Dentist', email: 'Ada@Example.com' },
  })
  expect(made.status).toBe(201)
  expect(made.headers.get('etag')).toBe('"1"')
  expect(made.body).toEqual({
    id: expect.stringMatching(/^prv_/),
    version: 1,
    actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
    name: 'Dr. Ada Weber',
    slug: 'dr-ada-weber',
    timeZone: 'Europe/Berlin',
    kind: 'person',
    grain: 'time',
    propertyId: null,
    outOfOrder: null,
    calendarId: null,
    scheduleId: null,
    specialty: 'Dentist',
    email: 'ada@example.com',
    listed: false,
    active: true,
    feed: false,
    limits: null,
    visits: null,
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  const read = await call('GET', made.headers.get('location') ?? '')
  expect([read.status, read.body]).toEqual([200, made.body])
})

test('providers are found by specialty, whatever its case', async () => {
  const { call } = server
  const surgeon = await makeProvider(call, { specialty: 'Surgeon' })
  await makeProvider(call, { specialty: 'Surgeon general' })
  const found = await call('GET', '/v1/providers?specialty=SURGEON')
  expect(found.status).toBe(200)
  expect(found.body).toEqual({ data: [surgeon], nextCursor: null })
})

test.each([
  ['an unknown zone', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
  ['an offset for a zone', { timeZone: '+02:00' }, '/timeZone'],
  ['a slug with capitals', { slug: 'Ada' }, '/slug'],
  ['a slug that is the path of another page', { slug: 'dashboard' }, '/slug'],
  ['a wrong address', { email: 'ada@' }, '/email'],
])('a provider with %s is refused', async (_, wrong, pointer) => {
  const got = await server.call('POST', '/v1/providers', { body: { ...PROVIDER, ...wrong } })
  expect([got.status, got.body.code, got.body.errors[0].pointer]).toEqual([
    422,
    'validation_failed',
    pointer,
  ])
})

describe('a slug', () => {
  test('that was asked for and is taken is refused, on creation and on change', async () => {
    const { call } = server
    await makeProvider(call, { slug: 'taken' })
    const got = await call('POST', '/v1/providers', { body: { ...PROVIDER, slug: 'taken' } })
    expect([got.status, got.body.code]).toEqual([409, 'slug_taken'])
    const other = await makeProvider(call)
    const patch = await call('PATCH', `/v1/providers/${other.id}`, { body: { slug: 'taken' } })
    expect([patch.status, patch.body.code]).toEqual([409, 'slug_taken'])
  })

  test('that was given up is free', async () => {
    const { call } = server
    const first = await makeProvider(call, { slug: 'moving' })
    await call('PATCH', `/v1/providers/${first.id}`, { body: { slug: 'moved' } })
    expect((await makeProvider(call, { slug: 'moving' })).slug).toBe('moving')
  })
})

describe('a change', () => {
  test('touches what it names and nothing else; null takes an optional value away', async () => {
    const { call } = server
    const provider = await makeProvider(call, { specialty: 'Dentist', email: 'ada@example.com' })
    const got = await call('PATCH', `/v1/providers/${provider.id}`, {
      body: { name: 'Ada', specialty: null },
    })
    expect([got.status, got.body]).toEqual([
      200,
      { ...provider, version: 2, name: 'Ada', specialty: null },
    ])
    expect(got.headers.get('etag')).toBe('"2"')
    expect((await call('GET', '/v1/providers?specialty=dentist')).body.data).not.toContainEqual(
      expect.objectContaining({ id: provider.id }),
    )
  })

  test('to an unknown zone is refused', async () => {
    const provider = await makeProvider(server.call)
    const got = await server.call('PATCH', `/v1/providers/${provider.id}`, {
      body: { timeZone: 'Mars/Olympus' },
    })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/timeZone'])
  })
})

describe('a deletion', () => {
  test('takes the provider out of sight and frees its slug', async () => {
    const { call } = server
    const provider = await makeProvider(call, { slug: 'leaving' })
    const path = `/v1/providers/${provider.id}`
    expect((await call('DELETE', path, { headers: { 'if-match': '"x' } })).status).toBe(422)
    const got = await call('DELETE', path, { headers: { 'if-match': '"1"' } })
    expect([got.status, got.text]).toEqual([204, ''])
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('PATCH', path, { body: { name: 'x' } })).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
    expect((await makeProvider(call, { slug: 'leaving' })).slug).toBe('leaving')
  })

  test('of a provider with a live booking is refused until it is cancelled', async () => {
    const { call } = server
    const booking = await makeBooking(call, { confirmation: 'instant' })
    const path = `/v1/providers/${booking.providerId}`
    const refused = await call('DELETE', path)
    expect([refused.status, refused.body.code]).toEqual([409, 'provider_has_bookings'])
    expect((await call('GET', path)).status).toBe(200)
    await call('POST', `/v1/bookings/${booking.id}/cancel`, { body: {} })
    expect((await call('DELETE', path)).status).toBe(204)
  })
})

test('every documented answer of these calls was seen', async () => {
  const scheduleId = 'sch_01kqs3v7m8e2f4g6h8j0k2m4n6'
  const body = { ...PROVIDER, scheduleId }
  expect((await server.call('POST', '/v1/providers', { body })).status).toBe(404)
  expect((await server.call('GET', '/v1/providers?limit=1000')).status).toBe(422)
  expect(server.call.unseen('Providers', REFUSED_ALIKE)).toEqual([])
})
