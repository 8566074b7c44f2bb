import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, book, makeEventType, NEXT_START, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
let bookingIds: readonly string[]
beforeAll(async () => {
  server = await openTestApp()
  const { call, deps } = server
  const eventType = await makeEventType(call)
  const first = await book(call, eventType.id, START)
  const second = await book(call, eventType.id, NEXT_START)
  const held = await call('POST', '/v1/bookings', {
    body: {
      eventTypeId: eventType.id,
      start: '2026-04-27T08:00:00Z',
      booker: { ...BOOKER, email: 'held@example.com' },
    },
  })
  expect(held.status).toBe(202)
  bookingIds = [first.id, second.id]
  for (const id of bookingIds) await call('POST', `/v1/bookings/${id}/confirm`)
  await workOnce(deps)
})
afterAll(() => server.close())

test('whoever has a confirmed booking is a contact, found by address in any case', async () => {
  const { call } = server
  const listed = await call('GET', '/v1/contacts')
  expect(listed.body).toEqual({
    data: [
      {
        id: expect.stringMatching(/^cnt_/),
        version: 2,
        email: 'grace@example.com',
        name: 'Grace Hopper',
        bookerId: null,
        bookingCount: 2,
        erasing: false,
        lastBookingId: expect.stringMatching(/^bkg_/),
        createdAt: '2026-04-20T08:00:00Z',
        updatedAt: '2026-04-20T08:00:00Z',
      },
    ],
    nextCursor: null,
  })
  expect(bookingIds).toContain(listed.body.data[0]?.lastBookingId)
  const found = await call('GET', '/v1/contacts?email=Grace@Example.com')
  expect(found.body.data).toEqual(listed.body.data)
  const nobody = await call('GET', '/v1/contacts?email=held@example.com')
  expect(nobody.body.data).toEqual([])
  const read = await call('GET', `/v1/contacts/${listed.body.data[0]?.id}`)
  expect([read.status, read.headers.get('etag')]).toEqual([200, '"2"'])
  expect(read.body).toEqual(listed.body.data[0])
})

test('another account sees none of them', async () => {
  const { call, otherKey } = server
  const [contact] = (await call('GET', '/v1/contacts')).body.data
  expect((await call('GET', '/v1/contacts', { key: otherKey })).body.data).toEqual([])
  const search = await call('GET', '/v1/contacts?email=grace@example.com', { key: otherKey })
  expect(search.body.data).toEqual([])
  const read = await call('GET', `/v1/contacts/${contact?.id}`, { key: otherKey })
  expect([read.status, read.body.code]).toEqual([404, 'not_found'])
})

test('an address that is none is refused', async () => {
  const got = await server.call('GET', '/v1/contacts?email=grace')
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/query/email'])
})

test('every documented answer of these calls was seen', async () => {
  expect(server.call.unseen('Contacts', REFUSED_ALIKE)).toEqual([])
})
