import {
  BookingRefund,
  Payment,
  PaymentCheckout,
  PaymentFileQuery,
  PaymentList,
  PaymentListQuery,
  PublicPayment,
  resourceId,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { json, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOfRangeEnd } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import { refundBooking } from '../orders/refund.ts'
import { listPayments, paymentsForFile } from '../payment/list-payments.ts'
import type { PaymentTaskDependencies } from '../payment/payment-dependencies.ts'
import { paymentRepresentation } from '../payment/payment-representation.ts'
import {
  openPublicCheckout,
  publicPaymentRepresentation,
  viewPayment,
} from '../payment/public-payment.ts'
import { orderEndpoints, publicOrderEndpoints } from './order-routes.ts'
import { paymentsFile } from './payments-file.ts'
import { securityDepositEndpoints } from './security-deposit-routes.ts'

const endpoint = endpointOf('Payments')
const params = z.strictObject({ paymentId: resourceId('payment') })

const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  fromEpochSeconds: secondsOfRangeEnd(from),
  toEpochSeconds: secondsOfRangeEnd(to),
})

/** Endpoints for payments, and for the orders that they belong to. */
export const paymentEndpoints = (
  context: HttpContext<PaymentTaskDependencies>,
): readonly AnyEndpoint[] => [
  ...publicEndpoints(context),
  ...publicOrderEndpoints(context),
  ...accountEndpoints(context),
  ...orderEndpoints(context),
  ...securityDepositEndpoints(context),
]

const publicEndpoints = ({
  deps,
  settings: { publicCaps = PUBLIC_CAPS },
}: HttpContext<PaymentTaskDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/public/payments/{paymentId}',
    operationId: 'getPublicPayment',
    summary: 'Read a payment without an API key',
    description:
      'For the page to pay on. If the payment waits for its money, the server asks the vendor now, so read it again a moment after the booker has returned.',
    access: 'public',
    params,
    answers: { 200: { description: 'The payment.', schema: PublicPayment } },
    problems: ['not_found'],
    perform: ({ params: { paymentId } }) => viewPayment(deps, paymentId),
    answer: (found) => json(publicPaymentRepresentation(found)),
  }),
  endpoint({
    method: 'post',
    path: '/v1/public/payments/{paymentId}/checkout',
    operationId: 'openCheckout',
    summary: 'Open the checkout of a payment',
    description:
      'Answers the page of the vendor on which the booker pays. A payment has at most one open checkout, so repeating the call answers the same page. If the booker has paid already, it is the page that shows so. An address can open as many checkouts as it can book; repeated calls for one payment do not count.',
    access: 'public',
    isUrgent: true,
    params,
    answers: { 200: { description: 'Where to pay.', schema: PaymentCheckout } },
    problems: [
      'not_found',
      'invalid_transition',
      'email_unconfirmed',
      'hold_expired',
      'payment_closed',
      'payment_unavailable',
    ],
    perform: ({ caller, params: { paymentId } }) =>
      openPublicCheckout(deps, caller, paymentId, publicCaps),
    answer: ({ url }) => json({ url }),
  }),
]

const accountEndpoints = ({
  deps,
}: HttpContext<PaymentTaskDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/payments',
    operationId: 'listPayments',
    summary: 'List payments',
    description: `All payments of the account, or that of a booking. ${MAY_LACK_RECENT}`,
    access: 'account',
    query: PaymentListQuery,
    answers: {
      200: { description: 'A page of payments, the latest first.', schema: PaymentList },
    },
    problems: ['not_found'],
    perform: ({ caller, query: { limit, cursor, bookingId, ...range } }) =>
      listPayments(deps, caller, { bookingId, ...rangeOf(range) }, pageOf({ limit, cursor })),
    answer: (listed) => page(listed, paymentRepresentation),
  }),
  endpoint({
    method: 'get',
    path: '/v1/payments.csv',
    operationId: 'downloadPayments',
    summary: 'Download payments as CSV',
    description:
      'At most 10,000 payments, the earliest first. Amounts are whole minor units of the currency. On DynamoDB, a payment of the last second may be missing.',
    access: 'account',
    query: PaymentFileQuery,
    answers: {
      200: {
        description: 'The payments, one a line.',
        contentType: 'text/csv',
        schema: z.string(),
      },
    },
    perform: ({ caller, query }) => paymentsForFile(deps, caller, rangeOf(query)),
    answer: (payments) => ({
      status: 200,
      body: paymentsFile(payments),
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="payments.csv"',
      },
    }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/bookings/{id}/refund',
    operationId: 'refundBooking',
    summary: 'Refund the payment of a booking',
    description:
      'The booking stays as it is. The refund is made in the background; `payment.refunded` reports it.',
    access: 'account',
    params: idParam('booking'),
    body: BookingRefund,
    refusesNulls: true,
    answers: {
      202: { description: 'The payment, before the refund.', schema: Payment, isNowhere: true },
    },
    problems: ['refund_too_large', 'dispute_open', 'payment_unavailable'],
    perform: ({ caller, params: { id }, body }) => refundBooking(deps, caller, id, body.amount),
    answer: (payment) => resource(paymentRepresentation(payment), 202),
  }),
]
