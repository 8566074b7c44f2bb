import { type Clock, epochSeconds } from '../../kernel/dependencies.ts'
import type { PaymentVendors } from '../../payments/dependencies.ts'
import { createNotificationReader } from './notifications.ts'
import { createStripeClients, type StripeOptions } from './stripe-client.ts'
import { createStripeVendor } from './stripe-vendor.ts'

/** Creates the access to Stripe. Stripe's library is loaded with the first call. */
export function createStripe(
  clock: Clock,
  options: StripeOptions = {},
): NonNullable<PaymentVendors['stripe']> {
  const clients = createStripeClients(options)
  const nowEpochSeconds = () => epochSeconds(clock)
  return {
    withKey: (restrictedKey) => createStripeVendor({ clients, restrictedKey }, nowEpochSeconds),
    ...createNotificationReader(clients),
  }
}
