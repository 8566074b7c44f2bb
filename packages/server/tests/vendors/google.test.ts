import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { createGoogleVendor } from '../../src/adapters/vendors/google.ts'
import type {
  BusyQuery,
  CalendarVendor,
  SyncedBooking,
} from '../../src/external-calendars/ports/calendar-vendor.ts'
import {
  type GoogleCalendarServer,
  googleRateLimit,
  startGoogleCalendar,
} from '../support/google-calendar-server.ts'
import { between, shown } from '../support/vendor-answers.ts'
import type { Fault } from '../support/vendor-server.ts'

const SCOPES = ['calendar.calendarlist.readonly', 'calendar.freebusy', 'calendar.events']
  .map((scope) => `https://www.googleapis.com/auth/${scope}`)
  .join(' ')
const DAY = between('2026-04-27T00:00:00Z', '2026-04-28T00:00:00Z')

const outbound = createOutboundHttp({ allowPrivateNetwork: true })
afterAll(() => outbound.close())

let server: GoogleCalendarServer
let vendor: CalendarVendor
let using: { readonly accessToken: string }

beforeEach(async () => {
  server = await startGoogleCalendar()
  const { origin: endpoint, clientId, clientSecret } = server
  vendor = createGoogleVendor({ outbound, endpoint, clientId, clientSecret })
  using = server.oauth.issue(SCOPES)
})
afterEach(() => server.close())

const ask = (more: Partial<BusyQuery> = {}) =>
  vendor.busy(using, {
    calendarIds: [],
    range: DAY,
    timeZone: 'America/New_York',
    ...more,
  })

const booking: SyncedBooking = {
  eventKey: 'bkg_01KXYZ',
  providerId: 'prv_1',
  title: 'Consultation with Bo',
  description: 'bo@example.com',
  startEpochSeconds: Date.parse('2026-04-27T09:00:00Z') / 1000,
  endEpochSeconds: Date.parse('2026-04-27T09:30:00Z') / 1000,
  timeZone: 'Europe/Berlin',
}

describe('busy times', () => {
  test('are merged, clipped to the range, and rounded outwards to whole minutes', async () => {
    server.addEvent('2026-04-26T23:00:00Z', '2026-04-27T01:00:00Z')
    server.addEvent('2026-04-27T09:00:30Z', '2026-04-27T10:00:00Z')
    server.addEvent('2026-04-27T11:30:00+02:00', '2026-04-27T12:15:20+02:00')
    server.addEvent('2026-04-28T00:00:00Z', '2026-04-28T01:00:00Z')
    expect(shown(await ask())).toEqual([
      '2026-04-27T00:00Z/2026-04-27T01:00Z',
      '2026-04-27T09:00Z/2026-04-27T10:16Z',
    ])
  })

  test('of more days and calendars than Google accepts are requested in parts', async () => {
    const calendarIds = Array.from({ length: 51 }, (_, index) => `room${index}@example.com`)
    for (const id of calendarIds) server.addCalendar(id, id)
    server.addEvent('2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z', {}, 'room0@example.com')
    server.addEvent('2026-09-01T09:00:00Z', '2026-09-01T10:00:00Z', {}, 'room50@example.com')
    const range = between('2026-04-01T00:00:00Z', '2026-09-28T00:00:00Z')
    expect(shown(await ask({ calendarIds, range }))).toEqual([
      '2026-04-27T09:00Z/2026-04-27T10:00Z',
      '2026-09-01T09:00Z/2026-09-01T10:00Z',
    ])
    // Three requests for 180 days, for each of two groups of calendars.
    expect(server.calls.all).toHaveLength(6)
  })

  test('with a UID of ours are named, so that the bookings among them can be told apart', async () => {
    const iCalUID = 'bkg_01J00000000000000000000001@holdfast'
    server.addEvent('2026-04-27T08:00:00Z', '2026-04-27T10:00:00Z', { iCalUID })
    server.addEvent('2026-04-27T09:00:00Z', '2026-04-27T11:00:00Z', { iCalUID: 'x@google.com' })
    expect(shown(await ask({ exceptBookingsOf: 'prv_1' }))).toEqual([
      '2026-04-27T09:00Z/2026-04-27T11:00Z',
      '2026-04-27T08:00Z/2026-04-27T10:00Z bkg_01J00000000000000000000001@holdfast',
    ])
  })

  test('of a deleted calendar are a failure, not an empty list', async () => {
    expect(await ask({ calendarIds: ['gone@example.com'] })).toMatchObject({
      kind: 'failed',
      code: 'unauthorized',
    })
  })

  test('of cancelled events are empty, and events without a time are a failure', async () => {
    const items = [{ id: 'gone', status: 'cancelled' }]
    server.fail({ status: 200, body: { items } }, { times: 1 })
    expect(await ask({ exceptBookingsOf: 'prv_1' })).toEqual({
      kind: 'done',
      value: { busy: [] },
    })
    server.fail({ status: 200, body: { items: [{ id: 'odd', status: 'confirmed' }] } })
    expect(await ask({ exceptBookingsOf: 'prv_1' })).toMatchObject({ code: 'malformed' })
  })

  test('exclude the synced bookings of this provider only, on all pages', async () => {
    server.pageSize = 2
    await vendor.putSyncedEvent(using, { calendarId: undefined }, booking)
    const other = { eventKey: 'bkg_other', providerId: 'prv_2' }
    await vendor.putSyncedEvent(using, { calendarId: undefined }, { ...booking, ...other })
    server.addEvent('2026-04-27T12:00:00Z', '2026-04-27T13:00:00Z', { status: 'tentative' })
    const free = { self: true, responseStatus: 'declined' }
    server.addEvent('2026-04-27T14:00:00Z', '2026-04-27T15:00:00Z', { attendees: [free] })
    server.addEvent('2026-04-27T16:00:00Z', '2026-04-27T17:00:00Z', { transparency: 'transparent' })
    // A day in the calendar's zone, Berlin.
    server.addEvent('2026-04-28', '2026-04-29')
    const range = between('2026-04-27T00:00:00Z', '2026-04-30T00:00:00Z')
    expect(shown(await ask({ range, exceptBookingsOf: 'prv_1' }))).toEqual([
      '2026-04-27T09:00Z/2026-04-27T09:30Z',
      '2026-04-27T12:00Z/2026-04-27T13:00Z',
      '2026-04-27T22:00Z/2026-04-28T22:00Z',
    ])
    expect(shown(await ask({ exceptBookingsOf: 'prv_2' }))[0]).toBe(
      '2026-04-27T09:00Z/2026-04-27T09:30Z',
    )
    expect(server.calls.all.filter(({ method }) => method === 'GET')).toHaveLength(6)
  })
})

