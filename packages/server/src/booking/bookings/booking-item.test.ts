import type { Booker, Booking } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { bookingEntity } from './booking-item.ts'
import { bookingRepresentation } from './booking-representation.ts'
import { expirationTriggerEntity, triggerOf } from './expiration-trigger.ts'

const HASH = new Uint8Array(32).fill(7)

/** A booking with every optional member; no real one has all of them at once. */
const FULL: Booking = {
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  eventTypeId: 'evt_1',
  version: 5,
  actor: { kind: 'key', id: 'key_1' },
  status: 'no_show',
  confirmation: 'approval',
  startEpochSeconds: 1777284000,
  endEpochSeconds: 1777287600,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 10, bufferAfterMinutes: 5 },
  timeZone: 'Asia/Tokyo',
  localStart: '2026-04-27T19:00',
  tzdbVersion: '2026c',
  holdExpiresAtEpochSeconds: 1776672300,
  booker: {
    id: 'patient-7',
    name: 'Ada',
    email: 'ada@example.com',
    timeZone: 'Europe/Berlin',
    locale: 'de-AT',
  },
  note: 'By bike',
  sequence: 2,
  manageTokenHash: HASH,
  rescheduledFromEpochSeconds: 1777280400,
  cancellationReason: 'Ill',
  cancelledBy: 'booker',
  createdAtEpochSeconds: 1776672000,
  updatedAtEpochSeconds: 1776672060,
  confirmedAtEpochSeconds: 1776672001,
  cancelledAtEpochSeconds: 1776672002,
  completedAtEpochSeconds: 1776672003,
  completedAutomatically: true,
  noShowAtEpochSeconds: 1776672004,
  expiredAtEpochSeconds: 1776672005,
}

