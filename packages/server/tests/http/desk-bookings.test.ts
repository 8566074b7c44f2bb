import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatEntity } from '../../src/kernel/format.ts'
import { formatKey } from '../../src/kernel/keys.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeEventType } from './support/fixtures.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
let eventTypeId: string
beforeAll(async () => {
  server = await openTestApp()
  eventTypeId = (await makeEventType(server.call, { confirmation: 'instant' })).id
})
afterAll(() => server.close())

let hour = 0
/** Books the next free start. */
async function book(who: Readonly<Record<string, unknown>>) {
  const day = 27 + Math.floor(hour / 4)
  const start = `2026-04-${day}T${String(9 + (hour % 4)).padStart(2, '0')}:00:00Z`
  hour += 1
  return await server.call('POST', '/v1/bookings', { body: { eventTypeId, start, ...who } })
}
const contact = async (id: string) => (await server.call('GET', `/v1/contacts/${id}`)).body
const format = async () => (await formatEntity.read(server.deps.store, formatKey))?.format

test('a booking with an email address leaves the format of the store as it is', async () => {
  const got = await book({ booker: { name: 'Ada Lovelace', email: 'ada@example.com' } })
  expect(got.status).toBe(201)
  expect(got.body.booker).not.toHaveProperty('contactId')
  expect(await format()).toBeUndefined()
})

test('a person with a name and a phone is booked, and is a contact with the booking', async () => {
  const booker = { name: 'Nora Phone', phone: '+41 44 333 44 55' }
  const got = await book({ booker })
  expect(got.status).toBe(201)
  const contactId = String(got.body.booker.contactId)
  expect(got.body.booker).toEqual({
    id: null,
    name: 'Nora Phone',
    email: null,
    contactId: expect.stringMatching(/^cnt_/),
    timeZone: null,
    locale: null,
    phone: '+41443334455',
  })
  expect(await contact(contactId)).toMatchObject({
    name: 'Nora Phone',
    email: null,
    phone: '+41443334455',
    bookingCount: 0,
    lastBookingId: null,
  })
  expect(await format()).toBe(2)
  await workOnce(server.deps)
  expect(await contact(contactId)).toMatchObject({ bookingCount: 1, lastBookingId: got.body.id })
  expect((await server.call('GET', `/v1/bookings/${got.body.id}`)).body.booker).toEqual(
    got.body.booker,
  )
})

test('two people with one phone, or one name, are two people', async () => {
  const booker = { name: 'Nora Phone', phone: '+41 44 333 44 55' }
  const ids = [
    (await book({ booker })).body.booker.contactId,
    (await book({ booker: { name: 'Nora Phone' } })).body.booker.contactId,
    (await book({ booker: { name: 'Nora Phone' } })).body.booker.contactId,
  ]
  expect(new Set(ids).size).toBe(3)
  const found = await server.call('GET', '/v1/contacts?phone=%2B41443334455')
  expect(found.body.data).toHaveLength(2)
})

test('a contact is booked by its id, with an address and without one', async () => {
  const { call } = server
  const bare = await call('POST', '/v1/contacts', { body: { name: 'Bea Bare' } })
  const first = await book({ contactId: bare.body.id })
  expect(first.body.booker).toMatchObject({ name: 'Bea Bare', contactId: bare.body.id })
  await call('PATCH', `/v1/contacts/${bare.body.id}`, { body: { email: 'bea@example.com' } })
  const second = await book({ contactId: bare.body.id })
  expect(second.body.booker).toMatchObject({ name: 'Bea Bare', email: 'bea@example.com' })
  expect(second.body.booker).not.toHaveProperty('contactId')
  await workOnce(server.deps)
  expect(await contact(bare.body.id)).toMatchObject({
    email: 'bea@example.com',
    bookingCount: 2,
  })
  const foreign = await call('POST', '/v1/bookings', {
    key: server.otherKey,
    body: { eventTypeId, start: '2026-04-30T09:00:00Z', contactId: bare.body.id },
  })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
})

test('somebody who is not named is booked, and is no contact', async () => {
  const before = (await server.call('GET', '/v1/contacts')).body.data.length
  const got = await book({ anonymous: true })
  expect(got.status).toBe(201)
  expect(got.body.booker).toMatchObject({ name: '', email: null, phone: null })
  expect(got.body.booker).not.toHaveProperty('contactId')
  await workOnce(server.deps)
  expect((await server.call('GET', '/v1/contacts')).body.data).toHaveLength(before)
})

