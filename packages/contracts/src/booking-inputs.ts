import { z } from '@hono/zod-openapi'
import { bookingMinutes } from './durations.ts'
import {
  guestsInput,
  LocationChoice,
  LocationInput,
  metadataInput,
  metadataPatch,
  partySize,
} from './event-type-options.ts'
import { resourceId } from './ids.ts'
import {
  namesUnit,
  namesWhen,
  OccupantsInput,
  OF_NIGHTS,
  stayInput,
  unitInput,
  WHEN,
} from './nights.ts'
import { expectedAmount } from './price-rules.ts'
import { proofOfWork } from './proof-of-work.ts'
import { accountSlug } from './public-account.ts'
import { answersInput, answersPatch } from './questions.ts'
import { rateInput } from './quotes.ts'
import { emailText, localeText, nameText, proseText, singleLine, slugText } from './text.ts'
import { instantText, timeZoneText } from './time.ts'

/** What `note` is. */
export const NOTE = 'A message from the booker to the provider.'

/** Your own identifier of a booker. */
export const bookerId = () =>
  singleLine(128).openapi({ description: 'Your own identifier for the booker.', example: 'u-17' })

const phoneInput = () =>
  singleLine(40).openapi({
    description:
      'The phone number, best with `+` and the country code. Stored in the form of E.164.',
    example: '+41443334455',
  })

/** Fields that a booker fills in, beside who they are. */
export const fieldsOfBooker = {
  location: LocationChoice.optional(),
  answers: answersInput().optional(),
  guests: guestsInput().optional(),
}

/** What a body says of a new booking of nights: its dates, its unit, who stays, and at which price. */
export const newStayInput = {
  ...stayInput,
  ...unitInput,
  occupants: OccupantsInput.optional(),
  ...rateInput,
}

/** The length of a booking, where its event type offers several. */
export const bookingDurationMinutes = () =>
  bookingMinutes().optional().openapi({
    description:
      'One of `durationOptionsMinutes` of the event type, or the length of the slot. Default: the first, or that of `providerId`.',
    example: 30,
  })

const bookerName = () =>
  nameText().openapi({ description: 'The full name.', example: 'Grace Hopper' })

/** Fields that a booker fills in, beside name and address. */
const aboutBooker = {
  id: bookerId().optional(),
  timeZone: timeZoneText()
    .optional()
    .describe("The booker's time zone. Emails show times in it. Default: the provider's."),
  phone: phoneInput().optional(),
  locale: localeText().optional().openapi({
    description:
      "The booker's language. Emails and the invitation are in this language if it is one of `en`, `de`, `fr`, `es`, `it`, `nl`, `pt`, `pl`, `tr`, `ja` and `ar`, otherwise in English.",
  }),
}

/** The person who books, in a body. */
export const BookerInput = z
  .strictObject({
    name: bookerName(),
    email: emailText().openapi({
      description: 'Receives the confirmation and the invitation. Stored in lowercase.',
      example: 'grace@example.com',
    }),
    ...aboutBooker,
  })
  .openapi('BookerInput', { description: 'The person who books.' })

/** A person whom the account books, in a body. */
export const AccountBookerInput = z
  .strictObject({
    name: bookerName(),
    email: emailText().optional().openapi({
      description:
        'Receives the confirmation and the invitation. Stored in lowercase. Without it, the person gets no emails and is added to the contacts.',
      example: 'grace@example.com',
    }),
    ...aboutBooker,
  })
  .openapi('AccountBookerInput', { description: 'A person whom the account books.' })

