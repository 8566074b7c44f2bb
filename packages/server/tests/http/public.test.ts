import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailProofToken } from '../../src/booking/groups/prove-email.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  makeProvider,
  NEXT_START,
  newSlug,
  START,
  UNNAMED_ACCOUNT,
  UNPRICED,
} from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

let server: TestApp
let provider: Body
let eventType: Body
let page: string
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())
beforeEach(() => makePage({}))

async function makePage(more: Readonly<Record<string, unknown>>) {
  provider = await makeProvider(server.call, {
    slug: newSlug(),
    specialty: 'dentist',
    email: 'private@example.com',
  })
  const rules = { slug: 'first-visit', bufferAfterMinutes: 15, ...more }
  const body = eventTypeBody(provider.id, rules)
  eventType = (await server.call('POST', '/v1/event-types', { body })).body
  page = `/v1/public/${provider.slug}/first-visit`
}

const anybody = { key: null }

const request = (more: Readonly<Record<string, unknown>> = {}) => ({
  ...anybody,
  body: {
    providerSlug: provider.slug,
    eventTypeSlug: 'first-visit',
    start: START,
    booker: BOOKER,
    ...more,
  },
})

test('a page shows what a booker needs, and nothing else', async () => {
  const got = await server.call('GET', page, anybody)
  expect([got.status, got.body]).toEqual([
    200,
    {
      id: eventType.id,
      slug: 'first-visit',
      title: 'First visit',
      description: null,
      durationMinutes: 30,
      durationOptionsMinutes: null,
      confirmation: 'hold',
      locations: [],
      questions: [],
      color: null,
      ...{ ...UNPRICED, grain: 'time', ratePlanIds: [], photos: [], release: null, leads: [] },
      ...{ waitlist: null, canAddServices: false, securityDeposit: null },
      seats: null,
      choices: [],
      account: UNNAMED_ACCOUNT,
      provider: {
        slug: provider.slug,
        path: `/${provider.slug}`,
        name: 'Dr. Ada Weber',
        specialty: 'dentist',
        timeZone: 'Europe/Berlin',
      },
    },
  ])
})

test('a page gets its first slots in the same answer, in the zone that it asks for', async () => {
  const range = 'from=2026-04-27T00:00:00Z&to=2026-04-27T08:00:00Z'
  const got = await server.call('GET', `${page}?${range}&timeZone=Asia/Kolkata`, anybody)
  expect([got.status, got.body.title]).toEqual([200, 'First visit'])
  expect(got.body.slots).toEqual([
    { start: '2026-04-27T12:30:00+05:30', end: '2026-04-27T13:00:00+05:30', available: true },
    { start: '2026-04-27T13:00:00+05:30', end: '2026-04-27T13:30:00+05:30', available: true },
  ])
})

test.each([
  ['from=2026-04-27', '/query/to'],
  ['from=2026-04-27&to=2026-04-28&timeZone=Europe/Atlantis', '/query/timeZone'],
  ['from=2026-04-27&to=2026-08-27', '/query/to'],
])('a page that asks for slots with %s is told what is wrong', async (query, pointer) => {
  const got = await server.call('GET', `${page}?${query}`, anybody)
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
})

describe('public slots', () => {
  test('are written in UTC, or in the zone that is asked for', async () => {
    const first = async (more: string) =>
      (
        await server.call(
          'GET',
          `${page}/slots?from=${START}&to=2026-04-27T07:30:00Z${more}`,
          anybody,
        )
      ).body.data
    expect(await first('')).toEqual([
      { start: '2026-04-27T07:00:00Z', end: '2026-04-27T07:30:00Z', available: true },
    ])
    expect(await first('&timeZone=Europe/Berlin')).toEqual([
      { start: '2026-04-27T09:00:00+02:00', end: '2026-04-27T09:30:00+02:00', available: true },
    ])
  })

  test('of an inactive event type are none, until it is active again', async () => {
    const { call } = server
    const list = () => call('GET', `${page}/slots?from=2026-04-27&to=2026-04-28`, anybody)
    await call('POST', `/v1/event-types/${eventType.id}/deactivate`)
    const off = await list()
    expect([off.status, off.body]).toEqual([200, { data: [] }])
    await call('POST', `/v1/event-types/${eventType.id}/activate`)
    expect((await list()).body.data).toHaveLength(16)
  })

  test('are those that can be booked', async () => {
    const list = async (query: string) =>
      (await server.call('GET', `${page}/slots?${query}`, anybody)).body.data
    expect(await list('from=2026-04-27&to=2026-04-28')).toHaveLength(16)
    await server.call('POST', '/v1/public/bookings', request())
    const left = await list(`from=${START}&to=2026-04-27T08:30:00Z&timeZone=UTC`)
    // 7:00 to 7:30 and a quarter of an hour after it are claimed: 7:30 would meet that.
    expect(left).toEqual([
      { start: '2026-04-27T08:00:00Z', end: '2026-04-27T08:30:00Z', available: true },
    ])
  })

  test('are never shown with those that are taken', async () => {
    const query = 'from=2026-04-27&to=2026-04-28&include=unavailable'
    const got = await server.call('GET', `${page}/slots?${query}`, anybody)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/query/include'])
  })
})

