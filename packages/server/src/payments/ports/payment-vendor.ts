import type { Money } from '@holdfast/engine'

/** The kind of a vendor that an account can connect, such as `stripe`. `simulated` moves no money. */
export type PaymentVendorKind = string

/** Why a vendor did not do what it was asked. */
export type VendorFailure =
  /**
   * No answer, a throttled request, or a fault at the vendor: the call may have had its effect. Repeat it with
   * the same key.
   */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds?: number }
  /**
   * The vendor refused this request; repeating it does not help. `code` is the vendor's, such as
   * `card_declined`, or `not_found`. `message` has no secrets.
   */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The key of the account is wrong, was revoked, or lacks a permission. `message` has no secrets. */
  | { readonly kind: 'denied'; readonly message: string }

/** The outcome of a call to a vendor. Failures of the vendor are outcomes, not exceptions. */
export type VendorOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: VendorFailure }

/** A checkout to open: a page of the vendor on which one person pays one amount. */
export interface CheckoutRequest extends Money {
  /** `pay_…`; stored at the vendor with the checkout and with its authorization. */
  readonly paymentId: string
  /** What is paid for, as the payer reads it. */
  readonly title: string
  /** The payer's address, to fill in. Absent: the vendor asks for it. */
  readonly email?: string
  /** The language of the page, a BCP 47 tag. Absent or unknown to the vendor: that of the browser. */
  readonly locale?: string
  /** Where the payer returns after paying. */
  readonly returnUrl: string
  /** Where the payer returns without having paid. */
  readonly cancelUrl: string
  /**
   * The checkout stays open at least until then, but no longer than 24 hours from now. It may stay open up to 31
   * minutes longer, the shortest time that vendors allow, so close a checkout whose time is over. Part of the
   * request: a repeated one must have the same time.
   */
  readonly expiresAtEpochSeconds: number
  /** Idempotency key: the payment's id and version. The same key gets the same checkout for at least 24 hours. */
  readonly key: string
}

/** An open checkout. */
export interface OpenedCheckout {
  /** The vendor's id. */
  readonly checkoutId: string
  /** The page to pay on. */
  readonly url: string
  /** When the vendor ends it. */
  readonly expiresAtEpochSeconds: number
}

/** The state of a checkout's money. `none`: nobody has entered a card yet. */
export type VendorPaymentStatus =
  | 'none'
  /** The payer or their bank is at it, as in 3-D Secure. Ask again. */
  | 'processing'
  /** The amount is reserved; `capture` takes it, `release` frees it. */
  | 'authorized'
  /** The amount, or a part of it, was taken. */
  | 'captured'
  /** The reservation was given back, by us or because it ran out. */
  | 'released'
  /** The last attempt failed; the payer can try again while the checkout is open. */
  | 'failed'

/** The vendor's truth about one checkout. */
export interface VendorState {
  readonly checkout: 'open' | 'complete' | 'expired'
  /** Names the money in `capture`, `release` and `refund`. Absent: the payer has not begun to pay. */
  readonly authorizationId?: string
  readonly status: VendorPaymentStatus
  /** ISO 4217, three capital letters. */
  readonly currency: string
  /** Minor units that are, or were at most, reserved. 0 if nothing was ever reserved. */
  readonly amountAuthorized: number
  /** Minor units that were taken, refunded ones included. */
  readonly amountCaptured: number
  /** Minor units that were paid back; refunds on their way count. */
  readonly amountRefunded: number
  /** Whether the payer disputes the payment at their bank. It stays true after the dispute has ended. */
  readonly isDisputed: boolean
  /** Why the last attempt failed. `code` is the vendor's, such as `card_declined`. */
  readonly failure?: { readonly code: string; readonly message: string }
}

/** An amount to capture or to refund. */
export interface AmountCall extends Money {
  /** Idempotency key: the payment's id and version. */
  readonly key: string
}

/**
 * A payment vendor, called with the key of one account. Amounts are reserved when the payer pays and taken by
 * `capture`. A call with the same key and the same input has one effect, however often it is made.
 */
export interface PaymentVendor {
  readonly kind: PaymentVendorKind
  /** Opens a checkout. */
  openCheckout(request: CheckoutRequest): Promise<VendorOutcome<OpenedCheckout>>
  /**
   * Ends an open checkout, so that nobody can pay on it any more. Succeeds for one that has already expired.
   * Refused with the code `checkout_complete` if it was paid: read it then. `unavailable` while the payer's bank is
   * at it: the payer may still succeed.
   */
  closeCheckout(checkoutId: string, key: string): Promise<VendorOutcome<void>>
  /** Reads the state of a checkout and its money. Refused with the code `not_found` if there is none. */
  read(checkoutId: string): Promise<VendorOutcome<VendorState>>
  /**
   * Takes the reserved amount, or a part of it; the rest is released. Succeeds if the amount was captured before.
   */
  capture(authorizationId: string, call: AmountCall): Promise<VendorOutcome<void>>
  /** Frees the reserved amount. Succeeds if it was released before; refused once it was captured. */
  release(authorizationId: string, key: string): Promise<VendorOutcome<void>>
  /** Pays back a captured amount, or a part of it. Refused if more than the captured rest is asked for. */
  refund(authorizationId: string, call: AmountCall): Promise<VendorOutcome<void>>
  /** The `pay_…` id that an authorization carries; undefined if it belongs to no payment of this server. */
  findPaymentId(authorizationId: string): Promise<VendorOutcome<string | undefined>>
  /**
   * Checks the account's key with calls that change nothing. `denied` if it is wrong or lacks a permission that
   * payments need.
   */
  checkAccess(): Promise<VendorOutcome<void>>
}