/** A hold of an opened slot, without a booker. */
const HOLD: Booking = {
  id: 'bkg_2',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 1,
  status: 'pending',
  confirmation: 'hold',
  startEpochSeconds: 600,
  endEpochSeconds: 1200,
  policy: { durationMinutes: 10, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '1970-01-01T00:10',
  tzdbVersion: '2026c',
  sequence: 0,
  manageTokenHash: HASH,
  createdAtEpochSeconds: 60,
  updatedAtEpochSeconds: 60,
}

describe('the item of a booking', () => {
  test('is listed by provider, event type, account, email and id of the booker', () => {
    const item = bookingEntity.encode(FULL)
    const { id: _, ...attributes } = FULL
    expect(item).toEqual({
      PK: 'BOOKING#bkg_1',
      SK: '#METADATA',
      GSI1PK: 'PROVIDER#prv_1#BOOKING',
      GSI1SK: 'no_show#1777284000#bkg_1',
      GSI2PK: 'EVENTTYPE#evt_1#BOOKING',
      GSI2SK: '1777284000',
      GSI3PK: 'BOOKER#acc_1#EMAIL#ada@example.com',
      GSI3SK: '1777284000',
      GSI4PK: 'BOOKER#acc_1#ID#patient-7',
      GSI4SK: '1777284000',
      GSI5PK: 'ACCOUNT#acc_1#BOOKING',
      GSI5SK: '1777284000#bkg_1',
      ...attributes,
    })
    expect(bookingEntity.decode(item)).toEqual(FULL)
  })

  test('of a hold without event type and booker is listed by provider and account alone', () => {
    const item = bookingEntity.encode(HOLD)
    const { id: _, ...attributes } = HOLD
    expect(item).toEqual({
      PK: 'BOOKING#bkg_2',
      SK: '#METADATA',
      GSI1PK: 'PROVIDER#prv_1#BOOKING',
      GSI1SK: 'pending#0000000600#bkg_2',
      GSI5PK: 'ACCOUNT#acc_1#BOOKING',
      GSI5SK: '0000000600#bkg_2',
      ...attributes,
    })
    expect(bookingEntity.decode(item)).toEqual(HOLD)
  })

  test('stores no member of the booker that is undefined', () => {
    // The type forbids such members; the input of a request may have them all the same.
    const booker = { name: 'Ada', email: 'ada@example.com', id: undefined, locale: undefined }
    const item = bookingEntity.encode({ ...HOLD, booker: booker as object as Booker })
    expect(Object.keys(item.booker as object)).toEqual(['name', 'email'])
    expect(item).toMatchObject({ GSI3PK: 'BOOKER#acc_1#EMAIL#ada@example.com' })
    expect(item).not.toHaveProperty('GSI4PK')
  })

  test('of somebody without an address is found by the contact, or by nobody', () => {
    const booker = { name: 'Nora', contactId: 'cnt_1' }
    const item = bookingEntity.encode({ ...HOLD, booker })
    expect(item).toMatchObject({ booker, GSI3PK: 'BOOKER#acc_1#EMAIL#cnt_1' })
    const unnamed = bookingEntity.encode({ ...HOLD, booker: { name: '' } })
    expect(unnamed.booker).toEqual({ name: '' })
    expect(unnamed).not.toHaveProperty('GSI3PK')
  })

  test('is never removed by the store', () => {
    expect(bookingEntity.encode(FULL)).not.toHaveProperty('ttl')
  })

  test('may lack its optional members, and nothing else', () => {
    for (const name of Object.keys(HOLD)) {
      if (name === 'id') continue
      const item = { ...bookingEntity.encode(HOLD), [name]: undefined }
      expect(() => bookingEntity.decode(item)).toThrow(`is not a valid booking: ${name}`)
    }
  })

  test.each([
    ['eventTypeId', null],
    ['status', 'open'],
    ['confirmation', 'later'],
    ['startEpochSeconds', 1.5],
    ['policy.durationMinutes', { bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }],
    ['policy.bufferBeforeMinutes', { durationMinutes: 0, bufferAfterMinutes: 0 }],
    ['policy.bufferAfterMinutes', { durationMinutes: 0, bufferBeforeMinutes: 0 }],
    ['holdExpiresAtEpochSeconds', 'x'],
    ['booker.name', { email: 'ada@example.com' }],
    ['booker.email', { name: 'Ada', email: 7 }],
    ['booker.id', { name: 'Ada', email: 'a', id: 1 }],
    ['booker.timeZone', { name: 'Ada', email: 'a', timeZone: 1 }],
    ['booker.locale', { name: 'Ada', email: 'a', locale: 1 }],
    ['note', 1],
    ['manageTokenHash', 'text'],
    ['rescheduledFromEpochSeconds', 'x'],
    ['cancellationReason', 1],
    ['cancelledBy', 'nobody'],
    ['confirmedAtEpochSeconds', 'x'],
    ['cancelledAtEpochSeconds', 'x'],
    ['completedAtEpochSeconds', 'x'],
    ['completedAutomatically', 'yes'],
    ['noShowAtEpochSeconds', 'x'],
    ['expiredAtEpochSeconds', 'x'],
  ])('with an invalid %s is not decoded', (path, value) => {
    const [name = ''] = path.split('.')
    const item = { ...bookingEntity.encode(FULL), [name]: value }
    expect(bookingEntity.tryDecode(item)).toMatchObject({
      ok: false,
      refusal: expect.stringMatching(`^${path}: `),
    })
  })
})

describe('the representation of a booking', () => {
  test('shows every member but the hash of the manage token and the account', () => {
    expect(bookingRepresentation(FULL)).toEqual({
      id: 'bkg_1',
      version: 5,
      actor: { kind: 'key', id: 'key_1' },
      status: 'no_show',
      providerId: 'prv_1',
      assignments: [],
      eventTypeId: 'evt_1',
      start: '2026-04-27T10:00:00Z',
      end: '2026-04-27T11:00:00Z',
      timeZone: 'Asia/Tokyo',
      localStart: '2026-04-27T19:00',
      tzdbVersion: '2026c',
      confirmation: 'approval',
      holdExpiresAt: '2026-04-20T08:05:00Z',
      emailUnconfirmed: false,
      booker: {
        id: 'patient-7',
        name: 'Ada',
        email: 'ada@example.com',
        timeZone: 'Europe/Berlin',
        locale: 'de-AT',
        phone: null,
      },
      override: false,
      note: 'By bike',
      location: null,
      answers: {},
      guests: [],
      metadata: {},
      consents: [],
      cancelUntil: '2026-04-27T10:00:00Z',
      rescheduleUntil: '2026-04-27T10:00:00Z',
      reschedulesLeft: null,
      payment: null,
      securityDeposit: null,
      orderId: null,
      price: null,
      waitlistId: null,
      groupId: null,
      seats: 1,
      policy: { durationMinutes: 60, bufferBeforeMinutes: 10, bufferAfterMinutes: 5 },
      sequence: 2,
      rescheduledFrom: '2026-04-27T09:00:00Z',
      confirmedAt: '2026-04-20T08:00:01Z',
      cancelledAt: '2026-04-20T08:00:02Z',
      cancellationReason: 'Ill',
      cancelledBy: 'booker',
      completedAt: '2026-04-20T08:00:03Z',
      noShowAt: '2026-04-20T08:00:04Z',
      expiredAt: '2026-04-20T08:00:05Z',
      visit: null,
      grain: 'time',
      arrival: null,
      departure: null,
      nights: null,
      occupants: null,
      earlierUnits: [],
      pinned: false,
      quote: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:01:00Z',
    })
  })

  test('shows what a hold does not have as null', () => {
    expect(bookingRepresentation(HOLD)).toEqual({
      id: 'bkg_2',
      version: 1,
      actor: null,
      status: 'pending',
      providerId: 'prv_1',
      assignments: [],
      eventTypeId: null,
      start: '1970-01-01T00:10:00Z',
      end: '1970-01-01T00:20:00Z',
      timeZone: 'UTC',
      localStart: '1970-01-01T00:10',
      tzdbVersion: '2026c',
      confirmation: 'hold',
      holdExpiresAt: null,
      emailUnconfirmed: false,
      booker: null,
      override: false,
      note: null,
      location: null,
      answers: {},
      guests: [],
      metadata: {},
      consents: [],
      cancelUntil: '1970-01-01T00:10:00Z',
      rescheduleUntil: '1970-01-01T00:10:00Z',
      reschedulesLeft: null,
      payment: null,
      securityDeposit: null,
      orderId: null,
      price: null,
      waitlistId: null,
      groupId: null,
      seats: 1,
      policy: { durationMinutes: 10, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
      sequence: 0,
      rescheduledFrom: null,
      confirmedAt: null,
      cancelledAt: null,
      cancellationReason: null,
      cancelledBy: null,
      completedAt: null,
      noShowAt: null,
      expiredAt: null,
      visit: null,
      grain: 'time',
      arrival: null,
      departure: null,
      nights: null,
      occupants: null,
      earlierUnits: [],
      pinned: false,
      quote: null,
      createdAt: '1970-01-01T00:01:00Z',
      updatedAt: '1970-01-01T00:01:00Z',
    })
  })

  test('shows what the booker did not give as null', () => {
    const booker = { name: 'Ada', email: 'ada@example.com' }
    expect(bookingRepresentation({ ...HOLD, booker }).booker).toEqual({
      id: null,
      name: 'Ada',
      email: 'ada@example.com',
      timeZone: null,
      locale: null,
      phone: null,
    })
  })
})

describe('the item of an expiration trigger', () => {
  test('is ordered by its time and removed by the store a day later', () => {
    const trigger = triggerOf(HOLD, 1776672300)
    expect(trigger).toEqual({
      bookingId: 'bkg_2',
      accountId: 'acc_1',
      expiresAtEpochSeconds: 1776672300,
    })
    const item = expirationTriggerEntity.encode(trigger)
    expect(item).toEqual({
      PK: expect.stringMatching(/^EXPIRATION_TRIGGER#[0-7]$/),
      SK: '1776672300#bkg_2',
      bookingId: 'bkg_2',
      accountId: 'acc_1',
      ttl: 1776758700,
    })
    expect(expirationTriggerEntity.decode(item)).toEqual({ ...trigger, ttl: 1776758700 })
  })

  test.each(['bookingId', 'accountId'])('without %s is not decoded', (name) => {
    const item = { ...expirationTriggerEntity.encode(triggerOf(HOLD, 60)), [name]: undefined }
    expect(() => expirationTriggerEntity.decode(item)).toThrow(
      `is not a valid expiration trigger: ${name}`,
    )
  })
})
