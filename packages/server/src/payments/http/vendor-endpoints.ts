import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { paymentConnectionEndpoints } from './payment-connection-routes.ts'
import { simulatedPaymentEndpoints } from './simulated-payment-routes.ts'

/** Endpoints for payment vendors. The page of the simulated vendor exists only where that vendor does. */
export const paymentVendorEndpoints = (
  context: HttpContext<PaymentsDependencies>,
): readonly AnyEndpoint[] => [
  ...paymentConnectionEndpoints(context),
  ...(context.deps.paymentVendors?.simulated ? simulatedPaymentEndpoints(context) : []),
]
