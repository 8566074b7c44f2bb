import { z } from '@hono/zod-openapi'
import { eventOrOccurrenceId, RecurrenceInput, recurrenceFields } from './calendar-recurrence.ts'
import { WEEKDAYS } from './event-types.ts'
import { isBoundedProps, PROPS_BYTES, PROPS_DEPTH } from './extended-props.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { nameText, oneOf, proseText, singleLine, wholeNumber } from './text.ts'
import {
  dateText,
  instantOrDateText,
  startOrDateText,
  timeOfDayText,
  timeZoneText,
  wallTimeOrInstantText,
} from './time.ts'

/** What a calendar keeps exclusive: nothing, or its nights, each for one stay. */
export const EXCLUSIVES = ['none', 'nights'] as const

/** What can be the matter with a night: `closed` is by rule, `taken` by a stay. */
export const NIGHT_STATUSES = ['free', 'taken', 'closed'] as const

/** The most events that one answer to FullCalendar holds. */
export const FULL_CALENDAR_EVENTS = 5000

// A stay claims one item for each month that it touches: of three years 37, and a move of one to
// another three years 74, which fit into one transaction of 100.
const MAX_NIGHTS = 1096
const MAX_ADVANCE_DAYS = 3653
const CLOSED_STRETCHES = 366

const LIST_ERROR = (max: number) => `must be a list of at most ${max} entries`
const listUpTo = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z.array(entry, { error: LIST_ERROR(max) }).max(max, { error: LIST_ERROR(max), abort: true })

const ClosedNights = z
  .strictObject({ from: dateText(), to: dateText() })
  .refine(({ from, to }) => from < to, { error: 'must be after from', path: ['to'] })
  .openapi('ClosedNights', {
    description: 'Nights that nobody gets, each by its date: [from, to).',
  })

const weekdays = (which: string) =>
  listUpTo(oneOf(WEEKDAYS), WEEKDAYS.length).openapi({
    description: `Weekdays on which a stay may ${which}; none, the default: all.`,
    example: ['saturday'],
  })

const policyFields = {
  minNights: wholeNumber(1, MAX_NIGHTS, 'nights').openapi({
    description: 'Default 1.',
    example: 2,
  }),
  maxNights: wholeNumber(1, MAX_NIGHTS, 'nights').openapi({ description: 'Default 366.' }),
  arrivalWeekdays: weekdays('begin'),
  departureWeekdays: weekdays('end'),
  closedNights: listUpTo(ClosedNights, CLOSED_STRETCHES),
  maxAdvanceDays: wholeNumber(0, MAX_ADVANCE_DAYS, 'days').openapi({
    description: 'How many days ahead a stay may begin at most, default 730.',
  }),
  checkInTime: timeOfDayText().openapi({ description: 'Default 15:00.', example: '15:00' }),
  checkOutTime: timeOfDayText().openapi({ description: 'Default 11:00.', example: '11:00' }),
}

/** The rules of a calendar of nights. */
export const StayPolicy = z.object(policyFields).openapi('StayPolicy', {
  description: "Which stays a calendar of nights takes, in the calendar's zone.",
})

const StayPolicyInput = z.strictObject(policyFields).partial().openapi('StayPolicyInput')

/** `POST /v1/calendars`, and `PUT /v1/calendars/{id}`, which replaces name and stay policy. */
export const CalendarWrite = z
  .strictObject({
    name: nameText().openapi({ example: 'House by the lake' }),
    timeZone: timeZoneText().openapi({
      description: "What the calendar's dates mean; stays what it was created with.",
    }),
    exclusive: oneOf(EXCLUSIVES).optional().openapi({
      description:
        'nights: every event is a stay, and no night is in two. none (default): events may overlap. Stays what it was created with.',
    }),
    stayPolicy: StayPolicyInput.optional().openapi({
      description: 'Of a calendar of nights alone; what is not named has its default.',
    }),
    publicStays: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description:
        'Of a calendar of nights alone: whether anybody can see its free nights and take a stay at /stays/{id}; default false.',
    }),
  })
  .openapi('CalendarWrite')

/** A calendar: events in a zone, or stays. */
export const Calendar = z
  .object({
    id: resourceId('calendar'),
    name: z.string().openapi({ example: 'House by the lake' }),
    timeZone: z.string().openapi({ example: 'Europe/Berlin' }),
    exclusive: z.enum(EXCLUSIVES),
    stayPolicy: StayPolicy.nullable().openapi({ description: 'Null unless exclusive is nights.' }),
    publicStays: z.boolean().openapi({ description: 'Whether it has a public page, /stays/{id}.' }),
    removal: z
      .object({
        requestedAt: z.string().openapi({ format: 'date-time' }),
        removedItems: z.int().openapi({ description: 'Events and months removed so far.' }),
      })
      .nullable()
      .openapi({
        description:
          'Set once it was deleted: it takes no events, and its contents are being removed. Then it is gone.',
      }),
    ...resourceFields,
  })
  .openapi('Calendar')

/** `GET /v1/calendars`. */
export const CalendarList = listOf(Calendar, 'CalendarList')

const PROPS_ERROR = `must be a JSON object of at most ${PROPS_BYTES} bytes, ${PROPS_DEPTH} levels deep, with names that are not empty and numbers up to 1e100`

const extendedProps = () =>
  z.custom<Readonly<Record<string, unknown>>>(isBoundedProps, { error: PROPS_ERROR }).openapi({
    type: 'object',
    additionalProperties: true,
    description: "The caller's own values, as FullCalendar's extendedProps: at most 4 KB of JSON.",
    example: { colour: 'red' },
  })

const isDate = (text: string): boolean => text.length === 'YYYY-MM-DD'.length