test('synced bookings are excluded in every calendar, and calendars with hidden events count', async () => {
  server.addCalendar('work@example.com', 'Work')
  server.addCalendar('boss@example.com', 'Boss')
  await vendor.putSyncedEvent(using, { calendarId: 'work@example.com' }, booking)
  server.addEvent('2026-04-27T12:00:00Z', '2026-04-27T13:00:00Z', {}, 'work@example.com')
  server.addEvent('2026-04-27T14:00:00Z', '2026-04-27T15:00:00Z', {}, 'boss@example.com')
  const calendarIds = ['ada@example.com', 'work@example.com', 'boss@example.com']
  const hidden = { code: 403, errors: [{ reason: 'forbidden' }] }
  server.fail({ status: 403, body: { error: hidden } }, { path: '/boss@example.com/events' })
  expect(shown(await ask({ calendarIds, exceptBookingsOf: 'prv_1' }))).toEqual([
    '2026-04-27T12:00Z/2026-04-27T13:00Z',
    '2026-04-27T14:00Z/2026-04-27T15:00Z',
  ])
  expect(
    await ask({ calendarIds: [...calendarIds, 'gone@example.com'], exceptBookingsOf: 'prv_1' }),
  ).toMatchObject({ kind: 'failed', code: 'unauthorized' })
})

test('the address of the account is the id of its primary calendar, and all pages are read', async () => {
  server.pageSize = 1
  server.addCalendar('room@example.com', 'Room')
  expect(await vendor.account(using)).toEqual({
    kind: 'done',
    value: { address: 'ada@example.com' },
  })
  expect(await vendor.calendars(using)).toEqual({
    kind: 'done',
    value: [
      { id: 'ada@example.com', name: 'Ada', isPrimary: true },
      { id: 'room@example.com', name: 'Room', isPrimary: false },
    ],
  })
})

test('a list whose pages never end is refused', async () => {
  server.pageSize = 0
  expect(await vendor.calendars(using)).toMatchObject({ kind: 'failed', code: 'too_large' })
})

