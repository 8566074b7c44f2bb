import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, listOrOne, pageQuery } from './lists.ts'
import { accountSlug } from './public-account.ts'
import { partySizeQuery } from './slots.ts'
import { singleLine, slugText } from './text.ts'
import { instantAnswer, instantOrDateText, timeZoneText } from './time.ts'

/** The most event types of one call. */
export const SOONEST_EVENT_TYPES = 100

const COUNT = `must be 1 to ${SOONEST_EVENT_TYPES} event types`

const range = {
  from: instantOrDateText().optional().openapi({
    description: 'Earliest slot start. A date means midnight in `timeZone`. Default: now.',
  }),
  to: instantOrDateText().optional().openapi({
    description:
      'Latest slot start, exclusive. At most 62 days after `from`. Default: 62 days after `from`.',
  }),
  timeZone: timeZoneText().optional().openapi({
    description:
      'The time zone of dates in the request and of instants in the response. Default: UTC.',
  }),
  seats: partySizeQuery().optional(),
  ...pageQuery,
}

const specialty = () =>
  singleLine(100).openapi({
    description:
      'Slots of the active event types of all providers with this specialty, and of those of teams whose requirements name it.',
    example: 'cardiology',
  })

/** `GET /v1/slots`: by ids, or by the specialty of providers. */
export const SoonestSlotsQuery = z
  .strictObject({
    eventTypeIds: listOrOne(resourceId('eventType'))
      .pipe(
        z
          .array(resourceId('eventType'))
          .min(1, { error: COUNT })
          .max(SOONEST_EVENT_TYPES, { error: COUNT }),
      )
      .optional()
      .openapi({
        description: `Slots of these event types. Repeat it for several, at most ${SOONEST_EVENT_TYPES}.`,
      }),
    specialty: specialty().optional(),
    ...range,
  })
  .refine((query) => (query.eventTypeIds === undefined) !== (query.specialty === undefined), {
    error: 'send exactly one of `eventTypeIds` and `specialty`',
    path: ['eventTypeIds'],
  })
  .refine((query) => query.cursor === undefined || query.specialty !== undefined, {
    error: 'applies only with `specialty`',
    path: ['cursor'],
  })

/** `GET /v1/public/slots`: by the specialty of listed providers, or of one provider. */
export const PublicSoonestSlotsQuery = z
  .strictObject({
    specialty: specialty().optional(),
    providerSlug: slugText().optional().openapi({
      description:
        'The first slot of each active event type of this provider, instead of the first slots of a specialty.',
      example: 'ada-weber',
    }),
    accountSlug: accountSlug(),
    ...range,
  })
  .refine(
    ({ specialty: one, providerSlug }) => (one === undefined) !== (providerSlug === undefined),
    {
      error: 'send exactly one of `specialty` and `providerSlug`',
      path: ['specialty'],
    },
  )
  .refine(({ cursor, specialty: one }) => cursor === undefined || one !== undefined, {
    error: 'applies only with `specialty`',
    path: ['cursor'],
  })

/** A slot of one of several event types, `[start, end)`. */
export const SoonestSlot = z
  .object({
    start: instantAnswer().describe('Start of the slot.'),
    end: instantAnswer().describe('End of the slot, exclusive.'),
    eventTypeId: resourceId('eventType'),
    providerId: resourceId('provider').describe(
      'The provider of the event type. With `requirements`, the booking says whom it takes.',
    ),
    seatsLeft: z.int().optional().openapi({
      description:
        'How many seats are left. Set only for event types with `seats`; bookers see it only with `showRemaining`.',
      example: 12,
    }),
  })
  .openapi('SoonestSlot', { description: 'A bookable slot of one of several event types.' })

/** The first slots of several event types. */
export const SoonestSlots = listOf(SoonestSlot, 'SoonestSlots')