/** `POST` and `PUT` of an event: between two instants or, all day, between two dates. */
export const CalendarEventWrite = z
  .strictObject({
    title: nameText().openapi({ example: 'Summer fair' }),
    start: startOrDateText(),
    end: startOrDateText().openapi({ description: 'Not included: [start, end).' }),
    allDay: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description: 'Whether start and end are dates; not needed, but held against them.',
    }),
    description: proseText().optional(),
    extendedProps: extendedProps().optional(),
    recurrence: RecurrenceInput.optional().openapi({
      description: 'How it recurs; start and end are those of the first occurrence.',
    }),
  })
  .refine(({ start, end }) => isDate(start) === isDate(end), {
    error: 'must be a date where start is one, an instant where start is one',
    path: ['end'],
  })
  .refine(({ start, allDay }) => allDay === undefined || allDay === isDate(start), {
    error: 'must be true where start and end are dates, false where they are instants',
    path: ['allDay'],
  })
  .openapi('CalendarEventWrite')

const time = () =>
  z.string().openapi({
    description: 'A date for an all-day event and a stay, else an instant.',
    example: '2026-04-27',
  })

const timeFields = { start: time(), end: time(), allDay: z.boolean() }

/** An event of a calendar, or a stay. */
export const CalendarEvent = z
  .object({
    id: eventOrOccurrenceId(),
    calendarId: resourceId('calendar'),
    title: z.string().openapi({ example: 'Summer fair' }),
    description: z.string().nullable(),
    ...timeFields,
    extendedProps: extendedProps(),
    guest: z
      .object({
        name: z.string().openapi({ example: 'Grace Hopper' }),
        email: z.string().openapi({ example: 'grace@example.com' }),
        locale: z.string().nullable().openapi({
          description: 'The language that the guest reads (BCP 47); null: not told.',
          example: 'de',
        }),
      })
      .openapi('StayGuest')
      .nullable()
      .openapi({
        description:
          'Who took the stay on the public page: is mailed what becomes of it, and stays over every change. Null for all else.',
      }),
    ...recurrenceFields,
    ...resourceFields,
  })
  .openapi('CalendarEvent')

/** A page of the events that overlap a range. */
export const CalendarEventList = listOf(CalendarEvent, 'CalendarEventList')

/** An event as FullCalendar reads it; a description is in `extendedProps`. */
export const FullCalendarEvent = z
  .object({
    id: eventOrOccurrenceId(),
    groupId: z
      .string()
      .optional()
      .openapi({ description: 'Of an occurrence: the id of the event that recurs.' }),
    title: z.string(),
    ...timeFields,
    extendedProps: extendedProps(),
  })
  .openapi('FullCalendarEvent')

const rangeOf = (names: string) =>
  `${names}: an instant, or a date, which is its midnight in the calendar's zone.`

/** `GET /v1/calendars/{id}/events`: by `from` and `to`, or for FullCalendar by `start` and `end`. */
export const CalendarEventsQuery = z
  .strictObject({
    from: instantOrDateText()
      .optional()
      .openapi({ description: rangeOf('Events that end after this') }),
    to: instantOrDateText()
      .optional()
      .openapi({ description: rangeOf('Events that start before this') }),
    format: oneOf(['fullcalendar']).optional().openapi({
      description: 'A bare array of events, for start and end instead of from and to.',
    }),
    start: wallTimeOrInstantText()
      .optional()
      .openapi({ description: 'As FullCalendar sends it; a time without offset is in timeZone.' }),
    end: wallTimeOrInstantText().optional().openapi({ description: 'As start.' }),
    timeZone: timeZoneText().optional().openapi({
      description:
        "With format alone: the zone that instants are written in, UTC if not given, and that a time without offset means, the calendar's if not given.",
    }),
    ...pageQuery,
  })
  .refine(
    ({ format, from, to, start, end }) =>
      format === undefined
        ? from !== undefined && to !== undefined && start === undefined && end === undefined
        : start !== undefined && end !== undefined && from === undefined && to === undefined,
    { error: 'must be from and to, or format=fullcalendar with start and end', path: ['from'] },
  )
  .refine(({ format, timeZone }) => format !== undefined || timeZone === undefined, {
    error:
      "is for format=fullcalendar alone: dates are in the calendar's zone, instants in their own",
    path: ['timeZone'],
  })

/** `GET /v1/calendars/{id}/nights`. */
export const NightsQuery = z.strictObject({
  from: dateText().openapi({ description: 'The date that the first night begins on.' }),
  to: dateText().openapi({ description: 'Not included; at most 731 nights after from.' }),
})

/** A night, by the date that it begins on. */
export const Night = z
  .object({
    date: z.string().openapi({ format: 'date', example: '2026-04-27' }),
    status: z.enum(NIGHT_STATUSES),
  })
  .openapi('Night')

/** `GET /v1/calendars/{id}/nights`, in order. */
export const Nights = z.object({ data: z.array(Night) }).openapi('Nights')

/** `GET /v1/calendars/{id}/feed.ics`. */
export const CalendarFeedQuery = z.strictObject({
  token: singleLine(100).openapi({ description: 'As in the link.', example: 'hc_…' }),
})

/** `POST /v1/calendars/{id}/feed-token`. */
export const CalendarFeedLink = z
  .object({
    url: z
      .string()
      .openapi({ example: 'https://example.com/v1/calendars/cal_…/feed.ics?token=hc_…' }),
    version: resourceFields.version.openapi({ description: 'Of the calendar.' }),
  })
  .openapi('CalendarFeedLink')

export type CalendarWrite = z.infer<typeof CalendarWrite>
export type CalendarEventWrite = z.infer<typeof CalendarEventWrite>
export type CalendarEventsQuery = z.infer<typeof CalendarEventsQuery>
