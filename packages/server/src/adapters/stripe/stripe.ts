import { type Clock, epochSeconds } from '../../kernel/dependencies.ts'
import type { KeyedVendor } from '../../payments/dependencies.ts'
import { createNotificationReader } from './notifications.ts'
import { createStripeClients, type StripeOptions } from './stripe-client.ts'
import { createStripeVendor } from './stripe-vendor.ts'

const LIVE_KEY = /^rk_live_/

/** Creates the access to Stripe. Stripe's library is loaded with the first call. */
export function createStripe(clock: Clock, options: StripeOptions = {}): KeyedVendor {
  const clients = createStripeClients(options)
  const nowEpochSeconds = () => epochSeconds(clock)
  return {
    title: 'Stripe',
    isLive: (key) => LIVE_KEY.test(key),
    withKey: (restrictedKey) => createStripeVendor({ clients, restrictedKey }, nowEpochSeconds),
    ...createNotificationReader(clients),
  }
}