/** The person who books without an API key, in a body. */
export const PublicBookerInput = AccountBookerInput.omit({ id: true })
  .extend({
    email: emailText().optional().openapi({
      description:
        'Receives the confirmation and the invitation. Stored in lowercase. Optional with a `phone`, if `bookerContact` of the account is `emailOrPhone`: then nobody gets emails.',
      example: 'grace@example.com',
    }),
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, {
    error: 'is required, or `phone` where the account takes bookings by phone',
    path: ['email'],
  })
  .openapi('PublicBookerInput', { description: 'The person who books.' })

/** The person who waits without an API key, in a body: offers are sent by email. */
export const PublicWaiterInput = BookerInput.omit({ id: true }).openapi('PublicWaiterInput', {
  description: 'The person who waits. Offers are sent by email.',
})

const WHAT = 'send `eventTypeId`, or `providerId` for a slot that the provider opened'

const CHOSEN = 'A candidate of the event type, who must be part of the booking.'

/** Books outside the rules, for `POST` of bookings and of their moves. */
export const bookingOverride = () =>
  z.boolean({ error: 'must be true or false' }).optional().openapi({
    description:
      'Books outside the rules, with an API key only. Skips hours, minimum notice, maximum advance, the grid, time off, busy times of connected calendars, and the status of the event type. Time that is already claimed stays taken. `start` is a whole minute, at most 24 hours ago and at most 1,095 days ahead. Default: false.',
  })

/** Whom the account books instead of a person that it sends. */
export const bookedInstead = {
  contactId: resourceId('contact').optional().describe('Books a contact, instead of `booker`.'),
  anonymous: z.literal(true, { error: 'must be true, or absent' }).optional().openapi({
    description: 'Books somebody who is not named, instead of `booker`.',
    example: true,
  }),
}

const WAITING_NUMBER = { error: 'must be a whole number from 1 to 99999' }

/** `POST /v1/bookings/{id}/check-in`. */
export const BookingCheckIn = z
  .strictObject({
    number: z
      .int(WAITING_NUMBER)
      .min(1, WAITING_NUMBER)
      .max(99_999, WAITING_NUMBER)
      .optional()
      .openapi({ description: 'The number that the person waits with.', example: 27 }),
  })
  .openapi('BookingCheckIn', { description: 'The arrival of a person.' })

/** `POST /v1/bookings`: books an event type, or a slot that the provider opened. */
export const BookingCreate = z
  .strictObject({
    eventTypeId: resourceId('eventType').optional(),
    providerId: resourceId('provider')
      .optional()
      .describe(`With \`eventTypeId\`: ${CHOSEN} Alone: the provider whose opened slot is booked.`),
    start: instantText().optional().describe('The start of a slot, or any time with `override`.'),
    ...newStayInput,
    durationMinutes: bookingDurationMinutes(),
    expectedAmount: expectedAmount(),
    seats: partySize().optional(),
    override: bookingOverride(),
    booker: AccountBookerInput.optional().openapi({
      description: 'The person who books. Required, unless `contactId` or `anonymous` is sent.',
    }),
    ...bookedInstead,
    note: proseText().optional().describe(NOTE),
    ...fieldsOfBooker,
    metadata: metadataInput().optional(),
  })
  .refine((body) => body.eventTypeId !== undefined || body.providerId !== undefined, {
    error: WHAT,
    path: ['eventTypeId'],
  })
  .refine(namesWhen, WHEN)
  .refine(namesUnit, OF_NIGHTS)
  .openapi('BookingCreate', {
    description: 'A booking of an event type, or of a slot that the provider opened.',
  })

const PUBLIC_WHAT =
  'send `eventTypeId`, or `providerSlug` and `eventTypeSlug` from the link of the booking page, or `providerSlug` alone for a slot that the provider opened'

/** `POST /v1/public/bookings`: a booking by a booker without an API key. */
export const PublicBookingCreate = z
  .strictObject({
    accountSlug: accountSlug(),
    providerSlug: slugText().optional().describe('The slug of the provider.'),
    eventTypeSlug: slugText().optional().describe('The slug of its event type.'),
    eventTypeId: resourceId('eventType').optional(),
    providerId: resourceId('provider')
      .optional()
      .describe(`${CHOSEN} Only where the event type lets bookers choose.`),
    start: instantText().optional().describe('The start of a slot.'),
    ...newStayInput,
    durationMinutes: bookingDurationMinutes(),
    expectedAmount: expectedAmount(),
    seats: partySize().optional(),
    booker: PublicBookerInput.optional().openapi({
      description: 'Optional for a hold, which then needs it on confirmation.',
    }),
    proofOfWork: proofOfWork().optional(),
    note: proseText().optional().describe(NOTE),
    ...fieldsOfBooker,
  })
  .refine(
    ({ providerSlug, eventTypeSlug, eventTypeId }) =>
      eventTypeId === undefined
        ? providerSlug !== undefined
        : providerSlug === undefined && eventTypeSlug === undefined,
    { error: PUBLIC_WHAT, path: ['eventTypeId'] },
  )
  .refine(namesWhen, WHEN)
  .refine(namesUnit, OF_NIGHTS)
  .openapi('PublicBookingCreate', { description: 'A booking by a booker without an API key.' })

/** `POST /v1/bookings/{id}/confirm`: empty, or the booker of a hold. */
export const BookingConfirm = z
  .strictObject({
    booker: PublicBookerInput.optional(),
    note: proseText().optional().describe(NOTE),
    withoutPayment: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description:
        'With an API key: confirms a request although its price is not paid. Otherwise its approval asks for the payment, and another approval changes nothing. Default: false.',
    }),
    ...fieldsOfBooker,
  })
  .superRefine(({ booker, withoutPayment: _, ...details }, context) => {
    if (booker !== undefined) return
    for (const [name, value] of Object.entries(details)) {
      if (value === undefined) continue
      context.addIssue({ code: 'custom', message: 'requires `booker`', path: [name] })
    }
  })
  .openapi('BookingConfirm', { description: 'Empty, or the booker of a hold that has none yet.' })

