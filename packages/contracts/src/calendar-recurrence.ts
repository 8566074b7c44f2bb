import { z } from '@hono/zod-openapi'
import { resourceId, resourceIdPattern } from './ids.ts'
import { orNull } from './or-null.ts'
import { singleLine } from './text.ts'
import { startOrDateText, timeZoneText } from './time.ts'

const EXDATES = 500
const RDATES = 200
const LONGEST_RULE = 1000

const dates = (max: number) => {
  const error = `must be a list of at most ${max} dates or instants`
  return z.array(startOrDateText(), { error }).max(max, { error, abort: true })
}

/** The recurrence of an event, in a request. */
export const RecurrenceInput = z
  .strictObject({
    rrule: singleLine(LONGEST_RULE).openapi({
      description:
        'The value of an RRULE (RFC 5545), at most hourly, with COUNT, with UNTIL or without an end. The start of the event must match the rule and is the first occurrence.',
      example: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261218T225959Z',
    }),
    timeZone: timeZoneText().optional().openapi({
      description:
        "Every occurrence has the wall time of the first one in this time zone, across daylight saving changes. A skipped wall time moves forward by the length of the gap. A repeated wall time means its first instance. Default: the calendar's time zone.",
    }),
    exdates: dates(EXDATES)
      .optional()
      .openapi({
        description:
          'Starts of cancelled occurrences: dates for an all-day event, otherwise instants.',
        example: ['2026-05-04T09:00:00Z'],
      }),
    rdates: dates(RDATES).optional().openapi({
      description: 'Starts of additional occurrences.',
      example: [],
    }),
  })
  .openapi('RecurrenceInput', { description: 'When an event recurs.' })

const dateList = () => z.array(z.string().openapi({ example: '2026-05-04T09:00:00Z' }))

/** The recurrence of an event, in a response. */
export const Recurrence = z
  .object({
    rrule: z.string().openapi({
      description: 'The value of an RRULE (RFC 5545).',
      example: 'FREQ=WEEKLY;UNTIL=20261218T225959Z;BYDAY=MO,WE',
    }),
    timeZone: z.string().openapi({
      description: 'Every occurrence has the wall time of the first one in this time zone.',
      example: 'Europe/Berlin',
    }),
    exdates: dateList().describe('Starts of cancelled occurrences.'),
    rdates: dateList().describe('Starts of additional occurrences.'),
    changedOccurrences: dateList().openapi({
      description: 'Original starts of the changed occurrences.',
    }),
  })
  .openapi('Recurrence', { description: 'When an event recurs.' })

/** Recurrence fields of an event: its own rule, or its place as an occurrence. */
export const recurrenceFields = {
  recurrence: orNull(
    Recurrence,
    'The recurrence rule and its exceptions. Null unless the event recurs.',
  ),
  recurringEventId: resourceId('calendarEvent').nullable().openapi({
    description:
      'The recurring event that this occurrence belongs to. Null if this is not an occurrence.',
  }),
  originalStart: z.string().nullable().openapi({
    description:
      'The start of this occurrence according to the rule. It identifies the occurrence, even after a move. Null if this is not an occurrence.',
    example: null,
  }),
}

/** The id of an event. An occurrence appends its original start. */
export const eventOrOccurrenceId = () =>
  z.string().openapi({
    description:
      'The id of the event. In lists, the id of an occurrence is the id of the recurring event followed by the original start. A booking of the unit of the calendar has its own id, such as bkg_01kqs3v7m8e2f4g6h8j0k2m4n6, and is changed by the calls of bookings.',
    example: 'cev_01kqs3v7m8e2f4g6h8j0k2m4n6',
  })

const NAMED_ID = new RegExp(
  `^(${resourceIdPattern('calendarEvent')})(?:_(\\d{4})(\\d{2})(\\d{2})(?:T(\\d{2})(\\d{2})(\\d{2})Z)?)?$`,
)

const BOOKING_ID = new RegExp(`^${resourceIdPattern('booking')}$`)

/** Splits the id of an event, an occurrence, or a booking of the unit. Undefined if it is neither. */
export function partsOfEventId(
  id: string,
): { readonly eventId: string; readonly originalStart?: string } | undefined {
  if (BOOKING_ID.test(id)) return { eventId: id }
  const [, eventId, year, month, date, hour, minute, second] = NAMED_ID.exec(id) ?? []
  if (eventId === undefined) return undefined
  if (year === undefined) return { eventId }
  const day = `${year}-${month}-${date}`
  const originalStart = hour === undefined ? day : `${day}T${hour}:${minute}:${second}Z`
  return startOrDateText().safeParse(originalStart).success ? { eventId, originalStart } : undefined
}

/** The id of an event, or of an occurrence as returned in lists, in a request. */
export const eventOrOccurrenceIdInput = () => {
  const error =
    'must be the id of an event, such as cev_01kqs3v7m8e2f4g6h8j0k2m4n6, of an occurrence, or of a booking of the unit'
  return z
    .string({ error })
    .refine((id) => partsOfEventId(id) !== undefined, { error })
    .openapi({
      description:
        'The id of an event, of one occurrence, or of a booking of the unit, as returned in lists.',
      example: 'cev_01kqs3v7m8e2f4g6h8j0k2m4n6',
    })
}

/** What happened to one occurrence, in an event about the recurring event. */
export const occurrenceStatus = () =>
  z.enum(['changed', 'cancelled']).describe('What happened to the occurrence.')
