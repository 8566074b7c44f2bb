import { z } from '@hono/zod-openapi'
import {
  AccountBookerInput,
  bookedInstead,
  bookingDurationMinutes,
  bookingOverride,
  fieldsOfBooker,
  NOTE,
  newStayInput,
  PublicBookerInput,
} from './booking-inputs.ts'
import { BOOKING_STATUSES, Booking, PublicBooking } from './bookings.ts'
import { metadataInput, partySize } from './event-type-options.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { namesUnit, namesWhen, OF_NIGHTS, WHEN } from './nights.ts'
import { expectedAmount } from './price-rules.ts'
import { InputError } from './problem.ts'
import { PROBLEM_CODES } from './problems.ts'
import { proofOfWork } from './proof-of-work.ts'
import { accountSlug } from './public-account.ts'
import { SlotReason } from './reasons.ts'
import { oneOf, proseText, wholeNumber } from './text.ts'
import { instantAnswer, instantText, momentText } from './time.ts'
import {
  SEQUENCE_GAP_MAX_MINUTES,
  SEQUENCE_GAP_MINUTES,
  SEQUENCE_PARTS_MAX,
} from './visit-rules.ts'

/** The most bookings of a group. */
export const GROUP_BOOKINGS_MAX = 24

/** The most stays of a group. */
export const GROUP_STAYS_MAX = 10

/** How often a recurring item can take place. */
export const RECURRENCE_FREQUENCIES = ['daily', 'weekly', 'monthly'] as const

const Recurrence = z
  .strictObject({
    frequency: oneOf(RECURRENCE_FREQUENCIES).openapi({
      description:
        '`monthly`: on the same day of the month. A month without that day has no such start.',
    }),
    interval: wholeNumber(1, 52, 'intervals').optional().openapi({
      description: '2 means every other day, week or month. Default: 1.',
      example: 1,
    }),
    count: wholeNumber(1, GROUP_BOOKINGS_MAX, 'bookings').openapi({
      description: 'How many starts there are, with the first one.',
      example: 6,
    }),
  })
  .openapi('GroupRecurrence', {
    description:
      "Repeats an item at the same time of day in the provider's time zone, also after the clocks change.",
  })

const COUNT = `must be a list of 1 to ${GROUP_BOOKINGS_MAX} items`

const Item = z
  .strictObject({
    eventTypeId: resourceId('eventType'),
    start: instantText()
      .optional()
      .describe('The start of a slot; with `recurrence`, the first one.'),
    ...newStayInput,
    recurrence: Recurrence.optional(),
    providerId: resourceId('provider')
      .optional()
      .describe('A candidate of the event type, who must be part of the booking.'),
    durationMinutes: bookingDurationMinutes(),
    expectedAmount: expectedAmount(),
    seats: partySize().optional(),
  })
  .refine(namesWhen, WHEN)
  .refine(namesUnit, OF_NIGHTS)
  .refine(({ start, recurrence }) => recurrence === undefined || start !== undefined, {
    error: 'is only possible with `start`',
    path: ['recurrence'],
  })
  .openapi('BookingGroupItem', {
    description: 'A booking of a group, a series of them, or a stay.',
  })

type ItemInput = z.infer<typeof Item>

const isStay = ({ arrival }: Pick<ItemInput, 'arrival'>): boolean => arrival !== undefined

