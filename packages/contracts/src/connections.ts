import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { oneOf, singleLine, wholeNumber } from './text.ts'
import { instantAnswer, instantOrDateText, instantText, isRange, momentText } from './time.ts'

/** Kinds of calendars that can be connected. */
export const CONNECTION_KINDS = ['google', 'outlook', 'ical', 'simulated'] as const

/** Kinds of calendars that are connected through OAuth with their vendor. */
export const VENDOR_KINDS = ['google', 'outlook'] as const

/** A kind of calendar, as a path parameter. */
export const connectionKind = () => oneOf(CONNECTION_KINDS).describe('The kind of calendar.')

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
    description: 'How often the server reads the calendar. Default: 10.',
    example: 10,
  }),
  allowedAgeMinutes: wholeNumber(1, 10_080, 'minutes').openapi({
    description:
      'Maximum age of busy times. If the last successful read is older, no slots of the provider are offered. Default: 60.',
    example: 60,
  }),
  checkTimeoutMilliseconds: wholeNumber(100, 10_000, 'milliseconds').openapi({
    description:
      'Each booking checks the calendar again. How long to wait for the response. Default: 5000.',
    example: 5000,
  }),
  whenCheckFails: oneOf(['refuse', 'use_cache']).openapi({
    description:
      'What to do if this check fails. `refuse`: reject the booking. `use_cache`: use the busy times read before, within `allowedAgeMinutes`. Default: `refuse`.',
  }),
}

/** Changes to how a connection is used. */
export const ConnectionPolicyChange = z
  .strictObject({
    refreshMinutes: policyFields.refreshMinutes.optional(),
    allowedAgeMinutes: policyFields.allowedAgeMinutes.optional(),
    checkTimeoutMilliseconds: policyFields.checkTimeoutMilliseconds.optional(),
    whenCheckFails: policyFields.whenCheckFails.optional(),
  })
  .openapi('ConnectionPolicyChange', {
    description:
      'How a connected calendar is used. Omitted fields keep their values, or get their defaults for a new connection.',
  })

const URL_ERROR = 'must be the https or webcal URL of a calendar, with at most 2000 characters'

/** `PUT /v1/providers/{id}/calendar-connections/ical`. */
export const FeedConnectionWrite = z
  .strictObject({
    url: singleLine(2000)
      .regex(/^(?:https?|webcals?):\/\/\S+$/i, { error: URL_ERROR })
      .openapi({ description: 'Stored as a secret and never returned.' }),
    policy: ConnectionPolicyChange.optional(),
  })
  .openapi('FeedConnectionWrite', { description: 'The iCal feed to read.' })

const calendarIds = () =>
  z
    .array(singleLine(300), { error: 'must be a list of calendar ids' })
    .max(50, { error: 'must have at most 50 calendar ids' })
    .optional()

const writesBack = () =>
  z.boolean({ error: 'must be true or false' }).optional().openapi({
    description: 'Whether to write confirmed bookings to the calendar.',
  })

/** `POST /v1/providers/{id}/calendar-connections/{google|outlook}/authorize`. */
export const CalendarAuthorizationWrite = z
  .strictObject({
    writesBack: writesBack(),
    calendarIds: calendarIds().openapi({
      description:
        "The vendor's ids of the calendars to read. Empty means the primary calendar. If omitted, reconnecting the same account keeps its calendars.",
    }),
  })
  .openapi('CalendarAuthorizationWrite', { description: 'How the calendar will be used.' })

/** Where the owner of a calendar grants access. */
export const CalendarAuthorization = z
  .object({
    authorizationUrl: z.string().openapi({
      format: 'uri',
      example: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=holdfast&state=4f1c',
      description:
        'Redirect the owner of the calendar to this URL. It works once and expires after 10 minutes.',
    }),
  })
  .openapi('CalendarAuthorization', { description: 'Where the owner of a calendar grants access.' })

// Vendors add their own parameters, so unknown ones are accepted.
/** `GET /v1/oauth/{provider}/callback`: the parameters of the vendor's redirect. */
export const OAuthCallbackQuery = z.object({
  state: z.string().optional().describe('The value from the authorization URL.'),
  code: z.string().optional().describe('The authorization code. Set if access was granted.'),
  error: z.string().optional().describe('The error code. Set if access was denied.'),
  iss: z.string().optional().openapi({ description: 'The issuer (RFC 9207).' }),
})

