import { z } from '@hono/zod-openapi'
import { Assignment } from './bookings.ts'
import { resourceId } from './ids.ts'
import { proseText } from './text.ts'
import { instantAnswer, instantText } from './time.ts'

/** `POST /v1/event-types/{id}/sessions/{start}/cancel`. */
export const ClassSessionCancel = z
  .strictObject({
    reason: proseText().optional().describe('Why the session is cancelled. Bookers read it.'),
  })
  .openapi('ClassSessionCancel', { description: 'The reason of a cancellation.' })

/** `POST /v1/event-types/{id}/sessions/{start}/reschedule`. */
export const ClassSessionReschedule = z
  .strictObject({
    start: instantText().describe('The new start: the start of a slot.'),
  })
  .openapi('ClassSessionReschedule', { description: 'The new time of a session.' })

/** `POST /v1/event-types/{id}/sessions/{start}/reassign`. */
export const ClassSessionReassign = z
  .strictObject({
    from: resourceId('provider').optional().openapi({
      description:
        'Who gives the session away. Default: whoever serves a requirement that `to` can serve, or else the first of the assignments.',
    }),
    to: resourceId('provider').optional().openapi({
      description:
        'Who takes it over: a candidate of the same requirement. Default: the best of those who are free, as the requirement chooses.',
    }),
  })
  .openapi('ClassSessionReassign', { description: 'Who gives a session to whom.' })

/** A session after a change of all of it. */
export const ClassSessionState = z
  .object({
    eventTypeId: resourceId('eventType'),
    start: instantAnswer().describe('Start of the session.'),
    end: instantAnswer().describe('End of the session, exclusive.'),
    status: z
      .enum(['open', 'cancelled'])
      .describe('`cancelled`: nobody can join it, and its bookings are being cancelled.'),
    providerId: resourceId('provider'),
    assignments: z
      .array(Assignment)
      .openapi({ description: 'Whom and what it takes. Empty if it takes its provider alone.' }),
    taken: z.int().openapi({
      description: 'How many seats were taken at that moment, held ones included.',
      example: 12,
    }),
    movedFrom: instantAnswer()
      .nullable()
      .openapi({ description: 'The start before this move. Null if it was not moved now.' }),
    cancellationReason: z
      .string()
      .nullable()
      .openapi({ description: 'Why it was cancelled. Null if no reason was given.' }),
  })
  .openapi('ClassSessionState', {
    description: 'A session of an event type with seats, after a change of all of it.',
  })

export type ClassSessionState = z.infer<typeof ClassSessionState>
