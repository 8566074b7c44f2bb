import { EVENT_SCHEMAS, type EventKey, LOGGED_EVENT_KEYS } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import { runDueLines } from '../../src/booking/waiting/run-due-waitlists.ts'
import { createConflictReporter } from '../../src/delivery/events/report-conflicts.ts'
import { refreshConnection } from '../../src/external-calendars/connections/refresh.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeEventType,
  makeProvider,
  NEXT_START,
  START,
} from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { deliverOnce, publish } from './support/work.ts'

/** An event as a list shows it. */
type Shown = Body & { readonly type: EventKey; readonly position: number }

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ testMode: true, allowPrivateNetwork: true })
})
afterAll(() => server.close())

async function list(query = ''): Promise<{
  readonly data: readonly Shown[]
  readonly nextCursor: string | null
  readonly lastPosition: number
}> {
  const got = await server.call('GET', `/v1/events${query}`)
  expect(got.status, got.text).toBe(200)
  return got.body as unknown as Awaited<ReturnType<typeof list>>
}

const act = async (booking: Body, action: string, body: unknown = {}) => {
  const got = await server.call('POST', `/v1/bookings/${booking.id}/${action}`, { body })
  expect([action, got.status]).toEqual([action, 200])
  return got.body
}

/** Refuses a start that is taken, with the reporter that a server has. */
async function conflict(eventTypeId: string): Promise<void> {
  const { deps, call } = server
  const account = (await call('GET', '/v1/account')).body.id
  const reporter = createConflictReporter(deps, (error) => {
    throw error
  })
  const refused = await createBooking(
    { ...deps, reportConflict: reporter.record },
    { accountId: account, requestId: 'test', role: 'account', actor: { kind: 'system' } },
    {
      target: { eventTypeId },
      startEpochSeconds: Date.parse(START) / 1000,
      booker: BOOKER,
    },
  )
  expect(refused.ok).toBe(false)
  await reporter.close()
}

/** Puts something into a calendar, changes it, and deletes it. */
async function changeCalendar(
  calendar: object,
  entry: { title: string; start: string; end: string },
) {
  const { call } = server
  const made = await call('POST', '/v1/calendars', { body: calendar })
  const events = `/v1/calendars/${made.body.id}/events`
  const added = await call('POST', events, { body: entry })
  const path = `${events}/${added.body.id}`
  expect((await call('PUT', path, { body: { ...entry, title: 'Changed' } })).status).toBe(200)
  expect((await call('DELETE', path)).status).toBe(204)
}

/** Connects a calendar, which goes away, and disconnects it. */
async function loseCalendar(providerId: string) {
  const { call, deps } = server
  const simulated = `/v1/test/providers/${providerId}`
  expect((await call('PUT', `${simulated}/busy`, { key: null, body: [] })).status).toBe(200)
  const outage = { key: null, body: { code: 'unreachable' } }
  expect((await call('PUT', `${simulated}/calendar-outage`, outage)).status).toBe(200)
  await refreshConnection(deps, providerId, 'simulated')
  const connection = `/v1/providers/${providerId}/calendar-connections/simulated`
  expect((await call('DELETE', connection)).status).toBe(204)
}

/** Offers a free start to somebody on the wait list. Nobody confirms it. */
async function offerToWaiting({ id }: Body) {
  const body = { from: '2026-04-27', to: '2026-04-28', booker: BOOKER }
  const joined = await server.call('POST', `/v1/event-types/${id}/waitlist`, { body })
  expect(joined.status).toBe(201)
  expect((await runDueLines(server.deps, 100)).done).toEqual([1])
}

/** Imports the file of a channel with a stay on a night that another stay has. */
async function collide(): Promise<void> {
  const house = { name: 'Cabin', timeZone: 'Europe/Berlin', exclusive: 'nights' }
  const { id } = (await server.call('POST', '/v1/calendars', { body: house })).body
  const stay = { title: 'Alan', start: '2026-05-01', end: '2026-05-03' }
  await server.call('POST', `/v1/calendars/${id}/events`, { body: stay })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//channel//EN',
    'BEGIN:VEVENT',
    'UID:stay-1',
    'DTSTART;VALUE=DATE:20260502',
    'DTEND;VALUE=DATE:20260505',
    'SUMMARY:Reserved',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  await server.call('POST', `/v1/calendars/${id}/import`, {
    rawBody: lines.join('\r\n'),
    headers: { 'content-type': 'text/calendar; charset=utf-8' },
  })
}

