import type { Booking } from '@holdfast/engine'
import { bookingEntity } from '../../src/booking/bookings/booking-item.ts'
import {
  bookingRepresentation,
  storedRepresentation,
} from '../../src/booking/bookings/booking-representation.ts'
import { withoutBooker } from '../../src/booking/bookings/erase-booker.ts'
import { publicBookingRepresentation } from '../../src/booking/http/booking-answer.ts'
import { eventWithout, MATCH_ANYBODY } from '../../src/delivery/events/event-person.ts'
import { packLogged, unpackLogged } from '../../src/delivery/events/logged-data.ts'
import {
  type DomainEvent,
  eventAttributes,
  eventFromAttributes,
  eventRepresentation,
} from '../../src/kernel/events/event.ts'

/** A signature that is the same in every run. */
const SIGNING = { secrets: { redirectSignature: () => 'signature' } } as never

/** A plain hold without a booker. */
const HOLD = {
  id: 'bkg_hold',
  accountId: 'acc_1',
  providerId: 'prv_1',
  eventTypeId: 'ety_1',
  version: 1,
  actor: { kind: 'booker' },
  status: 'pending',
  confirmation: 'hold',
  startEpochSeconds: 1777284000,
  endEpochSeconds: 1777287600,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 10, bufferAfterMinutes: 5 },
  timeZone: 'Asia/Tokyo',
  localStart: '2026-04-27T19:00',
  tzdbVersion: '2026c',
  holdExpiresAtEpochSeconds: 1776672300,
  sequence: 0,
  manageTokenHash: new Uint8Array(32).fill(7),
  createdAtEpochSeconds: 1776672000,
  updatedAtEpochSeconds: 1776672000,
} as const satisfies Booking

const { holdExpiresAtEpochSeconds: _, ...AGREED } = HOLD

const ADA = { name: 'Ada', email: 'ada@example.com' }

/** Everything that a booking can have, whether or not it can have it at once. */
const FULL: Booking = {
  ...HOLD,
  id: 'bkg_full',
  version: 9,
  actor: { kind: 'key', id: 'key_1' },
  status: 'no_show',
  confirmation: 'approval',
  assignments: [
    { requirement: 'doctor', providerId: 'prv_1', providerName: 'Ana' },
    { requirement: 'room', providerId: 'prv_2', providerName: 'Room 2' },
  ],
  chosenProviderId: 'prv_1',
  groupId: 'grp_1',
  waitlistId: 'wle_1',
  hasWaitlist: true,
  linesFirst: true,
  counts: [
    { counter: 'LIMIT#ety_1#booker#x', amount: 1 },
    { counter: 'LIMIT#ety_1#day', amount: 2, endsWithBooking: true },
  ],
  seats: 3,
  bookerRules: { cancelUntilMinutes: 60, rescheduleUntilMinutes: 120, maxReschedules: 2 },
  rescheduleCount: 1,
  asksBooker: true,
  redirectUrl: 'https://example.com/done',
  payment: {
    id: 'pay_1',
    status: 'paid',
    amount: 5000,
    currency: 'CHF',
    payWithinMinutes: 30,
    refundDeadlineMinutes: 1440,
    refundStartEpochSeconds: 1777284000,
    approvedAtEpochSeconds: 1776672001,
    checkoutUrl: 'https://pay.example.com/1',
  },
  unresolvedTzdbVersion: '2026d',
  clockChangeVersion: 4,
  booker: {
    ...ADA,
    id: 'patient-7',
    timeZone: 'Europe/Berlin',
    locale: 'de-AT',
    phone: '+41443334455',
  },
  isUnproven: true,
  emailUnconfirmed: true,
  isOverride: true,
  note: 'By bike',
  location: {
    kind: 'google_meet',
    url: 'https://meet.example.com/1',
    label: 'Online',
    hostId: 'prv_1',
  },
  answers: { reason: 'A check-up', topics: ['Teeth'], age: 7, isNew: true },
  sealedPrivateAnswers: 'sealed',
  guests: [{ email: 'max@example.com' }, { name: 'Eve', email: 'eve@example.com' }],
  metadata: { crmId: 'c-1' },
  sequence: 2,
  manageTokenGeneration: 1,
  rescheduledFromEpochSeconds: 1777280400,
  cancellationReason: 'Ill',
  cancelledBy: 'booker',
  confirmedAtEpochSeconds: 1776672001,
  cancelledAtEpochSeconds: 1776672002,
  completedAtEpochSeconds: 1776672003,
  completedAutomatically: true,
  noShowAtEpochSeconds: 1776672004,
  expiredAtEpochSeconds: 1776672005,
}

