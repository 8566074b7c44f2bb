import type { Refusal } from '../kernel/refusals.ts'

/**
 * Why a decision about a booking was not committed; `stale`: the booking, or the session that it joins, changed meanwhile, decide
 * again. `index`: which of several decisions it is about.
 */
export type BookingFailed =
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      /** The provider whose time is taken, or whose limit is reached, if that is the reason. */
      readonly takenProviderId?: string
      readonly index?: number
    }
  | { readonly kind: 'stale'; readonly index?: number }

/** How a decision about a booking ended. */
export type BookingCommitted<Value = unknown> =
  | { readonly kind: 'done'; readonly value: Value }
  | BookingFailed
