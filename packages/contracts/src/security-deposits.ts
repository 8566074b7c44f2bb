import { z } from '@hono/zod-openapi'
import { currencyCode, minorUnits } from './payment-rules.ts'
import { singleLine, wholeNumber } from './text.ts'

/** The states of the security deposit of a booking. */
export const SECURITY_DEPOSIT_STATES = [
  'due',
  'authorized',
  'captured',
  'released',
  'lapsed',
] as const

const money = {
  amount: minorUnits(1).openapi({
    description: 'What is reserved on the card, in minor units, such as cents.',
    example: 30_000,
  }),
  currency: currencyCode().describe('The currency (ISO 4217).'),
}

const DAYS_BEFORE_MAX = 7

const daysBefore = () =>
  wholeNumber(0, DAYS_BEFORE_MAX, 'days').openapi({
    description:
      'How many days before the arrival the booker is asked for it by email. Card networks end an authorization after about seven days, so an early one ends early. Default: 1.',
    example: 1,
  })

/** What an event type of nights asks for as security, in a request. */
export const SecurityDepositInput = z
  .strictObject({ ...money, daysBefore: daysBefore().optional() })
  .openapi('SecurityDepositInput', {
    description:
      'A security deposit: it is authorized on the card of the booker before the arrival, and not taken unless you say so.',
  })

/** What an event type of nights asks for as security. */
export const SecurityDeposit = z
  .object({ ...money, daysBefore: daysBefore() })
  .openapi('SecurityDeposit', {
    description:
      'A security deposit: it is authorized on the card of the booker before the arrival, and not taken unless the house says so.',
  })

/** The security deposit of a booking. */
export const BookingSecurityDeposit = z
  .object({
    ...money,
    daysBefore: daysBefore(),
    state: z
      .enum(SECURITY_DEPOSIT_STATES)
      .describe(
        '`due`: not authorized yet. `authorized`: reserved on the card. `captured`: a part or all of it was taken. `released`: no longer reserved or asked for. `lapsed`: the card network or the vendor ended the authorization, and nothing was taken.',
      ),
    paymentId: z.string().nullable().openapi({
      description: 'The payment that authorizes it. Null: it was not asked for yet.',
      example: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
    }),
    checkoutUrl: z.string().nullable().openapi({
      description: 'The page on which the booker authorizes it. Null if that is not possible now.',
      example: 'https://book.example.com/pay/pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
    }),
    capturedAmount: z.int().openapi({
      description: 'What was taken of it and not given back, in minor units.',
      example: 0,
    }),
    reason: z
      .string()
      .nullable()
      .openapi({ description: 'Why it is taken, as the booker reads it.', example: null }),
  })
  .openapi('BookingSecurityDeposit', { description: 'The security deposit of a booking.' })

/** `POST /v1/bookings/{id}/security-deposit/capture`. */
export const SecurityDepositCapture = z
  .strictObject({
    amount: minorUnits(1).openapi({
      description: 'What to take, in minor units: at most the deposit. The rest is released.',
      example: 8000,
    }),
    reason: singleLine(200).openapi({
      description: 'What broke. The booker reads it.',
      example: 'A broken window',
    }),
  })
  .openapi('SecurityDepositCapture', { description: 'What to take of a security deposit.' })
