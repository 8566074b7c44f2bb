import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeEventType, makeProvider, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const MORNING = { start: '2026-04-27T09:00:00+02:00', end: '2026-04-27T12:00:00+02:00' }

test('time that is taken off is offered no more, and is offered again when it is given back', async () => {
  const { call } = server
  const eventType = await makeEventType(call)
  const slots = async () =>
    (await call('GET', `/v1/event-types/${eventType.id}/slots?from=2026-04-27&to=2026-04-28`)).body
      .data.length
  expect(await slots()).toBe(16)
  const path = `/v1/providers/${eventType.providerId}/blocks`
  const made = await call('POST', path, { body: { ...MORNING, reason: 'training\nin the house' } })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id: expect.stringMatching(/^blk_/),
    version: 1,
    actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
    providerId: eventType.providerId,
    start: '2026-04-27T07:00:00Z',
    end: '2026-04-27T10:00:00Z',
    reason: 'training\nin the house',
    absenceId: null,
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  expect(await slots()).toBe(10)
  expect((await call('GET', path)).body).toEqual({ data: [made.body], nextCursor: null })
  const deleted = await call('DELETE', `${path}/${made.body.id}`, {
    headers: { 'if-match': '"1"' },
  })
  expect(deleted.status).toBe(204)
  expect(await slots()).toBe(16)
  expect((await call('DELETE', `${path}/${made.body.id}`)).status).toBe(404)
})

test('a block over a live booking is refused, and the booking stands', async () => {
  const { call } = server
  const eventType = await makeEventType(call, { confirmation: 'instant' })
  const booking = await book(call, eventType.id, START)
  const got = await call('POST', `/v1/providers/${eventType.providerId}/blocks`, { body: MORNING })
  expect([got.status, got.body.code]).toEqual([409, 'slot_taken'])
  expect((await call('GET', `/v1/bookings/${booking.id}`)).body.status).toBe('confirmed')
})

test('a block that is refused names each booking, hold and block in its way', async () => {
  const { call, clock } = server
  const eventType = await makeEventType(call)
  const path = `/v1/providers/${eventType.providerId}/blocks`
  const lapsed = await book(call, eventType.id, '2026-04-27T09:00:00Z')
  clock.moveTo(clock.nowEpochMilliseconds() + 300_000)
  const confirmed = await book(call, eventType.id, '2026-04-27T08:30:00Z')
  await call('POST', `/v1/bookings/${confirmed.id}/confirm`)
  const held = await book(call, eventType.id, START)
  const outside = await book(call, eventType.id, '2026-04-27T10:00:00Z')
  const lunch = { start: '2026-04-27T11:45:00+02:00', end: '2026-04-27T12:00:00+02:00' }
  const block = await call('POST', path, { body: lunch })
  const got = await call('POST', path, { body: MORNING })
  expect([got.status, got.body.code]).toEqual([409, 'slot_taken'])
  expect(got.body.bookingIds).toEqual([held.id, confirmed.id])
  expect(got.body.blockIds).toEqual([block.body.id])
  expect(got.body.bookingIds).not.toContain(lapsed.id)
  expect(got.body.bookingIds).not.toContain(outside.id)
})

test('blocks are listed by the range that they overlap, in the zone of the provider', async () => {
  const { call } = server
  const provider = await makeProvider(call)
  const path = `/v1/providers/${provider.id}/blocks`
  const make = async (start: string, end: string) =>
    (await call('POST', path, { body: { start, end } })).body.id
  const later = await make('2026-05-02T00:00:00+02:00', '2026-05-03T00:00:00+02:00')
  const long = await make('2026-04-20T00:00:00+02:00', '2026-04-30T00:00:00+02:00')
  const list = async (query: string) =>
    (await call('GET', `${path}?${query}`)).body.data.map(({ id }) => id)
  expect(await list('')).toEqual([later, long])
  expect(await list('from=2026-04-25&to=2026-04-26')).toEqual([long])
  expect(await list('from=2026-04-30&to=2026-05-02')).toEqual([])
  expect(await list('from=2026-04-29&to=2026-05-03')).toEqual([later, long])
  expect(await list('from=2026-04-30')).toEqual([later])
  expect(await list('to=2026-05-01T22:00:00Z')).toEqual([long])
  expect(await list('from=2026-05-01T22:00:00Z')).toEqual([later])
  const first = await call('GET', `${path}?from=2026-04-25&limit=1`)
  const second = `${path}?from=2026-04-25&limit=1&cursor=${first.body.nextCursor}`
  expect((await call('GET', second)).body.data.map(({ id }) => id)).toEqual([long])
  const empty = await call('GET', `${path}?from=2026-05-01&to=2026-05-01`)
  expect([empty.status, empty.body.errors[0].pointer]).toEqual([422, '/query/to'])
})

test.each([
  ['that ends when it starts', { end: MORNING.start }, '/end'],
  ['that ends before it starts', { end: '2026-04-26T12:00:00Z' }, '/end'],
  ['without an offset', { start: '2026-04-27T09:00:00' }, '/start'],
  ['that starts within a minute', { start: '2026-04-27T09:00:30+02:00' }, '/start'],
  ['of four years', { end: '2030-04-27T09:00:00Z' }, '/end'],
])('a block %s is refused', async (_, wrong, pointer) => {
  const provider = await makeProvider(server.call)
  const got = await server.call('POST', `/v1/providers/${provider.id}/blocks`, {
    body: { ...MORNING, ...wrong },
  })
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
})

test('every documented answer of these calls was seen', async () => {
  const nobody = '/v1/providers/prv_01kqs3v7m8e2f4g6h8j0k2m4n6/blocks'
  await server.call('POST', nobody, { body: MORNING })
  await server.call('GET', nobody)
  await server.call('GET', `${nobody}?limit=x`)
  await server.call('DELETE', `${nobody}/blk_01kqs3v7m8e2f4g6h8j0k2m4n6`, {
    headers: { 'if-match': 'x' },
  })
  expect(server.call.unseen('Blocks', REFUSED_ALIKE)).toEqual([])
})
