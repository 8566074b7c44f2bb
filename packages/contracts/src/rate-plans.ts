import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { WEEKDAYS } from './open-rules.ts'
import { orNull } from './or-null.ts'
import { currencyCode, minorUnits } from './payment-rules.ts'
import { BALANCE_TEXT, balanceDays, cancellation, days, MAX_NIGHTS } from './rate-plan-terms.ts'
import { nameText, oneOf, singleLine, slugText, wholeNumber } from './text.ts'
import { dateText } from './time.ts'

/** The parts of the price of a stay. */
export const QUOTE_LINE_KINDS = [
  'night',
  'single_use',
  'extra_adult',
  'child',
  'length_of_stay',
  'early',
  'last_minute',
  'code',
  'fee',
  'extra',
  'tax',
] as const

/** The meals of a rate plan. */
export const MEALS = ['none', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const
/** What the amount of a fee or an extra is for. */
export const PER = ['stay', 'night', 'person', 'person_night'] as const
const COLLECT = ['now', 'atHouse'] as const
/** The statuses of a rate plan. */
export const RATE_PLAN_STATUSES = ['active', 'inactive'] as const

const SEASONS = 200
const RULES = 20

const list = <Each extends z.ZodType>(each: Each, max: number, what: string) =>
  z
    .array(each, { error: `must be a list of ${what}` })
    .max(max, { error: `must have at most ${max} ${what}` })

const PERCENT_ERROR = 'must be a percentage with at most two decimals'

/** A percentage with at most two decimals. */
const percent = (min: number, max: number) =>
  z
    .number({ error: PERCENT_ERROR })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), { error: PERCENT_ERROR })

const date = (description: string) => dateText().openapi({ description, example: '2026-07-01' })

const dates = {
  from: date('The first date.'),
  to: date('Exclusive.'),
  weekdays: list(oneOf(WEEKDAYS), WEEKDAYS.length, 'weekdays')
    .min(1, { error: 'must name at least one weekday' })
    .optional()
    .openapi({ description: 'Only these days. Default: every day.', example: ['friday'] }),
}

const minor = (description: string, min = 0) =>
  minorUnits(min).openapi({ description, example: 12_000 })

const change = {
  percent: percent(-100, 1000)
    .optional()
    .openapi({ description: 'Percent that are added. May be negative.', example: -10 }),
  amount: wholeNumber(-99_999_999, 99_999_999, 'minor units')
    .optional()
    .openapi({ description: 'Minor units that are added. May be negative.', example: -1000 }),
}

/** Either a percentage or an amount. */
const isOne = (body: { readonly percent?: unknown; readonly amount?: unknown }): boolean =>
  (body.percent === undefined) !== (body.amount === undefined)
const ONE = { error: 'send exactly one of `percent` and `amount`', path: ['percent'] }

const charge = {
  id: slugText().openapi({ description: 'Unique among fees and extras.', example: 'breakfast' }),
  name: nameText().openapi({ description: 'The name that guests see.', example: 'Breakfast' }),
  amount: minor('In minor units.'),
  per: oneOf(PER).openapi({
    description: 'What the amount is for. `person` and `person_night` count all who stay.',
    example: 'person_night',
  }),
}

const tax = {
  name: nameText().openapi({ description: 'The name that guests see.', example: 'VAT 7 %' }),
  percent: percent(0, 100).optional().openapi({ description: 'A percentage.', example: 7 }),
  amount: minor('Instead: an amount for each person and night.').optional(),
  on: list(slugText(), 50, 'names')
    .optional()
    .openapi({
      description:
        'What the percentage is of: `accommodation`, and ids of fees and extras. Default: `accommodation`.',
      example: ['accommodation'],
    }),
  included: z.boolean({ error: 'must be true or false' }).optional().openapi({
    description: 'Whether the prices contain it. Then it is not added. Default: false.',
    example: true,
  }),
  onNet: z.boolean({ error: 'must be true or false' }).optional().openapi({
    description:
      'Whether it is a percentage of the prices without the taxes in them. Default: false.',
    example: false,
  }),
  collect: oneOf(COLLECT)
    .optional()
    .openapi({ description: 'When it is paid. Default: `now`.', example: 'atHouse' }),
  validFrom: date('The first night that it is for.').optional(),
  validTo: date('Exclusive.').optional(),
  capNights: wholeNumber(1, MAX_NIGHTS, 'nights')
    .optional()
    .openapi({ description: 'Only the first nights of a stay.', example: 7 }),
  exemptUntilAge: wholeNumber(1, 18, 'years')
    .optional()
    .openapi({ description: 'Of an amount: younger children are exempt.', example: 17 }),
}

const nights = (description: string) =>
  wholeNumber(1, MAX_NIGHTS, 'nights').optional().openapi({ description, example: 3 })
const flag = (description: string) =>
  z.boolean({ error: 'must be true or false' }).optional().openapi({ description, example: true })
