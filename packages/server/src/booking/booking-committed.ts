import type { Refusal } from '../kernel/refusals.ts'

/** How a decision about a booking ended; `stale`: the booking changed meanwhile, decide again. */
export type BookingCommitted =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      /** The provider whose time is taken, if that is the reason. */
      readonly takenProviderId?: string
    }
  | { readonly kind: 'stale' }