describe('a booker without a key', () => {
  test('holds, confirms and cancels a booking with the token that the answer brought', async () => {
    const { call } = server
    const made = await call('POST', '/v1/public/bookings', request({ note: 'by the door' }))
    expect(made.status).toBe(202)
    expect(made.headers.get('access-control-allow-origin')).toBe('*')
    expect(made.body).toMatchObject({ status: 'pending', start: START, note: 'by the door' })
    for (const hidden of ['policy', 'tzdbVersion', 'accountId']) {
      expect(made.body).not.toHaveProperty(hidden)
    }
    const sent = { key: made.body.manageToken }
    const path = made.headers.get('location')
    expect((await call('POST', `${path}/confirm`, sent)).body.status).toBe('confirmed')
    expect((await call('GET', path ?? '', sent)).body.status).toBe('confirmed')
    expect((await call('POST', `${path}/cancel`, sent)).body.status).toBe('cancelled')
  })

  test('is confirmed at once where the event type says so', async () => {
    await makePage({ confirmation: 'instant' })
    const got = await server.call('POST', '/v1/public/bookings', request())
    expect([got.status, got.body.status]).toEqual([201, 'confirmed'])
  })

  test('is told that a time is taken, or not on offer without the figures of the provider', async () => {
    await server.call('POST', '/v1/public/bookings', request())
    const taken = await server.call('POST', '/v1/public/bookings', request())
    expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
    const start = '2026-04-26T07:00:00Z'
    const closed = await server.call('POST', '/v1/public/bookings', request({ start }))
    expect([closed.status, closed.body.code]).toEqual([422, 'slot_not_bookable'])
    expect(closed.body.reasons).toEqual([{ code: 'outside_availability' }])
  })

  test('names the page once, and not itself as somebody that the account knows', async () => {
    for (const [pointer, wrong] of [
      ['/eventTypeId', { eventTypeId: eventType.id }],
      ['/eventTypeId', { providerSlug: undefined }],
      ['/booker/id', { booker: { ...BOOKER, id: 'u-17' } }],
    ] as const) {
      const got = await server.call('POST', '/v1/public/bookings', request(wrong))
      expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
    }
  })

  test('can name the event type by its id, as the page shows it', async () => {
    expect((await server.call('GET', page, anybody)).body.id).toBe(eventType.id)
    const byId = { providerSlug: undefined, eventTypeSlug: undefined, eventTypeId: eventType.id }
    const got = await server.call('POST', '/v1/public/bookings', request(byId))
    expect([got.status, got.body.status]).toEqual([202, 'pending'])
  })

  test('gets the same answer for the same random key, token included', async () => {
    const headers = { 'idempotency-key': '4b1f4c52-6d0a-4a36-9d6e-3f4a1a9a1e0b' }
    const first = await server.call('POST', '/v1/public/bookings', { ...request(), headers })
    const second = await server.call('POST', '/v1/public/bookings', { ...request(), headers })
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
  })

  test('never gets the manage token of a caller from another network by the same key and body', async () => {
    const sent = { ...request(), headers: { 'idempotency-key': 'booking-1' } }
    const first = await server.call('POST', '/v1/public/bookings', { ...sent, from: '192.0.2.1' })
    const other = await server.call('POST', '/v1/public/bookings', { ...sent, from: '192.0.2.2' })
    expect([first.status, other.status, other.body.code]).toEqual([202, 409, 'slot_taken'])
    expect(other.text).not.toContain(first.body.manageToken)
    // The same IPv6 network counts as one caller.
    const start = '2026-04-28T07:00:00Z'
    const late = { ...request({ start }), headers: { 'idempotency-key': 'booking-2' } }
    const made = await server.call('POST', '/v1/public/bookings', { ...late, from: '2001:db8::1' })
    const again = await server.call('POST', '/v1/public/bookings', { ...late, from: '2001:db8::2' })
    expect([again.status, again.body.manageToken]).toEqual([202, made.body.manageToken])
  })
})

