import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { signInBooker } from './support/booker-sign-in.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'
import { workOnce } from './support/work.ts'

const EMAIL = 'grace@example.com'

let server: TestApp
let eventTypeId: string
let contactId: string
let token: string
beforeAll(async () => {
  server = await openTestApp({ settings: { publicGuard: 'email' } })
  await server.call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  eventTypeId = (await makeEventType(server.call, { confirmation: 'instant' })).id
  const body = { name: 'Grace', email: EMAIL }
  contactId = (await server.call('POST', '/v1/contacts', { body })).body.id
  token = await signInBooker(server, 'lakeside', EMAIL)
})
afterAll(() => server.close())

const book = (start: string, booker: object, sent?: string) =>
  server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    headers: sent === undefined ? {} : { authorization: `Bearer ${sent}` },
    body: { eventTypeId, start, booker },
  })

const nameOfContact = async () => {
  await workOnce(server.deps)
  return (await server.call('GET', `/v1/contacts/${contactId}`)).body.name
}

test('who only types the address of a contact has to prove it, and changes nothing of it', async () => {
  const typed = await book('2026-04-27T07:00:00Z', { name: 'Mallory', email: EMAIL })
  expect([typed.status, typed.body.emailUnconfirmed]).toEqual([202, true])
  const unknown = await book('2026-04-27T07:30:00Z', { name: 'Mallory', email: 'no@example.com' })
  expect(Object.keys(typed.body).sort()).toEqual(Object.keys(unknown.body).sort())
  expect(await nameOfContact()).toBe('Grace')
})

test('a booking with a sign-in stands at once, and is that of its contact', async () => {
  const booked = await book('2026-04-27T08:00:00Z', { name: 'Grace Hopper', email: EMAIL }, token)
  expect([booked.status, booked.body.status]).toEqual([201, 'confirmed'])
  expect(await nameOfContact()).toBe('Grace Hopper')
})

test('a sign-in proves no other address', async () => {
  const other = { name: 'Grace', email: 'other@example.com' }
  const booked = await book('2026-04-27T08:30:00Z', other, token)
  expect([booked.status, booked.body.emailUnconfirmed]).toEqual([202, true])
})

test('a token of another account, an invented one and one that was revoked are refused', async () => {
  const { otherKey: key } = server
  await server.call('PATCH', '/v1/account', { key, body: { slug: 'hillside' } })
  await server.call('POST', '/v1/contacts', { key, body: { name: 'Grace', email: EMAIL } })
  const foreign = await signInBooker(server, 'hillside', EMAIL)
  await server.call('PATCH', `/v1/contacts/${contactId}`, { body: { email: 'new@example.com' } })
  for (const sent of [foreign, 'hb_invented', token]) {
    const got = await book('2026-04-27T09:00:00Z', { name: 'Grace', email: EMAIL }, sent)
    expect([got.status, got.body.code]).toEqual([401, 'unauthenticated'])
  }
})
