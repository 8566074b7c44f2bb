import { z } from '@hono/zod-openapi'
import { eventOrOccurrenceId, RecurrenceInput, recurrenceFields } from './calendar-recurrence.ts'
import { isBoundedProps, PROPS_BYTES, PROPS_DEPTH } from './extended-props.ts'
import { feedLink } from './feeds.ts'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { orNull } from './or-null.ts'
import { StayPolicy, StayPolicyInput } from './stay-policy.ts'
import { emailText, nameText, oneOf, proseText } from './text.ts'
import {
  dateText,
  instantOrDateText,
  startOrDateText,
  timeZoneText,
  wallTimeOrInstantText,
} from './time.ts'
import { LackedNights } from './unplaced-stays.ts'

/** What a calendar keeps exclusive: nothing, or its nights. A night belongs to at most one stay. */
export const EXCLUSIVES = ['none', 'nights'] as const

/** Statuses of a night: a stay makes it `taken`, the stay policy `closed`. */
export const NIGHT_STATUSES = ['free', 'taken', 'closed'] as const

/** The most events in one response to FullCalendar. */
export const FULL_CALENDAR_EVENTS = 5000

const ownerEmail = () =>
  emailText().openapi({
    description:
      'Receives an email when a guest books, moves or cancels a stay. Only with `exclusive: nights`.',
    example: 'house@example.com',
  })

const publicStays = () =>
  z.boolean({ error: 'must be true or false' }).openapi({
    description:
      'Whether anyone can see free nights and book a stay at `/stays/{id}`. Only with `exclusive: nights`. Default: false.',
  })

/**
 * `POST /v1/calendars`, and `PUT /v1/calendars/{id}`, which replaces the name, the stay policy, the email
 * and the public page: what the body omits gets its default.
 */
export const CalendarWrite = z
  .strictObject({
    name: nameText().openapi({
      description: 'The name of the calendar.',
      example: 'House by the lake',
    }),
    timeZone: timeZoneText().openapi({
      description: "The time zone of the calendar's dates. It cannot be changed later.",
    }),
    exclusive: oneOf(EXCLUSIVES).optional().openapi({
      description:
        '`nights`: every event is a stay, and no two stays share a night. `none`: events can overlap. It cannot be changed later. Default: `none`.',
    }),
    stayPolicy: StayPolicyInput.optional().openapi({
      description: 'Only with `exclusive: nights`. Omitted fields get their defaults.',
    }),
    email: ownerEmail().optional(),
    publicStays: publicStays().optional(),
  })
  .openapi('CalendarWrite', { description: 'All settings of a calendar.' })

/** `PATCH /v1/calendars/{id}`: omitted fields, also those of `stayPolicy`, keep their values. */
export const CalendarPatch = z
  .strictObject({
    name: nameText().optional().describe('The name of the calendar.'),
    stayPolicy: StayPolicyInput.optional().openapi({
      description: 'Only with `exclusive: nights`. Omitted fields keep their values.',
    }),
    email: ownerEmail().nullable().optional(),
    publicStays: publicStays().optional(),
  })
  .openapi('CalendarPatch', {
    description: 'Changes to a calendar. Omitted fields keep their values.',
  })

/** A calendar of events or of stays, in one time zone. */
export const Calendar = z
  .object({
    id: resourceId('calendar'),
    name: z
      .string()
      .openapi({ description: 'The name of the calendar.', example: 'House by the lake' }),
    timeZone: z.string().openapi({
      description: "The time zone of the calendar's dates.",
      example: 'Europe/Berlin',
    }),
    exclusive: z
      .enum(EXCLUSIVES)
      .describe(
        '`nights`: every event is a stay, and no two stays share a night. `none`: events can overlap.',
      ),
    stayPolicy: orNull(StayPolicy, 'The rules for stays. Null unless `exclusive` is `nights`.'),
    email: z.string().nullable().openapi({
      description: 'Receives an email when a guest books, moves or cancels a stay.',
      example: 'house@example.com',
    }),
    publicStays: z
      .boolean()
      .openapi({ description: 'Whether the calendar has a public page at `/stays/{id}`.' }),
    feeds: z
      .object({
        details: z.boolean().openapi({
          description: 'Whether a link to the full feed exists, with titles and descriptions.',
        }),
        availability: z.boolean().openapi({
          description: 'Whether a link to the feed for channels exists, which names no guest.',
        }),
      })
      .openapi({ description: 'The subscription links of the calendar.' }),
    removal: z
      .object({
        requestedAt: z.string().openapi({
          format: 'date-time',
          description: 'When the deletion was requested.',
        }),
        removedItems: z
          .int()
          .openapi({ description: 'Number of events and months removed so far.' }),
      })
      .nullable()
      .openapi({
        description:
          'Set while the calendar is being deleted. It accepts no events, and disappears when all contents are removed.',
      }),
    ...changedFields,
  })
  .openapi('Calendar', { description: 'A calendar of events or of stays, in one time zone.' })

