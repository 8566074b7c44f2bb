import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitlistProofToken } from '../../src/booking/waiting/join-waitlist.ts'
import { runDueLines } from '../../src/booking/waiting/run-due-waitlists.ts'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { eventTypeBody, makeProvider, newSlug, START } from './support/fixtures.ts'
import { openMailbox, type TestMailbox } from './support/mailbox.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { eventTypeOfSuspendedAccount, OPERATOR_KEY } from './support/suspended-account.ts'

let mailbox: TestMailbox
let server: TestApp
let guarded: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openTestApp()
  guarded = await openTestApp({
    settings: { publicGuard: 'email', publicCaps: PUBLIC_CAPS, operatorKey: OPERATOR_KEY },
  })
})
afterAll(async () => {
  await server.close()
  await guarded.close()
  await mailbox.close()
})

const anybody = { key: null }
const UNKNOWN = 'wtl_01k5w3q8v0m9c2r4t6x8z0b1d3'
const RANGE = { from: '2026-04-27', to: '2026-04-28' }
let people = 0
/** An address that no other test uses. */
const newEmail = (): string => {
  people += 1
  return `grace-${people}@example.com`
}

/** An event type with one start on April 27, which is booked; and the booking. */
async function full(on: TestApp, more = {}): Promise<readonly [eventType: Body, booking: Body]> {
  const provider = await makeProvider(on.call, { slug: newSlug() })
  const body = eventTypeBody(provider.id, {
    slug: newSlug(),
    confirmation: 'instant',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '09:30' }] }],
    waitlist: {},
    ...more,
  })
  const eventType = (await on.call('POST', '/v1/event-types', { body })).body
  const booker = { name: 'First', email: newEmail() }
  const booked = { eventTypeId: eventType.id, start: START, booker }
  return [eventType, (await on.call('POST', '/v1/bookings', { body: booked })).body]
}

const joinPublicly = (on: TestApp, eventType: Body, email: string, more = {}) =>
  on.call('POST', '/v1/public/waitlist', {
    ...anybody,
    body: { eventTypeId: eventType.id, ...RANGE, booker: { name: 'Win a prize', email }, ...more },
  })

/** Does the background work of a server, and answers the latest email to an address. */
async function latestMailTo(on: TestApp, address: string) {
  await runDueLines(on.deps, 100)
  await mailbox.send(on)
  return (await mailbox.to(address)).at(-1)
}

const proofIn = (text = ''): string => /#hm_\w+\.(hm_\w+)/.exec(text)?.[1] ?? ''

test('somebody joins, gets an offer by email when the booking is cancelled, and confirms it', async () => {
  const [eventType, booking] = await full(server)
  const email = newEmail()
  const joined = await joinPublicly(server, eventType, email)
  expect(joined.status).toBe(201)
  expect(joined.body).toMatchObject({
    status: 'waiting',
    from: '2026-04-26T22:00:00Z',
    to: '2026-04-27T22:00:00Z',
    weekdays: null,
    timeOfDay: null,
    seats: 1,
    offer: null,
    lapsedOffers: 0,
    provider: { name: 'Dr. Ada Weber', timeZone: 'Europe/Berlin' },
    eventType: { title: eventType.title },
  })
  const welcome = await latestMailTo(server, email)
  expect(welcome?.subject).toBe(`On the wait list: ${eventType.title} with Dr. Ada Weber`)
  expect(welcome?.text).toContain('When: Monday, 27 April 2026')
  expect(welcome?.text).toContain(
    `https://book.example.com/manage/${joined.body.id}#${joined.body.manageToken}`,
  )
  expect(welcome?.text).not.toContain('Win a prize')

  await server.call('POST', `/v1/bookings/${booking.id}/cancel`, { body: {} })
  const manage = { key: joined.body.manageToken }
  const offered = await server.call('GET', `/v1/waitlist/${joined.body.id}`, manage)
  expect(offered.body).toMatchObject({
    status: 'offered',
    offer: { start: START, expiresAt: '2026-04-20T08:30:00Z' },
  })
  const offer = await latestMailTo(server, email)
  expect(offer?.subject).toBe(`A time is free: ${eventType.title} with Dr. Ada Weber`)
  expect(offer?.text).toContain('Answer by: Monday, 20 April 2026, 10:30')
  expect(offer?.text).not.toContain('Win a prize')

  const { bookingId } = offered.body.offer as { readonly bookingId: string }
  const confirmed = await server.call('POST', `/v1/bookings/${bookingId}/confirm-email`, {
    ...anybody,
    body: { token: proofIn(offer?.text) },
  })
  expect(confirmed.body).toMatchObject({ status: 'confirmed', waitlistId: joined.body.id })
  const booked = await server.call('GET', `/v1/waitlist/${joined.body.id}`, manage)
  expect(booked.body).toMatchObject({ status: 'booked', offer: { bookingId } })
})

test('whoever does not prove the address is not on the wait list, if the server asks for that', async () => {
  const [eventType, booking] = await full(guarded)
  const email = newEmail()
  const joined = await joinPublicly(guarded, eventType, email)
  expect(joined.body).toMatchObject({ status: 'unconfirmed' })
  const asked = await latestMailTo(guarded, email)
  expect(asked?.subject).toBe(`Please confirm: wait list for ${eventType.title} with Dr. Ada Weber`)
  const confirm = (token: string) =>
    guarded.call('POST', `/v1/waitlist/${joined.body.id}/confirm-email`, {
      ...anybody,
      body: { token },
    })
  // The token of the response proves nothing: whoever joined has it, whatever address they gave.
  expect((await confirm(joined.body.manageToken)).status).toBe(404)
  await guarded.call('POST', `/v1/bookings/${booking.id}/cancel`, { body: {} })
  const list = `/v1/event-types/${eventType.id}/waitlist`
  expect((await guarded.call('GET', list)).body).toEqual({ data: [], nextCursor: null })
  expect((await confirm(proofIn(asked?.text))).body).toMatchObject({ status: 'waiting' })
  await latestMailTo(guarded, email)
  const offers = await mailbox.to(email)
  expect(offers.map(({ subject }) => subject)).toContain(
    `A time is free: ${eventType.title} with Dr. Ada Weber`,
  )
})

