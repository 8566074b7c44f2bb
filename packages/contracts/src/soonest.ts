import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, listOrOne, pageQuery } from './lists.ts'
import { SlotPrice } from './price-rules.ts'
import { accountSlug } from './public-account.ts'
import { partySizeQuery, VisitPart } from './slots.ts'
import { singleLine, slugText } from './text.ts'
import { instantAnswer, instantOrDateText, timeZoneText } from './time.ts'
import {
  SEQUENCE_GAP_MAX_MINUTES,
  SEQUENCE_GAP_MINUTES,
  SEQUENCE_PARTS_MAX,
} from './visit-rules.ts'

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

const PARTS = `must be 2 to ${SEQUENCE_PARTS_MAX} event types`

const GAP = `must be a whole number of minutes from 0 to ${SEQUENCE_GAP_MAX_MINUTES}`

/** Services one after the other, in a query. */
const sequence = {
  sequence: listOrOne(resourceId('eventType'))
    .pipe(
      z
        .array(resourceId('eventType'))
        .min(2, { error: PARTS })
        .max(SEQUENCE_PARTS_MAX, { error: PARTS }),
    )
    .optional()
    .openapi({
      description: `Starts of visits: these event types one after the other, perhaps by different people. Repeat it for each part, 2 to ${SEQUENCE_PARTS_MAX}.`,
    }),
}

/** The longest pause between two parts, in a query. */
const maxGapMinutes = () =>
  z
    .string({ error: GAP })
    .regex(/^(?:0|[1-9]\d{0,2})$/, { error: GAP })
    .transform(Number)
    .pipe(z.int().max(SEQUENCE_GAP_MAX_MINUTES, { error: GAP }))
    .optional()
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: SEQUENCE_GAP_MAX_MINUTES,
      description: `With \`sequence\`: the longest pause between two parts. Default: ${SEQUENCE_GAP_MINUTES}.`,
      example: 15,
    })

interface SequenceQuery {
  readonly sequence?: readonly string[] | undefined
  readonly maxGapMinutes?: number | undefined
  readonly seats?: number | undefined
}

const gapOfSequence = [
  ({ sequence: parts, maxGapMinutes }: SequenceQuery) =>
    maxGapMinutes === undefined || parts !== undefined,
  { error: 'applies only with `sequence`', path: ['maxGapMinutes'] as string[] },
] as const

const seatsOfSequence = [
  ({ sequence: parts, seats }: SequenceQuery) => seats === undefined || parts === undefined,
  { error: 'does not combine with `sequence`', path: ['seats'] as string[] },
] as const

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
        description: `Slots of these event types. Repeat it for several, at most ${SOONEST_EVENT_TYPES}. One of nights has no slots: the call is refused, and the error names it.`,
      }),
    specialty: specialty().optional(),
    ...sequence,
    maxGapMinutes: maxGapMinutes(),
    ...range,
  })
  .refine(
    (query) =>
      [query.eventTypeIds, query.specialty, query.sequence].filter((each) => each !== undefined)
        .length === 1,
    {
      error: 'send exactly one of `eventTypeIds`, `specialty` and `sequence`',
      path: ['eventTypeIds'],
    },
  )
  .refine(...gapOfSequence)
  .refine(...seatsOfSequence)
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
    ...sequence,
    ...range,
  })
  .refine(
    (query) =>
      [query.specialty, query.providerSlug, query.sequence].filter((each) => each !== undefined)
        .length === 1,
    {
      error: 'send exactly one of `specialty`, `providerSlug` and `sequence`',
      path: ['specialty'],
    },
  )
  .refine(...seatsOfSequence)
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
    items: z.array(VisitPart).optional().openapi({
      description:
        'The parts of the visit, in the order of `sequence`. Set only with `sequence`; the slot is then the whole visit, with the event type and the provider of its first part.',
    }),
    price: SlotPrice.optional().describe(
      'What the visit costs. Set only with `sequence`, if one of its parts has a price.',
    ),
    seatsLeft: z.int().optional().openapi({
      description:
        'How many seats are left. Set only for event types with `seats`; bookers see it only with `showRemaining`.',
      example: 12,
    }),
  })
  .openapi('SoonestSlot', { description: 'A bookable slot of one of several event types.' })

/** The first slots of several event types. */
export const SoonestSlots = z
  .object({
    ...listOf(SoonestSlot, 'SoonestSlots').shape,
    nextFrom: instantAnswer().optional().openapi({
      description:
        'Set with `sequence` if there are more than `limit`: the start of the first visit that was left out. Send it as `from` to continue.',
    }),
  })
  .openapi('SoonestSlots', { description: 'The first slots, or with `sequence` the visits.' })