const restriction = {
  ...dates,
  minNights: nights('The smallest number of nights.'),
  maxNights: nights('The largest number of nights.'),
  on: oneOf(['through', 'arrival']).optional().openapi({
    description:
      'Whether the numbers of nights are for stays through these dates, of which the strictest night counts, or for arrivals. Default: `through`.',
    example: 'through',
  }),
  closedToArrival: flag('No stay begins on these dates.'),
  closedToDeparture: flag('No stay ends on these dates.'),
  stopSell: flag('These nights are not sold.'),
  minAdvanceDays: days('How many days before the arrival it must be booked.').optional(),
  maxAdvanceDays: days('How many days before the arrival it can be booked.').optional(),
}

const percentOff = (example: number) =>
  percent(0, 100).openapi({ description: 'Percent off.', example })

/** The rules of a plan. `object` makes the objects in it: strict ones in a body. */
const rulesOf = (object: <Shape extends z.ZodRawShape>(shape: Shape) => z.ZodObject<Shape>) => ({
  occupancy: object({
    adults: wholeNumber(1, 100, 'adults').openapi({
      description: 'How many adults the price of a night is for.',
      example: 2,
    }),
    singleUse: object(change).optional().describe('For one adult alone.'),
    extraAdultAmount: minor('Of each further adult and night. Default: 0.').optional(),
    children: list(
      object({
        untilAge: wholeNumber(1, 18, 'years').openapi({
          description: 'For children below this age, who are in no younger band.',
          example: 6,
        }),
        amount: minor('Of each child and night.'),
      }),
      10,
      'bands',
    )
      .optional()
      .describe('By age. A child above all bands counts as an adult.'),
  }),
  discounts: object({
    nights: list(
      object({
        minNights: wholeNumber(1, MAX_NIGHTS, 'nights').describe('The least number of nights.'),
        percent: percentOff(10),
      }),
      RULES,
      'discounts',
    )
      .optional()
      .describe('For long stays.'),
    early: list(
      object({
        minDays: days('The least number of days before the arrival.'),
        percent: percentOff(5),
      }),
      RULES,
      'discounts',
    )
      .optional()
      .describe('For early bookings. The better of `early` and `lastMinute` counts.'),
    lastMinute: list(
      object({
        maxDays: days('The largest number of days before the arrival.'),
        percent: percentOff(15),
      }),
      RULES,
      'discounts',
    )
      .optional()
      .describe('For late bookings.'),
  }),
  codes: list(
    object({
      code: singleLine(40).openapi({
        description: 'What guests enter. Upper and lower case are the same.',
        example: 'SPRING',
      }),
      percent: percentOff(10),
      from: date('The first date on which it can be used to book.').optional(),
      to: date('Exclusive.').optional(),
    }),
    50,
    'codes',
  ),
  fees: list(object(charge), RULES, 'fees'),
  extras: list(object(charge), RULES, 'extras'),
  taxes: list(object(tax), RULES, 'taxes'),
  restrictions: list(object(restriction), SEASONS, 'restrictions'),
  nightly: list(
    object({
      name: nameText()
        .optional()
        .openapi({ description: 'The name of the season.', example: 'Summer' }),
      ...dates,
      amount: minor('The price of a night.'),
    }),
    SEASONS,
    'seasons',
  ),
  deposit: object(deposit),
  cancellation: list(object(cancellation), 10, 'rules'),
})

const deposit = {
  percent: percent(0.01, 100)
    .optional()
    .openapi({ description: 'Percent of what is paid online.', example: 30 }),
  amount: minor('Instead: minor units.', 1).optional(),
  nights: wholeNumber(1, MAX_NIGHTS, 'nights')
    .optional()
    .openapi({ description: 'Instead: the price of the first nights.', example: 1 }),
}

const input = rulesOf((shape) => z.strictObject(shape))
const shown = rulesOf((shape) => z.object(shape))

const ADJUST = 'How the prices of nights differ from those of the parent.'
const text = {
  amount: 'The price of a night that no season is for. Without it, such a night cannot be booked.',
  nightly: 'The prices of seasons. Each date has at most one.',
  occupancy: 'How prices depend on who stays. Without it, they do not.',
  discounts: 'Discounts. Of each list, the largest that fits counts.',
  codes: 'Discounts for those who know a code.',
  fees: 'What every stay pays.',
  extras: 'What guests can choose.',
  taxes: 'Taxes, in the order in which guests see them.',
  restrictions: 'Which stays are possible. Each date has at most one rule.',
  deposit:
    'What is paid when booking, if the event type has `payment`. Without it, what that says. Exactly one of the members.',
  cancellation:
    'What guests pay who cancel after a deadline. Without it, `refunds` of the event type count; an empty list gives everything back. Stays keep the rules with which they were booked.',
}

const adjustInput = () => z.strictObject(change).refine(isOne, ONE)
const name = () =>
  nameText().openapi({ description: 'The name that guests see.', example: 'Flexible' })
const meals = () =>
  oneOf(MEALS).openapi({
    description: 'The meals that it contains. Default: `none`.',
    example: 'breakfast',
  })