/** `PATCH /v1/providers/{id}/calendar-connections/{kind}`. */
export const CalendarConnectionChange = z
  .strictObject({
    policy: ConnectionPolicyChange.optional(),
    calendarIds: calendarIds().openapi({
      description: "The vendor's ids of the calendars to read. Empty means the primary calendar.",
    }),
    writesBack: writesBack(),
    writesBackTo: singleLine(300).nullable().optional().openapi({
      description:
        "The vendor's id of the calendar to write bookings to. Null means the primary calendar. Bookings already written to another calendar stay there.",
    }),
  })
  .openapi('CalendarConnectionChange', {
    description: 'Changes to a connection. Omitted fields keep their values.',
  })

/** A provider's connection to an external calendar. */
export const CalendarConnection = z
  .object({
    id: resourceId('connection'),
    providerId: resourceId('provider'),
    kind: connectionKind(),
    status: z.enum(['active', 'failing', 'unreadable', 'broken']).openapi({
      description:
        '`active`: the last read succeeded. `failing`: the last read failed, but the earlier busy times are still used. `unreadable`: reads fail and no slots are offered. `broken`: access was lost and no slots are offered until the calendar is connected again.',
    }),
    label: z.string().nullable().openapi({
      description: 'A display name without secrets, such as the host or the account.',
      example: 'calendar.example.com',
    }),
    calendarIds: z
      .array(z.string())
      .describe(
        "The vendor's ids of the calendars that are read. Empty means the primary calendar.",
      ),
    writesBack: z.boolean().describe('Whether confirmed bookings are written to the calendar.'),
    writesBackTo: z
      .string()
      .nullable()
      .openapi({ description: 'Null means the primary calendar.' }),
    policy: z.object(policyFields).describe('How the connection is used.'),
    lastReadAt: instantAnswer()
      .nullable()
      .describe('When the calendar was last read successfully. Null if never.'),
    nextReadAt: instantAnswer()
      .nullable()
      .describe('When the calendar will be read next. Null if it will not be.'),
    readUntil: instantAnswer().nullable().openapi({
      description: 'End of the time range that was read. Slots after it are not offered.',
    }),
    warnings: z
      .array(z.string())
      .openapi({ description: 'Problems found in the content of the calendar.' }),
    failure: z
      .object({
        code: z.enum(CALENDAR_FAILURES).describe('Why the calendar could not be read.'),
        detail: z.string().describe('A description in plain text.'),
        since: instantAnswer().describe('When the first of these reads failed.'),
        attemptCount: z.int().describe('Number of failed reads since then.'),
      })
      .nullable()
      .describe('The failure of the last read. Null if it succeeded.'),
    ...resourceFields,
    version: z.int().openapi({
      description:
        'Starts at 1 and increases with every change of the settings, but not when the calendar is read. Also the ETag of the response.',
      example: 1,
    }),
  })
  .openapi('CalendarConnection', {
    description: "A provider's connection to an external calendar.",
  })

/** `GET /v1/providers/{id}/calendar-connections`. */
export const CalendarConnectionListQuery = z.strictObject(pageQuery)

/** `GET /v1/providers/{id}/calendar-connections`. */
export const CalendarConnectionList = listOf(CalendarConnection, 'CalendarConnectionList')

/** `GET /v1/providers/{id}/busy`. */
export const BusyQuery = z.strictObject({
  from: instantOrDateText().openapi({
    description: "A date means midnight in the provider's time zone.",
  }),
  to: instantOrDateText().openapi({ description: 'Exclusive. At most 62 days after `from`.' }),
})

/** A range `[start, end)` in which a connected calendar is busy. */
export const BusyTime = z
  .object({
    start: instantAnswer().describe('Start of the busy time.'),
    end: instantAnswer().describe('End of the busy time, exclusive.'),
    source: connectionKind().describe('The kind of the calendar that is busy.'),
  })
  .openapi('BusyTime', {
    description: 'A range `[start, end)` in which a connected calendar is busy.',
  })

/** `GET /v1/providers/{id}/busy`: the result of the last read, in chronological order. */
export const BusyTimes = listOf(BusyTime, 'BusyTimes')

const simulatedTime = z.strictObject({ start: instantText(), end: momentText() }).refine(isRange, {
  error: 'must be after `start`',
  path: ['end'],
})

const LIST_ERROR = 'must be a list of at most 1000 objects with `start` and `end`'

/** `PUT /v1/test/providers/{id}/busy`: the busy times of the simulated calendar. */
export const SimulatedBusy = z
  .array(simulatedTime, { error: LIST_ERROR })
  .max(1000, { error: LIST_ERROR })
  .openapi('SimulatedBusy')

/** `PUT /v1/test/providers/{id}/calendar-outage`: the result of reads of the simulated calendar. */
export const SimulatedOutage = z
  .strictObject({
    code: oneOf(CALENDAR_FAILURES)
      .nullable()
      .openapi({ description: 'The failure of every read. Null lets reads succeed again.' }),
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
