import { z } from '@hono/zod-openapi'
import { BOOKING_STATUSES } from './bookings.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { stayDates } from './nights.ts'
import { minorUnits, PAYMENT_STATUSES } from './payment-rules.ts'
import { fromBeforeTo, instantAnswer, instantOrDateText } from './time.ts'

const STATUS =
  '`required`: not paid yet. `authorized`: reserved on the card. `paid`: captured. `released`: no longer asked for, or given back before it was captured. `failed`: could not be captured; the booker can pay again.'

const paymentStatus = () => z.enum(PAYMENT_STATUSES).describe(STATUS)

const moneyFields = {
  amount: z.int().openapi({ description: 'What is to pay, in minor units.', example: 5000 }),
  currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
}

/** A payment of a booking. */
export const Payment = z
  .object({
    id: resourceId('payment'),
    bookingId: resourceId('booking')
      .nullable()
      .describe('Null if it is for the bookings of a group, which its order names.'),
    orderId: resourceId('order').nullable().describe('Null for a security deposit.'),
    status: paymentStatus(),
    ...moneyFields,
    title: z
      .string()
      .openapi({ description: 'What is paid for, as the payer reads it.', example: 'First visit' }),
    amountAuthorized: z.int().openapi({
      description: 'What was reserved at the vendor, in minor units.',
      example: 5000,
    }),
    amountCaptured: z.int().openapi({
      description: 'What was taken, refunded money included, in minor units.',
      example: 5000,
    }),
    amountRefunded: z.int().openapi({
      description: 'What was paid back, in minor units.',
      example: 0,
    }),
    disputed: z
      .boolean()
      .describe(
        'Whether the payer disputes the payment at their bank. It can then not be refunded.',
      ),
    failure: z
      .object({
        code: z.string().openapi({
          description: 'The code of the vendor.',
          example: 'card_declined',
        }),
        message: z.string().openapi({
          description: 'What the vendor says about it.',
          example: 'Your card was declined.',
        }),
      })
      .nullable()
      .openapi({
        description: 'Why money could not be captured or refunded. Null if all went well.',
        example: null,
      }),
    ...resourceFields,
  })
  .openapi('Payment', { description: 'A payment of a booking.' })

const range = {
  from: instantOrDateText().optional().describe('Only payments that began at or after this time.'),
  to: instantOrDateText().optional().describe('Only payments that began before this time.'),
}

/** `GET /v1/payments`. */
export const PaymentListQuery = z
  .strictObject({
    bookingId: resourceId('booking').optional().describe('Only the payment of this booking.'),
    ...range,
    ...pageQuery,
  })
  .refine(...fromBeforeTo)

/** `GET /v1/payments`. */
export const PaymentList = listOf(Payment, 'PaymentList')

/** `GET /v1/payments.csv`. */
export const PaymentFileQuery = z.strictObject(range).refine(...fromBeforeTo)

/** `POST /v1/bookings/{id}/refund`. */
export const BookingRefund = z
  .strictObject({
    amount: minorUnits(1).optional().openapi({
      description: 'What to refund, in minor units. Default: everything that is left.',
      example: 2500,
    }),
  })
  .openapi('BookingRefund', { description: 'What to refund of a payment.' })

/** A payment as the page to pay on shows it. */
export const PublicPayment = z
  .object({
    id: resourceId('payment'),
    status: paymentStatus(),
    ...moneyFields,
    title: z.string().openapi({ description: 'What is paid for.', example: 'First visit' }),
    start: instantAnswer().describe('The start of the booking.'),
    end: instantAnswer().describe('The end of the booking.'),
    ...stayDates,
    timeZone: z
      .string()
      .openapi({ description: 'The time zone of the booking.', example: 'Europe/Berlin' }),
    bookingStatus: z.enum(BOOKING_STATUSES).describe('The status of the booking.'),
    securityDeposit: z.boolean().openapi({
      description: 'Whether it is a security deposit, which is reserved and not taken.',
      example: false,
    }),
    payable: z.boolean().openapi({ description: 'Whether it can be paid now.', example: true }),
  })
  .openapi('PublicPayment', { description: 'A payment as the page to pay on shows it.' })

/** `POST /v1/public/payments/{paymentId}/checkout`. */
export const PaymentCheckout = z
  .object({
    url: z.string().openapi({
      description:
        'The page to go to: the checkout of the vendor, or the page that shows the outcome.',
      example: 'https://checkout.stripe.com/c/pay/cs_test_a1',
    }),
  })
  .openapi('PaymentCheckout', { description: 'Where to pay.' })

export type PublicPayment = z.infer<typeof PublicPayment>
