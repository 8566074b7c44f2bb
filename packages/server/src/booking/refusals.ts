import type { LimitRefusal, Money, SlotRefusal, TransitionRefusal } from '@holdfast/engine'
import type { DateConflict, Refusal } from '../kernel/refusals.ts'

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

/** What is done with all bookings of a visit, as the path of its group names it. */
export type VisitAction = 'confirm' | 'cancel' | 'reschedule'

/** What the context `booking` refuses. */
export type BookingRefusal =
  | TransitionRefusal
  /** Some dates of an absence cannot be blocked, and so none is. */
  | { readonly code: 'dates_taken'; readonly conflicts: readonly DateConflict[] }
  /** The whole session was cancelled or moved already, so it cannot be changed as a whole. */
  | { readonly code: 'session_closed'; readonly by: 'cancelled' | 'moved' }
  | { readonly code: 'session_empty' }
  /** A connected calendar has no reliable answer for that time. */
  | {
      readonly code: 'calendar_unavailable'
      readonly startEpochSeconds: number
      readonly sources: readonly string[]
    }
  /** No payment vendor is connected, or it does not answer. */
  | { readonly code: 'payment_unavailable' }
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
  /** A quote no longer binds its price, or never did. */
  | { readonly code: 'quote_expired' }
  /** The bookings of a group need too many writes. `max`: how many of the first ones fit. `isMove`: all of them are to move. */
  | { readonly code: 'group_too_large'; readonly max: number; readonly isMove?: boolean }
  /** A start of a recurrence does not exist. `localStart`: `YYYY-MM-DDTHH:MM`. */
  | { readonly code: 'no_such_time'; readonly localStart: string; readonly timeZone: string }
  /** A part of a sequence does not begin when the one before has ended, within the gap; both ends are possible. */
  | {
      readonly code: 'not_in_sequence'
      readonly earliestEpochSeconds: number
      readonly latestEpochSeconds: number
    }
  /** A booking of a group was refused, and with it all of them. */
  | {
      readonly code: 'group_item_refused'
      readonly refusal: Refusal
      /** The position of its item, from 0, and its start, `YYYY-MM-DDTHH:MM` in the provider's zone. */
      readonly item: { readonly index: number; readonly localStart: string }
    }
  /** The booking is part of a visit, which is confirmed, moved and cancelled as a whole. */
  | { readonly code: 'part_of_visit'; readonly groupId: string; readonly action: VisitAction }
  /** The provider is no candidate of the event type, or of the requirement to reassign. */
  | {
      readonly code: 'not_a_candidate'
      readonly providerId: string
      /** The providers of whom one can leave, if `providerId` should leave and takes no part. */
      readonly takingPart?: readonly string[]
    }
  /** Nobody else is free to take the booking over. */
  | { readonly code: 'no_candidate_free'; readonly bookingId: string }
  /** The event type has no wait list. */
  | { readonly code: 'waitlist_closed'; readonly eventTypeId: string }
  | { readonly code: 'waitlist_full'; readonly max: number }
  /** The address is on the wait list of the event type already. */
  | { readonly code: 'already_waiting'; readonly eventTypeId: string }
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
  | {
      readonly code: 'photo_in_use'
      readonly photoId: string
      /** The properties and event types that name it. */
      readonly userIds: readonly string[]
    }
  | { readonly code: 'photo_limit_reached'; readonly max: number }
  /** A file is not a photo that can be shown. `detail`: a sentence. */
  | { readonly code: 'photo_unreadable'; readonly detail: string }
  /** A unit has the calendar. */
  | { readonly code: 'calendar_in_use'; readonly calendarId: string; readonly unitId: string }
  | { readonly code: 'provider_has_bookings'; readonly providerId: string }
  | { readonly code: 'unit_has_bookings'; readonly calendarId: string }
  | { readonly code: 'event_type_has_bookings'; readonly eventTypeId: string }
  | {
      readonly code: 'availability_overlaps'
      readonly date: string
      readonly startMinute: number
      readonly endMinute: number
    }
  /** The booking waits until its booker follows the link in an email. */
  | { readonly code: 'email_unconfirmed' }

declare module '../kernel/refusals.ts' {
  interface RefusalsOfContexts {
    readonly booking: BookingRefusal
  }
}
