import {
  NoInput,
  Order,
  OrderLineCreate,
  OrderPaymentCreate,
  PublicOrder,
  resourceId,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { type Answer, json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { enterLine, enterPayment } from '../orders/change-order.ts'
import { payRest, publicOrderRepresentation, readPublicOrder } from '../orders/public-order.ts'
import { sendLink } from '../orders/send-link.ts'
import { getOrder, type OrderView } from '../payment/order.ts'
import { orderRepresentation } from '../payment/order-representation.ts'
import type { PaymentTaskDependencies } from '../payment/payment-dependencies.ts'

const endpoint = endpointOf('Orders')
const access = 'account'
const path = '/v1/orders/{id}'

/** The order has no version: charges change without it. */
function changedOrder(view: OrderView, publicUrl: string): Answer {
  const answer = json(orderRepresentation(view, publicUrl), 201)
  return { ...answer, headers: { ...answer.headers, location: `/v1/orders/${view.order.id}` } }
}

/** Endpoints for orders: what is paid for a booking, and how. */
export const orderEndpoints = ({
  deps,
}: HttpContext<PaymentTaskDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getOrder',
    summary: 'Read an order',
    description:
      'What is paid for a booking, or for the bookings of a group: their prices, what staff added, and what was received. `orderId` of a booking or a group names it.',
    access,
    params: idParam('order'),
    answers: { 200: { description: 'The order.', schema: Order } },
    perform: ({ caller, params: { id } }) => getOrder(deps, caller, id),
    answer: (view) => json(orderRepresentation(view, deps.publicUrl)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/payments`,
    operationId: 'createOrderPayment',
    summary: 'Enter a payment in cash, by card reader or by transfer, or send the link to pay',
    description:
      'Bookings that wait for their payment and have enough now are confirmed, and can no longer be paid online. More or less than is due is allowed, and `due` says so. A negative amount was given back. With `link`, nothing is entered: the booker gets the email with the link, and `checkoutUrl` of the charge is that link. If no charge asks for this amount, an order of a group or of a booking with a deposit gets another one, at most 8.',
    access,
    params: idParam('order'),
    body: OrderPaymentCreate,
    answers: { 201: { description: 'The order with the payment.', schema: Order } },
    problems: [
      'refund_too_large',
      'invalid_transition',
      'email_unconfirmed',
      'hold_expired',
      'payment_closed',
    ],
    perform: ({ caller, params: { id }, body: { method, amount } }) =>
      method === 'link'
        ? sendLink(deps, caller, id, amount)
        : enterPayment(deps, caller, id, { method, amount }),
    answer: (view) => changedOrder(view, deps.publicUrl),
  }),
  endpoint({
    method: 'post',
    path: `${path}/lines`,
    operationId: 'createOrderLine',
    summary: 'Add a line to an order',
    description:
      'Something that is paid beside the bookings, or a discount with a negative amount. It changes what is due. The amount that is asked for online does not change, but of a group it is at most what is due.',
    access,
    params: idParam('order'),
    body: OrderLineCreate,
    answers: { 201: { description: 'The order with the line.', schema: Order } },
    perform: ({ caller, params: { id }, body }) => enterLine(deps, caller, id, body),
    answer: (view) => changedOrder(view, deps.publicUrl),
  }),
]

const publicPath = '/v1/public/orders/{orderId}'
const publicParams = z.strictObject({ orderId: resourceId('order') })

/** Endpoints for the booker of an order: what is due, and the way to pay it. */
export const publicOrderEndpoints = ({
  deps,
  settings: { publicCaps = PUBLIC_CAPS },
}: HttpContext<PaymentTaskDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: publicPath,
    operationId: 'getPublicOrder',
    summary: 'Read without an API key what is due',
    description:
      'For the pages of the booker. Whoever has the id of the order may read what it comes to, and pay it.',
    access: 'public',
    params: publicParams,
    answers: { 200: { description: 'What is paid and what is due.', schema: PublicOrder } },
    problems: ['not_found'],
    perform: ({ params: { orderId } }) => readPublicOrder(deps, orderId),
    answer: (view) => json(publicOrderRepresentation(view, deps.publicUrl)),
  }),
  endpoint({
    method: 'post',
    path: `${publicPath}/payments`,
    operationId: 'payPublicOrder',
    summary: 'Ask to pay online what is due',
    description:
      'Has a charge ask for `payableAmount`, with its `checkoutUrl`. If something can be paid already, nothing changes: repeating the call answers the same charges.',
    access: 'public',
    params: publicParams,
    body: NoInput,
    answers: { 200: { description: 'The order with its charges.', schema: PublicOrder } },
    problems: ['not_found', 'payment_closed'],
    perform: ({ caller, params: { orderId } }) => payRest(deps, caller, orderId, publicCaps),
    answer: (view) => json(publicOrderRepresentation(view, deps.publicUrl)),
  }),
]
