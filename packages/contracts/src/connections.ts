import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { oneOf, singleLine, wholeNumber } from './text.ts'
import { instantAnswer, instantOrDateText, instantText } from './time.ts'

/** The kinds of calendars that can be connected. */
export const CONNECTION_KINDS = ['google', 'outlook', 'ical', 'simulated'] as const

/** The kinds of calendars that are connected by a sign-in at their vendor. */
export const VENDOR_KINDS = ['google', 'outlook'] as const

/** A kind of calendar, as it stands in a path. */
export const connectionKind = () => oneOf(CONNECTION_KINDS)

/** Why a calendar could not be read. */
export const CALENDAR_FAILURES = [
  'unreachable',
  'throttled',
  'unauthorized',
  'malformed',
  'too_large',
  'forbidden_address',
  'unknown_time_zone',
] as const

const policyFields = {
  refreshMinutes: wholeNumber(1, 1440, 'minutes').openapi({
    description: 'How often the calendar is read; 10 unless told otherwise.',
    example: 10,
  }),
  allowedAgeMinutes: wholeNumber(1, 10_080, 'minutes').openapi({
    description:
      'What was read longer ago than this takes the time off the offer; 60 unless told otherwise.',
    example: 60,
  }),
  checkTimeoutMilliseconds: wholeNumber(100, 10_000, 'milliseconds').openapi({
    description:
      'How long a booking waits for the calendar, which is asked once more; 5000 unless told otherwise.',
    example: 5000,
  }),
  whenCheckFails: oneOf(['refuse', 'use_cache']).openapi({
    description:
      'When the calendar does not answer then: refuse the booking (the default), or go by what was read before, within its allowed age.',
  }),
}

/** How a connection is used, as far as it is given. */
export const ConnectionPolicyChange = z
  .strictObject({
    refreshMinutes: policyFields.refreshMinutes.optional(),
    allowedAgeMinutes: policyFields.allowedAgeMinutes.optional(),
    checkTimeoutMilliseconds: policyFields.checkTimeoutMilliseconds.optional(),
    whenCheckFails: policyFields.whenCheckFails.optional(),
  })
  .openapi('ConnectionPolicyChange')

const URL_ERROR = 'must be the https or webcal URL of a calendar, at most 2000 characters'

/** `PUT /v1/providers/{id}/calendar-connections/ical`. */
export const FeedConnectionWrite = z
  .strictObject({
    url: singleLine(2000)
      .regex(/^(?:https?|webcals?):\/\/\S+$/i, { error: URL_ERROR })
      .openapi({ description: 'Kept as a secret and never shown again.' }),
    policy: ConnectionPolicyChange.optional(),
  })
  .openapi('FeedConnectionWrite')

const calendarIds = () =>
  z
    .array(singleLine(300), { error: 'must be a list of names of calendars' })
    .max(50, { error: 'must have at most 50 names' })
    .optional()

const writesBack = () =>
  z.boolean({ error: 'must be true or false' }).optional().openapi({
    description: 'Whether confirmed bookings are written into that calendar.',
  })

/** `POST /v1/providers/{id}/calendar-connections/{google|outlook}/authorize`. */
export const CalendarAuthorizationWrite = z
  .strictObject({
    writesBack: writesBack(),
    calendarIds: calendarIds().openapi({
      description:
        'The calendars to look at, as the vendor names them; none: the primary one. Left out: as they were, if the same account agrees again.',
    }),
  })
  .openapi('CalendarAuthorizationWrite')

/** Where the owner of a calendar agrees. */
export const CalendarAuthorization = z
  .object({
    authorizationUrl: z.string().openapi({
      format: 'uri',
      description: 'Send the owner of the calendar there within ten minutes; it works once.',
    }),
  })
  .openapi('CalendarAuthorization')

// Vendors add parameters of their own, so what is not known is let pass.
/** `GET /v1/oauth/{provider}/callback`: what a vendor sends its user back with. */
export const OAuthCallbackQuery = z.object({
  state: z.string().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
  iss: z.string().optional().openapi({ description: 'RFC 9207.' }),
})

/** `PATCH /v1/providers/{id}/calendar-connections/{kind}`. */
export const CalendarConnectionChange = z
  .strictObject({
    policy: ConnectionPolicyChange.optional(),
    calendarIds: calendarIds().openapi({
      description: 'The calendars to look at, as the vendor names them; none: the primary one.',
    }),
    writesBack: writesBack(),
    writesBackTo: singleLine(300).nullable().optional().openapi({
      description:
        'The calendar that bookings are written into, as the vendor names it; null: the primary one. What is in another one by then stays there.',
    }),
  })
  .openapi('CalendarConnectionChange')

