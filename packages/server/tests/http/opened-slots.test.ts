import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  makeProvider,
  newSlug,
  UNNAMED_ACCOUNT,
} from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const anybody = { key: null }
const RANGE = 'from=2026-04-27&to=2026-04-28'

/** A provider in Berlin who opened 27 April from 9 to 10:30, half an hour each. */
async function makeOpened(more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  const provider = await makeProvider(server.call, { slug: newSlug(), ...more })
  const body = {
    date: '2026-04-27',
    startTime: '09:00',
    endTime: '10:30',
    slotDurationMinutes: 30,
  }
  await server.call('POST', `/v1/providers/${provider.id}/availability`, { body })
  return provider
}

const publicSlots = async ({ slug }: Body, query = RANGE) =>
  (await server.call('GET', `/v1/public/${slug}/opened-slots?${query}`, anybody)).body.data

let networks = 0
/** An address of a network that no other call comes from: limits by network are not tested here. */
const newAddress = (): string => {
  networks += 1
  return `2001:db8:${networks}::1`
}

const take = ({ slug }: Body, start: string, more: Readonly<Record<string, unknown>> = {}) =>
  server.call('POST', '/v1/public/bookings', {
    ...anybody,
    from: newAddress(),
    body: { providerSlug: slug, start, booker: BOOKER, ...more },
  })

const ownerSlots = async ({ id }: Body) =>
  (await server.call('GET', `/v1/providers/${id}/slots?date=2026-04-27`)).body.data

