import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOrOne } from './lists.ts'
import { WEEKDAYS } from './open-rules.ts'
import { orNull } from './or-null.ts'
import { accountSlug } from './public-account.ts'
import { MEALS, PER, QUOTE_LINE_KINDS } from './rate-plans.ts'
import { oneOf, singleLine, slugText, wholeNumber } from './text.ts'
import { dateText } from './time.ts'

const AGE = /^(?:\d|1[0-7])$/
const EXTRA = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::[1-9]\d?)?$/

/** An extra that a guest chooses. */
const chosenExtra = z.strictObject({
  id: slugText().openapi({ description: 'The id of the extra.', example: 'breakfast' }),
  quantity: wholeNumber(1, 99, 'pieces')
    .optional()
    .openapi({ description: 'How many. Default: 1.', example: 1 }),
})

/** What a booking of nights says beside its dates about its price. */
export const rateInput = {
  ratePlanId: resourceId('ratePlan')
    .optional()
    .describe(
      'One of `ratePlanIds` of an event type of nights. It may be left out if there is one only.',
    ),
  extras: z
    .array(chosenExtra, { error: 'must be a list of extras' })
    .max(20, { error: 'must have at most 20 extras' })
    .optional()
    .openapi({ description: 'Extras of the rate plan. Default: none.', example: [] }),
  code: singleLine(40).optional().openapi({
    description: 'A code of the rate plan for a discount.',
    example: 'SPRING',
  }),
  quoteId: singleLine(8000).optional().openapi({
    description:
      'The `id` of a quote of at most 15 minutes ago, for the same event type, dates and people: the stay costs what it says, whatever the rate plan says now. Its rules are decided anew. Instead of `ratePlanId`, `extras` and `code`.',
    example: 'eyJldmVudFR5cGVJZCI6…',
  }),
}

/** `GET /v1/event-types/{id}/quote`. */
export const QuoteQuery = z.strictObject({
  arrival: dateText().openapi({ description: 'The date of arrival.', example: '2026-05-01' }),
  departure: dateText().openapi({
    description: 'The date of departure, exclusive.',
    example: '2026-05-04',
  }),
  adults: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, { error: 'must be a whole number from 1 to 100' })
    .transform(Number)
    .optional()
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      description: 'Adults. Default: as many as the price is for.',
    }),
  childAges: listOrOne(
    z.string().regex(AGE, { error: 'must be an age from 0 to 17' }).transform(Number),
  )
    .optional()
    .openapi({ description: 'The age of a child. Repeat it for several.' }),
  ratePlanId: resourceId('ratePlan')
    .optional()
    .describe('It may be left out if the event type has one only.'),
  extras: listOrOne(
    z.string().regex(EXTRA, { error: 'must be the id of an extra, or "id:quantity"' }),
  )
    .optional()
    .openapi({
      description: 'An extra, as `id` or `id:quantity`. Repeat it for several.',
      example: ['breakfast'],
    }),
  code: singleLine(40).optional().describe('A code for a discount.'),
})

/** `GET /v1/event-types/{id}/quotes`. */
export const QuotesQuery = QuoteQuery.omit({ ratePlanId: true }).extend({
  include: oneOf(['quoteId']).optional().openapi({
    description: '`quoteId` also returns the `id` that binds each price for 15 minutes.',
  }),
})

/** `GET /v1/public/{providerSlug}/{eventTypeSlug}/quotes`. */
export const PublicQuotesQuery = QuotesQuery.extend({ accountSlug: accountSlug() })

/** A line of the price of a stay. */
export const QuoteLine = z
  .object({
    kind: z
      .enum(QUOTE_LINE_KINDS)
      .describe(
        'What it is for. `night`: the price of nights. `single_use`, `extra_adult`, `child`: who stays. `length_of_stay`, `early`, `last_minute`, `code`: discounts.',
      ),
    label: z.string().openapi({
      description: 'The name of the season, fee, extra or tax. Empty for others.',
      example: 'Summer',
    }),
    from: z
      .string()
      .nullable()
      .openapi({ description: 'The first night. Null: the whole stay.', example: '2026-07-01' }),
    nights: z
      .int()
      .nullable()
      .openapi({ description: 'How many nights. Null: the whole stay.', example: 3 }),
    weekdays: z.array(z.enum(WEEKDAYS)).nullable().openapi({
      description: 'The weekdays of the nights. Null: all nights from `from` on.',
      example: null,
    }),
    quantity: z.int().openapi({ description: 'People or pieces.', example: 1 }),
    unitAmount: z
      .int()
      .openapi({ description: 'Minor units, of a night if it has nights.', example: 12_000 }),
    amount: z.int().openapi({
      description: '`unitAmount` times `quantity`, times `nights` if it has any.',
      example: 36_000,
    }),
    collect: z
      .enum(['now', 'atHouse'])
      .openapi({ description: 'When it is paid.', example: 'now' }),
    included: z.boolean().openapi({
      description: 'Whether it is a tax that the other lines contain. It is not added.',
      example: false,
    }),
  })
  .openapi('QuoteLine', { description: 'A line of the price of a stay.' })