describe('a hold that is taken before anybody says for whom', () => {
  const hold = (more: Readonly<Record<string, unknown>> = {}) =>
    server.call('POST', '/v1/public/bookings', request({ booker: undefined, ...more }))

  test('keeps the time, and gets its booker when it is confirmed', async () => {
    const held = await hold()
    expect(held.status).toBe(202)
    expect(held.body).toMatchObject({ status: 'pending', start: START, booker: null, note: null })
    expect((await hold()).body.code).toBe('slot_taken')
    const details = {
      booker: { ...BOOKER, timeZone: 'Asia/Tokyo', locale: 'de' },
      note: 'by the door',
    }
    const path = `/v1/bookings/${held.body.id}`
    const sent = { key: held.body.manageToken, body: details }
    const confirmed = await server.call('POST', `${path}/confirm`, sent)
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    expect(confirmed.body).toMatchObject(details)
    const found = await server.call('GET', `/v1/bookings?bookerEmail=${BOOKER.email}`)
    expect(found.body.data.map(({ id }: Body) => id)).toContain(held.body.id)
    const invitation = await server.call('GET', `${path}/invite.ics`)
    expect(invitation.text).toContain(`:mailto:${BOOKER.email}`)
    expect(invitation.text).toMatch(/^SUMMARY:.* bei /m)
  })

  test('is not confirmed without a booker, nor with a wrong one, and stays held', async () => {
    const held = await hold()
    const path = `/v1/bookings/${held.body.id}/confirm`
    const wrong = { ...BOOKER, timeZone: 'Europe/Atlantis' }
    for (const [pointer, body] of [
      ['/booker', undefined],
      ['/booker', {}],
      ['/note', { note: 'by the door' }],
      ['/booker/email', { booker: { name: 'Ada', email: 'nobody' } }],
      ['/booker/timeZone', { booker: wrong }],
    ] as const) {
      const sent = { key: held.body.manageToken, body }
      const got = await server.call('POST', path, sent)
      expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
    }
    const read = await server.call('GET', `/v1/bookings/${held.body.id}`)
    expect(read.body).toMatchObject({ status: 'pending', booker: null, version: 1 })
  })

  test('can be read, moved and given up without one', async () => {
    const held = await hold()
    const path = `/v1/bookings/${held.body.id}`
    const key = held.body.manageToken
    expect((await server.call('GET', path, { key })).body.booker).toBeNull()
    expect((await server.call('GET', `${path}/invite.ics`, { key })).text).not.toContain('ATTENDEE')
    const moved = { key, body: { start: NEXT_START } }
    expect((await server.call('POST', `${path}/reschedule`, moved)).body.start).toBe(NEXT_START)
    expect((await server.call('POST', `${path}/cancel`, { key })).body.status).toBe('cancelled')
  })

  test('can be confirmed for somebody else than it was taken for', async () => {
    const held = await hold({ booker: BOOKER })
    const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
    const sent = { key: held.body.manageToken, body: { booker } }
    const confirmed = await server.call('POST', `/v1/bookings/${held.body.id}/confirm`, sent)
    expect(confirmed.body.booker).toMatchObject(booker)
  })

  test('is not to be had where the booking is confirmed at once, or waits for approval', async () => {
    for (const confirmation of ['instant', 'approval']) {
      await makePage({ confirmation })
      const got = await hold()
      expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/booker'])
      const slots = await server.call('GET', `${page}/slots?from=${START}&to=${NEXT_START}`)
      expect(slots.body.data[0]?.start).toBe(START)
    }
  })
})

test('details are not given twice: a request that waits for approval has its booker', async () => {
  await makePage({ confirmation: 'approval' })
  const asked = await server.call('POST', '/v1/public/bookings', request())
  const confirm = `/v1/bookings/${asked.body.id}/confirm`
  const refused = await server.call('POST', confirm, { body: { booker: BOOKER } })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/booker'])
  expect((await server.call('POST', confirm)).body.status).toBe('confirmed')
})

