import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../http/support/app.ts'
import type { Call, Got, Sent } from '../http/support/call.ts'
import { BOOKER, book, eventTypeBody, makeProvider, START } from '../http/support/fixtures.ts'

type Asked = (...asked: Parameters<Call>) => Promise<Got>

let server: TestApp
/** The provider that the restricted key may act for, and the one that it may not. */
let own: string
let other: string
/** Calls with the key that is restricted to `own`. */
let restricted: Asked

beforeAll(async () => {
  server = await openTestApp()
  const { call } = server
  own = (await makeProvider(call, { specialty: 'dentist' })).id
  other = (await makeProvider(call, { specialty: 'dentist' })).id
  const body = {
    name: 'own',
    scopes: ['read', 'bookings', 'settings'],
    providerIds: [own],
  }
  const made = await call('POST', '/v1/api-keys', { body })
  restricted = (method: string, path: string, sent?: Sent) =>
    call(method, path, { ...sent, key: made.body.secret })
})
afterAll(() => server.close())

const UNKNOWN = {
  booking: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6',
  event_type: 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6',
  provider: 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6',
} as const

/** An event type that the account made. */
async function makeType(providerId: string, more: Readonly<Record<string, unknown>> = {}) {
  const made = await server.call('POST', '/v1/event-types', {
    body: eventTypeBody(providerId, more),
  })
  expect(made.status, made.text).toBeLessThan(300)
  return made.body
}

const agents = (...providerIds: readonly string[]) => ({
  requirements: [{ name: 'agent', providerIds, count: 1 }],
})

/** The status, code and words of an answer, without the ids of the call. */
async function answered(ask: Asked, ...asked: Parameters<Call>) {
  const { status, body } = await ask(...asked)
  return `${status} ${body.code} ${body.detail}`.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, 'ID')
}

