import { z } from '@hono/zod-openapi'
import { feedLink } from './feeds.ts'
import { resourceId } from './ids.ts'
import { ProviderLimits, ProviderLimitsInput } from './limits.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { orNull } from './or-null.ts'
import { emailText, nameText, oneOf, singleLine, slugText } from './text.ts'
import { dateText, timeZoneText } from './time.ts'
import { NO_VISITS, VISITS, VisitRules, VisitRulesInput } from './visit-rules.ts'

const specialty = () => singleLine(100).openapi({ example: 'dentist' })

const listed = () =>
  z.boolean({ error: 'must be true or false' }).openapi({
    description:
      'Whether the public directory lists the provider once it has an active event type. Default: false.',
  })

const active = () =>
  z.boolean({ error: 'must be true or false' }).openapi({
    description:
      'An inactive provider offers no slots, takes no bookings and has no public page. Its bookings stay, and holds can be confirmed. Default: true.',
  })

/** The kinds of providers. */
export const PROVIDER_KINDS = ['person', 'room', 'equipment', 'team', 'unit'] as const

const kind = () =>
  oneOf(PROVIDER_KINDS).openapi({
    description:
      'What the provider is. A `team` has a page and event types, but no time of its own: it cannot be booked or blocked by itself. A `unit` is a room, a bed or a house of a property, and is booked by the night. Default: `person`.',
    example: 'person',
  })

const scheduleId = () => resourceId('schedule')

/** What a provider is booked by. */
export const GRAINS = ['time', 'nights'] as const

const propertyId = () => resourceId('property')

const calendarId = () => resourceId('calendar')

/** `POST /v1/providers`. */
export const ProviderCreate = z
  .strictObject({
    name: nameText().openapi({ example: 'Dr. Ada Weber' }).describe('The name that bookers see.'),
    timeZone: timeZoneText().describe(
      'The time zone of its hours, an IANA name. For a unit, that of its property.',
    ),
    specialty: specialty().optional().describe('What it is searched by, such as a profession.'),
    slug: slugText().optional().openapi({
      description: 'Identifies the provider in public links. Default: derived from `name`.',
      example: 'ada-weber',
    }),
    email: emailText()
      .optional()
      .describe('Receives emails about bookings, and is the organizer of invitations.'),
    listed: listed().optional(),
    active: active().optional(),
    kind: kind().optional(),
    scheduleId: scheduleId()
      .optional()
      .describe('The schedule with its working hours. Default: none, which sets no bound.'),
    limits: ProviderLimitsInput.optional(),
    visits: VisitRulesInput.optional().openapi({ description: `${VISITS} Default: no.` }),
    propertyId: propertyId().optional().describe('The property of a unit. Required for a unit.'),
    calendarId: calendarId()
      .optional()
      .describe(
        'The calendar whose nights are those of the unit; its `exclusive` is "nights", and it has no other unit. Default: a new calendar.',
      ),
  })
  .openapi('ProviderCreate', { description: 'A new provider.' })

/** Nights in which a unit is out of order. */
export const OutOfOrder = z
  .object({
    from: z.string().openapi({ description: 'The first night.', example: '2026-08-06' }),
    to: z.string().openapi({ description: 'Exclusive.', example: '2026-08-20' }),
    reason: z
      .string()
      .openapi({ description: 'Why. Only the account reads it.', example: 'Burst pipe' }),
  })
  .openapi('OutOfOrder', { description: 'Nights in which a unit cannot be used.' })

/** Nights in which a unit is out of order, in a request. */
const outOfOrderInput = () =>
  z
    .array(
      z.strictObject({
        from: dateText().describe('The first night.'),
        to: dateText().describe('Exclusive.'),
        reason: singleLine(200).openapi({
          description: 'Why. Only the account reads it.',
          example: 'Burst pipe',
        }),
      }),
      { error: 'must be a list of nights' },
    )
    .max(50, { error: 'must have at most 50 entries' })

