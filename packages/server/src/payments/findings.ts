import { type FindingCodes, findingsOf } from '../kernel/doctor/finding.ts'

/** What the doctor finds in the context `payments`. */
const CODES = {
  /** A booking shows a payment that does not exist. */
  payment_missing: { severity: 'error', repairable: false },
  /** No booking has a payment. */
  payment_orphaned: { severity: 'error', repairable: false },
  /** A booking shows another status than its payment has. */
  payment_status_wrong: { severity: 'error', repairable: false },
  /** Money of a booking is kept that should have been refunded. */
  payment_kept: { severity: 'error', repairable: false },
  /** The money of a booking that stands was neither captured nor recorded as failed. */
  payment_uncaptured: { severity: 'error', repairable: false },
  /** An order has no payment, or belongs to another booking than its payment. */
  order_orphaned: { severity: 'error', repairable: false },
  /** The amounts of an order cannot be: more was given back than received. */
  order_wrong: { severity: 'error', repairable: false },
  /** A payment is due but not in the queue. */
  payment_due_missing: { severity: 'error', repairable: true },
  /** An entry in the queue belongs to no due payment. */
  payment_due_stale: { severity: 'warning', repairable: true },
  /** The vault keys do not open the key of a payment vendor. */
  payment_key_unreadable: { severity: 'error', repairable: false },
} as const satisfies FindingCodes

declare module '../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly payments: keyof typeof CODES
  }
}

/** Creates a finding of this context. */
export const paymentFinding = findingsOf(CODES)
