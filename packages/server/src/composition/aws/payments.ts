import { createStripe } from '../../adapters/stripe/stripe.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import type { PaymentsDependencies } from '../../payments/dependencies.ts'
import type { AwsBase } from './base.ts'
import { openSecretBox } from './webhook-sender.ts'

/** Opens Stripe, and the box with the keys of accounts. Without vault keys, no account can connect it. */
export const openPayments = (
  base: Pick<AwsBase, 'secretValues'>,
): Pick<PaymentsDependencies, 'paymentVendors' | 'secretBox'> => ({
  paymentVendors: { stripe: createStripe(systemClock) },
  ...openSecretBox(base),
})
