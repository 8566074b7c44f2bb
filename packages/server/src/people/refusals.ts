import type { LimitName } from '@holdfast/engine'

/** What the context `people` refuses. */
export type PeopleRefusal =
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

declare module '../kernel/refusals.ts' {
  interface RefusalsOfContexts {
    readonly people: PeopleRefusal
  }
}
