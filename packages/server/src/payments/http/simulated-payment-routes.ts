import { z } from '@hono/zod-openapi'
import type { Answer } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { invalid } from '../../kernel/refusals.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import {
  getSimulatedCheckout,
  paySimulated,
  SIMULATED_CHOICES,
} from '../simulated/pay-simulated.ts'
import { languageOf, simulatedPaymentPage } from './simulated-payment-page.ts'

const path = '/simulated-payments/{checkoutId}'
const endpoint = endpointOf('Payment connection')
const shared = { access: 'public', isHidden: true } as const
const params = z.strictObject({ checkoutId: z.string().regex(/^sim_[0-9a-f]{32}$/) })

/** The maximum size of the form of the page. */
const FORM_BYTES = 200

const seeOther = (location: string): Answer => ({ status: 303, body: null, headers: { location } })

/** The page of the simulated vendor, on which a payer pays, fails or takes long. 404 on a server without it. */
export const simulatedPaymentEndpoints = ({
  deps,
}: HttpContext<PaymentsDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    ...shared,
    method: 'get',
    path,
    operationId: 'getSimulatedPayment',
    summary: 'Show a simulated payment',
    params,
    headers: z.object({ 'accept-language': z.string().optional() }),
    answers: { 200: { description: 'The page.' } },
    perform: ({ params: { checkoutId } }) => getSimulatedCheckout(deps, checkoutId),
    answer: (checkout, { headers }) =>
      simulatedPaymentPage(
        checkout,
        languageOf(checkout.locale, headers['accept-language'] ?? null),
      ),
  }),
  endpoint({
    ...shared,
    method: 'post',
    path,
    operationId: 'paySimulatedPayment',
    summary: 'Choose what happens to a simulated payment',
    params,
    file: { mediaTypes: ['application/x-www-form-urlencoded'], bytes: FORM_BYTES },
    answers: { 303: { description: 'Back to the booking, or to the page.' } },
    perform: async ({ params: { checkoutId }, file }) => {
      const sent = new URLSearchParams(new TextDecoder().decode(file)).get('choice')
      const choice = SIMULATED_CHOICES.find((each) => each === sent)
      if (choice === undefined) return invalid('/choice', 'must be pay, fail or take_long')
      return await paySimulated(deps, checkoutId, choice)
    },
    answer: ({ id, checkout, returnUrl }) =>
      seeOther(checkout === 'open' ? `/simulated-payments/${id}` : returnUrl),
  }),
]