/** `PATCH /v1/bookings/{id}`: omitted fields keep their values. Null removes an optional value. */
export const BookingPatch = z
  .strictObject({
    note: proseText().nullable().optional().describe(`${NOTE} Null removes it.`),
    booker: z
      .strictObject({
        name: nameText().optional().describe('The full name.'),
        email: emailText()
          .optional()
          .describe('Receives the emails about this booking from now on.'),
        id: bookerId().nullable().optional(),
        timeZone: timeZoneText()
          .nullable()
          .optional()
          .describe("The booker's time zone. Null removes it."),
        phone: phoneInput().nullable().optional(),
        locale: localeText()
          .nullable()
          .optional()
          .describe("The booker's language. Null removes it."),
      })
      .optional()
      .openapi({
        description: 'A hold that has no booker yet needs `name` and `email`.',
      }),
    location: LocationInput.nullable()
      .optional()
      .describe('Where it takes place: any location. Null removes it.'),
    answers: answersPatch().optional(),
    guests: guestsInput().optional(),
    metadata: metadataPatch().optional(),
  })
  .openapi('BookingPatch', {
    description: 'Changes to a booking. Omitted fields keep their values.',
  })

/** `POST /v1/bookings/{id}/confirm-email`. */
export const EmailProof = z
  .strictObject({
    token: singleLine(100).openapi({
      description: 'The token from the link in the email.',
      example: 'hm_…',
    }),
  })
  .openapi('EmailProof', {
    description: "The proof that a booker owns the booking's email address.",
  })

/** `POST /v1/bookings/{id}/cancel`. */
export const BookingCancel = z
  .strictObject({
    reason: proseText().optional().describe('Why the booking is cancelled.'),
  })
  .openapi('BookingCancel', { description: 'The reason of a cancellation.' })

/** The body of an action without parameters. */
export const NoInput = z.strictObject({}).openapi('NoInput', { description: 'An empty object.' })

export type BookingCreate = z.infer<typeof BookingCreate>
export type PublicBookingCreate = z.infer<typeof PublicBookingCreate>
