import { z } from '@hono/zod-openapi'
import { Actor } from './actor.ts'
import { resourceId } from './ids.ts'
import { orNull } from './or-null.ts'
import { minorUnits, PAYMENT_STATUSES } from './payment-rules.ts'
import { oneOf, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

/** How money is paid that staff enter. */
export const ENTRY_METHODS = ['cash', 'card_reader', 'transfer'] as const

/** How staff have an order paid. */
const ORDER_PAYMENT_METHODS = [...ENTRY_METHODS, 'link'] as const

const MOST = 99_999_999

/** An amount that may be negative, but is not 0. */
const signedUnits = () =>
  minorUnits(-MOST).refine((amount) => amount !== 0, { error: 'must not be 0' })

const when = () => instantAnswer().nullable().describe('When it was entered.')
const byWhom = () => orNull(Actor, 'Who entered it.')
const LINE_KINDS = ['booking', 'staff'] as const

const OrderLine = z
  .object({
    kind: z
      .enum(LINE_KINDS)
      .describe('`booking`: the price of a booking. `staff`: entered by staff.'),
    bookingId: resourceId('booking').nullable().describe('Null for a line by staff.'),
    label: z.string().openapi({
      description: 'The title of the event type, or the reason that staff gave.',
      example: 'First visit',
    }),
    amount: z.int().openapi({
      description:
        'In minor units, less what is refunded. Of a booking that was cancelled: what is kept. Negative: a discount.',
      example: 5000,
    }),
    actor: byWhom(),
    at: when(),
  })
  .openapi('OrderLine', { description: 'An item of an order.' })

const OrderCharge = z
  .object({
    paymentId: resourceId('payment'),
    bookingId: resourceId('booking').nullable().describe('Null if it is for several bookings.'),
    status: z.enum(PAYMENT_STATUSES).describe('The status of the payment.'),
    amount: z.int().openapi({ description: 'The amount to pay at the vendor.', example: 5000 }),
    checkoutUrl: z.string().nullable().openapi({
      description: 'The page to pay on. Null if nothing can be paid there.',
      example: null,
    }),
    amountCaptured: z.int().openapi({
      description: 'The amount taken, refunded money included.',
      example: 5000,
    }),
    amountRefunded: z.int().openapi({ description: 'The amount refunded.', example: 0 }),
  })
  .openapi('OrderCharge', { description: 'A payment at the vendor, in minor units.' })

const OrderEntry = z
  .object({
    method: z.enum(ENTRY_METHODS).describe('How it was paid.'),
    amount: z.int().openapi({
      description: 'In minor units. Negative: given back.',
      example: 5000,
    }),
    actor: byWhom(),
    at: when(),
  })
  .openapi('OrderEntry', { description: 'Money that staff received, or gave back.' })

/** `GET /v1/orders/{id}`. */
export const Order = z
  .object({
    id: resourceId('order'),
    currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
    total: z.int().openapi({ description: 'The sum of all lines, in minor units.', example: 5000 }),
    paid: z.int().openapi({
      description: 'The amounts captured and entered, less refunds.',
      example: 5000,
    }),
    due: z.int().openapi({
      description: '`total` less `paid`. Negative if money is to be given back.',
      example: 0,
    }),
    lines: z.array(OrderLine).describe('The items to pay for.'),
    charges: z.array(OrderCharge).describe('The payments at the vendor.'),
    entries: z.array(OrderEntry).describe('Money that staff received or gave back.'),
  })
  .openapi('Order', {
    description: 'The price of a booking, or of the bookings of a group, and how it is paid.',
  })

const PublicCharge = z
  .object({
    paymentId: resourceId('payment'),
    amount: z.int().openapi({ description: 'In minor units.', example: 5000 }),
    checkoutUrl: z.string().openapi({
      description: 'The page to pay on.',
      example: 'https://book.example.com/pay/pay_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
  })
  .openapi('PublicCharge', { description: 'A payment that can be made online now.' })

/** `GET /v1/public/orders/{orderId}`. */
export const PublicOrder = Order.pick({
  id: true,
  currency: true,
  total: true,
  paid: true,
  due: true,
})
  .extend({
    payableAmount: z.int().openapi({
      description:
        'What is due, can be paid online and no charge asks for yet, in minor units: `POST …/payments` asks for it. 0: nothing.',
      example: 0,
    }),
    charges: z.array(PublicCharge).describe('What can be paid online now.'),
  })
  .openapi('PublicOrder', { description: 'What is paid and what is due, as the booker sees it.' })

/** `POST /v1/orders/{id}/payments`. */
export const OrderPaymentCreate = z
  .strictObject({
    method: oneOf(ORDER_PAYMENT_METHODS).describe(
      'How it was paid. `link`: it is to be paid online, and the booker gets an email with the link.',
    ),
    amount: signedUnits().openapi({
      description:
        'In minor units. Negative: given back, at most what was received. With `link`: what a charge asks for, or of a group, what is due and not asked for yet, or a part of it.',
      example: 5000,
    }),
  })
  .openapi('OrderPaymentCreate', {
    description: 'Money that staff received, gave back, or ask for.',
  })

/** `POST /v1/orders/{id}/lines`. */
export const OrderLineCreate = z
  .strictObject({
    reason: singleLine(200).openapi({
      description: 'The reason, which the order shows.',
      example: 'Late checkout',
    }),
    amount: signedUnits().openapi({
      description: 'In minor units. Negative: a discount, at most what is to pay.',
      example: 1500,
    }),
  })
  .openapi('OrderLineCreate', { description: 'Something that is paid beside the booking.' })
