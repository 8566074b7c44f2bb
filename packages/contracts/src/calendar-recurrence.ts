import { z } from '@hono/zod-openapi'
import { resourceId, resourceIdPattern } from './ids.ts'
import { singleLine } from './text.ts'
import { startOrDateText, timeZoneText } from './time.ts'

const EXDATES = 500
const RDATES = 200
const LONGEST_RULE = 1000

const dates = (max: number) => {
  const error = `must be a list of at most ${max} dates or instants`
  return z.array(startOrDateText(), { error }).max(max, { error, abort: true })
}

/** How an event recurs, as it is sent. */
export const RecurrenceInput = z
  .strictObject({
    rrule: singleLine(LONGEST_RULE).openapi({
      description:
        'The value of an RRULE (RFC 5545): hourly at most, with COUNT, UNTIL or without an end. It gives the start of the event, which is its first occurrence.',
      example: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261218T225959Z',
    }),
    timeZone: timeZoneText().optional().openapi({
      description:
        "Every occurrence has the wall time of the first in this zone, over changes of the clock; the calendar's if not given. A time that the clock leaps over moves forward by the leap; of one that it shows twice, the first is meant.",
    }),
    exdates: dates(EXDATES)
      .optional()
      .openapi({
        description:
          'Starts of occurrences that are cancelled: dates for an all-day event, else instants.',
        example: ['2026-05-04T09:00:00Z'],
      }),
    rdates: dates(RDATES).optional().openapi({
      description: 'Starts of occurrences besides those of the rule.',
      example: [],
    }),
  })
  .openapi('RecurrenceInput')

const dateList = () => z.array(z.string().openapi({ example: '2026-05-04T09:00:00Z' }))

/** How an event recurs. */
export const Recurrence = z
  .object({
    rrule: z.string().openapi({ example: 'FREQ=WEEKLY;UNTIL=20261218T225959Z;BYDAY=MO,WE' }),
    timeZone: z.string().openapi({ example: 'Europe/Berlin' }),
    exdates: dateList(),
    rdates: dateList(),
    changedOccurrences: dateList().openapi({
      description: 'The original starts of the occurrences that were changed.',
    }),
  })
  .openapi('Recurrence')

/** What an event has on account of recurrence: of its own, or as one occurrence. */
export const recurrenceFields = {
  recurrence: Recurrence.nullable().openapi({ description: 'Null unless it recurs.' }),
  recurringEventId: resourceId('calendarEvent').nullable().openapi({
    description: 'Of one occurrence: the event that recurs.',
  }),
  originalStart: z.string().nullable().openapi({
    description:
      'Of one occurrence: the start that the rule gives it, its name wherever it is moved to.',
    example: null,
  }),
}

/** The id of an event; of an occurrence, with its original start behind it. */
export const eventOrOccurrenceId = () =>
  z.string().openapi({
    description:
      'Of an event; in a list, an occurrence of a recurring one has the id of the event and its original start.',
    example: 'cev_01kqs3v7m8e2f4g6h8j0k2m4n6',
  })

const NAMED_ID = new RegExp(
  `^(${resourceIdPattern('calendarEvent')})(?:_(\\d{4})(\\d{2})(\\d{2})(?:T(\\d{2})(\\d{2})(\\d{2})Z)?)?$`,
)

/** The parts of the id of an event or of an occurrence: undefined where it is neither. */
export function partsOfEventId(
  id: string,
): { readonly eventId: string; readonly originalStart?: string } | undefined {
  const [, eventId, year, month, date, hour, minute, second] = NAMED_ID.exec(id) ?? []
  if (eventId === undefined) return undefined
  if (year === undefined) return { eventId }
  const day = `${year}-${month}-${date}`
  const originalStart = hour === undefined ? day : `${day}T${hour}:${minute}:${second}Z`
  return startOrDateText().safeParse(originalStart).success ? { eventId, originalStart } : undefined
}

/** The id of an event, or of an occurrence as lists have it, as it is sent. */
export const eventOrOccurrenceIdInput = () => {
  const error = 'must be an id such as cev_01kqs3v7m8e2f4g6h8j0k2m4n6, or that of an occurrence'
  return z
    .string({ error })
    .refine((id) => partsOfEventId(id) !== undefined, { error })
    .openapi({
      description: 'Of an event, or of one occurrence of a recurring one, as lists have it.',
      example: 'cev_01kqs3v7m8e2f4g6h8j0k2m4n6',
    })
}

/** What became of one occurrence, in the event about its recurring event. */
export const occurrenceStatus = () => z.enum(['changed', 'cancelled'])
