import {
  type Assignment,
  type Booker,
  type Booking,
  type BookingLocation,
  endOf,
  formatDate,
  type Guest,
  isConferenceKind,
  type Span,
} from '@holdfast/engine'
import { instantOrNull, instantText } from '../representations.ts'
import { orderIdOfPayment } from './order-ids.ts'

/** The person who books, without a phone. */
const bookerCore = (booker: Booker) => ({
  id: booker.id ?? null,
  name: booker.name,
  email: booker.email ?? null,
  ...(booker.contactId !== undefined && { contactId: booker.contactId }),
  timeZone: booker.timeZone ?? null,
  locale: booker.locale ?? null,
})

/** The person who books. */
export const bookerRepresentation = (booker: Booker | undefined) =>
  booker === undefined ? null : { ...bookerCore(booker), phone: booker.phone ?? null }

/** The person who books, as a stored event has them: without a phone that is not known. */
export const storedBooker = (booker: Booker | undefined) =>
  booker !== undefined && booker.phone === undefined
    ? bookerCore(booker)
    : bookerRepresentation(booker)

/** Whom and what a booking takes; empty if it takes its provider alone. `spans`: when, if not the whole time. */
export const assignmentsRepresentation = ({
  assignments,
  startEpochSeconds,
}: Pick<Booking, 'assignments' | 'startEpochSeconds'>) =>
  assignments === undefined ? [] : representationsOf(assignments, startEpochSeconds)

const representationsOf = (assignments: readonly Assignment[], startEpochSeconds: number) =>
  assignments.map(({ requirement, providerId, providerName, spans }) => ({
    requirement,
    providerId,
    providerName,
    ...(spans && { spans: spans.map((span) => spanRepresentation(startEpochSeconds, span)) }),
  }))

const spanRepresentation = (startEpochSeconds: number, span: Span) => ({
  start: instantText(startEpochSeconds + span.offsetMinutes * 60),
  end: instantText(startEpochSeconds + endOf(span) * 60),
  label: span.label ?? null,
})

/** What the desk recorded of a visit; null if nothing. */
export const visitRepresentation = ({ visit }: Pick<Booking, 'visit'>) =>
  visit === undefined
    ? null
    : {
        arrivedAt: instantOrNull(visit.arrivedAtEpochSeconds),
        calledAt: instantOrNull(visit.calledAtEpochSeconds),
        startedAt: instantOrNull(visit.startedAtEpochSeconds),
        endedAt: instantOrNull(visit.endedAtEpochSeconds),
        number: visit.number ?? null,
      }

/** Who stays; null if that is not known. */
export const occupantsRepresentation = ({ stay }: Pick<Booking, 'stay'>) =>
  stay?.occupants === undefined
    ? null
    : { adults: stay.occupants.adults, childAges: [...stay.occupants.childAges] }

/** The units in which a stay has spent nights before the one that it is in. */
export const earlierUnitsRepresentation = ({ stay }: Pick<Booking, 'stay'>) =>
  (stay?.earlier ?? []).map(({ providerId, providerName, arrivalDay, departureDay }) => ({
    providerId,
    providerName,
    from: formatDate(arrivalDay),
    to: formatDate(departureDay),
  }))

/** The consents of a booking; empty if there are none. */
export const consentsRepresentation = ({ consents = [] }: Pick<Booking, 'consents'>) =>
  consents.map(({ questionId, text, givenAtEpochSeconds }) => ({
    questionId,
    text,
    givenAt: instantText(givenAtEpochSeconds),
  }))

/** The guests of a booking; empty if there are none. */
export const guestsRepresentation = (guests: readonly Guest[] = []) =>
  guests.map(({ name, email }) => ({ name: name ?? null, email }))

/** The representation of a location in the API and in events; null stands for an absent member. */
export const locationRepresentation = (location: BookingLocation) => ({
  kind: location.kind,
  address: location.address ?? null,
  phone: location.phone ?? null,
  url: location.url ?? null,
  label: location.label ?? null,
})

/**
 * The representation of where a booking takes place; null if it has no location. The link of a conference is left out
 * once the booking is cancelled or expired: the calendar deletes the conference then.
 */
export function currentLocationRepresentation({
  location,
  status,
}: Pick<Booking, 'location' | 'status'>) {
  if (location === undefined) return null
  const isOver = status === 'cancelled' || status === 'expired'
  const shown = locationRepresentation(location)
  return isOver && isConferenceKind(location.kind) ? { ...shown, url: null } : shown
}

/** Whether the provider has to approve a request before it can be paid. */
const isTooEarlyToPay = ({ status, confirmation, payment }: Booking): boolean =>
  status === 'pending' &&
  confirmation === 'approval' &&
  payment?.approvedAtEpochSeconds === undefined

/** The id of the order that says what is paid for a booking; null if nothing is to pay. */
export const orderIdOfBooking = ({ payment }: Booking): string | null =>
  payment === undefined ? null : (payment.orderId ?? orderIdOfPayment(payment.id))

/** The price of a booking, and what it is made of; null if it keeps none. */
export function bookingPriceRepresentation({ price }: Booking) {
  if (price === undefined) return null
  const { amount, currency, lines = [{ kind: 'base', amount }] } = price
  return {
    amount,
    currency,
    lines: lines.map((line) => ({ kind: line.kind, amount: line.amount })),
  }
}

const isPaidInGroup = ({ payment, groupId }: Booking): boolean =>
  payment?.orderId !== undefined && groupId !== undefined

/** The payment of a booking, of several charges the first one; null if nothing was ever to pay, or if it is paid with other bookings. */
export function bookingPaymentRepresentation(booking: Booking) {
  if (booking.payment === undefined || isPaidInGroup(booking)) return null
  const { id, status, amount, currency, checkoutUrl = null } = booking.payment
  return {
    id,
    status,
    amount,
    currency,
    checkoutUrl: isTooEarlyToPay(booking) ? null : checkoutUrl,
  }
}

/**
 * The security deposit of a booking; null if it has none. What was never authorized is not asked for once the booking has ended without
 * a stay.
 */
export function bookingSecurityDepositRepresentation({ securityDeposit, status }: Booking) {
  if (securityDeposit === undefined) return null
  const { amount, currency, daysBefore, state, paymentId = null } = securityDeposit
  const isOver = state === 'due' && (status === 'cancelled' || status === 'expired')
  return {
    amount,
    currency,
    daysBefore,
    state: isOver ? ('released' as const) : state,
    paymentId,
    checkoutUrl: isOver ? null : (securityDeposit.checkoutUrl ?? null),
    capturedAmount: securityDeposit.capturedAmount ?? 0,
    reason: securityDeposit.reason ?? null,
  }
}
