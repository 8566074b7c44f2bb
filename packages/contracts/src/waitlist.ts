import { z } from '@hono/zod-openapi'
import { BookerInput, PublicWaiterInput } from './booking-inputs.ts'
import { Booker, PublicBooker } from './bookings.ts'
import { partySize } from './event-type-options.ts'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery, resourceFields } from './lists.ts'
import { WEEKDAYS } from './open-rules.ts'
import { orNull } from './or-null.ts'
import { proofOfWork } from './proof-of-work.ts'
import { accountSlug, PublicAccount } from './public-account.ts'
import { oneOf, singleLine, slugText } from './text.ts'
import { instantAnswer, instantOrDateText, timeWindow } from './time.ts'

/** Every status of an entry of a wait list, and what it means. */
const STATUSES = {
  unconfirmed: 'not on the wait list until the person follows the link in the email',
  waiting: 'on the wait list',
  offered: 'a hold waits for the confirmation',
  booked: 'an offer was confirmed',
  left: 'the person left, or the account removed them',
  ended:
    'nothing was found in time, three offers lapsed, the sessions that the person waited for were cancelled, or the list was closed',
} as const

/** The status of an entry of a wait list. */
export type WaitlistStatus = keyof typeof STATUSES

/** Every status of an entry of a wait list. */
export const WAITLIST_STATUSES = Object.keys(STATUSES) as [WaitlistStatus, ...WaitlistStatus[]]

