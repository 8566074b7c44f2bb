import type { EventType } from '../api.ts'
import { type LimitsDraft, limitsDraftOf, limitsOf, PERIOD_LIMITS } from '../ui/limits-draft.ts'

/** The limits of an event type, in the order of the form. */
export const EVENT_TYPE_LIMITS = [...PERIOD_LIMITS, 'perBooker', 'perBookerEver'] as const

/** The name of a limit of an event type. */
export type EventTypeLimit = (typeof EVENT_TYPE_LIMITS)[number]

/** What can run out, in the form: seats, bookings of a period, and the wait list for it. */
export interface CountDraft {
  readonly hasSeats: boolean
  readonly capacity: string
  readonly showRemaining: boolean
  /** Empty: the default. */
  readonly maxPerBooking: string
  readonly limits: LimitsDraft<EventTypeLimit>
  readonly hasWaitlist: boolean
  readonly offerMinutes: string
  readonly linesFirst: boolean
}

/** The values of a new event type, and those that show when an option is turned on. */
export const newCounts = (): CountDraft => ({
  hasSeats: false,
  capacity: '10',
  showRemaining: true,
  maxPerBooking: '',
  limits: limitsDraftOf(EVENT_TYPE_LIMITS, null),
  hasWaitlist: false,
  offerMinutes: '30',
  linesFirst: false,
})

/** The form's values for an event type. */
export function countDraftOf({ seats, limits, waitlist }: EventType): CountDraft {
  const { capacity, showRemaining, offerMinutes, linesFirst } = newCounts()
  return {
    hasSeats: seats !== null,
    capacity: String(seats?.capacity ?? capacity),
    showRemaining: seats?.showRemaining ?? showRemaining,
    maxPerBooking: String(seats?.maxPerBooking ?? ''),
    limits: limitsDraftOf(EVENT_TYPE_LIMITS, limits),
    hasWaitlist: waitlist !== null,
    offerMinutes: String(waitlist?.offerMinutes ?? offerMinutes),
    linesFirst: waitlist?.linesFirst ?? linesFirst,
  }
}

/** The values as the API takes them; null for what is not used. */
export const countsOf = (draft: CountDraft) => ({
  seats: draft.hasSeats
    ? {
        capacity: Number(draft.capacity),
        showRemaining: draft.showRemaining,
        maxPerBooking: draft.maxPerBooking.trim() === '' ? null : Number(draft.maxPerBooking),
      }
    : null,
  limits: limitsOf(draft.limits),
  waitlist: draft.hasWaitlist
    ? { offerMinutes: Number(draft.offerMinutes), linesFirst: draft.linesFirst }
    : null,
})
