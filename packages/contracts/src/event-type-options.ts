import { z } from '@hono/zod-openapi'
import { emailText, multiLine, nameText, oneOf, singleLine, wholeNumber } from './text.ts'

/** The kinds of locations. */
export const LOCATION_KINDS = [
  'in_person',
  'phone',
  'link',
  'google_meet',
  'teams',
  'ask_booker',
] as const

const LOCATION_KIND =
  '`in_person`: at `address`. `phone`: the booker calls `phone`, or is called if there is none. `link`: online at `url`. `google_meet`, `teams`: online; the connected calendar of the provider makes the link. `ask_booker`: the booker names the place.'

/** A web address in a body: https or http, at most 2,000 characters. */
export function webAddress() {
  const error = 'must be a web address, such as https://example.com/room'
  return z
    .string({ error })
    .max(2000, { error, abort: true })
    .refine((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), { error })
    .openapi({ format: 'uri', example: 'https://example.com/room' })
}

/** The members of a location beside its kind. */
export const locationFields = {
  address: singleLine(500).optional().openapi({
    description: 'The postal address, for `in_person`.',
    example: 'Seestraße 1, 8002 Zürich',
  }),
  phone: singleLine(40).optional().openapi({
    description: 'The number to call, for `phone`, with `+` and the country code.',
    example: '+41443334455',
  }),
  url: webAddress().optional().describe('The web address, for `link`.'),
  label: nameText().optional().openapi({
    description: 'The name that bookers see. Default: made from the kind and its value.',
    example: 'Practice by the lake',
  }),
}

/** A location in a body. */
export const LocationInput = z
  .strictObject({
    kind: oneOf(LOCATION_KINDS).describe(LOCATION_KIND),
    ...locationFields,
  })
  .openapi('LocationInput', { description: 'Where a booking can take place.' })

/** A location of an event type or a booking. */
export const Location = z
  .object({
    kind: z.enum(LOCATION_KINDS).describe(LOCATION_KIND),
    address: z.string().nullable().openapi({
      description: 'The place. Null if there is none.',
      example: 'Seestraße 1, 8002 Zürich',
    }),
    phone: z
      .string()
      .nullable()
      .openapi({ description: 'The number to call. Null if there is none.', example: null }),
    url: z.string().nullable().openapi({
      description: 'The link to join. Null if there is none, or none yet.',
      example: null,
    }),
    label: z
      .string()
      .nullable()
      .openapi({ description: 'The name that bookers see. Null if there is none.', example: null }),
  })
  .openapi('Location', { description: 'Where a booking takes place.' })

/** A guest in a body. */
export const GuestInput = z
  .strictObject({
    name: nameText().optional().describe('The full name.'),
    email: emailText().describe('Receives the invitation.'),
  })
  .openapi('GuestInput', { description: 'A person whom the booker invites.' })

/** Who else comes, in a body. */
export const guestsInput = () =>
  z
    .array(GuestInput, { error: 'must be a list of guests' })
    .max(20, { error: 'must have at most 20 guests' })
    .openapi({ description: 'Who else comes, at most 20. They get the invitation.' })

/** A guest of a booking. */
export const Guest = z
  .object({
    name: z.string().nullable().describe('The full name. Null if unknown.'),
    email: z
      .string()
      .openapi({ description: 'The email address, in lowercase.', example: 'max@example.com' }),
  })
  .openapi('Guest', { description: 'A person whom the booker invited.' })

const metadataKey = () => singleLine(40)

/** Your own data of a booking, in a body. */
export const metadataInput = () =>
  z.record(metadataKey(), multiLine(500), { error: 'must be an object with texts' }).openapi({
    description:
      'Your own data, at most 50 keys of 40 characters with texts of at most 500. Bookers do not see it.',
    example: { crmId: 'c-4711' },
  })

/** Changes of your own data: null removes a key. */
export const metadataPatch = () =>
  z
    .record(metadataKey(), multiLine(500).nullable(), { error: 'must be an object with texts' })
    .openapi({ description: 'Your own data: omitted keys stay, null removes one.' })

/** `metadata[key]=value` in a query. */
export const metadataFilter = () =>
  z
    .record(metadataKey(), multiLine(500), { error: 'must be sent as metadata[key]=value' })
    .optional()
    .openapi({
      param: { style: 'deepObject', explode: true },
      description:
        'Only bookings with these metadata, sent as `metadata[key]=value`. Requires `from` and `to`. One call looks at 5,000 bookings at most, so a page may have fewer than `limit`, or none; `nextCursor` continues the list.',
      example: { crmId: 'c-4711' },
    })

