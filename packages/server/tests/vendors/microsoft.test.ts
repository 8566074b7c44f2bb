import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { createMicrosoftVendor } from '../../src/adapters/vendors/microsoft.ts'
import type {
  BusyQuery,
  CalendarVendor,
  SyncedBooking,
} from '../../src/external-calendars/ports/calendar-vendor.ts'
import {
  type MicrosoftGraphServer,
  startMicrosoftGraph,
} from '../support/microsoft-graph-server.ts'
import { between, shown } from '../support/vendor-answers.ts'
import { type Fault, startVendorServer } from '../support/vendor-server.ts'

const DAY = between('2026-04-27T00:00:00Z', '2026-04-28T00:00:00Z')

const outbound = createOutboundHttp({ allowPrivateNetwork: true })
afterAll(() => outbound.close())

let server: MicrosoftGraphServer
let vendor: CalendarVendor
let using: { readonly accessToken: string }

beforeEach(async () => {
  server = await startMicrosoftGraph()
  const { origin: endpoint, clientId, clientSecret, tenant } = server
  vendor = createMicrosoftVendor({ outbound, endpoint, clientId, clientSecret, tenant })
  using = server.oauth.issue('User.Read Calendars.ReadWrite')
})
afterEach(() => server.close())

const ask = (more: Partial<BusyQuery> = {}) =>
  vendor.busy(using, {
    calendarIds: [],
    range: DAY,
    timeZone: 'America/New_York',
    ...more,
  })

const pathsAsked = () => server.calls.all.map(({ path }) => path.replace('/v1.0/me/', ''))

const booking: SyncedBooking = {
  eventKey: 'bkg_01KXYZ',
  providerId: 'prv_1',
  title: 'Consultation with Bo',
  description: 'bo@example.com',
  startEpochSeconds: Date.parse('2026-04-27T09:00:00Z') / 1000,
  endEpochSeconds: Date.parse('2026-04-27T09:30:00Z') / 1000,
  timeZone: 'Europe/Berlin',
}

const STATUSES = ['free', 'tentative', 'busy', 'oof', 'workingElsewhere', 'unknown']

/** Adds an event of an hour for each status, at 8, 10, 12 … */
function addEventOfEachStatus() {
  for (const [index, showAs] of STATUSES.entries()) {
    const hour = String(8 + 2 * index).padStart(2, '0')
    server.addEvent(`2026-04-27T${hour}:00:00`, `2026-04-27T${hour}:59:30`, { showAs })
  }
}

const TAKEN = [
  '2026-04-27T10:00Z/2026-04-27T11:00Z',
  '2026-04-27T12:00Z/2026-04-27T13:00Z',
  '2026-04-27T14:00Z/2026-04-27T15:00Z',
  '2026-04-27T18:00Z/2026-04-27T19:00Z',
]

