import { z } from '@hono/zod-openapi'
import { absenceIdAnswer } from './absence-parts.ts'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { proseText } from './text.ts'
import { instantOrDateText, isRange, startOrDateText } from './time.ts'

const isInstant = (text: string): boolean => text.includes('T')

/** `POST /v1/providers/{id}/time-off`: `[start, end)`, both dates or both instants, at most 1,096 days. */
export const TimeOffCreate = z
  .strictObject({
    start: startOrDateText()
      .openapi({ example: '2026-12-24' })
      .describe("The first date, in the provider's time zone, or an instant."),
    end: instantOrDateText()
      .openapi({ example: '2027-01-02' })
      .describe(
        'The end, exclusive: a date like `start`, or an instant like `start`, whose fraction of a second is dropped.',
      ),
    reason: proseText().optional().describe('Why. Bookers do not see it.'),
  })
  .refine(({ start, end }) => isInstant(start) === isInstant(end), {
    error: 'must be a date if `start` is one, else an instant',
    path: ['end'],
  })
  .refine(isRange, {
    error: 'must be after `start`',
    path: ['end'],
  })
  .openapi('TimeOffCreate', {
    description: 'Time in which a provider offers nothing: two dates, or two instants.',
  })

const fields = {
  id: resourceId('timeOff'),
  providerId: resourceId('provider'),
  start: z.string().openapi({
    description: "The first date, in the provider's time zone, or an instant.",
    example: '2026-12-24',
  }),
  end: z.string().openapi({
    description: 'The end, exclusive: a date or an instant, like `start`.',
    example: '2027-01-02',
  }),
  reason: z.string().nullable().describe('Why. Bookers do not see it.'),
  absenceId: absenceIdAnswer(),
  ...changedFields,
}

/** Time in which a provider offers nothing. */
export const TimeOff = z
  .object(fields)
  .openapi('TimeOff', { description: 'Time in which a provider offers nothing.' })

/** `POST /v1/providers/{id}/time-off`. */
export const TimeOffCreated = z
  .object({
    ...fields,
    affectedBookings: z.array(z.string()).openapi({
      description:
        'The pending and confirmed bookings in this time, at most 1,000 ids, by start. They stay until you move or cancel them.',
      example: ['bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'],
    }),
  })
  .openapi('TimeOffCreated', { description: 'New time off with the bookings in it.' })

/** `GET /v1/providers/{id}/time-off`. */
export const TimeOffListQuery = z.strictObject({
  from: instantOrDateText().optional().openapi({
    description:
      "Only time off that ends after this time. A date means midnight in the provider's time zone.",
  }),
  to: instantOrDateText().optional().openapi({
    description:
      "Only time off that starts before this time. A date means midnight in the provider's time zone.",
  }),
  ...pageQuery,
})

/** `GET /v1/providers/{id}/time-off`. */
export const TimeOffList = listOf(TimeOff, 'TimeOffList')

export type TimeOffCreate = z.infer<typeof TimeOffCreate>
export type TimeOff = z.infer<typeof TimeOff>