/** Bookings of many forms, by what is special about each. */
export const BOOKINGS: Readonly<Record<string, Booking>> = {
  hold: HOLD,
  openedSlot: (({ eventTypeId: _, ...rest }) => rest)(AGREED),
  ofVersion1: (({ actor: _, ...rest }) => rest)(AGREED),
  agreed: { ...AGREED, status: 'confirmed', booker: ADA, confirmedAtEpochSeconds: 1776672001 },
  waitsForEmail: { ...HOLD, booker: ADA, emailUnconfirmed: true, isUnproven: true },
  full: FULL,
  cancelledBySystem: {
    ...FULL,
    id: 'bkg_system',
    status: 'cancelled',
    cancelledBy: 'system',
    cancellationReason: 'The provider is gone',
  },
  withLocation: { ...HOLD, location: { kind: 'phone', phone: '+41443334455' } },
  withAnswers: { ...HOLD, answers: { reason: 'x' } },
  withConsents: {
    ...HOLD,
    consents: [{ questionId: 'terms', text: 'Version 3', givenAtEpochSeconds: 1776672000 }],
  },
  withGuests: { ...HOLD, booker: ADA, guests: [{ email: 'max@example.com' }] },
  withMetadata: { ...HOLD, metadata: { a: 'b' } },
  arrived: {
    ...HOLD,
    status: 'confirmed',
    booker: ADA,
    visit: { arrivedAtEpochSeconds: 600, number: 27 },
  },
  withRules: { ...HOLD, bookerRules: { cancelUntilMinutes: 30 } },
  withReschedules: { ...HOLD, bookerRules: { maxReschedules: 1 }, rescheduleCount: 3 },
  toApprove: {
    ...HOLD,
    confirmation: 'approval',
    payment: {
      id: 'pay_2',
      status: 'required',
      amount: 1,
      currency: 'EUR',
      checkoutUrl: 'https://x',
    },
  },
  toPay: {
    ...HOLD,
    payment: {
      id: 'pay_3',
      status: 'required',
      amount: 1,
      currency: 'EUR',
      checkoutUrl: 'https://x',
    },
  },
  ofGroup: { ...HOLD, groupId: 'grp_1' },
  offered: { ...HOLD, waitlistId: 'wle_1' },
  oneSeat: { ...HOLD, seats: 1 },
  twoSeats: { ...HOLD, seats: 2 },
  // As a later version of the server stores it.
  ofLater: { ...HOLD, later: { kept: ['as it is'] } } as Booking,
}

const eventOf = (booking: Booking, data: object): DomainEvent => ({
  id: 'evt_1',
  type: 'booking.updated',
  schemaVersion: 1,
  accountId: booking.accountId,
  resourceId: booking.id,
  resourceVersion: booking.version,
  occurredAtEpochMilliseconds: 1776672000000,
  ...(booking.actor && { actor: booking.actor }),
  data: data as DomainEvent['data'],
})

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    member instanceof Uint8Array ? Buffer.from(member).toString('hex') : member,
  )

/** Every form that a booking takes outside of the process, as text whose bytes can be compared. */
export function formsOf(booking: Booking): Readonly<Record<string, string>> {
  const item = bookingEntity.encode(booking)
  const shown = bookingRepresentation(booking)
  const event = eventOf(booking, {
    booking: shown,
    previousBooker: shown.booker,
    previousGuests: shown.guests,
    managePath: `/manage/${booking.id}`,
    provider: { id: booking.providerId, name: 'Room' },
  })
  const attributes = eventAttributes(event)
  const logged = packLogged(attributes)
  const erased = withoutBooker(booking, 1776700000)
  const erasedEvent = eventWithout(event, MATCH_ANYBODY)
  return {
    item: text(item),
    read: text(bookingEntity.decode(item)),
    shown: text(shown),
    shownToBooker: text(publicBookingRepresentation(SIGNING, booking)),
    writtenEvent: text(
      eventAttributes(eventOf(booking, { booking: storedRepresentation(booking) })),
    ),
    event: text(attributes),
    loggedEvent: text(logged),
    readEvent: text(eventRepresentation(eventFromAttributes('evt_1', unpackLogged(logged)))),
    erased: text(bookingEntity.encode(erased)),
    erasedEvent: text(erasedEvent ?? null),
  }
}
