import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Got, Sent } from '../http/support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  NEXT_START,
  newSlug,
  PROVIDER,
  START,
  WORKING_DAYS,
} from '../http/support/fixtures.ts'
import { askForLink, asPage, joinMember, newAddress } from '../http/support/people.ts'
import { openStaleApp, type StaleApp } from './support.ts'

// Every read without `consistent` misses all that a test has written, and so does every index.

let server: StaleApp
beforeAll(async () => {
  server = await openStaleApp()
})
afterAll(() => server.close())
afterEach(() => server.settle())

/** Calls the API and expects a status. */
async function ask(status: number, call: string, body?: unknown, sent: Sent = {}): Promise<Body> {
  const [method = '', path = ''] = call.split(' ')
  const got: Got = await server.call(method, path, { ...sent, ...(body !== undefined && { body }) })
  expect([call, got.status, got.status === status ? '' : got.text]).toEqual([call, status, ''])
  return got.body
}

const ifMatch = ({ version }: Pick<Body, 'version'>): Sent => ({
  headers: { 'if-match': `"${version}"` },
})
const bearing = (token: string): Sent => ({
  key: null,
  headers: { authorization: `Bearer ${token}` },
})
const anybody = { key: null }

const makeEventType = async (more: Readonly<Record<string, unknown>> = {}) => {
  const provider = await ask(201, 'POST /v1/providers', { ...PROVIDER, slug: newSlug() })
  const eventType = await ask(201, 'POST /v1/event-types', eventTypeBody(provider.id, more))
  return { provider, eventType }
}

const hold = (eventTypeId: string, more: object = {}) => ({
  eventTypeId,
  start: START,
  booker: BOOKER,
  ...more,
})

/** Creates, reads, changes with the version just answered, reads again, deletes, and does not find it. */
async function live(path: string, body: object, change: object): Promise<void> {
  const made = await ask(201, `POST ${path}`, body)
  const one = `${path}/${made.id}`
  expect(await ask(200, `GET ${one}`)).toMatchObject({ id: made.id, version: made.version })
  const changed = await ask(200, `PATCH ${one}`, change, ifMatch(made))
  expect(await ask(200, `GET ${one}`)).toEqual(changed)
  await ask(412, `PATCH ${one}`, change, ifMatch(made))
  await ask(204, `DELETE ${one}`, undefined, ifMatch(changed))
  await ask(404, `GET ${one}`)
}