describe('a caller that is restricted to a provider does not reach another one', () => {
  test('by giving one of its bookings a service of another', async () => {
    const [mine, theirs] = [
      await makeType(own, { confirmation: 'instant' }),
      await makeType(other, { confirmation: 'instant' }),
    ]
    const { id } = await book(server.call, mine.id)
    const change = (eventTypeId: string) =>
      answered(restricted, 'POST', `/v1/bookings/${id}/reschedule`, { body: { eventTypeId } })
    expect(await change(theirs.id)).toBe(await change(UNKNOWN.event_type))
    expect(await change(theirs.id)).toMatch(/^404 /)
    await server.call('POST', `/v1/bookings/${id}/cancel`, { body: {} })
  })

  test('by naming it in the requirements of a new event type or of one of its own', async () => {
    for (const providerIds of [[other], [own, other], [UNKNOWN.provider]]) {
      const body = eventTypeBody(own, agents(...providerIds))
      expect(await answered(restricted, 'POST', '/v1/event-types', { body })).toBe(
        '404 not_found There is no provider "ID".',
      )
    }
    const mine = await makeType(own)
    const path = `/v1/event-types/${mine.id}`
    for (const id of [other, UNKNOWN.provider]) {
      const body = agents(own, id)
      expect(await answered(restricted, 'PATCH', path, { body })).toBe(
        '404 not_found There is no provider "ID".',
      )
    }
    const kept = await restricted('PATCH', path, { body: agents(own) })
    expect(kept.status, kept.text).toBe(200)
  })

  test('by a specialty or a kind, whose candidates are known only later', async () => {
    const mine = await makeType(own)
    for (const requirement of [{ specialty: 'dentist' }, { kind: 'person' }]) {
      const requirements = [{ name: 'agent', ...requirement, count: 1 }]
      const body = eventTypeBody(own, { requirements })
      const created = await restricted('POST', '/v1/event-types', { body })
      expect([created.status, created.body.code]).toEqual([403, 'forbidden'])
      const patched = await restricted('PATCH', `/v1/event-types/${mine.id}`, {
        body: { requirements },
      })
      expect([patched.status, patched.body.code]).toEqual([403, 'forbidden'])
    }
  })

  test.each([
    ['named', () => agents(own, other)],
    ['of a specialty', () => ({ requirements: [{ name: 'any', specialty: 'dentist', count: 1 }] })],
  ])('through an event type whose candidates are %s', async (_, more) => {
    const type = await makeType(own, { ...more(), waitlist: {} })
    const slots = `/v1/event-types/${type.id}/slots`
    const range = 'from=2026-04-27&to=2026-04-28'
    const booking = { eventTypeId: type.id, start: START, booker: BOOKER }
    const hidden = '404 not_found There is no event type "ID".'
    expect(await answered(restricted, 'GET', `${slots}?${range}`)).toBe(hidden)
    expect(await answered(restricted, 'GET', `${slots}/explain?start=${START}`)).toBe(hidden)
    expect(await answered(restricted, 'GET', `/v1/slots?eventTypeIds=${type.id}`)).toBe(hidden)
    expect(await answered(restricted, 'POST', '/v1/bookings', { body: booking })).toBe(hidden)
    const waiting = { from: '2026-04-27', to: '2026-05-04', booker: BOOKER }
    const waitlist = `/v1/event-types/${type.id}/waitlist`
    expect(await answered(restricted, 'POST', waitlist, { body: waiting })).toBe(hidden)
    const path = `/v1/event-types/${type.id}`
    expect(await answered(restricted, 'PATCH', path, { body: { title: 'Mine' } })).toBe(hidden)
    expect((await restricted('GET', path)).status).toBe(200)
  })

  test('by the soonest slots of a specialty', async () => {
    const type = await makeType(own, agents(own, other))
    const alone = await makeType(own)
    const soonest = await restricted('GET', '/v1/slots?specialty=dentist&limit=100')
    const ids = new Set(soonest.body.data.map((slot) => slot.eventTypeId))
    expect([ids.has(alone.id), ids.has(type.id)]).toEqual([true, false])
  })

  test('by moving a booking of a team, which may take another candidate', async () => {
    const type = await makeType(own, agents(own, other))
    const made = await server.call('POST', '/v1/bookings', {
      body: {
        eventTypeId: type.id,
        start: '2026-05-04T07:00:00Z',
        booker: BOOKER,
        providerId: own,
      },
    })
    expect(made.status, made.text).toBeLessThan(300)
    const path = `/v1/bookings/${made.body.id}`
    expect((await restricted('GET', path)).status).toBe(200)
    const body = { start: '2026-05-04T08:00:00Z' }
    expect(await answered(restricted, 'POST', `${path}/reschedule`, { body })).toBe(
      '404 not_found There is no booking "ID".',
    )
    expect((await restricted('POST', `${path}/cancel`)).status).toBe(200)
  })

  test('by booking a contact, whose details the answer would have', async () => {
    const { body: contact } = await server.call('POST', '/v1/contacts', { body: { name: 'Vip' } })
    const type = await makeType(own)
    const body = { eventTypeId: type.id, start: '2026-05-06T07:00:00Z', contactId: contact.id }
    const booked = await restricted('POST', '/v1/bookings', { body })
    expect([booked.status, booked.body.code]).toEqual([403, 'forbidden'])
  })

  test('by giving its own bookings away in bulk', async () => {
    const type = await makeType(own, agents(own, other))
    const made = await book(server.call, type.id, '2026-05-05T07:00:00Z')
    const body = { bookingIds: [made.id], action: 'reassign' }
    const given = await restricted('POST', '/v1/bookings/bulk', { body })
    expect([given.status, given.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('a caller that is restricted to a provider cannot tell what exists', () => {
  test('by listing the bookings of a contact', async () => {
    const foreign = { eventTypeId: (await makeType(other)).id, start: '2026-05-08T07:00:00Z' }
    const made = await server.call('POST', '/v1/bookings', {
      body: { ...foreign, booker: { name: 'Vip' } },
    })
    const known = String(made.body.booker.contactId)
    for (const contactId of [known, 'cnt_01kqs3v7m8e2f4g6h8j0k2m4n6']) {
      const listed = await restricted('GET', `/v1/bookings?contactId=${contactId}`)
      expect([listed.status, listed.body]).toEqual([200, { data: [], nextCursor: null }])
    }
  })

  test('by changing bookings in bulk', async () => {
    const foreign = await book(server.call, (await makeType(other)).id)
    const answers = await Promise.all(
      [foreign.id, UNKNOWN.booking].map((id) =>
        answered(restricted, 'POST', '/v1/bookings/bulk', {
          body: { bookingIds: [id], action: 'cancel' },
        }),
      ),
    )
    expect(answers).toEqual(Array(2).fill('404 not_found There is no booking "ID".'))
  })

  test.each([
    ['cancel', {}],
    ['reschedule', { start: '2026-04-27T09:00:00Z' }],
  ])('by the answer to %s of a session', async (action, body) => {
    const foreign = await makeType(other, { seats: { capacity: 5 } })
    const answers = await Promise.all(
      [foreign.id, UNKNOWN.event_type].map((id) =>
        answered(restricted, 'POST', `/v1/event-types/${id}/sessions/${START}/${action}`, { body }),
      ),
    )
    expect(answers).toEqual(Array(2).fill('404 not_found There is no event type "ID".'))
  })
})

test('who may act for every candidate of a team books, reads and cancels, also where the team is not theirs', async () => {
  const { call } = server
  const team = await makeProvider(call, { kind: 'team' })
  const type = await makeType(team.id, { ...agents(own), waitlist: {} })
  const made = await restricted('POST', '/v1/bookings', {
    body: { eventTypeId: type.id, start: '2026-05-06T07:00:00Z', booker: BOOKER },
  })
  expect(made.status, made.text).toBeLessThan(300)
  const path = `/v1/bookings/${made.body.id}`
  expect((await restricted('GET', path)).status).toBe(200)
  expect((await restricted('POST', `${path}/cancel`)).status).toBe(200)
  const waiting = await restricted('POST', `/v1/event-types/${type.id}/waitlist`, {
    body: { from: '2026-05-06', to: '2026-05-08', booker: BOOKER },
  })
  expect(waiting.status, waiting.text).toBeLessThan(300)
  expect((await restricted('GET', `/v1/waitlist/${waiting.body.id}`)).status).toBe(200)
  expect((await restricted('DELETE', `/v1/waitlist/${waiting.body.id}`)).status).toBe(204)
})