describe('a wait list', () => {
  test('is joined by the account, listed, and left with the manage token', async () => {
    const [eventType] = await full(server)
    const list = `/v1/event-types/${eventType.id}/waitlist`
    const booker = { name: 'Grace Hopper', email: newEmail(), id: 'u-17' }
    const wish = { weekdays: ['monday'], timeOfDay: { start: '09:00', end: '24:00' } }
    const joined = await server.call('POST', list, { body: { ...RANGE, ...wish, booker } })
    expect(joined.status).toBe(201)
    const { id, manageToken } = joined.body
    expect(joined.headers.get('location')).toBe(`/v1/waitlist/${id}`)
    expect(joined.body).toMatchObject({ ...wish, booker: { id: 'u-17' } })
    expect((await server.call('POST', list, { body: { ...RANGE, booker } })).body).toMatchObject({
      status: 409,
      code: 'already_waiting',
    })
    const { manageToken: _, ...entry } = joined.body
    expect((await server.call('GET', list)).body).toEqual({ data: [entry], nextCursor: null })
    const path = `/v1/waitlist/${id}`
    const other = await server.call('GET', path, { key: `${manageToken}x` })
    expect([other.status, other.body.code]).toEqual([401, 'unauthenticated'])
    const own = await server.call('GET', path, { key: manageToken })
    expect(own.body.booker).not.toHaveProperty('id')
    expect((await server.call('DELETE', path, { key: manageToken })).status).toBe(204)
    expect((await server.call('GET', path)).body.status).toBe('left')
    expect((await server.call('GET', list)).body.data).toEqual([])
  })

  test('does not exist for other accounts, and not at all without the option', async () => {
    const [eventType] = await full(server, { waitlist: null })
    expect((await joinPublicly(server, eventType, newEmail())).body).toMatchObject({
      status: 409,
      code: 'waitlist_closed',
    })
    const nothing = await server.call('GET', `/v1/waitlist/${UNKNOWN}`)
    expect([nothing.status, nothing.body.code]).toEqual([404, 'not_found'])
  })

  test('takes as many strangers of one network as it takes bookings', async () => {
    const [eventType] = await full(guarded)
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const joined = await joinPublicly(guarded, eventType, newEmail())
      statuses.push(joined.status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10)
  })
})

test('every documented answer of these calls was seen', async () => {
  const { call } = guarded
  const [{ id: eventTypeId }] = await full(guarded)
  const [{ id: closedId }] = await full(guarded, { waitlist: null })
  const { id: suspendedId } = await eventTypeOfSuspendedAccount(call, { waitlist: {} })
  const booker = { name: 'Grace Hopper', email: newEmail() }
  const body = { ...RANGE, booker }
  // The tests above have used up what their network may take.
  const from = '198.51.100.1'
  const ask = (id: string, wish: object = body) =>
    call('POST', '/v1/public/waitlist', { key: null, from, body: { eventTypeId: id, ...wish } })
  const joined = await ask(eventTypeId)
  const list = `/v1/event-types/${eventTypeId}/waitlist`
  const waiting = await call('POST', list, { body })
  expect([joined.status, waiting.status]).toEqual([201, 201])
  const path = `/v1/waitlist/${waiting.body.id}`
  expect((await call('GET', path)).status).toBe(200)
  const prove = (token: string) =>
    call('POST', `/v1/waitlist/${joined.body.id}/confirm-email`, { key: null, body: { token } })
  const proof = waitlistProofToken(guarded.deps, { id: joined.body.id, booker })
  const nowhere = `/v1/event-types/${UNKNOWN.replace('wtl', 'ety')}/waitlist`
  const past = { ...body, from: '2026-04-01', to: '2026-04-02' }
  for (const [refused, status, code] of [
    [await prove(proof), 409, 'already_waiting'],
    [await prove(''), 422, 'validation_failed'],
    [await ask(suspendedId), 403, 'account_suspended'],
    [await ask(UNKNOWN.replace('wtl', 'ety')), 404, 'not_found'],
    [await ask(closedId), 409, 'waitlist_closed'],
    [await ask(eventTypeId, past), 422, 'validation_failed'],
    [await call('POST', list, { body }), 409, 'already_waiting'],
    [await call('POST', list, { body: past }), 422, 'validation_failed'],
    [await call('POST', nowhere, { body }), 404, 'not_found'],
    [await call('GET', nowhere), 404, 'not_found'],
    [await call('GET', `${list}?limit=0`), 422, 'validation_failed'],
    [await call('GET', `/v1/waitlist/${UNKNOWN}`), 404, 'not_found'],
    [await call('DELETE', `/v1/waitlist/${UNKNOWN}`), 404, 'not_found'],
    [await call('DELETE', path, { headers: { 'if-match': 'x' } }), 422, 'validation_failed'],
  ] as const) {
    expect([refused.status, refused.body.code]).toEqual([status, code])
  }
  expect((await call('DELETE', path)).status).toBe(204)
  expect(call.unseen('Wait lists', REFUSED_ALIKE)).toEqual([])
})
