import { z } from '@hono/zod-openapi'
import { AbsenceConflict } from './absence-parts.ts'
import { RECURRENCE_FREQUENCIES } from './booking-groups.ts'
import { affectedBookings } from './closures.ts'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { oneOf, proseText, wholeNumber } from './text.ts'
import { dateText, instantOrDateText, isRange, startOrDateText, timeZoneText } from './time.ts'

/** The most providers of one absence. */
export const ABSENCE_PROVIDERS_MAX = 50
/** The most dates of one absence. */
export const ABSENCE_DATES_MAX = 200
/** The most blocks or entries of time off of one absence: its providers times its dates. */
export const ABSENCE_ENTRIES_MAX = 1000
/** The most days of one date of an absence. */
export const ABSENCE_DAYS_MAX = 31

const isInstant = (text: string): boolean => text.includes('T')

const KINDS = ['block', 'time_off'] as const

const recurrence = z
  .strictObject({
    frequency: oneOf(RECURRENCE_FREQUENCIES).openapi({
      description: '`monthly`: on the same day of the month. A month without that day is left out.',
      example: 'weekly',
    }),
    interval: wholeNumber(1, 52, 'intervals').optional().openapi({
      description: '3 means every third day, week or month. Default: 1.',
      example: 1,
    }),
    count: wholeNumber(1, ABSENCE_DATES_MAX, 'dates').optional().openapi({
      description: 'How many dates there are, with the first one.',
      example: 20,
    }),
    until: dateText()
      .optional()
      .describe('The last date that can be part of it, inclusive, in `timeZone`.'),
  })
  .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
    error: 'must have either `count` or `until`',
    path: ['count'],
  })
  .openapi('AbsenceRecurrence', {
    description: 'Repeats an absence at the same wall time, also after the clocks change.',
  })

/** `POST /v1/absences`: `[start, end)` on some dates, for some providers. */
export const AbsenceCreate = z
  .strictObject({
    kind: oneOf(KINDS).openapi({
      description:
        '`block`: the time is claimed, so no booking or hold may be in it. `time_off`: nothing in it is offered, and bookings in it stay.',
      example: 'block',
    }),
    providerIds: z
      .array(resourceId('provider'))
      .min(1)
      .max(ABSENCE_PROVIDERS_MAX)
      .describe('Whose time it is.'),
    start: startOrDateText()
      .openapi({ example: '2026-09-07T16:00:00Z' })
      .describe('The start of the first one: an instant; for time off also a date.'),
    end: instantOrDateText()
      .openapi({ example: '2026-09-07T18:00:00Z' })
      .describe(
        `The end of the first one, exclusive: a date like \`start\`, or an instant like \`start\`, whose fraction of a second is dropped. At most ${ABSENCE_DAYS_MAX} days after \`start\`.`,
      ),
    timeZone: timeZoneText()
      .optional()
      .describe(
        "The time zone whose wall time the dates keep. Default: the first provider's. Whole days of time off are those of each provider's time zone.",
      ),
    recurrence: recurrence.optional(),
    reason: proseText().optional().describe('Why. Bookers do not see it.'),
    onConflict: oneOf(['refuse', 'skip']).optional().openapi({
      description:
        'What happens if a booking, hold or block is in the way of a block. `refuse`: nothing is blocked, and `conflicts` says where. `skip`: the rest is blocked, and `skipped` says what is not. Default: `refuse`.',
    }),
    dryRun: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Answers what would happen, and writes nothing. Default: false.'),
  })
  .refine(({ start, end }) => isInstant(start) === isInstant(end), {
    error: 'must be a date if `start` is one, else an instant',
    path: ['end'],
  })
  .refine(isRange, { error: 'must be after `start`', path: ['end'] })
  .refine(({ kind, start }) => kind === 'time_off' || isInstant(start), {
    error: 'must be an instant: a block has no whole days',
    path: ['start'],
  })
  .openapi('AbsenceCreate', {
    description: 'A block or time off for several providers, on one date or on several.',
    example: {
      kind: 'block',
      providerIds: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'],
      start: '2026-09-07T16:00:00Z',
      end: '2026-09-07T18:00:00Z',
      recurrence: { frequency: 'weekly', count: 20 },
      reason: 'Training',
    },
  })

const AbsenceDate = z
  .object({
    date: z.string().openapi({
      description: 'The date on which it starts, in `timeZone`.',
      example: '2026-09-07',
    }),
    start: z.string().openapi({
      description: 'The first date, or an instant.',
      example: '2026-09-07T16:00:00Z',
    }),
    end: z.string().openapi({
      description: 'The end, exclusive: a date or an instant, like `start`.',
      example: '2026-09-07T18:00:00Z',
    }),
    providerIds: z.array(z.string()).openapi({
      description: 'Whose time it is on this date.',
      example: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'],
    }),
  })
  .openapi('AbsenceDate', { description: 'One date of an absence.' })

const fields = {
  id: resourceId('absence'),
  kind: z.enum(KINDS).describe('Whether it consists of blocks or of time off.'),
  providerIds: z.array(z.string()).openapi({
    description: 'Whose time it is. Deleted providers stay in this list.',
    example: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'],
  }),
  timeZone: z.string().openapi({
    description: 'The time zone whose wall time the dates keep.',
    example: 'Europe/Berlin',
  }),
  reason: z.string().nullable().describe('Why. Bookers do not see it.'),
  dates: z
    .array(AbsenceDate)
    .describe('Its dates, the first one first. A single block that was deleted stays listed.'),
  skipped: z
    .array(AbsenceConflict.pick({ date: true, providerId: true }))
    .openapi({ description: 'What was not blocked, because something was in the way.' }),
  ...changedFields,
}

/** A block or time off for several providers or dates. */
export const Absence = z
  .object(fields)
  .openapi('Absence', { description: 'A block or time off for several providers or dates.' })

/** `POST /v1/absences` and `PUT /v1/absences/{id}/dates/{date}`. */
export const AbsenceWithBookings = z
  .object({ ...fields, affectedBookings: affectedBookings() })
  .openapi('AbsenceWithBookings', { description: 'An absence with the bookings in its time off.' })

/** `POST /v1/absences` with `dryRun`. */
export const AbsencePreview = z
  .object({
    dates: z.array(AbsenceDate).describe('The dates that it would have.'),
    conflicts: z
      .array(AbsenceConflict)
      .describe('What is in the way, at most 100 times. Empty for time off.'),
    affectedBookings: affectedBookings(),
  })
  .openapi('AbsencePreview', { description: 'What an absence would do.' })

/** `GET /v1/absences`. */
export const AbsenceListQuery = z.strictObject({
  providerId: resourceId('provider')
    .optional()
    .describe('Only absences of this provider, which may be deleted.'),
  from: dateText().optional().describe('Only absences with a date on or after this one.'),
  ...pageQuery,
})

/** `DELETE /v1/absences/{id}/dates/{date}`. */
export const AbsenceDateDelete = z.strictObject({
  scope: oneOf(['this', 'following']).optional().openapi({
    description: '`this`: the date alone. `following`: the date and all after it. Default: `this`.',
  }),
})

/** `GET /v1/absences`. */
export const AbsenceList = listOf(Absence, 'AbsenceList')

export type AbsenceCreate = z.infer<typeof AbsenceCreate>
export type Absence = z.infer<typeof Absence>
export type AbsencePreview = z.infer<typeof AbsencePreview>