test('the bookings of a person without an address are listed by the contact', async () => {
  const first = await book({ booker: { name: 'Lia List' } })
  const { contactId } = first.body.booker
  const second = await book({ contactId })
  const listed = await server.call('GET', `/v1/bookings?contactId=${contactId}`)
  expect(listed.body.data.map(({ id }) => id)).toEqual([first.body.id, second.body.id])
  const other = await server.call('GET', `/v1/bookings?contactId=${contactId}`, {
    key: server.otherKey,
  })
  expect([other.status, other.body.code]).toEqual([404, 'not_found'])
})

test('a group is booked for one person without an address, who is one contact', async () => {
  const items = ['2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z'].map((start) => ({
    eventTypeId,
    start,
  }))
  const body = { items, booker: { name: 'Gus Group', phone: '+41443334466' } }
  const made = await server.call('POST', '/v1/booking-groups', { body })
  expect(made.status).toBe(201)
  const ids = (made.body.bookings as readonly { booker: { contactId: string } }[]).map(
    ({ booker }) => booker.contactId,
  )
  expect(ids).toEqual([ids[0], ids[0]])
  await workOnce(server.deps)
  expect(await contact(String(ids[0]))).toMatchObject({
    name: 'Gus Group',
    phone: '+41443334466',
    bookingCount: 2,
  })
  const later = items.map((item) => ({ ...item, start: item.start.replace('05-04', '05-05') }))
  const again = await server.call('POST', '/v1/booking-groups', {
    body: { items: later, contactId: ids[0] },
  })
  expect(again.status).toBe(201)
  const both = { items: later, anonymous: true, contactId: ids[0] }
  const refused = await server.call('POST', '/v1/booking-groups', { body: both })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/booker'])
})

test('exactly one way to name the person is accepted', async () => {
  const both = await book({ anonymous: true, booker: { name: 'Ada' } })
  expect([both.status, both.body.errors[0].pointer]).toEqual([422, '/booker'])
  const none = await book({})
  expect([none.status, none.body.errors[0].pointer]).toEqual([422, '/booker'])
  const nameless = await book({ booker: { phone: '+41443334455' } })
  expect([nameless.status, nameless.body.errors[0].pointer]).toEqual([422, '/booker/name'])
})

test('a booker of a public booking needs an email address', async () => {
  const got = await server.call('POST', '/v1/public/bookings', {
    key: null,
    body: {
      eventTypeId,
      start: '2026-04-30T09:00:00Z',
      booker: { name: 'Mallory', phone: '+41443334455' },
    },
  })
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/booker/email'])
})

test('a booking gets an address later, and then counts for the contact of that address', async () => {
  const { call, deps } = server
  const got = await book({ booker: { name: 'Lena Later', phone: '+41443334400' } })
  await workOnce(deps)
  const renamed = await call('PATCH', `/v1/bookings/${got.body.id}`, {
    body: { booker: { name: 'Lena L.' } },
  })
  expect(renamed.body.booker).toMatchObject({
    name: 'Lena L.',
    contactId: got.body.booker.contactId,
  })
  const named = await call('PATCH', `/v1/bookings/${got.body.id}`, {
    body: { booker: { email: 'lena@example.com' } },
  })
  expect(named.body.booker).toMatchObject({ name: 'Lena L.', email: 'lena@example.com' })
  expect(named.body.booker).not.toHaveProperty('contactId')
  await workOnce(deps)
  const [lena] = (await call('GET', '/v1/contacts?email=lena@example.com')).body.data
  expect(lena).toMatchObject({ name: 'Lena L.', lastBookingId: got.body.id })
})

test('a local number of whom the account books is one of its country, wherever the provider is', async () => {
  const { call } = server
  expect((await call('PATCH', '/v1/account', { body: { country: 'CH' } })).status).toBe(200)
  const got = await book({ booker: { name: 'Local', phone: '044 333 44 55' } })
  expect(got.body.booker.phone).toBe('+41443334455')
  const patch = (phone: string) =>
    call('PATCH', `/v1/bookings/${got.body.id}`, { body: { booker: { phone } } })
  expect((await patch('044 333 44 66')).body.booker.phone).toBe('+41443334466')
  expect((await patch('+49 30 901820')).body.booker.phone).toBe('+4930901820')
  const { id } = await makeEventType(call, {})
  const start = '2026-04-27T09:00:00Z'
  const hold = await call('POST', '/v1/public/bookings', {
    key: null,
    body: { eventTypeId: id, start },
  })
  const body = { booker: { name: 'Late', email: 'late@example.com', phone: '044 333 44 77' } }
  const confirmed = await call('POST', `/v1/bookings/${hold.body.id}/confirm`, { body })
  expect(confirmed.body).toMatchObject({ booker: { phone: '+41443334477' } })
})