/** `GET /v1/calendars`. */
export const CalendarList = listOf(Calendar, 'CalendarList')

const PROPS_ERROR = `must be a JSON object of at most ${PROPS_BYTES} bytes and ${PROPS_DEPTH} levels, without empty names and without numbers beyond 1e100`

const extendedProps = () =>
  z.custom<Readonly<Record<string, unknown>>>(isBoundedProps, { error: PROPS_ERROR }).openapi({
    type: 'object',
    additionalProperties: true,
    description: "Your own data, returned as FullCalendar's `extendedProps`. At most 4 KB of JSON.",
    example: { colour: 'red' },
  })

const isDate = (text: string): boolean => text.length === 'YYYY-MM-DD'.length

/** `POST` and `PUT` of an event: between two instants, or between two dates for an all-day event. */
export const CalendarEventWrite = z
  .strictObject({
    title: nameText().openapi({
      description: 'The title of the event, or of the stay.',
      example: 'Summer fair',
    }),
    start: startOrDateText().describe(
      'A date for an all-day event or a stay, otherwise an instant.',
    ),
    end: instantOrDateText().openapi({
      description: 'Exclusive. A fraction of a second is dropped.',
    }),
    allDay: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description: 'Whether `start` and `end` are dates. Optional; must match them if given.',
    }),
    description: proseText().optional().describe('More text, with line breaks.'),
    extendedProps: extendedProps().optional(),
    recurrence: RecurrenceInput.optional().openapi({
      description:
        'Makes the event recurring. `start` and `end` are those of the first occurrence.',
    }),
    override: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description:
        "Sets the dates of a stay outside the stay policy, for example for the owner's own guest. Nights that are already taken stay taken. At most 1,096 nights. Only for a stay. Default: false.",
    }),
  })
  .refine(({ start, end }) => isDate(start) === isDate(end), {
    error: 'must be a date if `start` is a date, and an instant if `start` is an instant',
    path: ['end'],
  })
  .refine(({ start, allDay }) => allDay === undefined || allDay === isDate(start), {
    error: 'must be true if `start` and `end` are dates, and false if they are instants',
    path: ['allDay'],
  })
  .openapi('CalendarEventWrite', {
    description:
      'An event between two instants, or between two dates for an all-day event or a stay.',
  })

const time = () =>
  z.string().openapi({
    description: 'A date for an all-day event or a stay, otherwise an instant.',
    example: '2026-04-27',
  })

const timeFields = {
  start: time(),
  end: time(),
  allDay: z.boolean().describe('Whether `start` and `end` are dates.'),
}

const StayGuest = z
  .object({
    name: z.string().openapi({ description: 'The full name.', example: 'Grace Hopper' }),
    email: z.string().openapi({
      description: 'The email address.',
      example: 'grace@example.com',
    }),
    locale: z.string().nullable().openapi({
      description: "The guest's language (BCP 47). Null if unknown.",
      example: 'de',
    }),
  })
  .openapi('StayGuest', { description: 'The guest of a stay.' })

/** An event of a calendar, or a stay. */
export const CalendarEvent = z
  .object({
    id: eventOrOccurrenceId(),
    calendarId: resourceId('calendar'),
    title: z
      .string()
      .openapi({ description: 'The title of the event, or of the stay.', example: 'Summer fair' }),
    description: z.string().nullable().describe('More text. Null if there is none.'),
    ...timeFields,
    extendedProps: extendedProps(),
    guest: orNull(
      StayGuest,
      'The guest who booked the stay on the public page. The server emails the guest about changes. Kept when the stay is updated. Null for other events.',
    ),
    override: z.boolean().openapi({
      description:
        'Whether the account set the current dates of the stay outside the stay policy. False for other events.',
      example: false,
    }),
    unplaced: orNull(
      LackedNights,
      'The nights that a stay of a channel lacks, because they are taken. Null if it has all its nights, and for other events.',
    ),
    ...recurrenceFields,
    ...changedFields,
  })
  .openapi('CalendarEvent', {
    description: 'An event of a calendar, a stay, or one occurrence of a recurring event.',
  })

/** A cancelled stay. Its nights are free. */
export const CancelledStay = CalendarEvent.extend({
  cancelledAt: z.string().openapi({ format: 'date-time', description: 'Time of cancellation.' }),
}).openapi('CancelledStay', { description: 'A cancelled stay, as it was.' })

/** `GET /v1/calendars/{id}/cancelled-stays`. */
export const CancelledStayList = listOf(CancelledStay, 'CancelledStayList')

