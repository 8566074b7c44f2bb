import type { Dependencies } from '../kernel/dependencies.ts'
import type { SecretBox } from '../kernel/ports/secret-box.ts'
import type { NotificationReader } from './ports/payment-notifications.ts'
import type { PaymentVendor } from './ports/payment-vendor.ts'

/** The payment vendors that this server can call. */
export interface PaymentVendors {
  /** Stripe, with the restricted key of an account. */
  readonly stripe?: NotificationReader & { withKey(restrictedKey: string): PaymentVendor }
  /** The vendor that moves no money. Absent unless the server has demo data or runs in test mode. */
  readonly simulated?: { forAccount(accountId: string): PaymentVendor }
}

/** What the use cases of payments need beside the dependencies of all use cases. */
export interface PaymentsDependencies extends Dependencies {
  /** Encrypts the keys of vendors. Absent: no vendor with a key can be connected. */
  readonly secretBox?: SecretBox
  /** Absent: no vendor can be connected. */
  readonly paymentVendors?: PaymentVendors
}
