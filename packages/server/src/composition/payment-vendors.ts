import { createStripe } from '../adapters/stripe/stripe.ts'
import type { PaymentVendors } from '../payments/dependencies.ts'
import {
  createSimulatedVendor,
  type SimulatedDependencies,
} from '../payments/simulated/simulated-vendor.ts'
import type { Config } from './config.ts'

/** Opens the payment vendors: Stripe, and the simulated one with demo data or in test mode. */
export const openPaymentVendors = (
  { stripeEndpoint, demo, testMode }: Pick<Config, 'stripeEndpoint' | 'demo' | 'testMode'>,
  deps: SimulatedDependencies,
): PaymentVendors => ({
  stripe: createStripe(
    deps.clock,
    stripeEndpoint === undefined ? {} : { endpoint: stripeEndpoint },
  ),
  ...((demo || testMode) && {
    simulated: { forAccount: (accountId: string) => createSimulatedVendor(deps, accountId) },
  }),
})
