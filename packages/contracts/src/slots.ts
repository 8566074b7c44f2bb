import { z } from '@hono/zod-openapi'
import { BOOKING_MINUTES_MAX } from './durations.ts'
import { SEATS_MAX } from './event-type-options.ts'
import { resourceId } from './ids.ts'
import { SlotPrice } from './price-rules.ts'
import { accountSlug } from './public-account.ts'
import { answersQuery } from './questions.ts'
import { SlotReason } from './reasons.ts'
import { oneOf } from './text.ts'
import { instantAnswer, instantOrDateText, instantText, timeZoneText } from './time.ts'

const range = {
  from: instantOrDateText().openapi({
    description: 'Earliest slot start. A date means midnight in `timeZone`.',
  }),
  to: instantOrDateText().openapi({
    description: 'Latest slot start, exclusive. At most 62 days after `from`.',
  }),
  timeZone: timeZoneText().optional().openapi({
    description:
      "The time zone of dates in the request (default: the provider's) and of instants in the response (default: UTC). It does not change which instants are bookable.",
  }),
}

/** A duration in a query. */
export const durationQuery = () => {
  const error = `must be a whole number of minutes from 1 to ${BOOKING_MINUTES_MAX}`
  return z
    .string({ error })
    .regex(/^[1-9]\d{0,4}$/, { error })
    .transform(Number)
    .pipe(z.int().max(BOOKING_MINUTES_MAX, { error }))
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: BOOKING_MINUTES_MAX,
      description:
        'One of `durationOptionsMinutes` of the event type, with what `answer` adds. Default: the first.',
      example: 30,
    })
}

/** A party size in a query. */
export const partySizeQuery = () => {
  const error = `must be a whole number of seats from 1 to ${SEATS_MAX}`
  return z
    .string({ error })
    .regex(/^[1-9]\d{0,2}$/, { error })
    .transform(Number)
    .pipe(z.int().max(SEATS_MAX, { error }))
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: SEATS_MAX,
      description:
        'Only starts with this many seats left, for event types with `seats`. Others have 1. Default: 1.',
      example: 2,
    })
}

/** `GET /v1/event-types/{id}/slots`. */
export const SlotsQuery = z.strictObject({
  ...range,
  durationMinutes: durationQuery().optional(),
  seats: partySizeQuery().optional(),
  answer: answersQuery(),
  providerId: resourceId('provider').optional().openapi({
    description: 'Only slots at which this candidate of the event type can be part of the booking.',
  }),
  include: oneOf(['unavailable', 'kept']).optional().openapi({
    description:
      '`unavailable` also returns slots that cannot be booked, such as taken ones. `kept` also returns `kept`: times that the account can book and that bookers are not offered yet.',
  }),
})

/** `GET /v1/bookings/{id}/slots`. */
export const MoveSlotsQuery = z.strictObject({
  ...range,
  providerId: resourceId('provider').optional().openapi({
    description:
      'Only slots at which this candidate of the event type can be part of the booking. Bookers may name one only where the event type lets them choose.',
  }),
})

/** `GET /v1/public/{providerSlug}/{eventTypeSlug}/slots`: only available slots. */
export const PublicSlotsQuery = z.strictObject({
  ...range,
  durationMinutes: durationQuery().optional(),
  seats: partySizeQuery().optional(),
  answer: answersQuery(),
  accountSlug: accountSlug(),
  providerId: resourceId('provider').optional().openapi({
    description:
      'Only slots at which this candidate can be part of the booking. Only where the event type lets bookers choose.',
  }),
})

/** The end of an answer that is full. */
export const nextFrom = () =>
  instantAnswer().optional().openapi({
    description:
      'Set if the range has more than 20,000 slots: the start of the first one that was left out. Send it as `from` to continue.',
  })