describe('slots that a provider opened, for the public', () => {
  test('are listed while they are free, in the zone that is asked for', async () => {
    const provider = await makeOpened()
    expect(await publicSlots(provider)).toEqual([
      { start: '2026-04-27T07:00:00Z', end: '2026-04-27T07:30:00Z', available: true },
      { start: '2026-04-27T07:30:00Z', end: '2026-04-27T08:00:00Z', available: true },
      { start: '2026-04-27T08:00:00Z', end: '2026-04-27T08:30:00Z', available: true },
    ])
    expect((await take(provider, '2026-04-27T07:30:00Z')).status).toBe(202)
    expect(await publicSlots(provider, `${RANGE}&timeZone=Europe/Berlin`)).toEqual([
      { start: '2026-04-27T09:00:00+02:00', end: '2026-04-27T09:30:00+02:00', available: true },
      { start: '2026-04-27T10:00:00+02:00', end: '2026-04-27T10:30:00+02:00', available: true },
    ])
  })

  test('are booked without a key, confirmed and moved with the manage token', async () => {
    const provider = await makeOpened()
    const held = await take(provider, '2026-04-27T07:00:00Z', { booker: undefined })
    expect([held.status, held.body.status, held.body.eventTypeId]).toEqual([202, 'pending', null])
    const path = `/v1/bookings/${held.body.id}`
    const booker = { key: held.body.manageToken }
    const confirmed = await server.call('POST', `${path}/confirm`, {
      ...booker,
      body: { booker: BOOKER },
    })
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    const start = '2026-04-27T08:00:00Z'
    const moved = await server.call('POST', `${path}/reschedule`, { ...booker, body: { start } })
    expect([moved.status, moved.body.start]).toEqual([200, start])
    const details = await server.call('GET', `${path}/details`, booker)
    expect(details.body).toMatchObject({ provider: { slug: provider.slug } })
  })

  test('cannot be booked twice, nor at a time that is not open', async () => {
    const provider = await makeOpened()
    await take(provider, '2026-04-27T07:00:00Z')
    const again = await take(provider, '2026-04-27T07:00:00Z')
    expect([again.status, again.body.code]).toEqual([409, 'slot_taken'])
    const closed = await take(provider, '2026-04-27T12:00:00Z')
    expect([closed.status, closed.body.code]).toEqual([422, 'slot_not_bookable'])
    const nobody = await take({ ...provider, slug: 'nobody' }, '2026-04-27T07:00:00Z')
    expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found'])
  })

  test('are on the directory and the page of the provider from today on', async () => {
    const opened = await makeOpened({ specialty: 'opener', listed: true })
    const closed = await makeProvider(server.call, {
      slug: newSlug(),
      specialty: 'opener',
      listed: true,
    })
    const listed = await server.call('GET', '/v1/directory?specialty=opener', anybody)
    expect(listed.body.data).toEqual([
      {
        slug: opened.slug,
        path: `/${opened.slug}`,
        account: UNNAMED_ACCOUNT,
        name: 'Dr. Ada Weber',
        specialty: 'opener',
        timeZone: 'Europe/Berlin',
        eventTypes: [],
        nextOpenedDate: '2026-04-27',
        propertyId: null,
      },
    ])
    const page = await server.call('GET', `/v1/public/${closed.slug}`, anybody)
    expect([page.status, page.body.nextOpenedDate]).toEqual([200, null])
    const { data } = (await server.call('GET', '/v1/directory?limit=100', anybody)).body
    expect(data.map(({ slug }) => slug)).not.toContain(closed.slug)
  })

  test.each([
    ['from=2026-04-27&to=2026-04-27', '/query/to'],
    ['from=2026-04-27&to=2026-08-27', '/query/to'],
    [`${RANGE}&timeZone=Europe/Atlantis`, '/query/timeZone'],
  ])('are refused for %s', async (query, pointer) => {
    const { slug } = await makeOpened()
    const path = `/v1/public/${slug}/opened-slots?${query}`
    const got = await server.call('GET', path, anybody)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('keep their path: no event type can take the slug "opened-slots"', async () => {
    const { id } = await makeOpened()
    const made = await server.call('POST', '/v1/event-types', {
      body: eventTypeBody(id, { slug: 'opened-slots' }),
    })
    expect([made.status, made.body.errors[0].pointer]).toEqual([422, '/slug'])
    const other = await server.call('POST', '/v1/event-types', { body: eventTypeBody(id) })
    const renamed = await server.call('PATCH', `/v1/event-types/${other.body.id}`, {
      body: { slug: 'opened-slots' },
    })
    expect([renamed.status, renamed.body.errors[0].pointer]).toEqual([422, '/slug'])
  })
})

describe("the owner's list of opened slots", () => {
  test('names the hold and the booking that take each slot', async () => {
    const provider = await makeOpened()
    const held = await take(provider, '2026-04-27T07:00:00Z')
    const booked = await take(provider, '2026-04-27T07:30:00Z')
    await server.call('POST', `/v1/bookings/${booked.body.id}/confirm`, {
      key: booked.body.manageToken,
    })
    const slot = (start: string, end: string, rest: object) => ({
      start: `2026-04-27T${start}:00Z`,
      end: `2026-04-27T${end}:00Z`,
      bookingId: null,
      holdExpiresAt: null,
      ...rest,
    })
    expect(await ownerSlots(provider)).toEqual([
      slot('07:00', '07:30', {
        status: 'held',
        bookingId: held.body.id,
        holdExpiresAt: '2026-04-20T08:05:00Z',
      }),
      slot('07:30', '08:00', { status: 'booked', bookingId: booked.body.id }),
      slot('08:00', '08:30', { status: 'available' }),
    ])
  })

  test('names the booking of an event type whose buffer reaches into the slot', async () => {
    const provider = await makeOpened()
    const eventType = await server.call('POST', '/v1/event-types', {
      body: eventTypeBody(provider.id, { bufferAfterMinutes: 15, confirmation: 'instant' }),
    })
    const booked = await server.call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.body.id, start: '2026-04-27T07:00:00Z', booker: BOOKER },
    })
    const names = (await ownerSlots(provider)).map(({ bookingId }) => bookingId)
    expect(names).toEqual([booked.body.id, booked.body.id, null])
  })
})