describe('what is not there', () => {
  test('the pages of an unknown provider, an unknown event type and an inactive one look the same', async () => {
    const details: string[] = []
    await server.call('POST', `/v1/event-types/${eventType.id}/deactivate`)
    for (const path of [page, `/v1/public/${provider.slug}/no-such`, '/v1/public/nobody/x']) {
      const got = await server.call('GET', path, anybody)
      expect(got.status).toBe(404)
      details.push(got.body.detail.replace(/"[^"]*"/, '""'))
    }
    expect(new Set(details).size).toBe(1)
  })

  test('an unknown provider and an unknown event type have no slots to ask for', async () => {
    for (const path of [`/v1/public/${provider.slug}/no-such`, '/v1/public/nobody/x']) {
      const got = await server.call('GET', `${path}/slots?from=2026-04-27&to=2026-04-28`, anybody)
      expect([got.status, got.body.code]).toEqual([404, 'not_found'])
    }
  })

  test('an inactive event type takes no public bookings', async () => {
    await server.call('POST', `/v1/event-types/${eventType.id}/deactivate`)
    const got = await server.call('POST', '/v1/public/bookings', request())
    expect([got.status, got.body.code]).toEqual([409, 'event_type_inactive'])
  })

  test('a provider that was deleted has no page', async () => {
    await server.call('DELETE', `/v1/providers/${provider.id}`)
    expect((await server.call('GET', page, anybody)).status).toBe(404)
    expect((await server.call('POST', '/v1/public/bookings', request())).status).toBe(404)
  })
})

test('an address that asks too often is told to wait, another one is not', async () => {
  const limited = await openTestApp({
    limits: {
      read: { name: 'read', requests: 2, windowSeconds: 60 },
      write: { name: 'write', requests: 1, windowSeconds: 60 },
    },
  })
  const read = (from: string) => limited.call('GET', '/v1/public/a/b', { ...anybody, from })
  const slots = (from: string) =>
    limited.call('GET', '/v1/public/a/b/slots?from=2026-04-27&to=2026-04-28', { ...anybody, from })
  const write = (from: string) =>
    limited.call('POST', '/v1/public/bookings', { ...request(), from })
  const one = '2001:db8::1'
  expect([(await read(one)).status, (await slots(one)).status]).toEqual([404, 404])
  // Another address of the same /64 is the same subscriber.
  expect((await read('2001:db8::2')).status).toBe(429)
  expect((await slots(one)).status).toBe(429)
  expect((await read('2001:db8:0:1::1')).status).toBe(404)
  expect([(await write(one)).status, (await write(one)).status]).toEqual([404, 429])
  await limited.close()
})

test('the token that was emailed to the booker confirms a hold, and only a live one', async () => {
  const held = await server.call('POST', '/v1/public/bookings', request())
  const booking = { ...held.body, booker: { name: 'Grace', email: BOOKER.email } }
  const token = emailProofToken(server.deps, booking)
  const prove = (id: string) =>
    server.call('POST', `/v1/bookings/${id}/confirm-email`, { ...anybody, body: { token } })
  expect((await prove('bkg_00000000000000000000000000')).status).toBe(404)
  const empty = { ...anybody, body: {} }
  const path = `/v1/bookings/${held.body.id}/confirm-email`
  expect((await server.call('POST', path, empty)).status).toBe(422)
  expect((await prove(held.body.id)).body.status).toBe('confirmed')
  await server.call('POST', `/v1/bookings/${held.body.id}/cancel`, { body: {} })
  const next = { ...request({ start: NEXT_START }) }
  const other = await server.call('POST', '/v1/public/bookings', next)
  await server.call('POST', `/v1/bookings/${other.body.id}/cancel`, { body: {} })
  const late = emailProofToken(server.deps, { ...booking, id: other.body.id })
  const refused = await server.call('POST', `/v1/bookings/${other.body.id}/confirm-email`, {
    ...anybody,
    body: { token: late },
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
})

test('a challenge is to be had, whether or not the server asks for a proof of work', async () => {
  const got = await server.call('GET', '/v1/proof-of-work', anybody)
  expect(got.status).toBe(200)
})

/** Seen in `proof-of-work.test.ts` and in `payment-connection.test.ts`. */
const SEEN_ELSEWHERE = [403, 409, 503]

test('every documented answer of these calls was seen', async () => {
  await sendTwice(server.call, '/v1/public/bookings', request({ start: NEXT_START }).body)
  const statusOf = async (sent: object) =>
    (await server.call('POST', '/v1/public/bookings', sent)).status
  expect(await statusOf({ ...request(), headers: { 'content-type': 'text/plain' } })).toBe(415)
  expect(await statusOf({ ...anybody, rawBody: '{' })).toBe(400)
  expect(await statusOf({ ...anybody, rawBody: `"${'a'.repeat(300_000)}"` })).toBe(413)
  expect(server.call.unseen('Public', [...REFUSED_ALIKE, ...SEEN_ELSEWHERE])).toEqual([])
})
