import { type Clock, epochSeconds } from '../../kernel/dependencies.ts'
import type { KeyedVendor } from '../../payments/dependencies.ts'
import type {
  NotificationReader,
  VendorNotification,
} from '../../payments/ports/payment-notifications.ts'
import { PAYMENT_ID } from './state.ts'
import type { StripeClients } from './stripe-client.ts'
import { createStripeClients, type StripeOptions } from './stripe-client.ts'
import { createStripeVendor } from './stripe-vendor.ts'

const TOLERANCE_SECONDS = 300

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/** What a session, a payment intent, a charge, a refund or a dispute says about its payment. */
function notificationOf(object: Members): VendorNotification {
  const paymentId = membersOf(object.metadata)[PAYMENT_ID]
  const authorizationId = object.object === 'payment_intent' ? object.id : object.payment_intent
  const checkoutId = object.object === 'checkout.session' ? object.id : undefined
  return {
    ...(typeof paymentId === 'string' && { paymentId }),
    ...(typeof checkoutId === 'string' && { checkoutId }),
    ...(typeof authorizationId === 'string' && { authorizationId }),
  }
}

/** Creates a reader of Stripe's webhooks. */
const createNotificationReader = ({
  library,
}: Pick<StripeClients, 'library'>): NotificationReader => ({
  async read({ body, signature, secret }) {
    const { webhooks, errors } = await library()
    try {
      const event = await webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS)
      return notificationOf(membersOf(event.data?.object))
    } catch (error) {
      // A body that is no JSON, or a header or a signature that is wrong.
      if (error instanceof SyntaxError) return undefined
      if (error instanceof errors.StripeSignatureVerificationError) return undefined
      throw error
    }
  },
})

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