/** A part of a visit, `[start, end)`. */
export const VisitPart = z
  .object({
    eventTypeId: resourceId('eventType'),
    start: instantAnswer().describe('Start of the part.'),
    end: instantAnswer().describe('End of the part, exclusive.'),
    price: SlotPrice.optional().describe(
      'What the part costs. Set if its event type has `payment`.',
    ),
    providerId: resourceId('provider').nullable().openapi({
      description:
        'Who can serve the part; with several requirements, for the first one. Bookers see it only where the event type lets them choose; otherwise null.',
    }),
  })
  .openapi('VisitPart', { description: 'A part of a visit, `[start, end)`.' })

/** A slot, `[start, end)`. */
export const Slot = z
  .object({
    start: instantAnswer().describe('Start of the slot.'),
    end: instantAnswer().describe('End of the slot, exclusive.'),
    available: z
      .boolean()
      .describe('Whether it can be booked. Always true without `include=unavailable`.'),
    price: SlotPrice.optional().describe(
      'What the slot costs, for the duration and the seats that were asked for. Set if the event type has `payment`.',
    ),
    providerIds: z
      .array(z.string())
      .optional()
      .openapi({
        description:
          'The free candidates at this duration and price, where candidates of the event type have rules of their own. Such a start has a slot for each duration and price. Bookers see it only where they may choose.',
        example: ['prv_01k5w3q8v0m9c2r4t6x8z0b1d3'],
      }),
    seatsLeft: z.int().optional().openapi({
      description:
        'How many seats are left. Set only for event types with `seats`; bookers see it only with `showRemaining`.',
      example: 12,
    }),
    items: z.array(VisitPart).optional().openapi({
      description:
        'The parts of a visit, in order. Set only with `then`; the slot is then the whole visit.',
    }),
  })
  .openapi('Slot', { description: 'A slot, `[start, end)`.' })

const KeptSlot = z
  .object({
    start: instantAnswer().describe('Start of the slot.'),
    end: instantAnswer().describe('End of the slot, exclusive.'),
    reason: z
      .enum(['freed', 'kept_back'])
      .describe(
        '`freed`: a booking gave the time back, and it is kept for a while (`release.freedAfterMinutes`). Book it with `override`. `kept_back`: only candidates who are kept back are free (`release.keptBack`). Book it with `providerId`.',
      ),
    providerId: z.string().optional().openapi({
      description: 'Who is free then. Absent: the provider of the event type.',
      example: 'prv_01k5w3q8v0m9c2r4t6x8z0b1d3',
    }),
  })
  .openapi('KeptSlot', {
    description: 'A time that only the account can book, `[start, end)`.',
  })

/** The slots of an event type, in chronological order. */
export const Slots = z
  .object({
    data: z.array(Slot).describe('The slots.'),
    kept: z.array(KeptSlot).optional().openapi({
      description:
        'Times that are not among the slots because they are kept from bookers. Set with `include=kept`. Empty for an event type with seats.',
    }),
    nextFrom: nextFrom(),
  })
  .openapi('Slots', { description: 'The slots of an event type, in chronological order.' })

/** `GET /v1/event-types/{id}/slots/explain`. */
export const ExplainQuery = z.strictObject({
  start: instantText().describe('The start to explain. It can be any time.'),
  durationMinutes: durationQuery().optional(),
  seats: partySizeQuery().optional(),
  answer: answersQuery(),
})

/** Whether a start is bookable, and every rule that it breaks if not. */
export const SlotExplanation = z
  .object({
    available: z.boolean().describe('Whether the start is bookable.'),
    reasons: z
      .array(SlotReason)
      .describe('Every rule that the start breaks. Empty if it is bookable.'),
  })
  .openapi('SlotExplanation', {
    description: 'Whether a start is bookable, and every rule that it breaks if not.',
  })

export type SlotsQuery = z.infer<typeof SlotsQuery>
export type PublicSlotsQuery = z.infer<typeof PublicSlotsQuery>
export type Slot = z.infer<typeof Slot>
export type SlotExplanation = z.infer<typeof SlotExplanation>