/** What the group of an account and that of a booker have in common, in a body. */
const input = {
  items: z
    .array(Item, { error: COUNT })
    .min(1, { error: COUNT })
    .max(GROUP_BOOKINGS_MAX, { error: COUNT, abort: true })
    .refine(
      (items) =>
        items.reduce((sum, { recurrence }) => sum + (recurrence?.count ?? 1), 0) <=
        GROUP_BOOKINGS_MAX,
      { error: `can be ${GROUP_BOOKINGS_MAX} bookings at most, recurrences included` },
    )
    .refine((items) => items.every(isStay) || !items.some(isStay), {
      error: 'must all have a `start`, or all be stays: book times in a group of their own',
    })
    .refine((items) => items.filter(isStay).length <= GROUP_STAYS_MAX, {
      error: `can be ${GROUP_STAYS_MAX} stays at most`,
    })
    .openapi({
      description: `What to book: at most ${GROUP_BOOKINGS_MAX} bookings, recurrences included, or at most ${GROUP_STAYS_MAX} stays.`,
    }),
  onConflict: oneOf(['refuse', 'skip']).optional().openapi({
    description:
      'What happens if a start cannot be booked. `refuse`: nothing is booked. `skip`: the rest is booked, and `skipped` lists what is not. Default: `refuse`.',
  }),
  samePerson: z.boolean({ error: 'must be true or false' }).optional().openapi({
    description:
      'One candidate of the first requirement serves all bookings, and is kept when one of them moves. Without somebody who can serve all, nothing is booked; with `onConflict: skip`, the one who can serve the most in a row gets what they can. Default: false.',
  }),
  together: z.boolean({ error: 'must be true or false' }).optional().openapi({
    description:
      'The bookings are a visit: they are confirmed, moved and cancelled only as a whole, by the calls of the group. The event types must be confirmed alike, and `onConflict` must be `refuse`. Default: false.',
  }),
  sequence: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .openapi({
      description: `The 2 to ${SEQUENCE_PARTS_MAX} items follow each other, at most \`maxGapMinutes\` apart, as \`GET /v1/slots\` lists them with \`sequence\`. They are a visit, as with \`together\`. Items have no \`recurrence\`, \`seats\` or \`durationMinutes\`. Default: false.`,
    }),
  maxGapMinutes: wholeNumber(0, SEQUENCE_GAP_MAX_MINUTES, 'minutes')
    .optional()
    .openapi({
      description: `With \`sequence\`: the longest pause between two parts. Default: ${SEQUENCE_GAP_MINUTES}; without an API key, at most what \`visits\` of their providers allows, which is then the default.`,
      example: 15,
    }),
  note: proseText().optional().describe(`${NOTE} Each booking gets it.`),
  ...fieldsOfBooker,
}

/** The pause between parts is one of a sequence. */
const gapOfSequence = [
  ({
    sequence,
    maxGapMinutes,
  }: {
    readonly sequence?: boolean | undefined
    readonly maxGapMinutes?: number | undefined
  }) => maxGapMinutes === undefined || sequence === true,
  { error: 'applies only with `sequence`', path: ['maxGapMinutes'] as string[] },
] as const

interface GroupWishes {
  readonly items: readonly Pick<ItemInput, 'arrival'>[]
  readonly onConflict?: string | undefined
  readonly samePerson?: boolean | undefined
  readonly together?: boolean | undefined
  readonly sequence?: boolean | undefined
}

/** What a group of stays cannot have, with what is said about it. */
const notOfStays = (name: keyof GroupWishes, unwanted: string | true, why: string) =>
  [
    (body: GroupWishes) => body[name] !== unwanted || !body.items.some(isStay),
    { error: `is not possible for stays: ${why}`, path: [name] as string[] },
  ] as const

const NO_SKIP = notOfStays('onConflict', 'skip', 'all rooms are booked, or none')
const NO_PERSON = notOfStays('samePerson', true, 'they take units')
const NO_VISIT = notOfStays('together', true, 'each room can be changed by itself')
const NO_SEQUENCE = notOfStays('sequence', true, 'they do not follow each other')

/** `POST /v1/booking-groups`: several bookings in one transaction. */
export const BookingGroupCreate = z
  .strictObject({
    ...input,
    ...bookedInstead,
    booker: AccountBookerInput.optional().openapi({
      description: 'Optional if all bookings are holds, which then need it on confirmation.',
    }),
    override: bookingOverride(),
    metadata: metadataInput().optional(),
  })
  .refine(...gapOfSequence)
  .refine(...NO_SKIP)
  .refine(...NO_PERSON)
  .refine(...NO_VISIT)
  .refine(...NO_SEQUENCE)
  .openapi('BookingGroupCreate', { description: 'Several bookings that are made together.' })