describe('a booking', () => {
  test('is found by its id right after its 202, and as it is after each change', async () => {
    const { eventType } = await makeEventType()
    const made = await ask(202, 'POST /v1/bookings', hold(eventType.id))
    const one = `/v1/bookings/${made.id}`
    expect(await ask(200, `GET ${one}`)).toMatchObject({ status: 'pending', version: 1 })
    const confirmed = await ask(200, `POST ${one}/confirm`, {}, ifMatch(made))
    expect((await ask(200, `GET ${one}`)).status).toBe('confirmed')
    await ask(200, `GET ${one}/invite.ics`)
    expect((await ask(200, `GET ${one}/details`)).booking).toMatchObject({ status: 'confirmed' })
    const noted = await ask(200, `PATCH ${one}`, { note: 'by the door' }, ifMatch(confirmed))
    const moved = await ask(200, `POST ${one}/reschedule`, { start: NEXT_START }, ifMatch(noted))
    expect(await ask(200, `GET ${one}`)).toMatchObject({
      start: NEXT_START,
      version: moved.version,
    })
    await ask(412, `POST ${one}/cancel`, {}, ifMatch(noted))
    await ask(200, `POST ${one}/cancel`, {}, ifMatch(moved))
    expect((await ask(200, `GET ${one}`)).status).toBe('cancelled')
    await ask(202, 'POST /v1/bookings', hold(eventType.id))
  })

  test('is replayed to a repeated request, and its time is taken for another', async () => {
    const { eventType } = await makeEventType()
    const key = { headers: { 'idempotency-key': 'once' } }
    const made = await ask(202, 'POST /v1/bookings', hold(eventType.id), key)
    expect((await ask(202, 'POST /v1/bookings', hold(eventType.id), key)).id).toBe(made.id)
    await ask(409, 'POST /v1/bookings', hold(eventType.id))
  })

  test('can be managed by its link, and by the public page of its event type', async () => {
    const { provider, eventType } = await makeEventType()
    const page = `/v1/public/${provider.slug}/${eventType.slug}`
    await ask(200, `GET ${page}`, undefined, anybody)
    await ask(200, `GET ${page}/slots?from=2026-04-27&to=2026-04-28`, undefined, anybody)
    await ask(200, `GET /v1/public/${provider.slug}`, undefined, anybody)
    const names = { providerSlug: provider.slug, eventTypeSlug: eventType.slug }
    const wanted = { ...names, start: START, booker: BOOKER }
    const made = await ask(202, 'POST /v1/public/bookings', wanted, anybody)
    const one = `/v1/bookings/${made.id}`
    const link = bearing(made.manageToken)
    await ask(200, `GET ${one}`, undefined, link)
    await ask(200, `POST ${one}/confirm`, {}, link)
    await ask(200, `POST ${one}/reschedule`, { start: NEXT_START }, link)
    expect((await ask(200, `POST ${one}/cancel`, {}, link)).status).toBe('cancelled')
  })

  test('of a group is confirmed and cancelled with it', async () => {
    const { eventType } = await makeEventType()
    const items = [START, NEXT_START].map((start) => ({ eventTypeId: eventType.id, start }))
    const made = await ask(202, 'POST /v1/booking-groups', { items, booker: BOOKER })
    const one = `/v1/booking-groups/${made.id}`
    expect((await ask(200, `GET ${one}`)).bookings).toHaveLength(2)
    await ask(200, `POST ${one}/confirm`, {})
    expect((await ask(200, `GET ${one}`)).status).toBe('confirmed')
    expect((await ask(200, `GET /v1/bookings?groupId=${made.id}`)).data).toHaveLength(2)
    expect((await ask(200, `POST ${one}/cancel`, { scope: 'all' })).status).toBe('cancelled')
  })

  test('of a class shares its session, whose last seat is taken once', async () => {
    const seats = { seats: { capacity: 2 }, confirmation: 'instant' }
    const { eventType } = await makeEventType(seats)
    await ask(201, 'POST /v1/bookings', hold(eventType.id))
    await ask(201, 'POST /v1/bookings', hold(eventType.id))
    await ask(409, 'POST /v1/bookings', hold(eventType.id))
    const sessions = `/v1/event-types/${eventType.id}/sessions`
    const listed = await ask(200, `GET ${sessions}?from=2026-04-27&to=2026-04-28`)
    expect(listed.data).toMatchObject([{ start: START, taken: 2 }])
    await ask(202, `POST ${sessions}/${START}/cancel`, { reason: 'ill' })
    await ask(409, 'POST /v1/bookings', hold(eventType.id))
  })

  test('waits for a place in a line that its person joined', async () => {
    const { eventType } = await makeEventType({ waitlist: {} })
    const line = `/v1/event-types/${eventType.id}/waitlist`
    const body = { from: '2026-04-27', to: '2026-05-04', booker: BOOKER }
    const made = await ask(201, `POST ${line}`, body)
    await ask(200, `GET /v1/waitlist/${made.id}`)
    await ask(200, `GET /v1/waitlist/${made.id}`, undefined, bearing(made.manageToken))
    await ask(409, `POST ${line}`, body)
    await ask(204, `DELETE /v1/waitlist/${made.id}`)
    expect((await ask(200, `GET /v1/waitlist/${made.id}`)).status).toBe('left')
    await ask(201, `POST ${line}`, body)
  })
})

test('a cancelled booking goes to the person who has just joined the line', async () => {
  const { eventType } = await makeEventType({ waitlist: {} })
  const made = await ask(202, 'POST /v1/bookings', hold(eventType.id))
  const wanted = { from: START, to: NEXT_START, booker: { name: 'Eve', email: 'eve@example.com' } }
  const entry = await ask(201, `POST /v1/event-types/${eventType.id}/waitlist`, wanted)
  await ask(200, `POST /v1/bookings/${made.id}/cancel`, {})
  expect((await ask(200, `GET /v1/waitlist/${entry.id}`)).status).toBe('offered')
})

describe('slots', () => {
  test('of an event type that was just created are listed', async () => {
    const hours = { name: 'Office', timeZone: 'Europe/Berlin', availabilityRules: WORKING_DAYS }
    const schedule = await ask(201, 'POST /v1/schedules', hours)
    const more = { availabilityRules: null, scheduleId: schedule.id }
    const { eventType } = await makeEventType(more)
    const range = 'from=2026-04-27&to=2026-04-28'
    const slots = await ask(200, `GET /v1/event-types/${eventType.id}/slots?${range}`)
    expect(slots.data).toHaveLength(16)
    const soonest = await ask(200, `GET /v1/slots?eventTypeIds=${eventType.id}&${range}&limit=1`)
    expect(soonest.data).toMatchObject([{ start: START }])
  })
})

