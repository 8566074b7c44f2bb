import {
  type LimitName,
  type LimitRefusal,
  type Money,
  type PaymentStatus,
  refuse,
  type SlotRefusal,
  type StayRefusal,
  type TransitionRefusal,
} from '@holdfast/engine'
import type { IdempotencyRecord } from './idempotency.ts'
import type { FreeBusyFailure } from './ports/free-busy.ts'

/** One invalid value of an input: a JSON pointer into the body or a parameter name, and the reason. */
export interface InputError {
  readonly pointer: string
  readonly message: string
}

/** A step of a JSON pointer. */
export const pointerStep = (step: PropertyKey): string =>
  String(step).replaceAll('~', '~0').replaceAll('/', '~1')

/** Why a requirement of an event type does not find its count of free candidates. */
export interface TeamRefusal {
  readonly code: 'too_few_candidates'
  /** The name of the requirement. */
  readonly requirement: string
  readonly neededCount: number
  readonly freeCount: number
  /** The candidates who are not free, each with what they lack. */
  readonly candidates: readonly {
    readonly providerId: string
    readonly reasons: readonly (SlotRefusal | LimitRefusal)[]
  }[]
}

/** What is in the way of a block on one date of one provider. */
export interface DateConflict {
  readonly date: string
  readonly providerId: string
  readonly bookingIds: readonly string[]
  readonly blockIds: readonly string[]
}

