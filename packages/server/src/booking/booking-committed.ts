import type { Refusal } from '../kernel/refusals.ts'

/**
 * How a decision about a booking ended; `stale`: the booking, or the session that it joins, changed meanwhile, decide
 * again. `index`: which of several decisions it is about.
 */
export type BookingCommitted =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      /** The provider whose time is taken, or whose limit is reached, if that is the reason. */
      readonly takenProviderId?: string
      readonly index?: number
    }
  | { readonly kind: 'stale'; readonly index?: number }
