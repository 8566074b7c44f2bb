import type { Booking } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { mailedBooking } from '../../../tests/support/mail-context.ts'
import {
  attemptAfter,
  conferenceAfter,
  conferenceOf,
  hostOf,
  isSettled,
  keptConference,
} from './conferences.ts'
import type { SyncedEvent } from './synced-event.ts'

const MEET = 'https://meet.example.com/a'
const online = (more: Partial<Booking> = {}): Booking => ({
  ...mailedBooking,
  location: { kind: 'google_meet', url: MEET },
  ...more,
})
const event = (more: Partial<SyncedEvent> = {}): SyncedEvent => ({
  bookingId: 'bkg_1',
  kind: 'google',
  version: 3,
  connectionId: 'con_1',
  eventId: 'vendor_1',
  shownBookingVersion: 2,
  conference: { kind: 'google_meet', request: 1, url: MEET },
  ...more,
})

test('an event that shows the booking with its conference needs no call', () => {
  expect(isSettled(online(), event(), 'google_meet')).toBe(true)
})

test.each([
  ['an older version of the booking', online({ version: 3 }), event()],
  ['no conference', online(), { ...event(), conference: { kind: 'teams', request: 1 } as const }],
  [
    'a conference whose link the booking lacks',
    online({ location: { kind: 'google_meet' } }),
    event(),
  ],
  [
    'another link than the booking',
    online(),
    event({ conference: { kind: 'google_meet', request: 1, url: 'https://x.example' } }),
  ],
] as const)('an event with %s needs one', (_, booking, own) => {
  expect(isSettled(booking, own as SyncedEvent, 'google_meet')).toBe(false)
})

test('a booking that was never written needs a call, and a conference that nobody wants is removed', () => {
  expect(isSettled(online(), undefined, undefined)).toBe(false)
  expect(isSettled(mailedBooking, event(), undefined)).toBe(false)
})

test('the event of a session is settled at exactly its version, also for a party without a place', () => {
  const { location: _, ...party } = online({ seats: 2 })
  expect(isSettled(party, event(), 'google_meet')).toBe(true)
  expect(isSettled(party, event({ shownBookingVersion: 3 }), 'google_meet')).toBe(false)
  expect(
    isSettled(online({ seats: 2, location: { kind: 'google_meet' } }), event(), 'google_meet'),
  ).toBe(false)
})

test('only a confirmed booking online takes place in a conference', () => {
  expect(conferenceOf(online())).toBe('google_meet')
  expect(conferenceOf(online({ status: 'cancelled' }))).toBeUndefined()
  expect(conferenceOf(online({ location: { kind: 'phone' } }))).toBeUndefined()
  expect(conferenceOf(mailedBooking)).toBeUndefined()
})

test('a session keeps its conference while it is confirmed, a single booking has none to keep', () => {
  expect(keptConference(online({ seats: 1 }), event())).toBe('google_meet')
  expect(keptConference(online({ seats: 1, status: 'cancelled' }), event())).toBeUndefined()
  expect(keptConference(online(), event())).toBeUndefined()
})

test('the host stays the same for as long as it takes part', () => {
  const connection = (providerId: string) =>
    ({ providerId, kind: 'google', writesBack: true, status: 'connected' }) as never
  const connections = [connection('prv_1'), connection('prv_2')]
  const team = ['prv_1', 'prv_2'].map((providerId) => ({
    providerId,
    providerName: providerId,
    requirement: 0,
  }))
  const hosted = (hostId?: string) =>
    hostOf(
      online({
        assignments: team as never,
        location: { kind: 'google_meet', ...(hostId !== undefined && { hostId }) },
      }),
      connections,
    )?.providerId
  expect([hosted(), hosted('prv_2'), hosted('prv_gone')]).toEqual(['prv_1', 'prv_2', 'prv_1'])
})

test('a conference that was not created is asked for again under another key, five times', () => {
  const asked = { kind: 'google_meet', request: 1 } as const
  expect(conferenceAfter(asked, { kind: 'created', url: MEET }, 7)).toEqual({ ...asked, url: MEET })
  expect(conferenceAfter(asked, { kind: 'pending' }, 7)).toEqual({ ...asked, isPending: true })
  const failed = conferenceAfter(asked, { kind: 'failed' } as never, 7)
  expect(failed).toEqual({ kind: 'google_meet', request: 7, failureCount: 1 })
  expect(attemptAfter(failed).kind).toBe('retry')
  expect(attemptAfter({ ...failed, failureCount: 4 }).kind).toBe('retry')
  expect(attemptAfter({ ...failed, failureCount: 5 }).kind).toBe('dead')
  expect(attemptAfter({ ...asked, isPending: true }).kind).toBe('retry')
  expect(attemptAfter({ ...asked, url: MEET }).kind).toBe('done')
  expect(attemptAfter(undefined).kind).toBe('done')
})
