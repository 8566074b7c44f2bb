import { z } from '@hono/zod-openapi'
import { oneOf, singleLine } from './text.ts'

const SKIP_REASONS = [
  'cancelled',
  'superseded',
  'unknown_time_zone',
  'no_length',
  'not_dates',
  'recurrence_not_supported',
  'night_taken',
  'no_such_occurrence',
  'this_and_future',
  'unreadable',
  'invalid',
] as const

const place = {
  uid: z.string().nullable().openapi({ description: 'Null if the file has none.' }),
  line: z
    .int()
    .openapi({ description: 'First line of the event in the file. Lines are counted from 1.' }),
}
const detail = z.string().openapi({ description: 'A description in plain text.' })
const count = (description: string) => z.int().openapi({ description })

/** `POST /v1/calendars/{id}/import`: the query. */
export const CalendarImportQuery = z.strictObject({
  source: singleLine(100).optional().openapi({
    description:
      'The channel that the file comes from, such as a booking platform. Default: the program that wrote the file (`PRODID`). Without either, no event is removed because the file lacks it.',
    example: 'lake-rentals',
  }),
  missing: oneOf(['keep', 'remove']).optional().openapi({
    description:
      'What happens to events that were imported from the same channel, are not over, and are no longer in the file. Default: `remove` on a calendar with `exclusive: nights`, otherwise `keep`.',
  }),
})

/** `POST /v1/calendars/{id}/import`: the response. */
export const CalendarImportReport = z
  .object({
    imported: count('Events added to the calendar.'),
    updated: count('Events that existed under the same UID and were changed.'),
    unchanged: count('Events that were already identical.'),
    removed: count(
      'Events deleted because the file marks them as cancelled, or because their channel no longer has them.',
    ),
    skipped: z
      .array(
        z.object({
          ...place,
          reason: z.enum(SKIP_REASONS).describe('Why it was not imported.'),
          detail,
          nights: z
            .array(z.string().openapi({ format: 'date' }))
            .optional()
            .openapi({ description: 'The taken nights. Set if `reason` is `night_taken`.' }),
        }),
      )
      .openapi({ description: 'Events and single occurrences that were not imported.' }),
    warnings: z
      .array(z.object({ ...place, detail }))
      .openapi({ description: 'Events that were imported with changes.' }),
  })
  .openapi('CalendarImportReport', {
    description: 'What an import did with each event of the file.',
  })
