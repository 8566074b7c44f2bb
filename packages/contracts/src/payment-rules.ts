import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { orNull } from './or-null.ts'
import { oneOf, wholeNumber } from './text.ts'
import { instantAnswer } from './time.ts'

/** What is paid in advance. */
export const PAYMENT_KINDS = ['full', 'deposit'] as const

/** What happens to a booking whose payment could not be captured. */
export const ON_CAPTURE_FAILURE = ['keep', 'cancel'] as const

/** The statuses of a payment. */
export const PAYMENT_STATUSES = [
  'required',
  'authorized',
  'paid',
  'refunded',
  'partly_refunded',
  'released',
  'failed',
] as const

/** An amount of money in a body: whole minor units, such as cents. */
export const minorUnits = (min: number) => wholeNumber(min, 99_999_999, 'minor units')

const CURRENCY = /^[A-Z]{3}$/

/** A currency code of ISO 4217. Whether payments support it is checked later. */
export function currencyCode() {
  const error = 'must be a currency code of three letters, such as EUR'
  return z.string({ error }).regex(CURRENCY, { error }).openapi({ example: 'EUR' })
}

const RefundRule = z
  .strictObject({
    untilMinutesBefore: wholeNumber(0, 525_600, 'minutes').openapi({
      description: 'Counts for cancellations at least this many minutes before the start.',
      example: 1440,
    }),
    percent: wholeNumber(0, 100, 'percent').openapi({
      description: 'How much of the paid amount is refunded.',
      example: 100,
    }),
  })
  .openapi('RefundRule', { description: 'How much is refunded on a cancellation until when.' })

const paymentFields = {
  amount: minorUnits(1).openapi({
    description: 'The whole price in minor units, such as cents. Taxes are not computed.',
    example: 5000,
  }),
  currency: currencyCode().describe('The currency (ISO 4217).'),
  kind: oneOf(PAYMENT_KINDS).describe(
    'What is paid when booking: the `full` price, or a `deposit`. The rest of the price is due in the order of the booking.',
  ),
  payWithinMinutes: wholeNumber(5, 1440, 'minutes').openapi({
    description:
      'How long the time is held for the payment. Ten minutes more are held for payments that are in progress.',
    example: 15,
  }),
}

/** The payment of an event type, in a body. */
export const PaymentRulesInput = z
  .strictObject({
    ...paymentFields,
    amount: minorUnits(0).optional().openapi({
      description:
        'The whole price in minor units, such as cents. Taxes are not computed. Required, unless the event type has `ratePlanIds`: then their prices count, and it may be left out or 0.',
      example: 5000,
    }),
    payWithinMinutes: paymentFields.payWithinMinutes
      .optional()
      .describe(
        'How long the time is held for the payment. Ten minutes more are held for payments that are in progress. Default: 15.',
      ),
    depositAmount: minorUnits(1).nullable().optional().openapi({
      description: 'What is paid when booking, for `deposit`. At most the price.',
      example: 1000,
    }),
    amountByDurationMinutes: z
      .record(z.string().regex(/^[1-9]\d{0,4}$/), minorUnits(1), {
        error: 'must be an object with durations in minutes and their prices',
      })
      .nullable()
      .optional()
      .openapi({
        description: 'Other prices for some of the durations, by minutes.',
        example: { '60': 9000 },
      }),
    perSeat: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Whether prices and the deposit are for each seat of a booking. Default: false.'),
    onCaptureFailure: oneOf(ON_CAPTURE_FAILURE).optional().openapi({
      description:
        'What happens to a confirmed booking whose payment fails and is not paid within `captureFailureMinutes`. Default: `keep`.',
    }),
    captureFailureMinutes: wholeNumber(5, 10_080, 'minutes').optional().openapi({
      description: 'How long the booker has to pay after a payment failed. Default: 1440.',
    }),
    refunds: z
      .array(RefundRule, { error: 'must be a list of rules' })
      .max(5, { error: 'must have at most 5 rules' })
      .optional()
      .openapi({
        description:
          'What is refunded when the booker cancels: the rule with the longest time that was kept counts. None, the default: nothing. If the account cancels, everything is refunded.',
      }),
  })
  .openapi('PaymentRulesInput', { description: 'What a booking costs, and how it is paid.' })

/** The payment of an event type. */
export const PaymentRules = z
  .object({
    ...paymentFields,
    amount: z.int().openapi({
      description:
        'The whole price in minor units, such as cents; with `grain` "nights" the price of a night. 0 if only rate plans have prices.',
      example: 5000,
    }),
    depositAmount: z
      .int()
      .nullable()
      .openapi({ description: 'What is paid when booking. Null: the full price.', example: null }),
    amountByDurationMinutes: z.record(z.string(), z.int()).nullable().openapi({
      description: 'Other prices for some of the durations, by minutes. Null if there are none.',
      example: null,
    }),
    perSeat: z.boolean().openapi({
      description: 'Whether prices and the deposit are for each seat of a booking.',
      example: false,
    }),
    onCaptureFailure: z
      .enum(ON_CAPTURE_FAILURE)
      .describe('What happens to a confirmed booking whose payment fails.'),
    captureFailureMinutes: z
      .int()
      .openapi({ description: 'How long the booker has to pay after that.', example: 1440 }),
    refunds: z.array(RefundRule).describe('What is refunded when the booker cancels.'),
  })
  .openapi('PaymentRules', { description: 'What a booking costs, and how it is paid.' })

/** What a booking page says about the price. */
export const PublicPaymentRules = PaymentRules.omit({
  onCaptureFailure: true,
  captureFailureMinutes: true,
}).openapi('PublicPaymentRules', { description: 'What a booking costs, and how it is paid.' })

/** The payment of a booking. */
export const BookingPayment = z
  .object({
    id: resourceId('payment'),
    status: z
      .enum(PAYMENT_STATUSES)
      .describe(
        '`required`: not paid yet. `authorized`: reserved on the card. `paid`: captured. `released`: no longer asked for, or given back before it was captured. `failed`: could not be captured.',
      ),
    amount: z.int().openapi({ description: 'What is to pay, in minor units.', example: 5000 }),
    currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
    checkoutUrl: z.string().nullable().openapi({
      description: 'The page to pay on. Null if nothing can be paid.',
      example: 'https://book.example.com/pay/pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
    }),
  })
  .openapi('BookingPayment', { description: 'The payment of a booking.' })

/** What is given back of a payment. */
export const Refund = z
  .object({
    amount: z.int().openapi({ description: 'In minor units. 0: nothing.', example: 2500 }),
    currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
  })
  .openapi('Refund', { description: 'What is given back of a payment.' })

/** What a cancellation gives back, as the pages of bookers say it. */
export const refundFields = {
  refundIfCancelled: orNull(
    Refund,
    'What the booker gets back if they cancel now, by the rules for refunds. Null if they have paid nothing or cannot cancel.',
  ),
  refundUntil: instantAnswer().nullable().openapi({
    description:
      'The last instant at which `refundIfCancelled` is that much: the next deadline of the rules for refunds. Null if none is to come.',
    example: null,
  }),
}
