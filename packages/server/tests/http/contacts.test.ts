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
        phone: null,
        name: 'Grace Hopper',
        tags: [],
        barred: null,
        bookerId: null,
        bookingCount: 2,
        noShowCount: 0,
        mergedInto: null,
        merged: [],
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

test('a contact is added, changed and found by phone', async () => {
  const { call } = server
  const body = { name: 'Ida Noddack', phone: '+41 44 333 44 55' }
  const added = await call('POST', '/v1/contacts', { body })
  expect([added.status, added.headers.get('location')]).toEqual([
    201,
    `/v1/contacts/${added.body.id}`,
  ])
  expect(added.body).toMatchObject({
    version: 1,
    name: 'Ida Noddack',
    email: null,
    phone: '+41443334455',
    bookingCount: 0,
    lastBookingId: null,
  })
  const path = `/v1/contacts/${added.body.id}`
  const named = await call('PATCH', path, {
    body: { email: 'Ida@Example.com' },
    headers: { 'if-match': '"1"' },
  })
  expect(named.body).toMatchObject({ version: 2, email: 'ida@example.com' })
  const found = await call('GET', '/v1/contacts?phone=%2B41443334455')
  expect(found.body.data).toEqual([named.body])
  const stale = await call('PATCH', path, { body: { phone: null }, headers: { 'if-match': '"1"' } })
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
  const removed = await call('PATCH', path, { body: { phone: null, email: null } })
  expect(removed.body).toMatchObject({ version: 3, email: null, phone: null })
  const last = (await call('GET', '/v1/contacts')).body.data.at(-1)
  expect(last).toEqual(removed.body)
})

test('a known address is refused, and names the contact that has it', async () => {
  const { call } = server
  const [grace] = (await call('GET', '/v1/contacts?email=grace@example.com')).body.data
  const body = { name: 'Somebody', email: 'Grace@example.com' }
  const again = await call('POST', '/v1/contacts', { body })
  expect([again.status, again.body.code, again.body.contactId]).toEqual([
    409,
    'contact_exists',
    grace?.id,
  ])
  const { body: other } = await call('POST', '/v1/contacts', { body: { name: 'Somebody' } })
  const moved = await call('PATCH', `/v1/contacts/${other.id}`, { body: { email: body.email } })
  expect([moved.status, moved.body.code]).toEqual([409, 'contact_exists'])
  const foreign = await call('PATCH', `/v1/contacts/${other.id}`, {
    key: server.otherKey,
    body: { name: 'Mallory' },
  })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
})

test('a contact without an address is exported and erased by its id', async () => {
  const { call } = server
  const { body: added } = await call('POST', '/v1/contacts', { body: { name: 'Nadia Nomail' } })
  const exported = await call('POST', `/v1/contacts/${added.id}/export`)
  expect(exported.body).toMatchObject({ email: null, contact: { name: 'Nadia Nomail' } })
  expect((await call('POST', `/v1/contacts/${added.id}/erase`, { body: {} })).status).toBe(202)
  const changed = await call('PATCH', `/v1/contacts/${added.id}`, { body: { name: 'Nadia' } })
  expect([changed.status, changed.body.code]).toEqual([409, 'invalid_transition'])
})

test('a number without a country code needs the country of the account', async () => {
  const { call } = server
  const body = { name: 'Eve', phone: '030 901820' }
  const refused = await call('POST', '/v1/contacts', { body })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/phone'])
  const { body: nobody } = await call('POST', '/v1/contacts', { body: { name: 'Eve' } })
  const patched = await call('PATCH', `/v1/contacts/${nobody.id}`, { body: { phone: '030' } })
  expect([patched.status, patched.body.errors[0].pointer]).toEqual([422, '/phone'])
  const wrong = await call('PATCH', '/v1/account', { body: { country: 'UK' } })
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/country'])
  expect((await call('PATCH', '/v1/account', { body: { country: 'DE' } })).body.country).toBe('DE')
  expect((await call('POST', '/v1/contacts', { body })).body.phone).toBe('+4930901820')
})

test('an address that is none is refused', async () => {
  const got = await server.call('GET', '/v1/contacts?email=grace')
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/query/email'])
})

test('messages of a person are listed, and a suppression that there is not is lifted', async () => {
  const { call } = server
  const { body: contact } = await call('POST', '/v1/contacts', { body: { name: 'Mia Message' } })
  for (const list of ['messages', 'suppressions']) {
    const path = `/v1/contacts/${contact.id}/${list}`
    expect((await call('GET', path)).body.data).toEqual([])
    expect((await call('GET', `${path}?color=red`)).status).toBe(422)
    const gone = `/v1/contacts/cnt_00000000000000000000000000/${list}`
    expect((await call('GET', gone)).status).toBe(404)
  }
  const lift = (id: string) => call('DELETE', `/v1/contacts/${id}/suppressions/email`)
  expect((await lift(contact.id)).status).toBe(204)
  expect((await lift('cnt_00000000000000000000000000')).status).toBe(404)
})

test('every documented answer of these calls was seen', async () => {
  expect(server.call.unseen('Contacts', REFUSED_ALIKE)).toEqual([])
})
