import type { PaymentStatus, SecurityDepositState } from '@holdfast/engine'

/** What the context `payments` refuses. */
export type PaymentsRefusal =
  /** A webhook of a payment vendor was not signed by it, or long ago. */
  | { readonly code: 'signature_invalid' }
  /** This server cannot connect that payment vendor. */
  | { readonly code: 'payment_kind_unavailable'; readonly kind: string }
  /** The payment vendor is needed for payments that are not settled. */
  | { readonly code: 'payments_open'; readonly paymentIds: readonly string[] }
  /** Nothing can be paid for the booking any more. */
  | { readonly code: 'payment_closed'; readonly status: PaymentStatus }
  /** More is to be refunded than is left. */
  | {
      readonly code: 'refund_too_large'
      readonly refundableAmount: number
      /** Null: the booking has no payment. */
      readonly currency: string | null
      /** Money that staff received. Absent: that of the vendor. */
      readonly isOfStaff?: true
    }
  /** No vendor holds the security deposit. `none`: the booking has none. */
  | {
      readonly code: 'security_deposit_not_held'
      readonly state: SecurityDepositState | 'none'
    }
  /** The payer disputes the payment at their bank, so it cannot be refunded. */
  | { readonly code: 'dispute_open'; readonly paymentId: string }

declare module '../kernel/refusals.ts' {
  interface RefusalsOfContexts {
    readonly payments: PaymentsRefusal
  }
}