const totals = {
  ratePlanId: resourceId('ratePlan'),
  ratePlanVersion: z.int().openapi({ description: 'The version of the rate plan.', example: 1 }),
  currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
  total: z.int().openapi({
    description: 'In minor units: the sum of all lines that are not `included`.',
    example: 36_000,
  }),
  atHouse: z
    .int()
    .openapi({ description: 'The part of `total` that is paid at the house.', example: 0 }),
}

const terms = {
  deposit: z.int().nullable().openapi({
    description: 'What is paid when booking, in minor units. Null if nothing is paid online.',
    example: 12_000,
  }),
  balance: orNull(
    z.object({
      amount: z.int().openapi({ description: 'In minor units.', example: 24_000 }),
      dueOn: z.string().nullable().openapi({
        description: 'The date on which it is due. Null if it has none.',
        example: '2026-04-10',
      }),
    }),
    'What of the price is paid online after the deposit. Null if nothing is.',
  ),
  policy: z
    .array(
      z.object({
        until: z
          .string()
          .openapi({ description: 'The last instant of it.', example: '2026-05-03T16:00:00Z' }),
        percent: z.int().openapi({
          description: 'How much of what was paid a guest gets back who cancels by then.',
          example: 100,
        }),
        keptAmount: z.int().openapi({
          description: 'What the house keeps of it, in minor units, at most what was paid.',
          example: 0,
        }),
      }),
    )
    .describe(
      'What a guest who cancels gets back, with the deadlines that are still to come, the earliest first. Later: nothing.',
    ),
}

const lines = z.array(QuoteLine).describe('What the total is made of.')

/** The price of a stay. */
export const StayQuote = z
  .object({
    id: z.string().openapi({
      description: 'What a booking sends as `quoteId` to have this price.',
      example: 'eyJldmVudFR5cGVJZCI6…',
    }),
    expiresAt: z
      .string()
      .openapi({ description: 'Until when it does.', example: '2026-04-20T08:15:00Z' }),
    ...totals,
    ...terms,
    lines,
  })
  .openapi('StayQuote', { description: 'What a stay costs by a rate plan.' })

/** An extra that a guest can choose. */
const offeredExtra = z.object({
  id: z.string().openapi({ description: 'What to send in `extras`.', example: 'breakfast' }),
  name: z.string().openapi({ description: 'Its name.', example: 'Breakfast' }),
  amount: z.int().openapi({ description: 'In minor units.', example: 1200 }),
  per: z.enum(PER).openapi({ description: 'What the amount is for.', example: 'person_night' }),
})

/** The price of a stay by one of several rate plans. */
export const PlanQuote = z
  .object({
    id: z.string().nullable().openapi({
      description:
        'What a booking sends as `quoteId` to have this price. Null without `include=quoteId`.',
      example: null,
    }),
    expiresAt: z
      .string()
      .nullable()
      .openapi({ description: 'Until when it does. Null without `id`.', example: null }),
    ...totals,
    ...terms,
    name: z.string().openapi({ description: 'The name of the plan.', example: 'Flexible' }),
    meals: z
      .enum(MEALS)
      .openapi({ description: 'The meals that it contains.', example: 'breakfast' }),
    extras: z.array(offeredExtra).describe('What guests can choose with this plan.'),
    hasCodes: z.boolean().openapi({
      description: 'Whether a code for a discount can be used today.',
      example: false,
    }),
    lines,
  })
  .openapi('PlanQuote', { description: 'What a stay costs by one of several rate plans.' })

/** What a stay costs by each rate plan. */
export const StayQuotes = z
  .object({
    data: z
      .array(PlanQuote)
      .describe(
        'A price for each rate plan by which the stay can be booked, in the order of the event type. Empty if it has no plans.',
      ),
  })
  .openapi('StayQuotes', { description: 'What a stay costs by each rate plan.' })

/** The price of a booking of nights. */
export const BookingQuote = z
  .object({
    ...totals,
    lines: lines.optional().describe('What the total is made of. Absent in lists and events.'),
  })
  .openapi('BookingQuote', { description: 'What a stay costs, as it was agreed.' })

/** What a stay costs by each rate plan. */
export type StayQuotes = z.infer<typeof StayQuotes>
