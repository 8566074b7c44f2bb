import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeEventType, makeProvider, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

const FEED = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//somebody//calendar//EN',
  'BEGIN:VEVENT',
  'UID:one',
  'DTSTAMP:20260401T000000Z',
  'DTSTART:20260427T070000Z',
  'DTEND:20260427T073000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

let server: TestApp
const feeds = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/calendar' }).end(FEED)
})
let url = ''
beforeAll(async () => {
  server = await openTestApp({ testMode: true, allowPrivateNetwork: true })
  await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}/private/qx-secret.ics`
})
afterAll(async () => {
  feeds.closeAllConnections()
  await new Promise((resolve) => feeds.close(resolve))
  await server.close()
})

const BUSY = [{ start: START, end: '2026-04-27T07:30:00Z' }]
const setBusy = (providerId: string, body: unknown = BUSY) =>
  server.call('PUT', `/v1/test/providers/${providerId}/busy`, { key: null, body })

test('a feed is connected with 201, replaced with 200, and its address shown to nobody', async () => {
  const { call } = server
  const provider = await makeProvider(call)
  const path = `/v1/providers/${provider.id}/calendar-connections`
  const made = await call('PUT', `${path}/ical`, { body: { url } })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(path)
  expect(made.headers.get('etag')).toBe('"1"')
  expect(made.body).toMatchObject({
    kind: 'ical',
    status: 'active',
    lastReadAt: '2026-04-20T08:00:00.000Z',
  })
  const body = { url, policy: { allowedAgeMinutes: 5 } }
  const again = await call('PUT', `${path}/ical`, { body })
  expect([again.status, again.body.id]).toEqual([200, made.body.id])
  expect(again.body.policy).toEqual({
    refreshMinutes: 10,
    allowedAgeMinutes: 5,
    checkTimeoutMilliseconds: 5000,
    whenCheckFails: 'refuse',
  })
  expect((await call('GET', path)).text).not.toContain('qx-secret')
  const events = await call('GET', '/v1/events')
  expect(events.text).not.toContain('qx-secret')
  for (const range of [
    'from=2026-04-27T00:00:00Z&to=2026-04-28T00:00:00Z',
    'from=2026-04-27&to=2026-04-28',
  ]) {
    expect((await call('GET', `/v1/providers/${provider.id}/busy?${range}`)).body.data).toEqual([
      { start: START, end: '2026-04-27T07:30:00Z', source: 'ical' },
    ])
  }
})

test.each([
  ['an address without a scheme', 'example.com/calendar.ics', 'validation_failed'],
  ['a file', 'file:///etc/passwd', 'validation_failed'],
  ['nobody', 'http://127.0.0.1:1/calendar.ics', 'calendar_unreadable'],
])('a feed at %s is refused, and nothing is kept of it', async (_, wrong, code) => {
  const { call } = server
  const provider = await makeProvider(call)
  const path = `/v1/providers/${provider.id}/calendar-connections`
  const got = await call('PUT', `${path}/ical`, { body: { url: wrong } })
  expect([got.status, got.body.code, got.body.errors[0].pointer]).toEqual([422, code, '/url'])
  expect((await call('GET', path)).body.data).toEqual([])
  expect((await call('GET', `/v1/providers/${provider.id}`)).body.version).toBe(1)
})

test('without leave to go to private networks, a feed on this machine is refused', async () => {
  const guarded = await openTestApp()
  const provider = await makeProvider(guarded.call)
  const before = await guarded.contents()
  const path = `/v1/providers/${provider.id}/calendar-connections/ical`
  for (const at of ['https://127.0.0.1/a.ics', 'https://[::ffff:10.0.0.1]/a.ics', url]) {
    const got = await guarded.call('PUT', path, { body: { url: at } })
    expect([got.status, got.body.code]).toEqual([422, 'calendar_unreadable'])
    expect(got.body.detail).toContain('forbidden_address')
  }
  expect(await guarded.contents()).toEqual(before)
  await guarded.close()
})

test('how a calendar is used is changed under If-Match, which no read makes stale', async () => {
  const { call } = server
  const provider = await makeProvider(call)
  const { body: connected } = await setBusy(provider.id)
  const { body: readAgain } = await setBusy(provider.id, [])
  expect([connected.version, readAgain.version]).toEqual([1, 1])
  const path = `/v1/providers/${provider.id}/calendar-connections/simulated`
  const changed = await call('PATCH', path, {
    body: { policy: { whenCheckFails: 'use_cache' }, writesBack: false },
    headers: { 'if-match': '"1"' },
  })
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
  expect(changed.body).toMatchObject({
    version: 2,
    writesBack: false,
    policy: { refreshMinutes: 10, whenCheckFails: 'use_cache' },
  })
  const late = { body: { policy: { refreshMinutes: 5 } }, headers: { 'if-match': '"1"' } }
  const stale = await call('PATCH', path, late)
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
  const message = 'is not possible for a calendar of kind simulated'
  for (const [pointer, body] of [
    ['/writesBack', { writesBack: true }],
    ['/writesBackTo', { writesBackTo: 'work' }],
  ] as const) {
    const wrong = await call('PATCH', path, { body })
    expect([wrong.status, wrong.body.errors]).toEqual([422, [{ pointer, message }]])
  }
})

test('bookers learn that the time is taken, and nothing of the calendar', async () => {
  const { call } = server
  const eventType = await makeEventType(call)
  await setBusy(eventType.providerId)
  const provider = (await call('GET', `/v1/providers/${eventType.providerId}`)).body
  const body = {
    providerSlug: provider.slug,
    eventTypeSlug: eventType.slug,
    start: START,
    booker: { name: 'Grace', email: 'grace@example.com' },
  }
  const taken = await call('POST', '/v1/public/bookings', { key: null, body })
  expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
  await call('PUT', `/v1/test/providers/${provider.id}/calendar-outage`, {
    key: null,
    body: { code: 'unreachable' },
  })
  const unknown = await call('POST', '/v1/public/bookings', { key: null, body })
  expect([unknown.status, unknown.body.code]).toEqual([409, 'calendar_unavailable'])
  expect(unknown.text).not.toContain('simulated')
})

test.each([
  ['an end before its start', [{ start: START, end: '2026-04-27T06:00:00Z' }], '/0/end'],
  ['no list', { busy: [] }, ''],
  ['a time without an offset', [{ start: '2026-04-27T07:00:00', end: START }], '/0/start'],
])('the simulated calendar refuses %s', async (_, body, pointer) => {
  const provider = await makeProvider(server.call)
  const got = await setBusy(provider.id, body)
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
})

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  const nobody = '/v1/providers/prv_01kqs3v7m8e2f4g6h8j0k2m4n6'
  const provider = await makeProvider(call)
  const own = `/v1/providers/${provider.id}`
  const connections = `${own}/calendar-connections`
  await setBusy(provider.id)
  expect((await call('DELETE', `${connections}/simulated`)).status).toBe(204)
  expect((await call('DELETE', `${connections}/simulated`)).status).toBe(404)
  expect((await call('DELETE', `${connections}/caldav`)).status).toBe(404)
  expect((await call('GET', `${nobody}/calendar-connections`)).status).toBe(404)
  expect((await call('GET', `${connections}?limit=x`)).status).toBe(422)
  expect((await call('PUT', `${nobody}/calendar-connections/ical`, { body: { url } })).status).toBe(
    404,
  )
  expect((await call('PATCH', `${connections}/google`, { body: {} })).status).toBe(404)
  const wrong = { body: { policy: { refreshMinutes: 0 } } }
  expect((await call('PATCH', `${connections}/google`, wrong)).status).toBe(422)
  const ifMatch = { headers: { 'if-match': 'x' } }
  expect((await call('DELETE', `${connections}/google`, ifMatch)).status).toBe(422)
  const range = 'from=2026-04-27T00:00:00Z&to=2026-04-28T00:00:00Z'
  expect((await call('GET', `${nobody}/busy?${range}`)).status).toBe(404)
  const year = 'from=2026-04-27T00:00:00Z&to=2027-04-28T00:00:00Z'
  expect((await call('GET', `${own}/busy?${year}`)).status).toBe(422)
  expect((await call('GET', `${own}/busy?${range}`)).body.data).toEqual([])
  expect(call.unseen('Busy times', REFUSED_ALIKE)).toEqual([])

  for (const [path, body] of [
    ['busy', []],
    ['calendar-outage', { code: null }],
  ] as const) {
    const at = `/v1/test/providers/${provider.id}/${path}`
    const sent = { key: null }
    expect((await call('PUT', at, { ...sent, body })).status).toBe(200)
    expect(
      (await call('PUT', `/v1/test${nobody.slice(3)}/${path}`, { ...sent, body })).status,
    ).toBe(404)
    expect((await call('PUT', at, { ...sent, body: 1 })).status).toBe(422)
    expect((await call('PUT', at, { ...sent, rawBody: '{' })).status).toBe(400)
    const plain = { ...sent, rawBody: '[]', headers: { 'content-type': 'text/plain' } }
    expect((await call('PUT', at, plain)).status).toBe(415)
    const large = { ...sent, rawBody: `"${'a'.repeat(300_000)}"` }
    expect((await call('PUT', at, large)).status).toBe(413)
  }
  expect(call.unseen('Simulated calendars', [500, 503])).toEqual([])
})