/** `POST /v1/rate-plans`. */
export const RatePlanCreate = z
  .strictObject({
    name: name(),
    meals: meals().optional(),
    currency: currencyCode()
      .optional()
      .describe('The currency (ISO 4217). Required without `parentId`.'),
    parentId: resourceId('ratePlan')
      .optional()
      .describe(
        'The plan that it is derived from, which has no parent. What the plan has of its own replaces that of the parent.',
      ),
    adjust: adjustInput()
      .optional()
      .openapi({ description: `${ADJUST} Required with \`parentId\`.` }),
    amount: minor(text.amount).optional(),
    nightly: input.nightly.optional().describe(text.nightly),
    occupancy: input.occupancy.optional().openapi({ description: text.occupancy }),
    discounts: input.discounts.optional().openapi({ description: text.discounts }),
    codes: input.codes.optional().describe(text.codes),
    fees: input.fees.optional().describe(text.fees),
    extras: input.extras.optional().describe(text.extras),
    taxes: input.taxes.optional().describe(text.taxes),
    restrictions: input.restrictions.optional().describe(text.restrictions),
    deposit: input.deposit.optional().openapi({ description: text.deposit }),
    balanceDueDays: balanceDays.due().optional(),
    balanceCancelDays: balanceDays.cancel().optional(),
    cancellation: input.cancellation.optional().describe(text.cancellation),
  })
  .openapi('RatePlanCreate', { description: 'A new rate plan.' })

/** `PATCH /v1/rate-plans/{id}`: omitted fields keep their values. Null removes a value. */
export const RatePlanPatch = z
  .strictObject({
    name: name(),
    meals: meals(),
    status: oneOf(RATE_PLAN_STATUSES).describe('Only an `active` plan can be booked.'),
    adjust: adjustInput().openapi({ description: ADJUST }),
    amount: minor(text.amount).nullable(),
    nightly: input.nightly.nullable().describe(text.nightly),
    occupancy: input.occupancy.nullable().openapi({ description: text.occupancy }),
    discounts: input.discounts.nullable().openapi({ description: text.discounts }),
    codes: input.codes.nullable().describe(text.codes),
    fees: input.fees.nullable().describe(text.fees),
    extras: input.extras.nullable().describe(text.extras),
    taxes: input.taxes.nullable().describe(text.taxes),
    restrictions: input.restrictions.nullable().describe(text.restrictions),
    deposit: input.deposit.nullable().openapi({ description: text.deposit }),
    balanceDueDays: balanceDays.due().nullable(),
    balanceCancelDays: balanceDays.cancel().nullable(),
    cancellation: input.cancellation.nullable().describe(text.cancellation),
  })
  .partial()
  .openapi('RatePlanPatch', {
    description:
      'Changes to a rate plan. Each field is replaced as a whole; null removes it, or of a derived plan takes that of the parent again.',
  })

const own = (what: string) => `${what} Null if it has none of its own.`

/** A rate plan. */
export const RatePlan = z
  .object({
    id: resourceId('ratePlan'),
    status: z.enum(RATE_PLAN_STATUSES).describe('Only an `active` plan can be booked.'),
    name: z.string().openapi({ description: 'The name that guests see.', example: 'Flexible' }),
    meals: z.enum(MEALS).openapi({ description: 'The meals that it contains.', example: 'none' }),
    currency: z.string().openapi({ description: 'The currency (ISO 4217).', example: 'EUR' }),
    parentId: resourceId('ratePlan').nullable().openapi({
      description: 'The plan that it is derived from. Null if there is none.',
      example: null,
    }),
    adjust: orNull(z.object(change), `${ADJUST} Null without a parent.`),
    amount: z
      .int()
      .nullable()
      .openapi({ description: own(text.amount), example: 10_000 }),
    nightly: shown.nightly.nullable().describe(own(text.nightly)),
    occupancy: orNull(shown.occupancy, own(text.occupancy)),
    discounts: orNull(shown.discounts, own(text.discounts)),
    codes: shown.codes.nullable().describe(own(text.codes)),
    fees: shown.fees.nullable().describe(own(text.fees)),
    extras: shown.extras.nullable().describe(own(text.extras)),
    taxes: shown.taxes.nullable().describe(own(text.taxes)),
    restrictions: shown.restrictions.nullable().describe(own(text.restrictions)),
    deposit: orNull(shown.deposit, own(text.deposit)),
    balanceDueDays: z
      .int()
      .nullable()
      .openapi({ description: own(BALANCE_TEXT.balanceDueDays), example: 30 }),
    balanceCancelDays: z
      .int()
      .nullable()
      .openapi({ description: own(BALANCE_TEXT.balanceCancelDays), example: 7 }),
    cancellation: shown.cancellation.nullable().describe(own(text.cancellation)),
    ...changedFields,
  })
  .openapi('RatePlan', { description: 'What nights cost, and which stays are possible.' })

/** `GET /v1/rate-plans`. */
export const RatePlanListQuery = z.strictObject(pageQuery)

/** `GET /v1/rate-plans`. */
export const RatePlanList = listOf(RatePlan, 'RatePlanList')

export type RatePlanCreate = z.infer<typeof RatePlanCreate>
export type RatePlanPatch = z.infer<typeof RatePlanPatch>
export type RatePlan = z.infer<typeof RatePlan>