/** Which location a booker chooses. */
export const LocationChoice = z
  .strictObject({
    option: wholeNumber(0, 9, 'the list').optional().openapi({
      description: 'The position in `locations` of the event type, from 0. Default: 0.',
    }),
    value: singleLine(500).optional().openapi({
      description:
        'The place, for `ask_booker`. For `phone` without a number: the number to call; default: the phone of the booker.',
    }),
  })
  .openapi('LocationChoice', { description: 'One of the locations of the event type.' })

/** What bookers may change, in a body. */
export const BookerPolicyInput = z
  .strictObject({
    reapproveOnReschedule: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe(
        'Whether a booking that the provider approved needs approval again when its booker reschedules it. Its old time is then released at once. Default: false.',
      ),
    cancelUntilMinutes: wholeNumber(0, 525_600, 'minutes').nullable().optional().openapi({
      description:
        'How many minutes before the start bookers may cancel. Null, the default: until the start.',
    }),
    rescheduleUntilMinutes: wholeNumber(0, 525_600, 'minutes').nullable().optional().openapi({
      description:
        'How many minutes before the start bookers may reschedule. Null, the default: until the start.',
    }),
    maxReschedules: wholeNumber(0, 100, 'times').nullable().optional().openapi({
      description: 'How often bookers may reschedule a booking. Null, the default: any number.',
    }),
  })
  .openapi('BookerPolicyInput', {
    description:
      'Rules for bookers who change their bookings. They do not bind the account. Bookings keep the rules under which they were made. A change replaces all of them.',
  })

/** What bookers may change. */
export const BookerPolicy = z
  .object({
    reapproveOnReschedule: z
      .boolean()
      .describe(
        'Whether a booking that the provider approved needs approval again when its booker reschedules it.',
      ),
    cancelUntilMinutes: z.int().nullable().openapi({
      description: 'How many minutes before the start bookers may cancel. Null: until the start.',
      example: null,
    }),
    rescheduleUntilMinutes: z.int().nullable().openapi({
      description:
        'How many minutes before the start bookers may reschedule. Null: until the start.',
      example: null,
    }),
    maxReschedules: z.int().nullable().openapi({
      description: 'How often bookers may reschedule a booking. Null: any number.',
      example: null,
    }),
  })
  .openapi('BookerPolicy', { description: 'Rules for bookers who change their bookings.' })

/** The most seats of a session. */
export const SEATS_MAX = 500

const capacity = () =>
  wholeNumber(1, SEATS_MAX, 'seats').openapi({
    description:
      'How many seats each session has. A lower number cancels nobody: a session stays as full as it is.',
    example: 12,
  })

/** The seats of an event type, in a body. */
export const SeatsInput = z
  .strictObject({
    capacity: capacity(),
    showRemaining: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Whether bookers see how many seats are left. Default: true.'),
    maxPerBooking: wholeNumber(1, SEATS_MAX, 'seats').nullable().optional().openapi({
      description:
        'The most seats of one booking, except with `override`. Default, or null: a quarter of the capacity, rounded up, without an API key; any number with one.',
      example: 4,
    }),
  })
  .refine(({ capacity, maxPerBooking }) => (maxPerBooking ?? 1) <= capacity, {
    error: 'must be at most `capacity`',
    path: ['maxPerBooking'],
  })
  .openapi('SeatsInput', {
    description:
      'Makes each start a session that several parties book, each with its own booking. The first seat takes the time of the provider; the last party to leave frees it.',
  })

/** The seats of an event type. */
export const Seats = z
  .object({
    capacity: capacity(),
    showRemaining: z.boolean().describe('Whether bookers see how many seats are left.'),
    maxPerBooking: z.int().nullable().openapi({
      description:
        'The most seats of one booking. Null: a quarter of the capacity, rounded up, without an API key; any number with one. Public calls show the number that applies.',
      example: 4,
    }),
  })
  .openapi('Seats', { description: 'How many parties share a session of an event type.' })

/** How many seats a party takes, in a body. */
export const partySize = () =>
  wholeNumber(1, SEATS_MAX, 'seats').openapi({
    description:
      'How many seats the booking takes, for event types with `seats`. Others take 1. Default: 1.',
    example: 1,
  })

/** A color in a body. */
export const color = () => {
  const error = 'must be a color such as #1d6b57'
  return z
    .string({ error })
    .regex(/^#[0-9a-fA-F]{6}$/, { error })
    .toLowerCase()
    .openapi({ description: 'Its color in lists, calendars and on its page.', example: '#1d6b57' })
}