describe('busy times', () => {
  test('include all statuses except free and working elsewhere', async () => {
    addEventOfEachStatus()
    expect(shown(await ask())).toEqual(TAKEN)
    expect(pathsAsked()).toEqual(['calendar/calendarView'])
  })

  test('with a UID of ours are named, however Graph writes it', async () => {
    const uid = 'bkg_01J00000000000000000000001@holdfast'
    const goid = '040000008200E00074C5B7101A82E00800000000000000000000000000000000000000003C000000'
    const hex = Buffer.from(`vCal-Uid\x01\0\0\0${uid}\0`).toString('hex').toUpperCase()
    server.addEvent('2026-04-27T08:00:00', '2026-04-27T09:00:00', { iCalUId: uid })
    server.addEvent('2026-04-27T10:00:00', '2026-04-27T11:00:00', { iCalUId: `${goid}${hex}` })
    server.addEvent('2026-04-27T12:00:00', '2026-04-27T13:00:00', { iCalUId: goid })
    expect(shown(await ask())).toEqual([
      '2026-04-27T12:00Z/2026-04-27T13:00Z',
      `2026-04-27T08:00Z/2026-04-27T09:00Z ${uid}`,
      `2026-04-27T10:00Z/2026-04-27T11:00Z ${uid}`,
    ])
  })

  test('in Windows zones are resolved', async () => {
    server.heedsPreferredZone = false
    addEventOfEachStatus()
    expect(shown(await ask())).toEqual(TAKEN)
  })

  test('in an unknown zone are a failure', async () => {
    const time = (dateTime: string) => ({ dateTime, timeZone: 'Customized Time Zone' })
    const item = {
      showAs: 'busy',
      start: time('2026-04-27T09:00:00'),
      end: time('2026-04-27T10:00:00'),
    }
    server.fail({ status: 200, body: { value: [item] } })
    expect(await ask()).toMatchObject({ kind: 'failed', code: 'unknown_time_zone' })
  })

  test('of all-day events are days in the provider’s zone', async () => {
    server.addEvent('2026-04-27T00:00:00', '2026-04-28T00:00:00', { isAllDay: true })
    const range = between('2026-04-27T12:00:00Z', '2026-04-28T12:00:00Z')
    expect(shown(await ask({ range, exceptBookingsOf: 'prv_1' }))).toEqual([
      '2026-04-27T12:00Z/2026-04-28T04:00Z',
    ])
    // The 28th in Tokyo begins on the 27th in UTC.
    server.addEvent('2026-04-28T00:00:00', '2026-04-29T00:00:00', { isAllDay: true })
    const tokyo = { timeZone: 'Asia/Tokyo', exceptBookingsOf: 'prv_1' }
    const night = between('2026-04-27T15:00:00Z', '2026-04-27T20:00:00Z')
    expect(shown(await ask({ range: night, ...tokyo }))).toEqual([
      '2026-04-27T15:00Z/2026-04-27T20:00Z',
    ])
    const evening = between('2026-04-28T01:00:00Z', '2026-04-28T03:00:00Z')
    expect(shown(await ask({ range: evening, exceptBookingsOf: 'prv_1' }))).toEqual([
      '2026-04-28T01:00Z/2026-04-28T03:00Z',
    ])
  })

  test('exclude the synced bookings of this provider only, on all pages', async () => {
    server.pageSize = 1
    await vendor.putSyncedEvent(using, { calendarId: undefined }, booking)
    const later = { startEpochSeconds: booking.endEpochSeconds + 3600 }
    const other = { eventKey: 'bkg_other', providerId: 'prv_2', ...later }
    const endEpochSeconds = later.startEpochSeconds + 1800
    await vendor.putSyncedEvent(
      using,
      { calendarId: undefined },
      { ...booking, ...other, endEpochSeconds },
    )
    server.addEvent('2026-04-27T12:00:00', '2026-04-27T13:00:00')
    expect(shown(await ask({ exceptBookingsOf: 'prv_1' }))).toEqual([
      '2026-04-27T10:30Z/2026-04-27T11:00Z',
      '2026-04-27T12:00Z/2026-04-27T13:00Z',
    ])
    expect(pathsAsked().filter((path) => path.endsWith('calendarView'))).toHaveLength(3)
  })

  test('of chosen calendars are read one by one, and a deleted calendar is a failure', async () => {
    server.addCalendar('AAMkRoom=', 'Room')
    server.addEvent('2026-04-27T09:00:00', '2026-04-27T10:00:00')
    server.addEvent('2026-04-27T11:00:00', '2026-04-27T12:00:00', {}, 'AAMkRoom=')
    expect(shown(await ask({ calendarIds: ['AAMkRoom='] }))).toEqual([
      '2026-04-27T11:00Z/2026-04-27T12:00Z',
    ])
    expect(await ask({ calendarIds: ['AAMkRoom=', 'AAMkGone='] })).toMatchObject({
      kind: 'failed',
      code: 'unauthorized',
    })
  })
})

test('the account has an address, and all pages of calendars are read', async () => {
  server.pageSize = 1
  server.addCalendar('AAMkRoom=', 'Room')
  expect(await vendor.account(using)).toEqual({
    kind: 'done',
    value: { address: 'ada@contoso.example' },
  })
  expect(await vendor.calendars(using)).toEqual({
    kind: 'done',
    value: [
      { id: 'AAMkDefault=', name: 'Calendar', isPrimary: true },
      { id: 'AAMkRoom=', name: 'Room', isPrimary: false },
    ],
  })
})

test('write access includes read access', () => {
  expect(vendor.missingScopes('User.Read Calendars.ReadWrite', false)).toEqual([])
  const named = 'https://graph.microsoft.com/User.Read https://graph.microsoft.com/Calendars.Read'
  expect(vendor.missingScopes(named, false)).toEqual([])
  expect(vendor.missingScopes(named, true)).toEqual(['Calendars.ReadWrite'])
})

test('a next page at another host never gets the access token', async () => {
  const elsewhere = await startVendorServer(() => ({ status: 200, body: { value: [] } }))
  server.pageSize = 1
  server.addCalendar('AAMkRoom=', 'Room')
  server.nextLinkOrigin = elsewhere.origin
  expect(await vendor.calendars(using)).toMatchObject({ kind: 'failed', code: 'malformed' })
  expect(elsewhere.calls.all).toEqual([])
  await elsewhere.close()
})

test('a list whose pages never end is refused', async () => {
  server.pageSize = 0
  expect(await vendor.calendars(using)).toMatchObject({ kind: 'failed', code: 'too_large' })
})

