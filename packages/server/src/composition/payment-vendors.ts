import type { KeyedVendorKind } from '@holdfast/contracts'
import { createStripe } from '../adapters/stripe/stripe.ts'
import type { Clock } from '../kernel/dependencies.ts'
import type { KeyedVendor, PaymentVendors } from '../payments/dependencies.ts'
import {
  createSimulatedVendor,
  type SimulatedDependencies,
} from '../payments/simulated/simulated-vendor.ts'
import type { Config } from './config.ts'
import type { PaymentEndpoints } from './payment-endpoints.ts'

interface VendorOptions {
  /** The origin of a server that speaks the vendor's protocol. Default: the vendor. */
  readonly endpoint?: string
}

/** The adapters of vendors that accounts connect with a key: one line each. */
const ADAPTERS: Readonly<
  Record<KeyedVendorKind, (clock: Clock, options: VendorOptions) => KeyedVendor>
> = {
  stripe: createStripe,
}

/** Opens the vendors that accounts connect with a key. `endpoints`: servers that stand in for them, in tests. */
export const openKeyedVendors = (clock: Clock, endpoints: PaymentEndpoints = {}): PaymentVendors =>
  Object.fromEntries(
    Object.entries(ADAPTERS).map(([kind, create]) => {
      const endpoint = endpoints[kind]
      return [kind, create(clock, endpoint === undefined ? {} : { endpoint })]
    }),
  )

/** Opens the payment vendors, and with demo data or in test mode the simulated one. */
export const openPaymentVendors = (
  { paymentEndpoints, demo, testMode }: Pick<Config, 'paymentEndpoints' | 'demo' | 'testMode'>,
  deps: SimulatedDependencies,
): PaymentVendors => ({
  ...openKeyedVendors(deps.clock, paymentEndpoints),
  ...((demo || testMode) && {
    simulated: { forAccount: (accountId: string) => createSimulatedVendor(deps, accountId) },
  }),
})