/** A provider's link to a calendar elsewhere. */
export const CalendarConnection = z
  .object({
    id: resourceId('connection'),
    providerId: resourceId('provider'),
    kind: connectionKind(),
    status: z.enum(['active', 'failing', 'unreadable', 'broken']).openapi({
      description:
        'active; failing: the last attempt failed, what was read before still counts; unreadable: it fails, and its time is off the offer; broken: it must be connected again.',
    }),
    label: z.string().nullable().openapi({
      description: 'What it is known by, without secrets.',
      example: 'calendar.example.com',
    }),
    calendarIds: z.array(z.string()),
    writesBack: z.boolean(),
    writesBackTo: z.string().nullable().openapi({ description: 'Null: the primary calendar.' }),
    policy: z.object(policyFields),
    lastReadAt: instantAnswer().nullable(),
    nextReadAt: instantAnswer().nullable(),
    readUntil: instantAnswer()
      .nullable()
      .openapi({ description: 'Time from here on was not read so far, and is not offered.' }),
    warnings: z.array(z.string()).openapi({ description: 'What was odd in the calendar.' }),
    failure: z
      .object({
        code: z.enum(CALENDAR_FAILURES),
        detail: z.string(),
        since: instantAnswer(),
        attemptCount: z.int(),
      })
      .nullable(),
    ...resourceFields,
    version: z.int().openapi({
      description:
        'Starts at 1, rises with every change of its owner, and not when the calendar is read; the ETag of the answer.',
      example: 1,
    }),
  })
  .openapi('CalendarConnection')

/** `GET /v1/providers/{id}/calendar-connections`. */
export const CalendarConnectionListQuery = z.strictObject(pageQuery)

/** `GET /v1/providers/{id}/calendar-connections`. */
export const CalendarConnectionList = listOf(CalendarConnection, 'CalendarConnectionList')

/** `GET /v1/providers/{id}/busy`. */
export const BusyQuery = z.strictObject({
  from: instantOrDateText().openapi({
    description: 'A date is its midnight in the zone of the provider.',
  }),
  to: instantOrDateText().openapi({ description: 'At most 62 days after from.' }),
})

/** Time that a connected calendar says is busy, `[start, end)`. */
export const BusyTime = z
  .object({ start: instantAnswer(), end: instantAnswer(), source: connectionKind() })
  .openapi('BusyTime')

/** `GET /v1/providers/{id}/busy`: what was read last, in the order of time. */
export const BusyTimes = listOf(BusyTime, 'BusyTimes')

const simulatedTime = z
  .strictObject({ start: instantText(), end: instantText() })
  .refine((time) => Date.parse(time.start) < Date.parse(time.end), {
    error: 'must be after the start',
    path: ['end'],
  })

const LIST_ERROR = 'must be a list of at most 1000 times, each with a start and an end'

/** `PUT /v1/test/providers/{id}/busy`: what the simulated calendar says is busy. */
export const SimulatedBusy = z
  .array(simulatedTime, { error: LIST_ERROR })
  .max(1000, { error: LIST_ERROR })
  .openapi('SimulatedBusy')

/** `PUT /v1/test/providers/{id}/calendar-outage`: how reads of the simulated calendar end. */
export const SimulatedOutage = z
  .strictObject({
    code: oneOf(CALENDAR_FAILURES).nullable().openapi({ description: 'Null: they succeed again.' }),
    retryAfterSeconds: wholeNumber(1, 86_400, 'seconds').optional(),
  })
  .openapi('SimulatedOutage')

export type CalendarConnection = z.infer<typeof CalendarConnection>
export type FeedConnectionWrite = z.infer<typeof FeedConnectionWrite>
export type CalendarAuthorizationWrite = z.infer<typeof CalendarAuthorizationWrite>
export type CalendarConnectionChange = z.infer<typeof CalendarConnectionChange>
export type ConnectionPolicyChange = z.infer<typeof ConnectionPolicyChange>
export type BusyQuery = z.infer<typeof BusyQuery>
export type SimulatedBusy = z.infer<typeof SimulatedBusy>
export type SimulatedOutage = z.infer<typeof SimulatedOutage>