/** `POST /v1/public/booking-groups`: several bookings by a booker without an API key. */
export const PublicBookingGroupCreate = z
  .strictObject({
    accountSlug: accountSlug(),
    ...input,
    booker: PublicBookerInput.optional().openapi({
      description: 'Optional if all bookings are holds, which then need it on confirmation.',
    }),
    proofOfWork: proofOfWork().optional(),
  })
  .refine(...gapOfSequence)
  .refine(...NO_SKIP)
  .refine(...NO_PERSON)
  .refine(...NO_VISIT)
  .refine(...NO_SEQUENCE)
  .openapi('PublicBookingGroupCreate', {
    description: 'Several bookings by a booker without an API key.',
  })

/** `POST /v1/booking-groups/{id}/cancel`. */
export const BookingGroupCancel = z
  .strictObject({
    scope: oneOf(['all', 'following']).openapi({
      description:
        '`all`: all bookings that have not started. `following`: those of them that start at `from` or later.',
    }),
    from: momentText()
      .optional()
      .describe(
        'The start of the first booking to cancel; a fraction of a second is dropped. Required with `following`.',
      ),
    reason: proseText().optional().describe('Why the bookings are cancelled.'),
  })
  .refine(({ scope, from }) => scope === 'all' || from !== undefined, {
    error: 'is required with `following`',
    path: ['from'],
  })
  .refine(({ scope, from }) => scope === 'following' || from === undefined, {
    error: 'applies only to `following`',
    path: ['from'],
  })
  .openapi('BookingGroupCancel', { description: 'Which bookings of a group are cancelled.' })

/** The most minutes by which a group is moved: 366 days. */
export const GROUP_SHIFT_MINUTES_MAX = 527_040

const SHIFT = `must be a whole number of minutes from -${GROUP_SHIFT_MINUTES_MAX} to ${GROUP_SHIFT_MINUTES_MAX}, and not 0`

/** `POST /v1/booking-groups/{id}/reschedule`. */
export const BookingGroupReschedule = z
  .strictObject({
    shiftMinutes: z
      .int({ error: SHIFT })
      .min(-GROUP_SHIFT_MINUTES_MAX, { error: SHIFT })
      .max(GROUP_SHIFT_MINUTES_MAX, { error: SHIFT })
      .refine((minutes) => minutes !== 0, { error: SHIFT })
      .optional()
      .openapi({
        description:
          'By how many minutes each booking moves on the wall clock of its own zone; negative: earlier. 1440 is the same time of the next day, also if the clocks change.',
        example: 1440,
      }),
    start: instantText()
      .optional()
      .describe(
        'The new start of the earliest of the bookings, instead of `shiftMinutes`. The others keep their distance from it on the wall clock.',
      ),
    override: bookingOverride(),
  })
  .refine(({ shiftMinutes, start }) => shiftMinutes !== undefined || start !== undefined, {
    error: 'is required, or `start` instead',
    path: ['shiftMinutes'],
  })
  .refine(({ shiftMinutes, start }) => shiftMinutes === undefined || start === undefined, {
    error: 'send `shiftMinutes` or `start`, not both',
    path: ['start'],
  })
  .openapi('BookingGroupReschedule', { description: 'Where the bookings of a group move to.' })

