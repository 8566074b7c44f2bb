import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingKey } from '../../src/booking/keys.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { signInBooker } from './support/booker-sign-in.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'
import { workOnce } from './support/work.ts'

const EMAIL = 'grace@example.com'

let server: TestApp
let eventTypeId: string
let heldEventTypeId: string
let contactId: string
let token: string
beforeAll(async () => {
  server = await openTestApp({ settings: { publicGuard: 'email' } })
  await server.call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  eventTypeId = (await makeEventType(server.call, { confirmation: 'instant' })).id
  heldEventTypeId = (await makeEventType(server.call, { confirmation: 'hold' })).id
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

/** Holds a time without a booker, and confirms it with one. */
async function holdAndConfirm(start: string, booker: object, sent?: string) {
  const held = await server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    headers: sent === undefined ? {} : { authorization: `Bearer ${sent}` },
    body: { eventTypeId: heldEventTypeId, start },
  })
  expect([held.status, held.body.status]).toEqual([202, 'pending'])
  const path = `/v1/bookings/${held.body.id}/confirm`
  return await server.call('POST', path, { key: String(held.body.manageToken), body: { booker } })
}

test('a hold with a sign-in is confirmed with its address, and asks for proof of any other', async () => {
  const own = { name: 'Grace B. Hopper', email: EMAIL }
  const booked = await holdAndConfirm('2026-04-28T08:00:00Z', own, token)
  expect([booked.status, booked.body.status]).toEqual([200, 'confirmed'])
  expect(await nameOfContact()).toBe('Grace B. Hopper')
  const other = { name: 'Grace', email: 'other@example.com' }
  const typed = await holdAndConfirm('2026-04-28T09:00:00Z', other, token)
  expect([typed.body.status, typed.body.emailUnconfirmed]).toEqual(['pending', true])
  const stranger = await holdAndConfirm('2026-04-28T10:00:00Z', own)
  expect([stranger.body.status, stranger.body.emailUnconfirmed]).toEqual(['pending', true])
})

test('nothing of a sign-in is left in a booking that is no hold any more', async () => {
  const own = { name: 'Grace', email: EMAIL }
  const booked = await holdAndConfirm('2026-04-29T08:00:00Z', own, token)
  const stored = await server.deps.store.getMany([bookingKey(String(booked.body.id))], {
    consistent: true,
  })
  expect(stored[0]).toMatchObject({ status: 'confirmed' })
  expect(stored[0]).not.toHaveProperty('signInMark')
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