describe('what the account has just created', () => {
  test('is read, changed at its version and deleted at once', async () => {
    const { provider } = await makeEventType()
    const eventType = eventTypeBody(provider.id)
    await live('/v1/providers', { ...PROVIDER, slug: newSlug() }, { name: 'Ada' })
    await live('/v1/event-types', eventType, { title: 'Second visit' })
    const hours = { name: 'Office', timeZone: 'UTC', availabilityRules: WORKING_DAYS }
    await live('/v1/schedules', hours, { name: 'Summer' })
    await live(
      '/v1/webhook-endpoints',
      { url: 'https://example.com/a' },
      { url: 'https://example.com/b' },
    )
    const member = { email: 'first@example.com', name: 'Ada', role: 'viewer' }
    await live('/v1/members', member, { role: 'scheduler' })
    const diary = await ask(201, 'POST /v1/calendars', { name: 'Diary', timeZone: 'UTC' })
    const talk = { title: 'Talk', start: '2026-06-01T09:00:00Z', end: '2026-06-01T10:00:00Z' }
    const events = `/v1/calendars/${diary.id}/events`
    const event = await ask(201, `POST ${events}`, talk)
    await ask(200, `GET ${events}/${event.id}`)
    const june = `${events}?from=2026-06-01&to=2026-06-02`
    expect((await ask(200, `GET ${june}`)).data).toMatchObject([{ id: event.id }])
    await ask(200, `PUT ${events}/${event.id}`, { ...talk, title: 'Tea' }, ifMatch(event))
    expect((await ask(200, `GET ${june}`)).data).toMatchObject([{ title: 'Tea' }])
    await ask(204, `DELETE ${events}/${event.id}`)
    expect((await ask(200, `GET ${june}`)).data).toEqual([])
  })

  test('is in a list that reads the table, and deleted items are not', async () => {
    const { provider } = await makeEventType()
    const own = `/v1/providers/${provider.id}`
    const block = { start: START, end: NEXT_START }
    const made: [path: string, id: string, list?: string][] = []
    made.push([`${own}/blocks`, (await ask(201, `POST ${own}/blocks`, block)).id])
    const off = { start: '2026-12-24', end: '2027-01-02' }
    made.push([`${own}/time-off`, (await ask(201, `POST ${own}/time-off`, off)).id])
    const hook = { url: 'https://example.com/hook' }
    made.push(['/v1/webhook-endpoints', (await ask(201, 'POST /v1/webhook-endpoints', hook)).id])
    const member = { email: 'listed@example.com', name: 'Ada', role: 'viewer' }
    made.push(['/v1/members', (await ask(201, 'POST /v1/members', member)).id])
    made.push(['/v1/api-keys', (await ask(201, 'POST /v1/api-keys', { name: 'site' })).id])
    for (const [path, id] of made) {
      const idsIn = ({ data }: Body) => data.map((each) => each.id)
      expect(idsIn(await ask(200, `GET ${path}`))).toContain(id)
      await ask(204, `DELETE ${path}/${id}`)
      expect(idsIn(await ask(200, `GET ${path}`))).not.toContain(id)
    }
  })

  test('lets its key in at once, and no more once it is revoked', async () => {
    const { id, secret } = await ask(201, 'POST /v1/api-keys', { name: 'new' })
    await ask(200, 'GET /v1/account', undefined, { key: secret })
    await ask(204, `DELETE /v1/api-keys/${id}`)
    await ask(401, 'GET /v1/account', undefined, { key: secret })
  })

  test('lets a member in who has just accepted, and who signs in by a link', async () => {
    const { cookie } = await joinMember(server, { email: 'joined@example.com' })
    expect((await asPage(server, cookie)('GET', '/v1/session')).status).toBe(200)
    const link = await askForLink(server, 'joined@example.com')
    const redeem = () =>
      asPage(server, link.cookie)(
        'POST',
        '/v1/sign-in/verify',
        { token: link.token },
        {
          from: newAddress(),
        },
      )
    expect((await redeem()).status).toBe(200)
    expect((await redeem()).status).not.toBe(200)
  })
})
