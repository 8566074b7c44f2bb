import {
  type Assignment,
  type Booking,
  type BookingDecision,
  rescheduleBooking as decideReschedule,
  type NewTime,
  type Result,
  type SlotPolicy,
  type TransitionRefusal,
} from '@holdfast/engine'
import type { BookingDependencies } from '../dependencies.ts'
import { freedAfter } from '../event-types/freed-time.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { holdExpiry } from './new-booking.ts'
import { type Offer, wallTimeOf } from './offer.ts'
import { asService, type OtherService } from './other-service.ts'

/** A move that is being decided. */
export interface Move {
  readonly before: Booking
  readonly now: number
  readonly by: 'account' | 'booker'
  readonly offer: Offer
  /**
   * The booking keeps its agreed duration and buffers; today's hours and notice apply. One with seats begins a session
   * as it is today.
   */
  readonly policy: SlotPolicy
  readonly startEpochSeconds: number
  readonly isOverride: boolean
  /** Who has to take part. Absent: whoever is free. */
  readonly chosen?: ChosenCandidate | undefined
  /** The service that the booking gets instead of its own. Absent: it keeps that. */
  readonly service?: OtherService | undefined
  /** The bookings that leave their time in the same transaction. Absent: this one alone, as far as it frees its time. */
  readonly leaving?: readonly Booking[]
}

/** The new time of a booking at a start that was found bookable. */
export function newTime(
  deps: BookingDependencies,
  { before, offer, policy, startEpochSeconds, isOverride }: Move,
  assignments?: readonly Assignment[],
): NewTime {
  const [first] = assignments ?? []
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, timeZone } = policy
  return {
    startEpochSeconds,
    endEpochSeconds: startEpochSeconds + durationMinutes * 60,
    policy: { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes },
    timeZone,
    localStart: wallTimeOf(startEpochSeconds, timeZone),
    tzdbVersion: deps.tzdbVersion,
    ...freedAfter(deps, offer.eventType, `${before.id}.${before.version + 1}`),
    ...(isOverride && { isOverride }),
    ...(assignments && first && { assignments, providerId: first.providerId }),
  }
}

/** The candidate whom a booker chose, if the move keeps them anyway. */
const keptBy = (before: Booking, { assignments = before.assignments }: NewTime) =>
  assignments?.some(({ providerId }) => providerId === before.chosenProviderId)
    ? before.chosenProviderId
    : undefined

/** Decides a move to a time that was found possible. */
export function decideMove(
  { before: own, now, by, offer, startEpochSeconds, chosen, service }: Move,
  to: NewTime,
): Result<BookingDecision, TransitionRefusal> {
  const asked = service ? asService(own, service) : own
  const { chosenProviderId: _, ...unchosen } = asked
  const chosenProviderId = chosen?.providerId ?? keptBy(asked, to)
  const before: Booking = { ...unchosen, ...(chosenProviderId && { chosenProviderId }) }
  const needsApproval =
    by === 'booker' &&
    before.confirmation === 'approval' &&
    offer.eventType?.policy?.reapproveOnReschedule === true
  return decideReschedule(before, to, now, {
    by,
    ...(needsApproval && {
      approvalUntilEpochSeconds: holdExpiry(offer, startEpochSeconds, now),
    }),
  })
}
