import { z } from '@hono/zod-openapi'
import { bookingMinutes } from './durations.ts'
import { resourceId } from './ids.ts'
import { WEEKDAYS } from './open-rules.ts'
import { minorUnits } from './payment-rules.ts'
import { oneOf, wholeNumber } from './text.ts'
import { timeWindow } from './time.ts'

/** The parts that a price is made of. */
export const PRICE_LINE_KINDS = ['base', 'candidate', 'time', 'options'] as const

const CANDIDATES = 50
const PRICE_RULES = 20
const WINDOWS = 10

/** What one candidate of an event type needs and costs. */
export const CandidateRule = z
  .strictObject({
    providerId: resourceId('provider').describe('The candidate.'),
    durationMinutes: bookingMinutes().nullable().optional().openapi({
      description: 'How long a booking of this candidate takes. Null: as the event type says.',
      example: 45,
    }),
    amount: minorUnits(0).nullable().optional().openapi({
      description:
        'What a booking of this candidate costs, in minor units. Null: as `payment` says.',
      example: 6500,
    }),
  })
  .refine(({ durationMinutes, amount }) => durationMinutes != null || amount != null, {
    error: 'send `durationMinutes` or `amount`, or both',
    path: ['amount'],
  })
  .openapi('CandidateRule', {
    description: 'What one candidate needs and costs, where that differs from the event type.',
  })

/** Rules of candidates, in a body. */
export const candidateRules = () =>
  z
    .array(CandidateRule, { error: 'must be a list of rules' })
    .max(CANDIDATES, { error: `must have at most ${CANDIDATES} rules` })
    .openapi({
      description:
        'What some candidates of one requirement need and cost. Each start then has a slot for each pair of a duration and a price, at most 12. The requirement takes one candidate. Not together with `seats`. Default: none.',
      example: [],
    })

/** Another price at some times of the week. */
export const PriceRule = z
  .strictObject({
    weekdays: z
      .array(oneOf(WEEKDAYS), { error: 'must be a list of weekdays' })
      .min(1, { error: 'must name at least one weekday' })
      .max(WEEKDAYS.length, { error: 'must name each weekday once' })
      .nullable()
      .optional()
      .openapi({
        description: 'The days on which it holds. Null: every day.',
        example: ['saturday'],
      }),
    windows: z
      .array(timeWindow(), { error: 'must be a list of windows' })
      .min(1, { error: 'must have at least one window' })
      .max(WINDOWS, { error: `must have at most ${WINDOWS} windows` })
      .nullable()
      .optional()
      .openapi({
        description: 'Wall times in which a booking starts. Null: all day.',
        example: [{ start: '18:00', end: '22:00' }],
      }),
    amount: minorUnits(0)
      .nullable()
      .optional()
      .openapi({ description: 'The price instead, in minor units.', example: null }),
    addAmount: wholeNumber(-99_999_999, 99_999_999, 'minor units').nullable().optional().openapi({
      description: 'Is added to the price, in minor units. May be negative.',
      example: null,
    }),
    addPercent: wholeNumber(-100, 1000, 'percent').nullable().optional().openapi({
      description: 'Is added to the price, in percent of it. May be negative.',
      example: 20,
    }),
  })
  .refine(
    ({ amount, addAmount, addPercent }) =>
      [amount, addAmount, addPercent].filter((each) => each != null).length === 1,
    { error: 'send exactly one of `amount`, `addAmount` and `addPercent`', path: ['amount'] },
  )
  .openapi('PriceRule', { description: 'Another price at some times of the week.' })

/** Rules for prices, in a body. */
export const priceRules = () =>
  z
    .array(PriceRule, { error: 'must be a list of rules' })
    .max(PRICE_RULES, { error: `must have at most ${PRICE_RULES} rules` })
    .openapi({
      description:
        'Other prices at some times of the week, in the time zone of the event type. The first rule that holds at the start counts. Default: none.',
      example: [],
    })

/** The price of a slot. */
export const SlotPrice = z
  .object({
    amount: z.int().openapi({ description: 'The price in minor units.', example: 6500 }),
    currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
  })
  .openapi('SlotPrice', { description: 'A price.' })

/** The lowest and the highest price of an event type. */
export const PriceRange = z
  .object({
    lowest: z.int().openapi({ description: 'In minor units.', example: 5000 }),
    highest: z.int().openapi({ description: 'In minor units.', example: 7800 }),
    currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
  })
  .openapi('PriceRange', { description: 'The lowest and the highest price of an event type.' })

/** The price of a booking. */
export const BookingPrice = z
  .object({
    amount: z.int().openapi({
      description: 'The price in minor units: the sum of `lines`.',
      example: 7800,
    }),
    currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
    lines: z
      .array(
        z.object({
          kind: z
            .enum(PRICE_LINE_KINDS)
            .describe(
              '`base`: the price of the event type. `candidate`: the price of the candidate instead. `time`: what a rule for the time adds. `options`: what the answers of the booker add.',
            ),
          amount: z.int().openapi({
            description: 'In minor units. Negative if it lowers the price.',
            example: 6500,
          }),
        }),
      )
      .describe('What the price is made of.'),
  })
  .openapi('BookingPrice', { description: 'The price of a booking, as it was when it was made.' })

/** The price that a caller expects, in a body. */
export const expectedAmount = () =>
  minorUnits(0).optional().openapi({
    description:
      '`price.amount` of the slot. Another price is refused with 409 `price_changed`, and only candidates at this price are assigned. Default: any price.',
    example: 6500,
  })
