import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import type {
  ConferenceRequest,
  ConferenceState,
  SyncedBooking,
  SyncedEventPlace,
} from '../../src/external-calendars/ports/calendar-vendor.ts'
import { startVendor, type Vendor } from '../connections/calendar-sync-support.ts'

const outbound = createOutboundHttp({ allowPrivateNetwork: true })
afterAll(() => outbound.close())

const BOOKING: SyncedBooking = {
  eventKey: 'bkg_01KXYZ',
  providerId: 'prv_1',
  title: 'Consultation with Bo',
  description: 'Bo <b>\nbo@example.com',
  startEpochSeconds: Date.parse('2026-04-27T09:00:00Z') / 1000,
  endEpochSeconds: Date.parse('2026-04-27T09:30:00Z') / 1000,
  timeZone: 'Europe/Berlin',
}

const FIRST = { key: 'bkg_01KXYZ.1', isCreated: false }
// With another key, so that a request would create another conference.
const KNOWN = { key: 'bkg_01KXYZ.9', isCreated: true }

const LINKS = {
  google: ['https://meet.google.com/aaa-bbbb-001', 'https://meet.google.com/aaa-bbbb-002'],
  outlook: [
    'https://teams.microsoft.com/l/meetup-join/19%3ameeting_1%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d',
    'https://teams.microsoft.com/l/meetup-join/19%3ameeting_2%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d',
  ],
} as const

describe.each(['google', 'outlook'] as const)('the conference of an event at %s', (kind) => {
  const [first, second] = LINKS[kind]
  let at: Vendor
  let using: { readonly accessToken: string }
  beforeEach(async () => {
    at = await startVendor(kind, outbound)
    using = at.server.oauth.issue(at.scope)
    return () => at.server.close()
  })

  const put = async (
    conference?: ConferenceRequest,
    more: Partial<SyncedBooking> = {},
    place: Partial<SyncedEventPlace> = {},
  ) => {
    const booking = { ...BOOKING, ...more, ...(conference && { conference }) }
    const answer = await at.vendor.putSyncedEvent(
      using,
      { calendarId: undefined, ...place },
      booking,
    )
    if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const read = async (eventId: string): Promise<ConferenceState> => {
    const answer = await at.vendor.readConference(using, { calendarId: undefined, eventId })
    if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const created = (url: string): ConferenceState => ({ kind: 'created', url })

  test('is created with the event, once by repeated requests', async () => {
    const { id, conference } = await put(FIRST)
    expect(conference).toEqual(created(first))
    expect((await put(FIRST)).conference).toEqual(created(first))
    expect(await read(id)).toEqual(created(first))
  })

  test('is created for an event that had none', async () => {
    expect((await put()).conference).toEqual({ kind: 'absent' })
    expect((await put(FIRST)).conference).toEqual(created(first))
  })

  test('is read until the vendor has created it', async () => {
    at.server.conferences = { afterReads: 2 }
    const { id, conference } = await put(FIRST)
    expect(conference).toEqual({ kind: 'pending' })
    expect(await read(id)).toEqual({ kind: 'pending' })
    expect(await read(id)).toEqual(created(first))
  })

  test('stays while the event moves and its text changes', async () => {
    await put(FIRST)
    const moved = { startEpochSeconds: BOOKING.startEpochSeconds + 300, description: 'Erased' }
    const { id, conference } = await put(KNOWN, moved)
    expect(conference).toEqual(created(first))
    expect(await read(id)).toEqual(created(first))
    const [event] = at.server.events()
    expect(JSON.stringify(event)).toContain('Erased')
    expect(JSON.stringify(event)).not.toContain('bo@example.com')
  })

  test('that the vendor cannot create is absent, and a new request creates it', async () => {
    at.server.conferences = 'fail'
    expect((await put(FIRST)).conference).toEqual({ kind: 'absent' })
    at.server.conferences = 'at-once'
    expect((await put({ key: 'bkg_01KXYZ.2', isCreated: false })).conference).toEqual(
      created(first),
    )
  })

  test('is removed with the event, and an event that needs none any more loses it', async () => {
    const { id } = await put(FIRST)
    const place = { eventId: id, hasOldConference: true }
    const without = await put(undefined, { location: 'Seestraße 1' }, place)
    expect(without.conference).toEqual({ kind: 'absent' })
    expect(at.server.events()).toHaveLength(1)
    expect(JSON.stringify(at.server.events())).not.toMatch(/meet\.google|teams\.microsoft/)
    expect(JSON.stringify(at.server.events())).toContain('Seestraße 1')
    const again = await put({ key: 'bkg_01KXYZ.2', isCreated: false }, {}, { eventId: without.id })
    expect(again.conference).toEqual(created(second))
    await at.vendor.removeSyncedEvent(using, { calendarId: undefined }, BOOKING.eventKey)
    expect(await read(again.id)).toEqual({ kind: 'absent' })
  })
})