/** A page of the events that overlap a range. */
export const CalendarEventList = listOf(CalendarEvent, 'CalendarEventList')

/** An event in FullCalendar's format. The description is in `extendedProps`. */
export const FullCalendarEvent = z
  .object({
    id: eventOrOccurrenceId(),
    groupId: z
      .string()
      .optional()
      .openapi({ description: 'The id of the recurring event. Set for occurrences.' }),
    title: z.string().describe('The title of the event.'),
    ...timeFields,
    extendedProps: extendedProps(),
  })
  .openapi('FullCalendarEvent', {
    description: "An event in FullCalendar's format. The description is in `extendedProps`.",
  })

const rangeOf = (names: string) => `${names}. A date means midnight in the calendar's time zone.`

/** `GET /v1/calendars/{id}/events`: with `from` and `to`, or with `start` and `end` for FullCalendar. */
export const CalendarEventsQuery = z
  .strictObject({
    from: instantOrDateText()
      .optional()
      .openapi({ description: rangeOf('Events that end after this time') }),
    to: instantOrDateText()
      .optional()
      .openapi({ description: rangeOf('Events that start before this time') }),
    format: oneOf(['fullcalendar']).optional().openapi({
      description:
        '`fullcalendar` returns a bare array of events. Use it with `start` and `end` instead of `from` and `to`.',
    }),
    start: wallTimeOrInstantText().optional().openapi({
      description:
        'Start of the range, as FullCalendar sends it. A time without an offset is in `timeZone`.',
    }),
    end: wallTimeOrInstantText()
      .optional()
      .openapi({ description: 'End of the range, exclusive, in the same format as `start`.' }),
    timeZone: timeZoneText().optional().openapi({
      description:
        "Only with `format=fullcalendar`. The time zone of instants in the response (default: UTC) and of times without an offset in the request (default: the calendar's).",
    }),
    ...pageQuery,
  })
  .refine(
    ({ format, from, to, start, end }) =>
      format === undefined
        ? from !== undefined && to !== undefined && start === undefined && end === undefined
        : start !== undefined && end !== undefined && from === undefined && to === undefined,
    {
      error: 'send `from` and `to`, or `format=fullcalendar` with `start` and `end`',
      path: ['from'],
    },
  )
  .refine(({ format, timeZone }) => format !== undefined || timeZone === undefined, {
    error:
      "is allowed only with format=fullcalendar; without it, dates are in the calendar's time zone",
    path: ['timeZone'],
  })

/** `GET /v1/calendars/{id}/nights`. */
export const NightsQuery = z.strictObject({
  from: dateText().openapi({ description: 'Date on which the first night begins.' }),
  to: dateText().openapi({ description: 'Exclusive. At most 731 nights after `from`.' }),
})

/** A night, identified by the date on which it begins. */
export const Night = z
  .object({
    date: z.string().openapi({
      format: 'date',
      description: 'The date on which the night begins.',
      example: '2026-04-27',
    }),
    status: z
      .enum(NIGHT_STATUSES)
      .describe('`taken`: it belongs to a stay. `closed`: the stay policy closes it.'),
  })
  .openapi('Night', { description: 'A night, identified by the date on which it begins.' })

/** `GET /v1/calendars/{id}/nights`, in order. */
export const Nights = z
  .object({ data: z.array(Night).describe('The nights.') })
  .openapi('Nights', { description: 'The nights of a range, in order.' })

const FEED_CONTENTS = ['details', 'availability'] as const

/** `POST /v1/calendars/{id}/feed-token`. The body can be empty. */
export const CalendarFeedCreate = z
  .strictObject({
    content: oneOf(FEED_CONTENTS).optional().openapi({
      description:
        '`details`: the feed has titles, descriptions and places, for the owner. `availability`: every event is "Not available" and nothing else, for booking channels and other strangers. Each has a link of its own. Default: `details`.',
    }),
  })
  .openapi('CalendarFeedCreate', { description: 'What the new link shows.' })

/** `DELETE /v1/calendars/{id}/feed-token`. */
export const CalendarFeedRevokeQuery = z.strictObject({
  content: oneOf(FEED_CONTENTS).optional().openapi({
    description: 'Revokes only this link. Default: both links.',
  }),
})

/** The link to a feed, as `POST /v1/calendars/{id}/feed-token` returns it. */
export const CalendarFeedLink = feedLink(
  'calendar',
  'https://example.com/v1/calendars/cal_…/feed.ics?token=hc_…',
).openapi('CalendarFeedLink', { description: 'A new subscription link.' })

export type CalendarWrite = z.infer<typeof CalendarWrite>
export type CalendarPatch = z.infer<typeof CalendarPatch>
export type CalendarEventWrite = z.infer<typeof CalendarEventWrite>
export type CalendarEventsQuery = z.infer<typeof CalendarEventsQuery>