/** `PATCH /v1/providers/{id}`: omitted fields keep their values. Null removes an optional value. */
export const ProviderPatch = z
  .strictObject({
    name: nameText().optional().describe('The name that bookers see.'),
    timeZone: timeZoneText()
      .optional()
      .describe('The new time zone. Booked times stay the same instants.'),
    specialty: specialty()
      .nullable()
      .optional()
      .describe('What it is searched by. Null removes it.'),
    slug: slugText()
      .optional()
      .describe(
        'Identifies the provider in public links. Links with the previous slug stop working.',
      ),
    email: emailText()
      .nullable()
      .optional()
      .describe(
        'Receives emails about bookings, and is the organizer of invitations. Null removes it.',
      ),
    listed: listed().optional(),
    active: active().optional(),
    kind: kind().optional(),
    scheduleId: scheduleId()
      .nullable()
      .optional()
      .describe('The schedule with its working hours. Null removes it.'),
    limits: ProviderLimitsInput.nullable()
      .optional()
      .openapi({ description: 'How many bookings it takes. Null: any number.' }),
    visits: VisitRulesInput.nullable()
      .optional()
      .openapi({ description: `${VISITS} ${NO_VISITS}` }),
    outOfOrder: outOfOrderInput()
      .optional()
      .describe(
        'Of a unit: the nights in which it cannot be used. They are not offered. Replaces the list; bookings stay, and the answer names them in `affectedBookings`.',
      ),
  })
  .openapi('ProviderPatch', {
    description: 'Changes to a provider. Omitted fields keep their values.',
  })

/** A person, room, thing or team that can be booked. */
export const Provider = z
  .object({
    id: resourceId('provider'),
    name: z.string().openapi({ example: 'Dr. Ada Weber' }).describe('The name that bookers see.'),
    slug: z
      .string()
      .openapi({ example: 'ada-weber' })
      .describe('Identifies the provider in public links.'),
    timeZone: z
      .string()
      .openapi({ example: 'Europe/Berlin' })
      .describe('The time zone of its hours.'),
    specialty: z
      .string()
      .nullable()
      .openapi({ example: 'dentist' })
      .describe('What it is searched by. Null if unknown.'),
    email: z
      .string()
      .nullable()
      .openapi({ example: 'ada@example.com' })
      .describe(
        'Receives emails about bookings, and is the organizer of invitations. Null if there is none.',
      ),
    listed: listed(),
    active: active(),
    kind: kind(),
    scheduleId: scheduleId()
      .nullable()
      .describe('The schedule with its working hours. Null if there is none, which sets no bound.'),
    grain: z.enum(GRAINS).openapi({
      description: 'What it is booked by: `nights` for a unit, else `time`.',
      example: 'time',
    }),
    propertyId: propertyId().nullable().describe('The property of a unit. Null for others.'),
    calendarId: calendarId()
      .nullable()
      .describe('The calendar whose nights are those of the unit. Null for others.'),
    outOfOrder: z
      .array(OutOfOrder)
      .nullable()
      .describe('The nights in which a unit cannot be used. Null for others.'),
    feed: z
      .boolean()
      .openapi({ example: false })
      .describe('Whether a link to the feed of its bookings exists.'),
    limits: orNull(ProviderLimits, 'How many bookings it takes. Null: any number.'),
    visits: orNull(VisitRules, `${VISITS} ${NO_VISITS}`),
    ...changedFields,
  })
  .openapi('Provider', { description: 'A person, room, thing or team that can be booked.' })

/** A provider that was changed. */
export const ProviderChanged = Provider.extend({
  affectedBookings: z
    .array(resourceId('booking'))
    .optional()
    .describe(
      'The bookings that have one of the nights of `outOfOrder`, also holds. Only if that was sent. Give them another unit with `POST /v1/bookings/{id}/reassign`.',
    ),
}).openapi('ProviderChanged', { description: 'A provider that was changed.' })

/** `GET /v1/providers`. */
export const ProviderListQuery = z.strictObject({
  specialty: specialty().optional().openapi({ description: 'Case-insensitive.' }),
  ...pageQuery,
})

/** `GET /v1/providers`. */
export const ProviderList = listOf(Provider, 'ProviderList')

/** The link to a feed, as `POST /v1/providers/{id}/feed-token` returns it. */
export const ProviderFeedLink = feedLink(
  'provider',
  'https://example.com/v1/providers/prv_…/feed.ics?token=hc_…',
).openapi('ProviderFeedLink', { description: 'A new subscription link.' })

export type ProviderCreate = z.infer<typeof ProviderCreate>
export type ProviderPatch = z.infer<typeof ProviderPatch>
export type Provider = z.infer<typeof Provider>
export type ProviderListQuery = z.infer<typeof ProviderListQuery>
