import type { Dependencies } from '../kernel/dependencies.ts'
import type { SecretBox } from '../kernel/ports/secret-box.ts'
import type { NotificationReader } from './ports/payment-notifications.ts'
import type { PaymentVendor } from './ports/payment-vendor.ts'

/** A vendor that accounts connect with a key of their own. It signs its webhooks. */
export interface KeyedVendor extends NotificationReader {
  /** Its name, as people read it. */
  readonly title: string
  /** Whether payments with a key move money. */
  isLive(key: string): boolean
  /** The vendor, called with the key of an account. */
  withKey(key: string): PaymentVendor
}

/** A vendor without keys, which moves no money. */
export interface KeylessVendor {
  forAccount(accountId: string): PaymentVendor
}

/** The payment vendors that this server can call, by kind. The simulated one exists with demo data and in test mode alone. */
export type PaymentVendors = Readonly<Record<string, KeyedVendor | KeylessVendor | undefined>>

/** Whether a vendor is connected with a key. */
export const isKeyed = (vendor: KeyedVendor | KeylessVendor): vendor is KeyedVendor =>
  'withKey' in vendor

/** What the use cases of payments need beside the dependencies of all use cases. */
export interface PaymentsDependencies extends Dependencies {
  /** Encrypts the keys of vendors. Absent: no vendor with a key can be connected. */
  readonly secretBox?: SecretBox
  /** Absent: no vendor can be connected. */
  readonly paymentVendors?: PaymentVendors
}