const STATUS = `${Object.entries(STATUSES)
  .map(([status, meaning]) => `\`${status}\`: ${meaning}`)
  .join('. ')}.`

const wanted = {
  from: instantOrDateText().openapi({
    description:
      'Earliest start. A date means midnight in the time zone of the provider. In the past: now.',
    example: '2026-04-27',
  }),
  to: instantOrDateText().openapi({
    description:
      'Latest start, exclusive; then the entry ends. At most 92 days after `from` and 366 days ahead.',
    example: '2026-05-11',
  }),
  weekdays: z
    .array(oneOf(WEEKDAYS), { error: 'must be a list of weekdays' })
    .min(1, { error: 'must have at least one weekday' })
    .max(7, { error: 'must have at most 7 weekdays' })
    .refine((list) => new Set(list).size === list.length, { error: 'must not repeat a weekday' })
    .optional()
    .openapi({
      description: 'Only starts on these days, in the time zone of the provider. Default: any day.',
      example: ['monday', 'tuesday'],
    }),
  timeOfDay: timeWindow().optional().openapi({
    description:
      'Only starts from `start` and before `end`, in the time zone of the provider. Default: any time.',
  }),
  seats: partySize().optional(),
}

/** `POST /v1/event-types/{id}/waitlist`. */
export const WaitlistJoin = z
  .strictObject({ ...wanted, booker: BookerInput })
  .openapi('WaitlistJoin', { description: 'What somebody waits for.' })

const PUBLIC_WHAT =
  'send `eventTypeId`, or `providerSlug` and `eventTypeSlug` from the link of the booking page'

/** `POST /v1/public/waitlist`. */
export const PublicWaitlistJoin = z
  .strictObject({
    accountSlug: accountSlug(),
    providerSlug: slugText().optional().describe('The slug of the provider.'),
    eventTypeSlug: slugText().optional().describe('The slug of its event type.'),
    eventTypeId: resourceId('eventType').optional(),
    ...wanted,
    booker: PublicWaiterInput,
    proofOfWork: proofOfWork().optional(),
  })
  .refine(
    ({ providerSlug, eventTypeSlug, eventTypeId }) =>
      eventTypeId === undefined
        ? providerSlug !== undefined && eventTypeSlug !== undefined
        : providerSlug === undefined && eventTypeSlug === undefined,
    { error: PUBLIC_WHAT, path: ['eventTypeId'] },
  )
  .openapi('PublicWaitlistJoin', {
    description: 'What somebody without an API key waits for.',
  })

/** `POST /v1/waitlist/{id}/confirm-email`. */
export const WaitlistEmailProof = z
  .strictObject({
    token: singleLine(100).openapi({
      description: 'The token from the link in the email.',
      example: 'hm_…',
    }),
  })
  .openapi('WaitlistEmailProof', {
    description: 'The proof that a person owns the email address.',
  })

/** The hold that a person on the wait list got. */
export const WaitlistOffer = z
  .object({
    bookingId: resourceId('booking'),
    start: instantAnswer().describe('The start of the held time when it was offered.'),
    expiresAt: instantAnswer().openapi({
      description: 'When the offer lapses, unless it is confirmed before.',
      example: '2026-04-20T08:30:00Z',
    }),
  })
  .openapi('WaitlistOffer', {
    description: 'A hold for a person on the wait list. Confirm its booking to accept it.',
  })

const entryFields = {
  id: resourceId('waitlistEntry'),
  eventTypeId: resourceId('eventType'),
  status: z.enum(WAITLIST_STATUSES).describe(STATUS),
  from: instantAnswer().describe('Earliest start.'),
  to: instantAnswer().openapi({
    description: 'Latest start, exclusive; then the entry ends.',
    example: '2026-05-11T22:00:00Z',
  }),
  weekdays: z
    .array(z.enum(WEEKDAYS))
    .nullable()
    .openapi({ description: 'The days to start on. Null: any day.', example: null }),
  timeOfDay: orNull(timeWindow(), 'When to start. Null: at any time.'),
  seats: z.int().openapi({
    description: 'How many seats the person wants. 1 if the event type has no seats.',
    example: 1,
  }),
  offer: orNull(
    WaitlistOffer,
    'The hold that the person got last: to be confirmed if the status is `offered`, and confirmed if it is `booked`. Otherwise null.',
  ),
  lapsedOffers: z.int().openapi({
    description: 'How many offers lapsed or were declined. The third one ends the entry.',
    example: 0,
  }),
}

/** An entry of a wait list. */
export const WaitlistEntry = z
  .object({ ...entryFields, booker: Booker, ...changedFields })
  .openapi('WaitlistEntry', { description: 'A person on a wait list for time of an event type.' })

const manageToken = z.string().openapi({
  description:
    'Lets the person read the entry and leave the wait list. Send it as `Authorization: Bearer hm_…`. Shown only in this response.',
  example: 'hm_…',
})

/** The response to an entry that an account made. */
export const WaitlistEntryCreated = WaitlistEntry.extend({ manageToken }).openapi(
  'WaitlistEntryCreated',
  { description: 'A new entry of a wait list with its manage token.' },
)

/** An entry of a wait list as the person on the wait list sees it. */
export const PublicWaitlistEntry = z
  .object({
    ...entryFields,
    booker: PublicBooker,
    ...resourceFields,
    provider: z
      .object({
        name: z
          .string()
          .openapi({ description: 'The name of the provider.', example: 'Dr. Ada Weber' }),
        timeZone: z.string().openapi({
          description: 'The time zone of the provider.',
          example: 'Europe/Berlin',
        }),
      })
      .describe('The provider of the event type.'),
    eventType: z
      .object({
        title: z
          .string()
          .openapi({ description: 'The name of the event type.', example: 'First visit' }),
        path: z.string().openapi({
          description: 'Path of the public booking page.',
          example: '/ada-weber/first-visit',
        }),
      })
      .describe('What the person waits for.'),
    account: PublicAccount,
  })
  .openapi('PublicWaitlistEntry', {
    description: 'An entry of a wait list as the person on the wait list sees it.',
  })

/** The response to an entry without an API key. */
export const PublicWaitlistEntryCreated = PublicWaitlistEntry.extend({ manageToken }).openapi(
  'PublicWaitlistEntryCreated',
  { description: 'A new entry of a wait list with its manage token.' },
)

/** `GET /v1/event-types/{id}/waitlist`. */
export const WaitlistQuery = z.strictObject(pageQuery)

/** `GET /v1/event-types/{id}/waitlist`. */
export const Waitlist = listOf(WaitlistEntry, 'Waitlist')

export type WaitlistJoin = z.infer<typeof WaitlistJoin>
export type PublicWaitlistJoin = z.infer<typeof PublicWaitlistJoin>
export type WaitlistEntry = z.infer<typeof WaitlistEntry>
export type PublicWaitlistEntry = z.infer<typeof PublicWaitlistEntry>
