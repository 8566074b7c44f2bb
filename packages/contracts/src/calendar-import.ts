import { z } from '@hono/zod-openapi'

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
  uid: z.string().nullable().openapi({ description: 'Null where the file gives none.' }),
  line: z.int().openapi({ description: 'The line of the file that it begins on, from 1.' }),
}
const detail = z.string().openapi({ description: 'In words.' })
const count = (description: string) => z.int().openapi({ description })

/** `POST /v1/calendars/{id}/import`. */
export const CalendarImportReport = z
  .object({
    imported: count('Events that are new in the calendar.'),
    updated: count('Events that were there under the same UID, and have changed.'),
    unchanged: count('Events that were there as the file has them.'),
    removed: count('Events that were there, and that the file says are cancelled.'),
    skipped: z
      .array(
        z.object({
          ...place,
          reason: z.enum(SKIP_REASONS),
          detail,
          nights: z
            .array(z.string().openapi({ format: 'date' }))
            .optional()
            .openapi({ description: 'With night_taken: the nights that are taken.' }),
        }),
      )
      .openapi({ description: 'What was not taken: an event, or one occurrence of one.' }),
    warnings: z
      .array(z.object({ ...place, detail }))
      .openapi({ description: 'What was taken otherwise than the file has it.' }),
  })
  .openapi('CalendarImportReport')