describe('the event of a booking', () => {
  const place = { calendarId: undefined }
  const put = async (shown = booking, eventId?: string) => {
    const answer = await vendor.putSyncedEvent(
      using,
      { ...place, ...(eventId && { eventId }) },
      shown,
    )
    if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
    return answer.value.id
  }
  const moved = { ...booking, startEpochSeconds: booking.startEpochSeconds + 300 }

  test('is created once by concurrent requests', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => put()))
    expect(new Set(ids).size).toBe(1)
    expect(server.events()).toMatchObject([
      {
        id: ids[0],
        subject: 'Consultation with Bo',
        body: { contentType: 'text', content: 'bo@example.com' },
        start: { dateTime: '2026-04-27T09:00:00', timeZone: 'UTC' },
        end: { dateTime: '2026-04-27T09:30:00', timeZone: 'UTC' },
        showAs: 'busy',
      },
    ])
  })

  test('moves with the booking, even if its id is not known', async () => {
    const id = await put()
    expect(await put(moved)).toBe(id)
    expect(await put(booking, id)).toBe(id)
    expect(await put(moved, id)).toBe(id)
    expect(server.events()).toMatchObject([{ id, start: { dateTime: '2026-04-27T09:05:00' } }])
  })

  test('is created in the chosen calendar', async () => {
    server.addCalendar('AAMkRoom=', 'Room')
    const room = { calendarId: 'AAMkRoom=' }
    await vendor.putSyncedEvent(using, room, booking)
    expect([server.events().length, server.events('AAMkRoom=').length]).toEqual([0, 1])
    expect(await vendor.removeSyncedEvent(using, room, booking.eventKey)).toMatchObject({
      kind: 'done',
    })
    expect(server.events('AAMkRoom=')).toEqual([])
  })

  test('is updated if another attempt has just created it', async () => {
    const release = server.hold('/me/calendar/events')
    const [first, second] = [put(booking), put(moved)]
    await server.calls.until('both look-ups', (all) => all.length === 2)
    release()
    expect(await first).toBe(await second)
    expect(server.events()).toHaveLength(1)
  })

  test('is created again after its owner deleted it, although Graph has its transaction id', async () => {
    const id = await put()
    server.removeEvent(id)
    server.fail({ status: 200, body: { value: [] } }, { path: '/me/calendar/events', times: 1 })
    server.fail(
      { status: 409, body: { error: { code: 'ErrorDuplicateTransactionId' } } },
      { path: '/me/calendar/events', times: 1 },
    )
    expect(await put()).not.toBe(id)
    expect(server.events()).toHaveLength(1)
  })

  test('is deleted with its duplicates, also twice', async () => {
    const id = await put()
    const [event] = server.events()
    server.addEvent('2026-04-27T09:00:00', '2026-04-27T09:30:00', { ...event, id: 'AAMkCopy=' })
    for (let time = 0; time < 2; time += 1) {
      const at = { ...place, eventId: id }
      expect(await vendor.removeSyncedEvent(using, at, booking.eventKey)).toEqual({
        kind: 'done',
        value: undefined,
      })
      expect(server.events()).toEqual([])
    }
  })
})

describe('a failure has the matching code', () => {
  const forbidden = (code: string): Fault => ({ status: 403, body: { error: { code } } })

  test.each<[string, Fault, object]>([
    ['401', { status: 401, body: {} }, { kind: 'expired' }],
    ['403 for the rate', forbidden('ApplicationThrottled'), { code: 'throttled' }],
    ['403', forbidden('ErrorAccessDenied'), { code: 'unauthorized' }],
    ['429', { retryAfterSeconds: 7, as: 'seconds' }, { code: 'throttled', retryAfterSeconds: 7 }],
    ['429 by date', { retryAfterSeconds: 90, as: 'date' }, { retryAfterSeconds: 90 }],
    [
      '504 with a time',
      { status: 504, headers: { 'retry-after': '5' } },
      { code: 'unreachable', retryAfterSeconds: 5 },
    ],
    ['a broken connection', 'cut', { code: 'unreachable' }],
    ['half an answer', 'broken', { code: 'malformed' }],
    ['an HTML page', 'page', { code: 'malformed' }],
    ['unexpected JSON', { status: 200, body: { value: {} } }, { code: 'malformed' }],
    ['9 MiB', 'huge', { code: 'too_large' }],
  ])('%s', async (_name, fault, outcome) => {
    // The vendor's clock is an hour behind, and a date in `Retry-After` is by that clock.
    server.setClockAhead(-3600)
    server.fail(fault)
    expect(await ask()).toMatchObject(outcome)
  })
})