const shared = {
  id: resourceId('bookingGroup'),
  status: z
    .enum(BOOKING_STATUSES)
    .describe(
      'The status of the bookings: `pending` while one of them is, otherwise `confirmed` while one of them is, and so on: `completed`, `no_show`, `cancelled`, `expired`.',
    ),
  together: z.boolean().openapi({
    description:
      'Whether the bookings are a visit, which is confirmed, moved and cancelled only as a whole.',
    example: false,
  }),
  holdExpiresAt: instantAnswer()
    .nullable()
    .openapi({ description: 'When the first hold expires. Null if no booking is pending.' }),
  orderId: resourceId('order').nullable().openapi({
    description: 'The order that says what is paid for the bookings. Null if nothing is to pay.',
    example: null,
  }),
  checkoutUrl: z.string().nullable().openapi({
    description:
      'The page on which all bookings are paid that wait for it. Null if none does, or if they need something else first.',
    example: null,
  }),
  ...resourceFields,
}

const BOOKINGS = 'The bookings of the group, in the order in which they were asked for.'

/** A group of bookings, as the account sees it. */
export const BookingGroup = z
  .object({ ...shared, bookings: z.array(Booking).openapi({ description: BOOKINGS }) })
  .openapi('BookingGroup', {
    description:
      'Bookings that were made together. Each can also be changed by itself; the group shows it.',
  })

/** A group of bookings, as its booker sees it. */
export const PublicBookingGroup = z
  .object({
    ...shared,
    bookings: z.array(PublicBooking).openapi({
      description: `${BOOKINGS} Without those that were given to another email address.`,
    }),
  })
  .openapi('PublicBookingGroup', {
    description: 'Bookings that were made together, as their booker sees them.',
  })

const Skipped = z
  .object({
    itemIndex: z.int().openapi({ description: 'The position of the item, from 0.', example: 0 }),
    eventTypeId: resourceId('eventType'),
    start: instantAnswer().nullable().openapi({
      description: 'The start. Null if there is no such time.',
    }),
    localStart: z.string().openapi({
      description: "The start as wall time in the provider's time zone.",
      example: '2026-05-04T11:00',
    }),
    code: z
      .enum(PROBLEM_CODES)
      .openapi({ description: 'Why it was not booked.', example: 'slot_taken' }),
    detail: z.string().describe('What is wrong with it. For people.'),
    errors: z.array(InputError).optional().describe('Set with `validation_failed`.'),
    reasons: z.array(SlotReason).optional().describe('Set with `slot_not_bookable`.'),
  })
  .openapi('SkippedGroupBooking', { description: 'A booking that a group goes without.' })

const createdFields = {
  skipped: z
    .array(Skipped)
    .openapi({ description: 'What was not booked. Empty with `refuse`.', example: [] }),
  manageToken: z.string().openapi({
    description:
      'Lets the booker read, confirm and cancel this group, and change each of its bookings. Send it as `Authorization: Bearer hm_…`. Shown only in this response.',
    example: 'hm_…',
  }),
}

/** The response to the creation of a group. */
export const BookingGroupCreated = BookingGroup.extend(createdFields).openapi(
  'BookingGroupCreated',
  { description: 'A new group of bookings with its manage token.' },
)

/** The response to the creation of a group without an API key. */
export const PublicBookingGroupCreated = PublicBookingGroup.extend(createdFields).openapi(
  'PublicBookingGroupCreated',
  { description: 'A new group of bookings with its manage token.' },
)

const LIST_LIMIT = 'must be a whole number from 1 to 20'

/** `GET /v1/booking-groups`. */
export const BookingGroupListQuery = z.strictObject({
  ...pageQuery,
  limit: z
    .string()
    .regex(/^(?:[1-9]|1\d|20)$/, { error: LIST_LIMIT })
    .transform(Number)
    .default(10)
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: 20,
      default: 10,
      description: 'At most this many groups. Default: 10.',
    }),
})

/** A page of groups. */
export const BookingGroupList = listOf(BookingGroup, 'BookingGroupList')

export type BookingGroupCreate = z.infer<typeof BookingGroupCreate>
export type PublicBookingGroupCreate = z.infer<typeof PublicBookingGroupCreate>
