import type { PaymentStatus } from '../bookings/booking-fields.ts'

/**
 * What a payment should come to, whatever the vendor says now. `none`: the booking waits for the money. `void`:
 * nothing is taken. `captured`: the whole amount is taken. `refunded`: `amount` of it is not kept, and nobody can
 * pay any more.
 */
export type DesiredPayment =
  | { readonly kind: 'none' | 'void' | 'captured' }
  | { readonly kind: 'refunded'; readonly amount: number }

/** How much is refunded if a booker cancels at least `untilMinutesBefore` the start. */
export interface RefundRule {
  readonly untilMinutesBefore: number
  /** Whole percent, 0 to 100. */
  readonly percent: number
  /** What is kept of it in any case, in minor units, and by all rules with a later time too. Absent: nothing. */
  readonly keptAmount?: number
}

/** When the rest of a price is due. */
export interface BalanceRule {
  /** How many days before the start. */
  readonly dueDays: number
  /** How many days after that a booking whose rest is not paid is cancelled. Absent: never. */
  readonly cancelDays?: number
}

/** What a booking costs, and how it is paid. Amounts are whole minor units of the currency. */
export interface PaymentRules {
  /** The whole price. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  readonly kind: 'full' | 'deposit'
  /** What is paid when booking, for `deposit`. */
  readonly depositAmount?: number
  /** Other prices for some of the durations, by minutes. */
  readonly amountByDurationMinutes?: Readonly<Record<string, number>>
  /** True if prices and the deposit are for each seat of a booking. */
  readonly isPerSeat?: boolean
  /** When the rest after a deposit is due, and what follows if it is not paid. Absent: it has no due date. */
  readonly balance?: BalanceRule
  readonly payWithinMinutes: number
  readonly onCaptureFailure: 'keep' | 'cancel'
  readonly captureFailureMinutes: number
  readonly refunds: readonly RefundRule[]
}

/** The rules that a payment keeps from the time of booking. */
export type PaymentTerms = Pick<
  PaymentRules,
  'onCaptureFailure' | 'captureFailureMinutes' | 'refunds'
>

/** What the vendor says about one checkout and its money. */
export interface PaymentTruth {
  readonly checkout: 'open' | 'complete' | 'expired'
  /** Names the money. Absent: nobody has begun to pay. */
  readonly authorizationId?: string
  readonly status: 'none' | 'processing' | 'authorized' | 'captured' | 'released' | 'failed'
  readonly amountAuthorized: number
  /** What was taken, refunded money included. */
  readonly amountCaptured: number
  readonly amountRefunded: number
  readonly isDisputed: boolean
}

/** A step at the vendor. */
export type PaymentStep =
  | { readonly kind: 'open' }
  | { readonly kind: 'close'; readonly checkoutId: string }
  | { readonly kind: 'release'; readonly authorizationId: string }
  | { readonly kind: 'capture'; readonly authorizationId: string; readonly amount: number }
  | { readonly kind: 'refund'; readonly authorizationId: string; readonly amount: number }

/**
 * A step that was begun: it is stored before the vendor is called, so whoever continues after a crash repeats the
 * call with the same key.
 */
export type BegunStep = PaymentStep & {
  /** The idempotency key: the payment's id and the version that began the step. */
  readonly key: string
  /** What was refunded when a refund was begun. */
  readonly refundedBefore?: number
  /** When a checkout to open should end. */
  readonly expiresAtEpochSeconds?: number
  /** What a checkout to open asks for, if the payment has come to ask for something else since. Absent: the amount of the payment. */
  readonly amount?: number
}

/** The page of the vendor on which the booker pays. */
export interface Checkout {
  readonly id: string
  readonly url: string
  readonly openedAtEpochSeconds: number
  /** When the vendor ends it, unless it is closed earlier. */
  readonly expiresAtEpochSeconds: number
  /** What it asks for, if the payment may come, or has come, to ask for less. Absent: the amount of the payment. */
  readonly amount?: number
}

/** A payment. Amounts are whole minor units of `currency`. */
export interface Payment {
  readonly id: string
  readonly accountId: string
  /** The booking; of an order with several, the first one. */
  readonly bookingId: string
  /** The order that decides about it, because it has several bookings or charges. Absent: its booking decides. */
  readonly orderId?: string
  /** True if its order has one booking that is in no group, which shows the first charge as its payment. */
  readonly isOfBooking?: true
  /**
   * True for a security deposit: its money is only reserved, and taken if staff decide so. `amount` is what is reserved, or what is taken
   * of it. It belongs to no order.
   */
  readonly isSecurityDeposit?: true
  /** 1 for a new payment; every change adds 1. */
  readonly version: number
  /** What is paid: the price, or the deposit. */
  readonly amount: number
  readonly currency: string
  /** What is paid for, as the payer reads it. */
  readonly title: string
  readonly terms: PaymentTerms
  readonly desired: DesiredPayment
  readonly status: PaymentStatus
  /** The last checkout. At most one is open. */
  readonly checkout?: Checkout
  /** Other checkouts that the vendor has reported for this payment. Their money is given back. */
  readonly strayCheckoutIds?: readonly string[]
  /** What was last read about the last checkout. */
  readonly truth?: PaymentTruth
  readonly step?: BegunStep
  /** How often the vendor has refused to capture the money of the last checkout. */
  readonly captureRefusalCount?: number
  /** Why the money could not be captured or refunded. */
  readonly failure?: { readonly code: string; readonly message: string }
  /** Since when the payment is `failed`. */
  readonly failedAtEpochSeconds?: number
  /** How many calls to the vendor have failed in a row. */
  readonly failedCallCount?: number
  /** When to read the vendor's truth again. Absent: only if something calls for it. */
  readonly dueEpochMilliseconds?: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}
