import { z } from '@hono/zod-openapi'
import { CONFIRMATIONS } from './event-types.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { Occupancy, propertyOfGuests } from './nights.ts'
import { orNull } from './or-null.ts'
import { photos } from './photos.ts'
import { accountSlug } from './public-account.ts'
import { PlanQuote, QuotesQuery } from './quotes.ts'
import { StayReason } from './reasons.ts'
import { oneOf, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

/** `GET /v1/stays/search`. */
export const StaySearchQuery = QuotesQuery.omit({ arrival: true, departure: true, extras: true })
  .extend({
    from: QuotesQuery.shape.arrival.describe('The date of arrival.'),
    to: QuotesQuery.shape.departure.describe('The date of departure, after `from`.'),
    propertyId: resourceId('property')
      .optional()
      .describe('Only event types of this property. Required without `accountSlug`.'),
    accountSlug: accountSlug().describe(
      'The slug of the account whose event types are searched. With `propertyId`, the property must belong to it.',
    ),
    code: singleLine(40)
      .optional()
      .describe('A code for a discount. Rate plans without this code are priced without it.'),
    include: oneOf(['unavailable']).optional().openapi({
      description:
        '`unavailable` also returns event types that cannot be booked for these dates, with `reasons`.',
    }),
    ...pageQuery,
  })
  .refine(({ propertyId, accountSlug: slug }) => propertyId !== undefined || slug !== undefined, {
    error: 'is required without `accountSlug`',
    path: ['propertyId'],
  })

/** An event type of nights that was searched for some dates. */
export const FoundStay = z
  .object({
    eventTypeId: resourceId('eventType'),
    title: z.string().openapi({ description: 'Its name.', example: 'Double room' }),
    description: z
      .string()
      .nullable()
      .openapi({ description: 'Shown to guests. Null if there is none.', example: null }),
    path: z.string().openapi({
      description: 'Path of its booking page.',
      example: '/room-12/double-room',
    }),
    confirmation: z.enum(CONFIRMATIONS).describe('What happens when it is booked.'),
    occupancy: orNull(Occupancy, 'How many people a stay is for. Null if that is not said.'),
    photos: photos(),
    property: propertyOfGuests()
      .extend({ id: resourceId('property') })
      .describe('The property of its units.'),
    bookable: z
      .boolean()
      .describe('Whether it can be booked. Always true without `include=unavailable`.'),
    unitsLeft: z.int().openapi({
      description: 'How many of its units are free in all nights, up to 10.',
      example: 1,
    }),
    reasons: z
      .array(StayReason)
      .describe('The rules that the stay breaks, each once; with several plans, those of all.'),
    total: z.int().nullable().openapi({
      description:
        'The lowest price in minor units: of `quotes`, or without rate plans of all nights. Null if it cannot be booked or has no price.',
      example: 36_000,
    }),
    currency: z
      .string()
      .nullable()
      .openapi({ description: 'The currency of `total` (ISO 4217).', example: 'EUR' }),
    quotes: z
      .array(
        PlanQuote.omit({ id: true, expiresAt: true, extras: true, hasCodes: true }).extend({
          code: z.string().nullable().openapi({
            description: 'The code that counted. Null: none, or the plan does not have it.',
            example: null,
          }),
        }),
      )
      .describe(
        'A price for each rate plan by which the stay can be booked, in the order of the event type. Empty if it has no plans.',
      ),
  })
  .openapi('FoundStay', { description: 'An event type of nights for the dates of a search.' })

/** `GET /v1/stays/search`. */
export const FoundStays = z
  .object({
    ...listOf(FoundStay, 'FoundStays').shape,
    asOf: instantAnswer().nullable().openapi({
      description:
        'If the rest of the search has more than 100 months of units, the nights come from summaries that follow the ledger within seconds. No nights of this page were read from the ledger earlier than at this time. Null: all were read for this answer.',
      example: null,
    }),
  })
  .openapi('FoundStays', { description: 'One page of a search for stays.' })

/** `GET /v1/stays/search`. */
export type FoundStays = z.infer<typeof FoundStays>
