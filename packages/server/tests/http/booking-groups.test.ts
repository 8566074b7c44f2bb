import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { BOOKER, book, makeEventType, NEXT_START, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { eventTypeOfSuspendedAccount, OPERATOR_KEY } from './support/suspended-account.ts'

const PATH = '/v1/booking-groups'
const PUBLIC_PATH = '/v1/public/booking-groups'
const LATER_START = '2026-04-27T08:00:00Z'
const NOBODY = 'grp_01kqs3v7m8e2f4g6h8j0k2m4n6'
const UNKNOWN_EVENT_TYPE = NOBODY.replace('grp', 'ety')

/** The bookings of an answered group. */
const bookingsIn = ({ body }: Got) => body.bookings as readonly [Body, ...Body[]]

describe.each(SOME_ENGINES)('a booking group on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine, settings: { operatorKey: OPERATOR_KEY } })
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, headers = {}) =>
    server.call('POST', path, { body, headers })
  const withToken = (token: string) => ({
    key: null,
    headers: { authorization: `Bearer ${token}` },
  })
  const pair = (eventTypeId: string) => [
    { eventTypeId, start: START },
    { eventTypeId, start: NEXT_START },
  ]

  test('is pending until all of its holds are confirmed at once', async () => {
    const { id } = await makeEventType(server.call)
    const made = await post(PATH, { items: pair(id), booker: BOOKER, note: 'Together' })
    expect(made.status, made.text).toBe(202)
    expect(made.headers.get('location')).toBe(`${PATH}/${made.body.id}`)
    expect(made.body).toMatchObject({
      version: 1,
      status: 'pending',
      holdExpiresAt: '2026-04-20T08:05:00Z',
      bookings: [
        { start: START, status: 'pending', note: 'Together', groupId: made.body.id },
        { start: NEXT_START, status: 'pending', booker: BOOKER },
      ],
      skipped: [],
      manageToken: expect.stringMatching(/^hm_/),
    })
    const confirmed = await post(`${PATH}/${made.body.id}/confirm`, {})
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    expect(confirmed.headers.get('etag')).toBe('"3"')
    const listed = await server.call('GET', `${PATH}?limit=1`)
    expect(listed.body.data).toEqual([confirmed.body])
    const ofGroup = await server.call('GET', `/v1/bookings?groupId=${made.body.id}`)
    expect(ofGroup.body).toEqual({ data: confirmed.body.bookings, nextCursor: null })
    const first = await server.call('GET', `/v1/bookings?groupId=${made.body.id}&limit=1`)
    const next = `/v1/bookings?groupId=${made.body.id}&limit=1&cursor=${first.body.nextCursor}`
    expect((await server.call('GET', next)).body).toEqual({
      data: bookingsIn(confirmed).slice(1),
      nextCursor: null,
    })
    const again = await post(`${PATH}/${made.body.id}/confirm`, {})
    expect([again.status, again.body]).toEqual([200, confirmed.body])
    const byBooker = { authorization: `Bearer ${made.body.manageToken}` }
    const last = await post(`${PATH}/${made.body.id}/confirm`, { booker: BOOKER }, byBooker)
    expect([last.status, last.body.version]).toEqual([200, confirmed.body.version])
    await post(`${PATH}/${made.body.id}/cancel`, { scope: 'all' })
    const late = await post(`${PATH}/${made.body.id}/confirm`, {})
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
  })

  test('tells a repeated request its bookings as they are now, from their ids alone', async () => {
    const { id } = await makeEventType(server.call)
    const body = { items: pair(id), booker: BOOKER }
    const headers = { 'idempotency-key': 'one-group' }
    const made = await post(PATH, body, headers)
    await post(`/v1/bookings/${bookingsIn(made)[0].id}/cancel`, {})
    const again = await post(PATH, body, headers)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
    expect(again.body.id).toBe(made.body.id)
    expect(again.body.manageToken).toBe(made.body.manageToken)
    expect(bookingsIn(again).map(({ status }) => status)).toEqual(['cancelled', 'pending'])
    const other = await post(PATH, { items: pair(id).slice(1), booker: BOOKER }, headers)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('is refused with the item that cannot be booked, or goes without it', async () => {
    const { id } = await makeEventType(server.call)
    await book(server.call, id, NEXT_START)
    const refused = await post(PATH, { items: pair(id), booker: BOOKER })
    expect([refused.status, refused.body.code, refused.body.item]).toEqual([
      409,
      'slot_taken',
      { index: 1, localStart: '2026-04-27T09:30' },
    ])
    const made = await post(PATH, { items: pair(id), booker: BOOKER, onConflict: 'skip' })
    expect(made.body.bookings).toHaveLength(1)
    expect(made.body.skipped).toEqual([
      {
        itemIndex: 1,
        eventTypeId: id,
        start: NEXT_START,
        localStart: '2026-04-27T09:30',
        code: 'slot_taken',
        detail: 'The time starting at 2026-04-27T07:30:00Z is already taken.',
      },
    ])
  })

  test('repeats an item at the same time of day, at most 24 times', async () => {
    const { id } = await makeEventType(server.call)
    const item = { eventTypeId: id, start: '2026-10-19T07:00:00Z' }
    const weekly = (count: number) => ({
      items: [{ ...item, recurrence: { frequency: 'weekly', count } }],
      booker: BOOKER,
    })
    const made = await post(PATH, weekly(2))
    expect(made.body.bookings).toMatchObject([
      { start: '2026-10-19T07:00:00Z', localStart: '2026-10-19T09:00' },
      { start: '2026-10-26T08:00:00Z', localStart: '2026-10-26T09:00' },
    ])
    const twice = { ...weekly(13), items: [...weekly(13).items, ...weekly(12).items] }
    const refused = await post(PATH, twice)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: '/items', message: 'can be 24 bookings at most, recurrences included' }],
    ])
  })

  test('of a booker without a key is managed with its token', async () => {
    const { id } = await makeEventType(server.call)
    const made = await server.call('POST', PUBLIC_PATH, {
      body: { items: pair(id) },
      key: null,
    })
    expect([made.status, bookingsIn(made)[0].booker]).toEqual([202, null])
    expect(bookingsIn(made)[0]).not.toHaveProperty('metadata')
    const free = await post(`${PATH}/${made.body.id}/confirm`, { withoutPayment: true })
    expect([free.status, free.body.errors[0].pointer]).toEqual([422, '/withoutPayment'])
    const token = withToken(made.body.manageToken)
    const path = `${PATH}/${made.body.id}`
    const confirmed = await server.call('POST', `${path}/confirm`, {
      ...token,
      body: { booker: BOOKER },
    })
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    const [first, second] = bookingsIn(confirmed)
    const own = await server.call('POST', `/v1/bookings/${first.id}/cancel`, {
      ...token,
      body: {},
    })
    expect([own.status, own.body.status]).toEqual([200, 'cancelled'])
    const rest = await server.call('POST', `${path}/cancel`, {
      ...token,
      body: { scope: 'following', from: second?.start.replace('Z', '.999Z'), reason: 'Ill' },
    })
    expect([rest.status, rest.body.status]).toEqual([200, 'cancelled'])
    const read = await server.call('GET', path, token)
    expect(read.body).toEqual(rest.body)
    const stranger = await server.call('GET', `${PATH}/${NOBODY}`, token)
    expect([stranger.status, stranger.body.detail]).toEqual([
      401,
      'The manage token does not belong to this booking group.',
    ])
  })

  test('is named to its booker beside each of its bookings, but for those that were given to another address', async () => {
    const massage = await makeEventType(server.call, { confirmation: 'instant', title: 'Massage' })
    const { id } = await makeEventType(server.call, { confirmation: 'instant' })
    const items = [...pair(massage.id), { eventTypeId: id, start: START }]
    const made = await post(PATH, { items, booker: BOOKER })
    expect(made.status, made.text).toBe(201)
    const [first, second, third] = bookingsIn(made) as readonly [Body, Body, Body]
    const token = withToken(made.body.manageToken)
    const beside = async ({ id: bookingId }: Body, how: object = token) => {
      const { status, body } = await server.call('GET', `/v1/bookings/${bookingId}/details`, how)
      expect(status).toBe(200)
      return body.groupBookings as readonly Body[]
    }
    expect(await beside(third)).toEqual([
      {
        id: first.id,
        arrival: null,
        departure: null,
        status: 'confirmed',
        start: START,
        end: first.end,
        eventTypeTitle: 'Massage',
        providerNames: ['Dr. Ada Weber'],
      },
      expect.objectContaining({ id: second.id, start: NEXT_START }),
    ])
    const restricted = await post('/v1/api-keys', {
      name: 'Ada',
      providerIds: [massage.providerId],
    })
    expect(await beside(second, { key: restricted.body.secret })).toEqual([])
    await post(`/v1/bookings/${first.id}/cancel`, {})
    expect(await beside(third)).toEqual([expect.objectContaining({ id: second.id })])
    const given = await server.call('PATCH', `/v1/bookings/${third.id}`, {
      body: { booker: { email: 'bob@example.com' } },
    })
    expect(given.status, given.text).toBe(200)
    expect(await beside(second)).toEqual([])
    const ofBob = withToken(server.deps.secrets.manageToken(`${third.id}.1`))
    expect(await beside(third, ofBob)).toEqual([])
    const shown = await server.call('GET', `/v1/bookings/${third.id}`, ofBob)
    expect([shown.status, shown.body.groupId]).toEqual([200, null])
    // The links of a booking that came back are its own, too.
    await server.call('PATCH', `/v1/bookings/${third.id}`, { body: { booker: BOOKER } })
    expect([await beside(second), await beside(third, {})]).toEqual([[], []])
    const held = await makeEventType(server.call)
    const halves = await post(PATH, { items: pair(held.id) })
    const [mine, yours] = bookingsIn(halves) as readonly [Body, Body]
    await post(`/v1/bookings/${mine.id}/confirm`, { booker: BOOKER })
    await post(`/v1/bookings/${yours.id}/confirm`, {
      booker: { name: 'Bob', email: 'bob@example.com' },
    })
    expect([await beside(mine, {}), await beside(yours, {})]).toEqual([[], []])
  })

  test('does not exist for another account, nor for a caller of one provider', async () => {
    const { id, providerId } = await makeEventType(server.call)
    const made = await post(PATH, { items: pair(id), booker: BOOKER })
    const path = `${PATH}/${made.body.id}`
    const other = await server.call('GET', path, { key: server.otherKey })
    expect([other.status, other.body.code]).toEqual([404, 'not_found'])
    const restricted = await post('/v1/api-keys', { name: 'Ada', providerIds: [providerId] })
    const seen = await server.call('GET', path, { key: restricted.body.secret })
    expect([seen.status, seen.body.code]).toEqual([403, 'forbidden'])
  })

  test('without a key is confirmed at once, or refused with the reason', async () => {
    const { id } = await makeEventType(server.call, { confirmation: 'instant' })
    const bookPublicly = (items: readonly object[]) =>
      server.call('POST', PUBLIC_PATH, { key: null, body: { items, booker: BOOKER } })
    const made = await bookPublicly(pair(id))
    expect([made.status, made.body.status]).toEqual([201, 'confirmed'])
    const suspended = await eventTypeOfSuspendedAccount(server.call)
    for (const [items, status, code] of [
      [pair(id), 409, 'slot_taken'],
      [pair(suspended.id), 403, 'account_suspended'],
      [pair(UNKNOWN_EVENT_TYPE), 404, 'not_found'],
      [[], 422, 'validation_failed'],
    ] as const) {
      const refused = await bookPublicly(items)
      expect([refused.status, refused.body.code]).toEqual([status, code])
    }
  })

  test('says what comes back to its booker, if that is an instant of a group that exists', async () => {
    const { id } = await makeEventType(server.call)
    const made = await post(PATH, { items: pair(id), booker: BOOKER })
    const path = `${PATH}/${made.body.id}/details`
    const seen = await server.call('GET', path, withToken(made.body.manageToken))
    expect([seen.status, seen.body]).toMatchObject([
      200,
      { group: { id: made.body.id }, refundIfCancelled: null, refundUntil: null },
    ])
    for (const [wanted, given, status, code] of [
      [path, { key: null }, 401, 'unauthenticated'],
      [`${PATH}/grp_none/details`, {}, 404, 'not_found'],
      [`${path}?from=soon`, {}, 422, 'validation_failed'],
    ] as const) {
      const refused = await server.call('GET', wanted, given)
      expect([refused.status, refused.body.code]).toEqual([status, code])
    }
  })

  test('every documented answer of these calls was seen', async () => {
    const policy = { cancelUntilMinutes: 60 }
    const { id } = await makeEventType(server.call, { confirmation: 'instant', policy })
    const made = await post(PATH, { items: pair(id), booker: BOOKER })
    expect([made.status, made.body.status]).toEqual([201, 'confirmed'])
    const all = { scope: 'all' }
    server.clock.moveTo(Date.parse('2026-04-27T06:15:00Z'))
    const path = `${PATH}/${made.body.id}/cancel`
    const late = await server.call('POST', path, { ...withToken(made.body.manageToken), body: all })
    server.clock.moveTo(Date.parse('2026-04-20T08:00:00Z'))
    expect([late.status, late.body.code, late.body.item]).toEqual([
      409,
      'too_late_to_change',
      { index: 0, localStart: '2026-04-27T09:00' },
    ])
    const unknown = pair(UNKNOWN_EVENT_TYPE)
    for (const items of [unknown, []]) await post(PATH, { items, booker: BOOKER })
    for (const body of [{}, { note: 'x' }]) await post(`${PATH}/${NOBODY}/confirm`, body)
    for (const body of [all, {}]) await post(`${PATH}/${NOBODY}/cancel`, body)
    for (const body of [{ start: START }, {}]) await post(`${PATH}/${NOBODY}/reschedule`, body)
    const move = `${PATH}/${made.body.id}/reschedule`
    expect((await post(move, { start: START })).status).toBe(200)
    await post(PATH, { items: [{ eventTypeId: id, start: LATER_START }], booker: BOOKER })
    expect((await post(move, { shiftMinutes: 30 })).status).toBe(409)
    await server.call('GET', `${PATH}/${NOBODY}`)
    await server.call('GET', `${PATH}/nobody`)
    await server.call('GET', `${PATH}?limit=21`)
    expect(server.call.unseen('Booking groups', REFUSED_ALIKE)).toEqual([])
  })
})
