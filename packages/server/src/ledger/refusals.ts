import type { LimitRefusal, StayRefusal } from '@holdfast/engine'

/** What the context `ledger` refuses. */
export type LedgerRefusal =
  | LimitRefusal
  | {
      readonly code: 'slot_taken'
      readonly startEpochSeconds: number
      /** What is in the way of a block. */
      readonly inTheWay?: {
        readonly bookingIds: readonly string[]
        readonly blockIds: readonly string[]
      }
    }
  /** The session has too few seats left. `isHidden`: bookers do not see how many. */
  | { readonly code: 'session_full'; readonly seatsLeft: number; readonly isHidden?: true }
  /** Nobody can take a seat of the session at this start: all of it was cancelled, or moved to another start. */
  | { readonly code: 'session_cancelled'; readonly by: 'cancelled' | 'moved' }
  /** The taken nights, each by the day that it begins on. */
  | { readonly code: 'night_taken'; readonly days: readonly number[] }
  | { readonly code: 'stay_not_bookable'; readonly reasons: readonly StayRefusal[] }

declare module '../kernel/refusals.ts' {
  interface RefusalsOfContexts {
    readonly ledger: LedgerRefusal
  }
}
