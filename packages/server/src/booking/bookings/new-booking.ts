import { type Actor, type Booking, type Price, paymentHoldSeconds } from '@holdfast/engine'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { freedAfter } from '../event-types/freed-time.ts'
import { agreedSecurityDeposit } from '../event-types/security-deposit.ts'
import { countsBookers, mustBeKnown } from '../limits/claimed-limits.ts'
import type { BookingInput } from './booking-input.ts'
import { type Offer, wallTimeOf } from './offer.ts'
import { asksBooker, type ReadFields } from './read-fields.ts'

/** The least time to follow the link in an email. */
const EMAIL_PROOF_MINUTES = 15

/** What a new booking has of its own, and the fields of its booker. */
export interface Details {
  readonly id: string
  readonly actor: Actor
  readonly isUnproven: boolean
  /** Of a hold without a booker, by somebody who signed in. */
  readonly signInMark?: string | undefined
  readonly manageToken: string
  readonly given: ReadFields
}

/** What a new booking is made of. */
export interface Agreed extends Details {
  /** The rules under which its time is offered. */
  readonly offer: Offer
  readonly input: BookingInput
  /** What it costs. Absent: nothing. */
  readonly price?: Price | undefined
  /** The epoch second of the decision. */
  readonly now: number
}

/** A new booking of a time that was found bookable: pending, or confirmed at once. */
export function newBooking(
  deps: BookingDependencies,
  { id, actor, offer, input, isUnproven, signInMark, manageToken, given, price, now }: Agreed,
): Booking {
  const { policy, confirmation } = offer
  const { requiresEmailProof = false, offerTo } = input
  const emailUnconfirmed = requiresEmailProof && input.booker !== undefined
  const hasPrice = costs(price) || input.paidTogether !== undefined
  const isConfirmed = confirmation === 'instant' && !emailUnconfirmed && !hasPrice
  const payWithinMinutes = input.paidTogether?.payWithinMinutes
  const pendingUntil = requiresEmailProof
    ? now + (offerTo?.offerMinutes ?? Math.max(offer.holdMinutes, EMAIL_PROOF_MINUTES)) * 60
    : holdExpiry(offer, input.startEpochSeconds, now, hasPrice, payWithinMinutes)
  return {
    id,
    accountId: offer.provider.accountId,
    providerId: offer.provider.id,
    ...(offer.eventType === undefined ? {} : { eventTypeId: offer.eventType.id }),
    ...(input.chosen &&
      offer.eventType?.requirements && { chosenProviderId: input.chosen.providerId }),
    ...(input.groupId !== undefined && { groupId: input.groupId }),
    version: 1,
    actor,
    status: isConfirmed ? 'confirmed' : 'pending',
    confirmation,
    startEpochSeconds: input.startEpochSeconds,
    endEpochSeconds: input.startEpochSeconds + policy.durationMinutes * 60,
    policy: {
      durationMinutes: policy.durationMinutes,
      bufferBeforeMinutes: policy.bufferBeforeMinutes,
      bufferAfterMinutes: policy.bufferAfterMinutes,
    },
    ...(offer.eventType?.seats && { seats: input.seats ?? 1 }),
    timeZone: policy.timeZone,
    localStart: wallTimeOf(input.startEpochSeconds, policy.timeZone),
    tzdbVersion: deps.tzdbVersion,
    ...(isConfirmed
      ? { confirmedAtEpochSeconds: now }
      : { holdExpiresAtEpochSeconds: pendingUntil }),
    ...rulesOfService(offer.eventType, price),
    ...askedLater(offer.eventType, given.booker === undefined),
    ...given.fields,
    ...(given.booker === undefined ? {} : { booker: given.booker }),
    ...(isUnproven && { isUnproven }),
    ...(signInMark !== undefined && { signInMark }),
    ...(emailUnconfirmed && { emailUnconfirmed }),
    ...(offerTo && { waitlistId: offerTo.waitlistId }),
    ...(offer.eventType?.freed && freedAfter(deps, offer.eventType, `${id}.1`)),
    ...(input.isOverride && { isOverride: true }),
    ...agreedSecurityDeposit(offer.eventType?.securityDeposit),
    sequence: 0,
    manageTokenHash: deps.secrets.hash(manageToken),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}

/** Whether something is to pay. */
const costs = (price: Price | undefined): boolean => price !== undefined && price.amount > 0

/** Whether prices of an event type depend on more than the duration, so that a booking has to keep its own. */
const hasPriceRules = (eventType: EventType | undefined): boolean =>
  eventType?.candidateRules !== undefined ||
  eventType?.priceRules !== undefined ||
  eventType?.optionsAmount !== undefined

/** What a booking keeps of the rules of its event type. */
export function rulesOfService(
  eventType: EventType | undefined,
  price: Price | undefined,
): Pick<Booking, 'price' | 'bookerRules' | 'hasWaitlist' | 'linesFirst'> {
  const { reapproveOnReschedule: _, ...bookerRules } = eventType?.policy ?? {}
  return {
    ...(price && hasPriceRules(eventType) && { price }),
    ...(Object.keys(bookerRules).length > 0 && { bookerRules }),
    ...(eventType?.waitlist && { hasWaitlist: true }),
    ...(eventType?.waitlist?.linesFirst && { linesFirst: true }),
  }
}

/** What a new booking needs of its event type later: where its page leads, and what a hold asks when it gets its booker. */
function askedLater(
  eventType: EventType | undefined,
  isWithoutBooker: boolean,
): Pick<Booking, 'redirectUrl' | 'asksBooker'> {
  const { redirectUrl } = eventType ?? {}
  return {
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(isWithoutBooker && needsEventType(eventType) && { asksBooker: true }),
  }
}

/** Whether the event type is needed again when a hold gets its booker. */
const needsEventType = (eventType: EventType | undefined): boolean =>
  asksBooker(eventType) || countsBookers(eventType) || mustBeKnown(eventType)

/**
 * When a pending booking lapses. A hold that is to be paid lasts as long as the payment may take. An approval may
 * take longer than a hold, but not beyond the start; the provider has at least 60 s. `isToPay`: whether the price is above 0.
 * `payWithinMinutes`: how long it is held for the payment, also if it is paid with others.
 */
export function holdExpiry(
  offer: Pick<Offer, 'confirmation' | 'holdMinutes' | 'approvalMinutes'> & {
    readonly eventType?: Pick<EventType, 'payment'> | undefined
  },
  startEpochSeconds: number,
  now: number,
  isToPay = true,
  payWithinMinutes = offer.eventType?.payment?.payWithinMinutes,
): number {
  if (payWithinMinutes !== undefined && isToPay && offer.confirmation !== 'approval') {
    return now + paymentHoldSeconds(payWithinMinutes)
  }
  if (offer.confirmation !== 'approval') return now + offer.holdMinutes * 60
  return Math.min(now + offer.approvalMinutes * 60, Math.max(startEpochSeconds, now + 60))
}