/** Every refusal that a caller can cause; one table maps them to HTTP. */
export type Refusal =
  | TransitionRefusal
  | LimitRefusal
  | { readonly code: 'validation_failed'; readonly errors: readonly InputError[] }
  | { readonly code: 'unauthenticated' }
  /** The caller may not do this; the reason is a sentence. */
  | { readonly code: 'forbidden'; readonly reason: string }
  /** The account answers no calls. */
  | { readonly code: 'account_suspended' }
  | { readonly code: 'not_found'; readonly resource: string; readonly id: string }
  | { readonly code: 'version_mismatch'; readonly expected: number; readonly actual: number }
  | {
      readonly code: 'slot_taken'
      readonly startEpochSeconds: number
      /** What is in the way of a block. */
      readonly inTheWay?: {
        readonly bookingIds: readonly string[]
        readonly blockIds: readonly string[]
      }
    }
  /** Some dates of an absence cannot be blocked, and so none is. */
  | { readonly code: 'dates_taken'; readonly conflicts: readonly DateConflict[] }
  /** The session has too few seats left. `isHidden`: bookers do not see how many. */
  | { readonly code: 'session_full'; readonly seatsLeft: number; readonly isHidden?: true }
  /** Nobody can take a seat of the session at this start: all of it was cancelled, or moved to another start. */
  | { readonly code: 'session_cancelled'; readonly by: 'cancelled' | 'moved' }
  /** The whole session was cancelled or moved already, so it cannot be changed as a whole. */
  | { readonly code: 'session_closed'; readonly by: 'cancelled' | 'moved' }
  | { readonly code: 'session_empty' }
  /** A connected calendar has no reliable answer for that time. */
  | {
      readonly code: 'calendar_unavailable'
      readonly startEpochSeconds: number
      readonly sources: readonly string[]
    }
  /** This server is not registered with the vendor of such calendars. */
  | { readonly code: 'calendar_kind_unavailable'; readonly kind: string }
  /** No payment vendor is connected, or it does not answer. */
  | { readonly code: 'payment_unavailable' }
  /** A webhook of a payment vendor was not signed by it, or long ago. */
  | { readonly code: 'signature_invalid' }
  /** This server cannot connect that payment vendor. */
  | { readonly code: 'payment_kind_unavailable'; readonly kind: string }
  /** The payment vendor is needed for payments that are not settled. */
  | { readonly code: 'payments_open'; readonly paymentIds: readonly string[] }
  /** The calendar to connect could not be read. */
  | {
      readonly code: 'calendar_unreadable'
      readonly pointer: string
      readonly failure: FreeBusyFailure
      readonly detail: string
    }
  | {
      readonly code: 'slot_not_bookable'
      readonly reasons: readonly (SlotRefusal | TeamRefusal)[]
    }
  | {
      readonly code: 'event_type_too_large'
      readonly providerCount: number
      readonly maxProviders: number
    }
  /** The candidates of an event type have too many different durations and prices. */
  | { readonly code: 'too_many_prices'; readonly count: number; readonly max: number }
  /** The booking costs something else than the caller expects. */
  | { readonly code: 'price_changed'; readonly price: Money }
  /** The bookings of a group need too many writes. `max`: how many of the first ones fit. */
  | { readonly code: 'group_too_large'; readonly max: number }
  /** A start of a recurrence does not exist. `localStart`: `YYYY-MM-DDTHH:MM`. */
  | { readonly code: 'no_such_time'; readonly localStart: string; readonly timeZone: string }
  /** A booking of a group was refused, and with it all of them. */
  | {
      readonly code: 'group_item_refused'
      readonly refusal: Refusal
      /** The position of its item, from 0, and its start, `YYYY-MM-DDTHH:MM` in the provider's zone. */
      readonly item: { readonly index: number; readonly localStart: string }
    }
  /** The provider is no candidate of the event type, or of the requirement to reassign. */
  | { readonly code: 'not_a_candidate'; readonly providerId: string }
  /** Nobody else is free to take the booking over. */
  | { readonly code: 'no_candidate_free'; readonly bookingId: string }
  /** The event type has no wait list. */
  | { readonly code: 'waitlist_closed'; readonly eventTypeId: string }
  | { readonly code: 'waitlist_full'; readonly max: number }
  /** The address is on the wait list of the event type already. */
  | { readonly code: 'already_waiting'; readonly eventTypeId: string }
  | { readonly code: 'slug_taken'; readonly slug: string }
  | {
      readonly code: 'slug_ambiguous'
      readonly slug: string
      readonly providerIds: readonly string[]
    }
  | { readonly code: 'event_type_inactive'; readonly eventTypeId: string }
  | { readonly code: 'provider_inactive'; readonly providerId: string }
  /** A team has no time of its own. */
  | { readonly code: 'provider_is_team'; readonly providerId: string }
  | {
      readonly code: 'schedule_in_use'
      readonly scheduleId: string
      /** The providers and event types that use it. */
      readonly userIds: readonly string[]
    }
  | {
      readonly code: 'property_in_use'
      readonly propertyId: string
      readonly unitIds: readonly string[]
    }
  /** A unit has the calendar. */
  | { readonly code: 'calendar_in_use'; readonly calendarId: string; readonly unitId: string }
  | { readonly code: 'provider_has_bookings'; readonly providerId: string }
  /** A stay of a calendar that is a booking of its unit. */
  | { readonly code: 'managed_by_booking'; readonly bookingId: string }
  | { readonly code: 'unit_has_bookings'; readonly calendarId: string }
  | { readonly code: 'event_type_has_bookings'; readonly eventTypeId: string }
  /** Another contact of the account has the email address. */
  | { readonly code: 'contact_exists'; readonly email: string; readonly contactId: string }
  /** The person is barred, the event type is not for them, or they have booked it as often as one person may. */
  | { readonly code: 'booker_not_allowed'; readonly limit?: LimitName; readonly count?: number }
  /** The person is being erased, so the contact cannot be changed any more. */
  | { readonly code: 'contact_erasing'; readonly contactId: string }
  /** The contact was merged into another, which is changed instead. */
  | { readonly code: 'contact_merged'; readonly contactId: string; readonly into: string }
  /** A merge that cannot be undone, or not any more. */
  | {
      readonly code: 'merge_not_undoable'
      readonly contactId: string
      readonly reason: 'not_merged' | 'expired' | 'new_bookings' | 'merged_again'
    }
  /** The person to erase has current or future bookings or stays. */
  | {
      readonly code: 'contact_has_bookings'
      readonly bookingIds: readonly string[]
      readonly stayIds: readonly string[]
    }
  | {
      readonly code: 'availability_overlaps'
      readonly date: string
      readonly startMinute: number
      readonly endMinute: number
    }
  | {
      readonly code: 'proof_of_work_required'
      readonly reason: 'missing' | 'invalid' | 'expired' | 'used'
    }
  /** Nothing can be paid for the booking any more. */
  | { readonly code: 'payment_closed'; readonly status: PaymentStatus }
  /** More is to be refunded than is left. */
  | {
      readonly code: 'refund_too_large'
      readonly refundableAmount: number
      readonly currency: string
    }
  /** The payer disputes the payment at their bank, so it cannot be refunded. */
  | { readonly code: 'dispute_open'; readonly paymentId: string }
  /** The booking waits until its booker follows the link in an email. */
  | { readonly code: 'email_unconfirmed' }
  | { readonly code: 'last_api_key' }
  /** The account already has a member with this address. */
  | { readonly code: 'member_exists'; readonly email: string }
  /** The member has signed in already, so there is no invitation to send. */
  | { readonly code: 'member_active'; readonly memberId: string }
  | { readonly code: 'last_owner' }
  /** An API key asks for what only a person has. */
  | { readonly code: 'no_person' }
  /** The link, passkey or challenge is unknown, expired or used, or belongs to another browser. */
  | { readonly code: 'sign_in_invalid' }
  /** The account is being deleted, so nothing of it changes any more. */
  | { readonly code: 'account_deleting'; readonly accountId: string }
  /** The taken nights, each by the day that it begins on. */
  | { readonly code: 'night_taken'; readonly days: readonly number[] }
  /** The check-in time has passed. */
  | { readonly code: 'stay_begun'; readonly checkInEpochSeconds: number }
  | { readonly code: 'stay_not_bookable'; readonly reasons: readonly StayRefusal[] }
  | { readonly code: 'rate_limited'; readonly reason: string; readonly retryAfterSeconds: number }
  /** The idempotency key was used before; its record decides between replay and reuse. */
  | { readonly code: 'idempotency_key_seen'; readonly record: IdempotencyRecord }

/** The refusal for a resource that does not exist in this account. */
export const notFound = (resource: string, id: string) =>
  refuse({ code: 'not_found', resource, id })

/** The refusal for one invalid input field. */
export const invalid = (pointer: string, message: string) =>
  refuse({ code: 'validation_failed', errors: [{ pointer, message }] })
