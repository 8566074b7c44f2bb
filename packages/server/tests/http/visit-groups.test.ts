import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { BOOKER, makeEventType, newSlug } from './support/fixtures.ts'

const PATH = '/v1/booking-groups'
const NINE = '2026-04-27T07:00:00Z'
const HALF_PAST_NINE = '2026-04-27T07:30:00Z'
const TUESDAY = ['2026-04-28T07:00:00Z', '2026-04-28T07:30:00Z']

type Fields = Readonly<Record<string, unknown>>

const partsOf = ({ body }: Got) => body.bookings as unknown as readonly [Body, Body]
const statusesOf = (got: Got) => partsOf(got).map(({ status }) => status)
const startsOf = (got: Got) => partsOf(got).map(({ start }) => start)

describe.each(SOME_ENGINES)('a visit on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, headers = {}) =>
    server.call('POST', path, { body, headers })
  const read = (id: unknown) => server.call('GET', `${PATH}/${id}`)

  /** A visit at 9:00 and 9:30 by two people. `own`: of the second event type. */
  async function makeVisit(common: Fields = { confirmation: 'instant' }, own: Fields = {}) {
    const cut = await makeEventType(server.call, common)
    const color = await makeEventType(server.call, { ...common, ...own })
    const items = [
      { eventTypeId: cut.id, start: NINE },
      { eventTypeId: color.id, start: HALF_PAST_NINE },
    ]
    const made = await post(PATH, { items, together: true, booker: BOOKER })
    return { made, items, cut, color }
  }

  test('says that it is one, and other groups that they are not', async () => {
    const { made, items } = await makeVisit()
    expect([made.status, made.body.together]).toEqual([201, true])
    expect((await read(made.body.id)).body.together).toBe(true)
    const [first, second] = items.map(({ eventTypeId }) => eventTypeId)
    const others = [first, second].map((eventTypeId) => ({ eventTypeId, start: TUESDAY[0] }))
    const plain = await post(PATH, { items: others, booker: BOOKER })
    expect([plain.status, plain.body.together]).toEqual([201, false])
  })

  test.each(['cancel', 'reschedule'])(
    'keeps each part when somebody asks to %s one alone, and names the group: 409',
    async (action) => {
      const { made } = await makeVisit()
      const body = action === 'cancel' ? {} : { start: TUESDAY[0] }
      for (const { id } of partsOf(made)) {
        for (const headers of [{}, { authorization: `Bearer ${made.body.manageToken}` }]) {
          const refused = await post(`/v1/bookings/${id}/${action}`, body, headers)
          expect([refused.status, refused.body]).toMatchObject([
            409,
            { code: 'part_of_visit', groupId: made.body.id },
          ])
          expect(refused.body.detail).toContain(`${PATH}/${made.body.id}/${action}`)
        }
      }
      expect((await read(made.body.id)).body.bookings).toEqual(made.body.bookings)
    },
  )

  test('is cancelled and moved as a whole by its group', async () => {
    const { made } = await makeVisit()
    const moved = await post(`${PATH}/${made.body.id}/reschedule`, { start: TUESDAY[0] })
    expect([moved.status, startsOf(moved)]).toEqual([200, TUESDAY])
    const part = { scope: 'following', from: TUESDAY[1] }
    const refused = await post(`${PATH}/${made.body.id}/cancel`, part)
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ pointer: '/scope' }]])
    const cancelled = await post(`${PATH}/${made.body.id}/cancel`, { scope: 'all' })
    expect([cancelled.status, statusesOf(cancelled)]).toEqual([200, ['cancelled', 'cancelled']])
    const again = await post(`/v1/bookings/${partsOf(made)[0].id}/cancel`, {})
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
  })

  test('is confirmed as a whole, and its holds expire together: 409 for a part', async () => {
    const { made } = await makeVisit({}, { holdMinutes: 20 })
    const holds = partsOf(made).map(({ holdExpiresAt }) => holdExpiresAt)
    expect(holds).toEqual([made.body.holdExpiresAt, made.body.holdExpiresAt])
    const one = await post(`/v1/bookings/${partsOf(made)[1].id}/confirm`, {})
    expect([one.status, one.body.code]).toEqual([409, 'part_of_visit'])
    const confirmed = await post(`${PATH}/${made.body.id}/confirm`, {})
    expect([confirmed.status, statusesOf(confirmed)]).toEqual([200, ['confirmed', 'confirmed']])
    const again = await post(`/v1/bookings/${partsOf(made)[1].id}/confirm`, {})
    expect(again.status).toBe(200)
  })

  test('is made of event types that are confirmed alike, and never in parts: 422', async () => {
    const mixed = await makeVisit({ confirmation: 'instant' }, { confirmation: 'approval' })
    expect([mixed.made.status, mixed.made.body.errors]).toMatchObject([
      422,
      [{ pointer: '/items/1/eventTypeId' }],
    ])
    const { items } = await makeVisit()
    const body = { items, together: true, booker: BOOKER, onConflict: 'skip' }
    const skipping = await post(PATH, body)
    expect([skipping.status, skipping.body.errors]).toMatchObject([
      422,
      [{ pointer: '/onConflict' }],
    ])
    const wrong = await post(PATH, { items, together: 'yes', booker: BOOKER })
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ pointer: '/together' }]])
  })

  test('lets staff reassign and note a part, and reports it from a bulk cancellation', async () => {
    const { made } = await makeVisit()
    const [first] = partsOf(made)
    const noted = await server.call('PATCH', `/v1/bookings/${first.id}`, { body: { note: 'Tea' } })
    expect([noted.status, noted.body.note]).toEqual([200, 'Tea'])
    const bulk = await post('/v1/bookings/bulk', { action: 'cancel', bookingIds: [first.id] })
    expect(bulk.body.data).toMatchObject([
      { bookingId: first.id, problem: { code: 'part_of_visit', groupId: made.body.id } },
    ])
    expect(statusesOf(await read(made.body.id))).toEqual(['confirmed', 'confirmed'])
  })

  test('is opened by the manage token of each of its parts, and no other group is', async () => {
    const slug = newSlug()
    const { made, cut, color } = await makeVisit({ confirmation: 'instant' }, { slug })
    const tokenOf = (id: unknown) => server.deps.secrets.manageToken(String(id))
    const [first, second] = partsOf(made)
    const byPart = { key: tokenOf(first.id) }
    const group = await server.call('GET', `${PATH}/${made.body.id}`, byPart)
    expect([group.status, group.body.together]).toEqual([200, true])
    const details = await server.call('GET', `/v1/bookings/${second.id}/details`, byPart)
    expect([details.status, details.body.together]).toEqual([200, true])
    expect(details.body.groupBookings).toMatchObject([{ id: first.id }])
    const cancelled = await server.call('POST', `${PATH}/${made.body.id}/cancel`, {
      ...byPart,
      body: { scope: 'all' },
    })
    expect([cancelled.status, statusesOf(cancelled)]).toEqual([200, ['cancelled', 'cancelled']])

    const items = [cut, color].map(({ id }) => ({ eventTypeId: id, start: TUESDAY[0] }))
    const plain = await post(PATH, { items, booker: BOOKER })
    const other = { key: tokenOf(partsOf(plain)[0].id) }
    for (const path of [`${PATH}/${plain.body.id}`, `/v1/bookings/${partsOf(plain)[1].id}`]) {
      expect([(await server.call('GET', path, other)).status]).not.toEqual([200])
    }
    const own = `/v1/bookings/${partsOf(plain)[0].id}/details`
    expect((await server.call('GET', own, other)).body.together).toBe(false)
  })

  test('loses a part that is given to another address, which is then changed by itself', async () => {
    const { made } = await makeVisit()
    const [first, second] = partsOf(made)
    const body = { booker: { email: 'katherine@example.com' } }
    const given = await server.call('PATCH', `/v1/bookings/${first.id}`, { body })
    expect(given.status).toBe(200)
    const byPart = { key: server.deps.secrets.manageToken(`${first.id}.1`) }
    expect((await server.call('GET', `${PATH}/${made.body.id}`, byPart)).status).not.toBe(200)
    const cancelled = await post(`/v1/bookings/${first.id}/cancel`, {})
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect((await post(`/v1/bookings/${second.id}/cancel`, {})).status).toBe(409)
  })

  test('is made without an API key, too', async () => {
    const { items } = await makeVisit()
    const body = {
      items: items.map((item) => ({ ...item, start: TUESDAY[0] })),
      together: true,
      booker: BOOKER,
    }
    const made = await server.call('POST', '/v1/public/booking-groups', { key: null, body })
    expect([made.status, made.body.together]).toEqual([201, true])
  })

  test('ends with the erasure of its booker', async () => {
    const cut = await makeEventType(server.call, { confirmation: 'instant' })
    const color = await makeEventType(server.call, { confirmation: 'instant' })
    const items = [
      { eventTypeId: cut.id, start: NINE },
      { eventTypeId: color.id, start: HALF_PAST_NINE },
    ]
    const email = `${newSlug()}@example.com`
    const made = await post(PATH, { items, together: true, booker: { name: 'Ada', email } })
    const erased = await post(`/v1/contacts/${email}/erase`, { cancel: true })
    expect([erased.status, erased.text]).toEqual([202, expect.anything()])
    expect(statusesOf(await read(made.body.id))).toEqual(['cancelled', 'cancelled'])
  })
})