describe('the event of a booking', () => {
  const place = { calendarId: undefined }
  // The booking's id in hexadecimal.
  const id = '626b675f30314b58595a'

  test('is created once by concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => vendor.putSyncedEvent(using, place, booking)),
    )
    const written = { kind: 'done', value: { id, conference: { kind: 'absent' } } }
    expect(answers).toEqual(Array(5).fill(written))
    expect(server.events()).toMatchObject([
      {
        id,
        summary: 'Consultation with Bo',
        description: 'bo@example.com',
        start: { dateTime: '2026-04-27T09:00:00Z', timeZone: 'Europe/Berlin' },
        end: { dateTime: '2026-04-27T09:30:00Z', timeZone: 'Europe/Berlin' },
      },
    ])
  })

  test('moves with the booking, and keeps its owner’s changes', async () => {
    await vendor.putSyncedEvent(using, place, booking)
    server.addEvent('2026-04-27T09:00:00Z', '2026-04-27T09:30:00Z', { id, colorId: '5' })
    const moved = { ...booking, startEpochSeconds: booking.startEpochSeconds + 300 }
    expect(await vendor.putSyncedEvent(using, place, moved)).toMatchObject({ value: { id } })
    expect(server.events()).toMatchObject([
      { id, colorId: '5', start: { dateTime: '2026-04-27T09:05:00Z' } },
    ])
  })

  test('is deleted, also twice, and is restored after its owner deleted it', async () => {
    await vendor.putSyncedEvent(using, place, booking)
    for (let time = 0; time < 2; time += 1) {
      expect(await vendor.removeSyncedEvent(using, place, booking.eventKey)).toEqual({
        kind: 'done',
        value: undefined,
      })
      expect(server.events()).toEqual([])
    }
    await vendor.putSyncedEvent(using, place, booking)
    expect(server.events()).toMatchObject([{ id, status: 'confirmed' }])
    expect(await vendor.removeSyncedEvent(using, place, 'bkg_never')).toMatchObject({
      kind: 'done',
    })
  })
})

describe('a failure has the matching code', () => {
  test.each<[string, Fault, object]>([
    ['401', { status: 401, body: {} }, { kind: 'expired' }],
    ['403 for the rate', googleRateLimit('rateLimitExceeded'), { code: 'throttled' }],
    ['403 for the user', googleRateLimit('userRateLimitExceeded'), { code: 'throttled' }],
    ['403', { status: 403, body: { error: { code: 403 } } }, { code: 'unauthorized' }],
    ['429', { retryAfterSeconds: 7, as: 'seconds' }, { code: 'throttled', retryAfterSeconds: 7 }],
    ['429 by date', { retryAfterSeconds: 90, as: 'date' }, { retryAfterSeconds: 90 }],
    [
      '503 with a time',
      { status: 503, headers: { 'retry-after': '5' } },
      { code: 'unreachable', retryAfterSeconds: 5 },
    ],
    ['500', { status: 500, body: { error: {} } }, { code: 'unreachable' }],
    ['a broken connection', 'cut', { code: 'unreachable' }],
    ['half an answer', 'broken', { code: 'malformed' }],
    ['an HTML page', 'page', { code: 'malformed' }],
    ['unexpected JSON', { status: 200, body: { calendars: [] } }, { code: 'malformed' }],
    ['9 MiB', 'huge', { code: 'too_large' }],
    ['a redirect', { status: 302, headers: { location: '/x' } }, { code: 'malformed' }],
  ])('%s', async (_name, fault, outcome) => {
    // The vendor's clock is an hour ahead, and a date in `Retry-After` is by that clock.
    server.setClockAhead(3600)
    server.fail(fault)
    expect(await ask()).toMatchObject(outcome)
  })

  test('no answer until the caller aborts', async () => {
    server.fail('silence')
    const ending = new AbortController()
    const asked = vendor.busy(
      { ...using, signal: ending.signal },
      { calendarIds: [], range: DAY, timeZone: 'UTC' },
    )
    await server.calls.until('the call', (all) => all.length === 1)
    ending.abort()
    expect(await asked).toMatchObject({ kind: 'failed', code: 'unreachable' })
  })

  test('no server', async () => {
    await server.goDown()
    expect(await ask()).toMatchObject({ kind: 'failed', code: 'unreachable' })
    await server.comeUp()
    expect(await ask()).toMatchObject({ kind: 'done' })
  })
})
