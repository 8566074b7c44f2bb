import { z } from '@hono/zod-openapi'
import { bookingOverride } from './booking-inputs.ts'
import { bookingMinutes } from './durations.ts'
import { resourceId } from './ids.ts'
import { namesWhen, stayInput } from './nights.ts'
import { minorUnits } from './payment-rules.ts'
import { instantText } from './time.ts'

/** Whether a body with a new duration names no other time and no new price. */
const isLengthAlone = (body: {
  readonly durationMinutes?: number | undefined
  readonly start?: unknown
  readonly arrival?: unknown
  readonly departure?: unknown
  readonly requote?: boolean | undefined
  readonly expectedAmount?: number | undefined
  readonly eventTypeId?: string | undefined
}): boolean =>
  body.durationMinutes === undefined ||
  (body.start === undefined &&
    body.eventTypeId === undefined &&
    body.arrival === undefined &&
    body.departure === undefined &&
    body.expectedAmount === undefined &&
    body.requote !== true)

/** `POST /v1/bookings/{id}/reschedule`. */
export const BookingReschedule = z
  .strictObject({
    start: instantText()
      .optional()
      .describe('The new start: the start of a slot, or any time with `override`.'),
    ...stayInput,
    durationMinutes: bookingMinutes().optional().openapi({
      description:
        'With an API key: the new duration, one of the event type. Sent instead of `start`: the booking keeps its start and its price. Not for stays, seats, spans and opened slots.',
    }),
    eventTypeId: resourceId('eventType').optional().openapi({
      description:
        'With an API key: another event type that the confirmed booking is of from now on, at its start or at `start`. It gets the duration, the rules and the price of that; what it costs more is asked for, and what it costs less is given back. Not for stays, seats, spans, opened slots and parts of visits.',
    }),
    requote: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description:
        'With an API key: prices all nights of a stay anew. Otherwise the nights that it keeps keep their price. Default: false.',
    }),
    expectedAmount: minorUnits(0).optional().openapi({
      description:
        'Of a stay: the total at the new nights, in minor units; with `eventTypeId`, the price of that. Another one is refused with 409 `price_changed`. Required without an API key if something else is to pay online than before. Default: any price.',
      example: 42_000,
    }),
    override: bookingOverride(),
    providerId: resourceId('provider').optional().openapi({
      description:
        'The candidate who takes part at the new time. Default: for a booker, the candidate that was chosen before; for an account, whoever takes part now and is free.',
    }),
    anyProvider: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description:
        'Whoever is free takes part, also if the booker chose somebody before. Not together with `providerId`. Default: false.',
    }),
  })
  .refine(({ providerId, anyProvider }) => providerId === undefined || anyProvider !== true, {
    error: 'send `providerId` or `anyProvider`, not both',
    path: ['anyProvider'],
  })
  .refine(
    (body) =>
      body.durationMinutes !== undefined || body.eventTypeId !== undefined || namesWhen(body),
    {
      error:
        'send `start`, `durationMinutes` or `eventTypeId`, or `arrival` and `departure` for an event type of nights',
      path: ['start'],
    },
  )
  .refine(({ eventTypeId, arrival }) => eventTypeId === undefined || arrival === undefined, {
    error: 'is not possible for a stay',
    path: ['eventTypeId'],
  })
  .refine(isLengthAlone, {
    error: 'send `durationMinutes` alone: the booking keeps its start and its price',
    path: ['durationMinutes'],
  })
  .refine(({ requote, start }) => requote !== true || start === undefined, {
    error: 'is only possible for nights: a booking of hours keeps its price when it moves',
    path: ['requote'],
  })
  .refine(
    ({ expectedAmount, start, eventTypeId }) =>
      expectedAmount === undefined || start === undefined || eventTypeId !== undefined,
    {
      error: 'is only possible for nights: a booking of hours keeps its price when it moves',
      path: ['expectedAmount'],
    },
  )
  .openapi('BookingReschedule', { description: 'The new time of a booking.' })

/** `POST /v1/bookings/{id}/reassign`. */
export const BookingReassign = z
  .strictObject({
    from: resourceId('provider').optional().openapi({
      description:
        'Who gives the booking away. Default: whoever serves a requirement that `to` can serve, or else the first of the assignments.',
    }),
    to: resourceId('provider').optional().openapi({
      description:
        'Who takes it over: a candidate of the same requirement. Default: the best of those who are free, as the requirement chooses.',
    }),
    unitId: resourceId('provider').optional().openapi({
      description:
        'The unit that a stay gets, of the pool of its event type, instead of `to`. Default: another one that is free.',
    }),
    pinned: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description:
        'Of a stay: whether it keeps the new unit when it moves. Default: true with `unitId`, else false.',
    }),
  })
  .refine(({ to, unitId }) => to === undefined || unitId === undefined, {
    error: 'send `to` or `unitId`, not both',
    path: ['unitId'],
  })
  .openapi('BookingReassign', { description: 'Who gives a booking to whom.' })
