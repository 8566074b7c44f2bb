import { Order, OrderLineCreate, OrderPaymentCreate } from '@holdfast/contracts'
import { type Answer, json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { enterLine, enterPayment } from '../orders/change-order.ts'
import { getOrder, type OrderView } from '../orders/order.ts'
import { orderRepresentation } from '../orders/order-representation.ts'
import { sendLink } from '../orders/send-link.ts'
import type { PaymentTaskDependencies } from '../payment/payment-dependencies.ts'

const tag = 'Orders'
const access = 'account'
const path = '/v1/orders/{id}'

/** The order has no version: charges change without it. */
function changedOrder(view: OrderView): Answer {
  const answer = json(orderRepresentation(view), 201)
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
    tag,
    summary: 'Read an order',
    description:
      'What is paid for a booking: its price, what staff added, and what was received. `orderId` of a booking names it.',
    access,
    params: idParam('order'),
    answers: { 200: { description: 'The order.', schema: Order } },
    perform: ({ caller, params: { id } }) => getOrder(deps, caller, id),
    answer: (view) => json(orderRepresentation(view)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/payments`,
    operationId: 'createOrderPayment',
    tag,
    summary: 'Enter a payment in cash, by card reader or by transfer, or send the link to pay',
    description:
      'A booking that waits for its payment and has enough now is confirmed, and can no longer be paid online. More or less than is due is allowed, and `due` says so. A negative amount was given back. With `link`, nothing is entered: the booker gets the email with the link once more, and `checkoutUrl` of the charge is that link.',
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
    answer: changedOrder,
  }),
  endpoint({
    method: 'post',
    path: `${path}/lines`,
    operationId: 'createOrderLine',
    tag,
    summary: 'Add a line to an order',
    description:
      'Something that is paid beside the booking, or a discount with a negative amount. It changes what is due, but not the amount that the booker pays online.',
    access,
    params: idParam('order'),
    body: OrderLineCreate,
    answers: { 201: { description: 'The order with the line.', schema: Order } },
    perform: ({ caller, params: { id }, body }) => enterLine(deps, caller, id, body),
    answer: changedOrder,
  }),
]
