import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf } from './lists.ts'

/** `POST /v1/units/{id}/adopt`. */
export const StayAdoption = z
  .strictObject({
    dryRun: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description:
        'Whether to say what would become of each stay without changing anything. Default: false.',
    }),
    eventTypeId: resourceId('eventType')
      .optional()
      .describe('The event type of the bookings. Default: the only one that has the unit.'),
  })
  .openapi('StayAdoption', {
    description: 'Which event type the stays of a calendar become bookings of.',
  })

/** Why a stay cannot become a booking. */
export const NOT_ADOPTED = ['of_channel', 'too_many_nights'] as const

/** What became of one stay. */
export const AdoptedStay = z
  .object({
    stayId: resourceId('calendarEvent').describe(
      'The stay. Its id still finds the booking in the calendar.',
    ),
    title: z.string().describe('The title of the stay. Empty if it was erased.'),
    arrival: z.string().openapi({ description: 'The first night.', example: '2026-05-01' }),
    departure: z
      .string()
      .openapi({ description: 'The date of departure, no night of it.', example: '2026-05-04' }),
    bookingId: resourceId('booking')
      .nullable()
      .describe(
        'The booking that takes its place; in a dry run, the one that would. Null if none does.',
      ),
    eventTypeId: resourceId('eventType')
      .nullable()
      .describe('The event type of the booking. Null if there is none.'),
    reason: z
      .enum(NOT_ADOPTED)
      .nullable()
      .describe(
        'Why it stays a stay. `of_channel`: the file of its channel decides about it. `too_many_nights`: a booking has at most 366 nights. Null if it becomes a booking.',
      ),
  })
  .openapi('AdoptedStay', { description: 'What became of one stay of a calendar.' })

/** The answer of `POST /v1/units/{id}/adopt`. */
export const AdoptedStayList = listOf(AdoptedStay, 'AdoptedStayList')