test('every event of the catalogue is really emitted, and is what its schema says', async () => {
  const { call, deps, clock } = server
  const eventType = await makeEventType(call)
  const kept = await book(call, eventType.id, START)
  await conflict(eventType.id)
  await act(kept, 'confirm')
  const moved = await act(kept, 'reschedule', { start: NEXT_START })
  const missed = await book(call, eventType.id, '2026-04-27T08:00:00Z')
  await act(missed, 'confirm')
  const cancelled = await book(call, eventType.id, '2026-04-27T09:00:00Z')
  await act(cancelled, 'cancel', { reason: 'ill' })
  await book(call, eventType.id, '2026-04-27T10:00:00Z')
  await call('PATCH', `/v1/bookings/${kept.id}`, { body: { booker: { name: 'Grace' } } })
  const unbooked = await makeEventType(call)
  expect((await call('DELETE', `/v1/event-types/${unbooked.id}`)).status).toBe(204)
  await call('PATCH', `/v1/event-types/${eventType.id}`, { body: { description: 'A look.' } })
  await call('POST', `/v1/event-types/${eventType.id}/deactivate`)
  await changeCalendar(
    { name: 'Diary', timeZone: 'Europe/Berlin' },
    { title: 'Walk', start: '2026-05-01T09:00:00Z', end: '2026-05-01T10:00:00Z' },
  )
  await changeCalendar(
    { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' },
    { title: 'Grace', start: '2026-05-01', end: '2026-05-04' },
  )
  await collide()
  await call('POST', `/v1/providers/${eventType.providerId}/time-off`, {
    body: { start: '2026-04-27', end: '2026-04-28' },
  })
  const doctors = [await makeProvider(call), await makeProvider(call)]
  const providerIds = doctors.map(({ id }) => id)
  const requirements = [{ name: 'Doctor', providerIds, count: 1 }]
  const ofTeam = await book(call, (await makeEventType(call, { requirements })).id, START)
  await act(ofTeam, 'reassign', {})
  const yoga = await makeEventType(call, { seats: { capacity: 3 } })
  await book(call, yoga.id, START)
  const session = `/v1/event-types/${yoga.id}/sessions/${START}`
  expect((await call('POST', `${session}/cancel`, { body: {} })).status).toBe(202)
  await offerToWaiting(await makeEventType(call, { waitlist: {} }))
  await loseCalendar(eventType.providerId)
  clock.moveTo(Date.parse('2026-04-27T12:00:00Z'))
  await expireDue(deps, 100)
  await act(kept, 'complete')
  await act(missed, 'no-show')
  const invited = { email: 'ada@example.com', name: 'Ada', role: 'viewer' }
  await call('POST', '/v1/members', { body: invited })
  const receiver = await startWebhookReceiver()
  receiver.behave(410)
  await call('POST', '/v1/webhook-endpoints', { body: { url: receiver.url('/gone') } })
  await deliverOnce(deps)
  await publish(deps)
  await receiver.close()

  const { data } = await list()
  for (const { position: _, ...event } of data) {
    expect(EVENT_SCHEMAS[event.type].parse(event)).toEqual(event)
  }
  // Only a new release of the tz database causes a time conflict, and the deletion of the account ends its
  // log: both have tests of their own, and so have payments, merges and closures.
  const elsewhere = [
    'booking.time_conflict',
    'account.deleted',
    'payment.authorized',
    'payment.captured',
    'payment.failed',
    'payment.refunded',
    'payment.released',
    'order.updated',
    'security_deposit.updated',
    'contact.merged',
    'contact.merge_undone',
    'closure.affected',
  ]
  const seen = new Set([...data.map((event) => event.type), ...elsewhere])
  expect([...seen].sort()).toEqual([...LOGGED_EVENT_KEYS].sort())
  expect(data.find((event) => event.type === 'booking.rescheduled')).toMatchObject({
    resource: { id: kept.id, version: 3 },
    data: { booking: { start: NEXT_START, rescheduledFrom: START, end: moved.end } },
  })
})

test('an event of a booking has what a notification needs, and no token', async () => {
  const { call, deps } = server
  const before = (await list()).data.length
  const provider = await makeProvider(call, { slug: 'dr-notify', email: 'ada@example.com' })
  const made = await call('POST', '/v1/event-types', {
    body: eventTypeBody(provider.id, { slug: 'first-visit' }),
  })
  const ofType = await book(call, made.body.id, '2026-04-28T07:00:00Z')
  await call('POST', `/v1/providers/${provider.id}/availability`, {
    body: { date: '2026-05-02', startTime: '09:00', endTime: '10:00', slotDurationMinutes: 30 },
  })
  const ofOpened = await call('POST', '/v1/bookings', {
    body: { providerId: provider.id, start: '2026-05-02T07:00:00Z', booker: BOOKER },
  })
  await publish(deps)
  const [typed, opened] = (await list(`?after=${before}&type=booking.created`)).data
  const subject = {
    id: provider.id,
    name: 'Dr. Ada Weber',
    slug: 'dr-notify',
    email: 'ada@example.com',
    timeZone: 'Europe/Berlin',
  }
  expect(typed?.data).toMatchObject({
    provider: subject,
    eventType: { id: made.body.id, title: 'First visit', slug: 'first-visit' },
    managePath: `/manage/${ofType.id}`,
  })
  expect(opened?.data).toMatchObject({ provider: subject, eventType: null })
  for (const token of [ofType.manageToken, ofOpened.body.manageToken]) {
    expect(JSON.stringify([typed, opened])).not.toContain(token)
  }
})

test('the log is read in order, from any position on, in pages that join to the whole', async () => {
  const { data, nextCursor, lastPosition } = await list()
  expect(nextCursor).toBeNull()
  expect(data.map((event) => event.position)).toEqual(data.map((_, index) => index + 1))
  expect(lastPosition).toBe(data.length)
  expect((await list('?after=5')).data).toEqual(data.slice(5))
  const joined: Shown[] = []
  let cursor: string | null = '0'
  while (cursor !== null) {
    const page = await list(`?limit=4&cursor=${cursor}`)
    expect(page.data.length).toBeLessThanOrEqual(4)
    joined.push(...page.data)
    cursor = page.nextCursor
  }
  expect(joined).toEqual(data)
})

test('of one type, the last position says where to go on, whatever was left out', async () => {
  const { data: all } = await list()
  const created = await list('?type=booking.created&limit=2')
  expect(created.data.map((event) => event.type)).toEqual(['booking.created', 'booking.created'])
  expect(created.nextCursor).toBe(String(created.data[1]?.position))
  const rest = await list(`?type=booking.created&cursor=${created.nextCursor}`)
  expect(rest.nextCursor).toBeNull()
  expect(rest.lastPosition).toBe(all.length)
  expect([...created.data, ...rest.data]).toEqual(
    all.filter((event) => event.type === 'booking.created'),
  )
})

test('at its end the log is empty, and says so from where it was asked', async () => {
  const { lastPosition } = await list()
  expect(await list(`?after=${lastPosition}`)).toEqual({
    data: [],
    nextCursor: null,
    lastPosition,
  })
})

test('another account has a log of its own', async () => {
  const got = await server.call('GET', '/v1/events', { key: server.otherKey })
  expect(got.body).toEqual({ data: [], nextCursor: null, lastPosition: 0 })
})

test.each([
  ['after=-1', '/query/after'],
  ['after=1.5', '/query/after'],
  ['after=evn_1', '/query/after'],
  ['cursor=next', '/query/cursor'],
  ['type=booking', '/query/type'],
  ['type=webhook.test', '/query/type'],
  ['limit=101', '/query/limit'],
])('%s is refused', async (query, pointer) => {
  const got = await server.call('GET', `/v1/events?${query}`)
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
})

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  for (const [query, headers, pointer] of [
    ['?after=x', {}, '/query/after'],
    ['', { 'last-event-id': 'x' }, '/header/Last-Event-ID'],
  ] as const) {
    const got = await call('GET', `/v1/events/stream${query}`, { headers })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  }
  // What a stream answers with 200 and 429 is seen over a socket.
  expect(call.unseen('Events', [...REFUSED_ALIKE])).toEqual(['streamEvents 200'])
})
