import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'

import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, book, makeEventType, makeProvider, START } from './support/fixtures.ts'
import { TRAINING } from './support/sample-bodies.ts'

const DAY = 'from=2026-04-27T00:00:00Z&to=2026-04-28T00:00:00Z'
const ULID = '01kqs3v7m8e2f4g6h8j0k2m4n6'

/** Each list with a parameter that names something of Holdfast. */
const LISTS = [
  ['/v1/bookings', 'providerId'],
  ['/v1/bookings', 'eventTypeId'],
  ['/v1/bookings', 'groupId'],
  ['/v1/bookings', 'contactId'],
  ['/v1/bookings?outsideHours=true', 'contactId'],
  ['/v1/bookings?bookerEmail=grace@example.com', 'contactId'],
  ['/v1/absences', 'providerId'],
  ['/v1/event-types', 'providerId'],
  ['/v1/event-types/by-slug/check-up', 'providerId'],
  ['/v1/payments', 'bookingId'],
  ['/v1/slots', 'eventTypeIds'],
  [`/v1/agenda?${DAY}`, 'providerId'],
] as const

type Filter = (typeof LISTS)[number][1]

const pathOf = (path: string, filter: string, id: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${filter}=${id}`

const idsOf = ({ data }: Body) => data.map(({ id }) => id)

describe.each(SOME_ENGINES)('a list by an id, on %s', (engine) => {
  let server: TestApp
  /** What the first account has. */
  let own: Readonly<Record<Filter, string>>
  beforeAll(async () => {
    server = await openTestApp({ engine })
    const { call } = server
    const eventType = await makeEventType(call, { slug: 'check-up' })
    const booking = await book(call, eventType.id)
    const body = { items: [{ eventTypeId: eventType.id, start: '2026-05-04T07:00:00Z' }] }
    const group = await call('POST', '/v1/booking-groups', { body: { ...body, booker: BOOKER } })
    const contact = await call('POST', '/v1/contacts', { body: { name: 'Grace Hopper' } })
    own = {
      providerId: eventType.providerId,
      eventTypeId: eventType.id,
      groupId: group.body.id,
      contactId: contact.body.id,
      bookingId: booking.id,
      eventTypeIds: eventType.id,
    }
  })
  afterAll(() => server.close())

  const get = (path: string, key?: string) => server.call('GET', path, key ? { key } : {})
  /** The id of something that nobody has. */
  const unknown = (filter: Filter) => `${own[filter].slice(0, 4)}${ULID}`

  test.each(LISTS)('GET %s with `%s` of its own is 200', async (path, filter) => {
    expect((await get(pathOf(path, filter, own[filter]))).status).toBe(200)
  })

  test.each(LISTS)('GET %s with an unknown `%s` is 404', async (path, filter) => {
    const got = await get(pathOf(path, filter, unknown(filter)))
    expect([got.status, got.body.code]).toEqual([404, 'not_found'])
  })

  test.each(LISTS)('GET %s tells no other account of `%s`', async (path, filter) => {
    const answers = await Promise.all(
      [own[filter], unknown(filter)].map(async (id) => {
        const { status, body } = await get(pathOf(path, filter, id), server.otherKey)
        return { status, code: body.code, detail: body.detail.replaceAll(id, 'ID') }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' })
  })

  test.each(LISTS)('GET %s with another word as `%s` is 422', async (path, filter) => {
    const { status, body } = await get(pathOf(path, filter, 'nonsense'))
    const isList = filter === 'eventTypeIds' || path.startsWith('/v1/agenda')
    expect([status, body.code, body.errors[0].pointer]).toEqual([
      422,
      'validation_failed',
      isList ? `/query/${filter}/0` : `/query/${filter}`,
    ])
  })

  test('GET /v1/bookings refuses an unknown event type of a provider that it knows', async () => {
    const path = `/v1/bookings?providerId=${own.providerId}&eventTypeId=`
    expect((await get(`${path}${own.eventTypeId}`)).body.data).toHaveLength(2)
    const got = await get(`${path}${unknown('eventTypeId')}`)
    expect([got.status, got.body.detail]).toEqual([
      404,
      'There is no event type "ety_01kqs3v7m8e2f4g6h8j0k2m4n6".',
    ])
  })

  test('has the bookings and absences of a deleted provider, and the bookings of a deleted event type', async () => {
    const { call } = server
    const provider = await makeProvider(call)
    const { id } = await makeEventType(call, { providerId: provider.id })
    const absence = await call('POST', '/v1/absences', {
      body: { ...TRAINING, providerIds: [provider.id, own.providerId] },
    })
    expect(absence.status, absence.text).toBe(201)
    const past = await book(call, id)
    await call('POST', `/v1/bookings/${past.id}/cancel`)
    const deleted = [
      await call('DELETE', `/v1/event-types/${id}`),
      await call('DELETE', `/v1/providers/${provider.id}`),
    ]
    expect(deleted.map(({ status }) => status)).toEqual([204, 204])
    for (const query of [
      `providerId=${provider.id}`,
      `eventTypeId=${id}`,
      `providerId=${provider.id}&eventTypeId=${id}`,
    ]) {
      expect([query, idsOf((await get(`/v1/bookings?${query}`)).body)]).toEqual([query, [past.id]])
      expect((await get(`/v1/bookings?${query}`, server.otherKey)).status).toBe(404)
    }
    const absences = await get(`/v1/absences?providerId=${provider.id}`)
    expect(idsOf(absences.body)).toEqual([absence.body.id])
  })

  test('has the bookings of a contact that was merged, by either id', async () => {
    const { call } = server
    const { id } = await makeEventType(call)
    const made = await call('POST', '/v1/bookings', {
      body: { eventTypeId: id, start: START, booker: { name: 'Ida Walk-in' } },
    })
    const from = String(made.body.booker.contactId)
    const body = { into: own.contactId }
    expect((await call('POST', `/v1/contacts/${from}/merge`, { body })).status).toBe(200)
    for (const contactId of [from, own.contactId]) {
      const listed = await get(`/v1/bookings?contactId=${contactId}`)
      expect(idsOf(listed.body)).toEqual([made.body.id])
    }
  })

  test('has the hold of a person with a phone alone, who becomes a contact when it is confirmed', async () => {
    const { call } = server
    const settings = { bookerContact: 'emailOrPhone', country: 'CH' }
    expect((await call('PATCH', '/v1/account', { body: settings })).status).toBe(200)
    const { id } = await makeEventType(call)
    const held = await call('POST', '/v1/public/bookings', {
      key: null,
      body: { eventTypeId: id, start: START, booker: { name: 'Nora', phone: '044 333 44 55' } },
    })
    const { booker } = (await get(`/v1/bookings/${held.body.id}`)).body
    expect((await get(`/v1/contacts/${booker.contactId}`)).status).toBe(404)
    const path = `/v1/bookings?contactId=${booker.contactId}`
    expect(idsOf((await get(path)).body)).toEqual([held.body.id])
    const none = await get(`${path}&status=cancelled`)
    expect([none.status, none.body.data]).toEqual([200, []])
    expect((await get(path, server.otherKey)).status).toBe(404)
  })

  test.each(['/v1/bookings?bookerId=x', '/v1/audit?actorId=x', '/v1/audit?resourceId=x'])(
    'GET %s is empty: it can name what Holdfast does not have or no longer has',
    async (path) => {
      const { status, body } = await get(path)
      expect([status, body.data]).toEqual([200, []])
    },
  )
})
