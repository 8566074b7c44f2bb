import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { paymentConnectionEndpoints } from './payment-connection-routes.ts'
import { simulatedPaymentEndpoints } from './simulated-payment-routes.ts'

/** Endpoints for payment vendors: the connection, webhooks, and the page of the simulated vendor. */
export const paymentVendorEndpoints = (
  context: HttpContext<PaymentsDependencies>,
): readonly AnyEndpoint[] => [
  ...paymentConnectionEndpoints(context),
  ...simulatedPaymentEndpoints(context),
]
