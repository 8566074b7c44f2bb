import { describe, expect, test } from 'vitest'
import { packData, unpackData } from './unused-members.ts'

const PLAIN = {
  id: 'bkg_1',
  version: 1,
  start: '2026-04-27T09:00:00Z',
  booker: { name: 'Ada', phone: null },
  location: null,
  answers: {},
  guests: [],
  metadata: {},
  consents: [],
  cancelUntil: '2026-04-27T09:00:00Z',
  rescheduleUntil: '2026-04-27T09:00:00Z',
  reschedulesLeft: null,
  payment: null,
  securityDeposit: null,
  orderId: null,
  price: null,
  waitlistId: null,
  groupId: null,
  seats: 1,
  visit: null,
  grain: 'time',
  arrival: null,
  departure: null,
  nights: null,
  occupants: null,
  pinned: false,
  earlierUnits: [],
  quote: null,
}

const RICH = {
  ...PLAIN,
  booker: { name: 'Ada', phone: '+41443334455' },
  answers: { reason: 'A check-up' },
  guests: [{ name: null, email: 'max@example.com' }],
  metadata: { crmId: 'c-1' },
  cancelUntil: '2026-04-26T09:00:00Z',
  reschedulesLeft: 0,
}

const EVENT_TYPE = {
  id: 'ety_1',
  version: 3,
  durationOptionsMinutes: null,
  hoursApplyTo: 'duration',
  locations: [],
  questions: [],
  policy: { reapproveOnReschedule: false, cancelUntilMinutes: null, maxReschedules: 2 },
  redirectUrl: null,
  hidden: false,
  color: '#1d6b57',
  reminderMinutes: null,
  payment: null,
  candidateRules: [],
  priceRules: [],
  access: [],
  release: null,
  limits: null,
  waitlist: null,
  seats: null,
  grain: 'time',
  propertyId: null,
  occupancy: null,
  ratePlanIds: [],
  photos: [],
  securityDeposit: null,
  stay: null,
}

describe('the stored data of an event', () => {
  test('has no member that its booking does not use', () => {
    expect(packData({ booking: PLAIN })).toEqual({
      booking: {
        id: 'bkg_1',
        version: 1,
        start: '2026-04-27T09:00:00Z',
        booker: { name: 'Ada' },
      },
    })
  })

  test('gets all members back when it is read', () => {
    for (const booking of [PLAIN, RICH]) {
      expect(unpackData(packData({ booking, managePath: '/manage/bkg_1' }))).toEqual({
        booking,
        managePath: '/manage/bkg_1',
      })
    }
    expect(unpackData(packData({ eventType: EVENT_TYPE }))).toEqual({
      eventType: { ...EVENT_TYPE, policy: { ...EVENT_TYPE.policy, rescheduleUntilMinutes: null } },
    })
  })

  test('keeps what is used, also the numbers 0 and 1', () => {
    const last = packData({ booking: { ...PLAIN, reschedulesLeft: 1, seats: 2 } })
    expect(last.booking).toMatchObject({ reschedulesLeft: 1, seats: 2 })
    const { booking } = packData({ booking: RICH })
    expect(booking).toMatchObject({ reschedulesLeft: 0, cancelUntil: '2026-04-26T09:00:00Z' })
    expect(booking).not.toHaveProperty('rescheduleUntil')
    expect(packData({ eventType: EVENT_TYPE }).eventType).toEqual({
      id: 'ety_1',
      version: 3,
      policy: { reapproveOnReschedule: false, maxReschedules: 2 },
      color: '#1d6b57',
    })
  })

  test('of an earlier version of the server is read with the members that were added since', () => {
    const { start } = PLAIN
    const old = { id: 'bkg_1', version: 1, start, booker: null }
    expect(unpackData({ booking: old }).booking).toEqual({ ...PLAIN, booker: null })
    expect(unpackData({ previousBooker: { name: 'Ada' } })).toEqual({
      previousBooker: { name: 'Ada', phone: null },
    })
  })

  test('leaves the names of an event type in the event of a booking as they are', () => {
    const data = { eventType: { id: 'ety_1', title: 'Visit', slug: 'visit' } }
    expect(unpackData(packData(data))).toEqual(data)
  })
})
