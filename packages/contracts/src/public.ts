import { z } from '@hono/zod-openapi'
import { GROUP_BOOKINGS_MAX } from './booking-groups.ts'
import { BOOKING_STATUSES, PublicBooking } from './bookings.ts'
import { Night } from './calendars.ts'
import { durationAnswers } from './durations.ts'
import { Location, Seats } from './event-type-options.ts'
import { CONFIRMATION, CONFIRMATIONS } from './event-types.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { datesOfStay, nightsOfEventType } from './nights.ts'
import { orNull } from './or-null.ts'
import { PublicPaymentRules, refundFields } from './payment-rules.ts'
import { PriceRange } from './price-rules.ts'
import { proofOfWork } from './proof-of-work.ts'
import { accountSlug, PublicAccount } from './public-account.ts'
import { PublicLead, Question } from './questions.ts'
import { openingOrNull } from './release.ts'
import { nextFrom, Slot } from './slots.ts'
import { StayPolicy } from './stay-policy.ts'
import { emailText, localeText, nameText, proseText, singleLine, slugText } from './text.ts'
import { dateText, instantAnswer } from './time.ts'
import { WaitlistRules } from './waitlist-rules.ts'

const eventTypeFields = {
  id: z.string().openapi({
    description: 'The id of the event type.',
    example: 'ety_01k5w3q8v0m9c2r4t6x8z0b1d3',
  }),
  slug: z.string().openapi({
    description: 'Identifies the event type in links.',
    example: 'first-visit',
  }),
  title: z.string().openapi({ description: 'The name of the event type.', example: 'First visit' }),
  description: z.string().nullable().describe('Text for bookers. Null if there is none.'),
  durationMinutes: z
    .int()
    .nullable()
    .openapi({ description: 'Length of a booking. Null with `grain` "nights".', example: 30 }),
  confirmation: z.enum(CONFIRMATIONS).describe(CONFIRMATION),
  ...durationAnswers,
  color: z
    .string()
    .nullable()
    .openapi({ description: 'Its color. Null if it has none.', example: null }),
  payment: orNull(PublicPaymentRules, 'What a booking costs. Null: nothing.'),
  durationsMinutes: z.array(z.int()).openapi({
    description: 'All durations that a booking can have, also those of single candidates.',
    example: [30],
  }),
  priceRange: orNull(
    PriceRange,
    'The lowest and the highest price, for one seat. Each slot has its own. Null: nothing is to pay.',
  ),
  release: openingOrNull(),
  waitlist: orNull(WaitlistRules, 'Its wait list, to join if no slot fits. Null if it has none.'),
  seats: orNull(
    Seats,
    'How many parties share a session; a booking takes up to `capacity` seats. Null: each booking takes its time alone.',
  ),
}

const providerFields = {
  slug: z.string().openapi({
    description: 'Identifies the provider in links.',
    example: 'ada-weber',
  }),
  path: z.string().openapi({
    description:
      'Path of the public page. Append the slug of an event type for its booking page. It names the account if the links of the account begin with `/a/`.',
    example: '/ada-weber',
  }),
  name: z.string().openapi({ description: 'The name of the provider.', example: 'Dr. Ada Weber' }),
  specialty: z.string().nullable().describe('What it is searched by. Null if unknown.'),
  timeZone: z.string().openapi({
    description: 'The time zone of the provider.',
    example: 'Europe/Berlin',
  }),
}

/** The public view of an event type, sufficient for a booking page. */
export const PublicEventType = z
  .object({
    ...eventTypeFields,
    grain: nightsOfEventType.grain,
    ratePlanIds: nightsOfEventType.ratePlanIds,
    photos: nightsOfEventType.photos,
    securityDeposit: nightsOfEventType.securityDeposit,
    provider: z
      .object(providerFields)
      .openapi('PublicProvider', { description: 'The public view of a provider.' }),
    account: PublicAccount,
    locations: z.array(Location).openapi({
      description:
        'Where a booking can take place: send the position of one as `location.option`. A `link` is shown once booked.',
      example: [],
    }),
    questions: z.array(Question).openapi({ description: 'What bookers are asked.', example: [] }),
    leads: z.array(PublicLead).openapi({
      description: 'The event types that `optionRules` of `questions` lead to.',
      example: [],
    }),
    choices: z
      .array(
        z
          .object({
            requirement: z
              .string()
              .openapi({ description: 'The name of the requirement.', example: 'doctor' }),
            candidates: z
              .array(
                z.object({
                  providerId: resourceId('provider'),
                  name: z.string().openapi({
                    description: 'The name of the provider.',
                    example: 'Dr. Ana Pérez',
                  }),
                }),
              )
              .describe('Who can be chosen: send one as `providerId`.'),
          })
          .openapi('PublicChoice', {
            description: 'The candidates of a requirement among whom a booker may choose.',
          }),
      )
      .openapi({
        description:
          'Whom a booker may choose. Empty if there is no choice. At most one candidate in all can be chosen.',
        example: [],
      }),
    canAddServices: z.boolean().openapi({
      description:
        'Whether bookers may add other services of the page, as one visit: `GET /v1/public/{providerSlug}` with `addTo` lists them.',
      example: false,
    }),
    slots: z.array(Slot).optional().openapi({
      description: 'The bookable slots of the range. Set if the request has `from` and `to`.',
    }),
    slotsNextFrom: nextFrom(),
  })
  .openapi('PublicEventType', {
    description: 'The public view of an event type, sufficient for a booking page.',
  })

/** The public view of a provider with its bookable event types. */
export const PublicProviderPage = z
  .object({
    ...providerFields,
    account: PublicAccount,
    eventTypes: z
      .array(
        z.object(eventTypeFields).openapi('PublicEventTypeSummary', {
          description: 'The public view of an event type in a list.',
        }),
      )
      .describe('Its bookable event types.'),
    propertyId: resourceId('property').nullable().openapi({
      description:
        'The property of a unit, whose stays guests search at `/stays/{propertyId}`. Null for others.',
      example: null,
    }),
    nextOpenedDate: z.string().nullable().openapi({
      description:
        'The first date from today on, in the time zone of the provider, on which slots are opened without an event type. All of them may be taken. Null if there is none.',
      format: 'date',
      example: '2026-04-27',
    }),
  })
  .openapi('PublicProviderPage', {
    description: 'The public view of a provider with its bookable event types.',
  })

/** `GET /v1/directory`. */
export const DirectoryQuery = z.strictObject({
  accountSlug: slugText().optional().openapi({
    description:
      'Only the listed providers of the account with this slug. Default: those of all accounts that are in the shared directory.',
    example: 'lakeside-practice',
  }),
  specialty: singleLine(100).optional().openapi({ description: 'Case-insensitive.' }),
  ...pageQuery,
})

/** The listed providers with their bookable event types. */
export const Directory = listOf(PublicProviderPage, 'Directory')

/** A booking that was made together with another one, as their booker knows it. */
const BookedTogether = z
  .object({
    id: resourceId('booking'),
    status: z.enum(BOOKING_STATUSES).describe('`pending` or `confirmed`.'),
    start: instantAnswer().openapi({ description: 'When it starts.' }),
    end: instantAnswer().openapi({ description: 'When it ends.' }),
    ...datesOfStay,
    eventTypeTitle: z.string().nullable().openapi({
      description: 'The name of its event type. Null for a slot that the provider opened.',
      example: 'Massage',
    }),
    providerNames: z
      .array(z.string())
      .openapi({ description: 'The people, rooms and equipment.', example: ['Ada Weber'] }),
  })
  .openapi('BookedTogether', {
    description: 'A booking that was made together with another one, in a booking group.',
  })

/** A booking with the names that its booker knows it by, and the path to reschedule it. */
export const BookingDetails = z
  .object({
    booking: PublicBooking,
    provider: z
      .object({
        name: z.string().describe('The name of the provider.'),
        timeZone: z.string().describe('The time zone of the provider.'),
        slug: z.string().openapi({
          description:
            'Identifies the provider in public links. The slots of a booking without an event type are at `/v1/public/{slug}/opened-slots`.',
          example: 'ada-weber',
        }),
        path: z.string().openapi({
          description:
            'Path of the public page of the provider. If it begins with `/a/{accountSlug}/`, send `accountSlug` in public calls.',
          example: '/ada-weber',
        }),
      })
      .describe(
        'The provider of the booking. If it has `assignments`: the provider of its event type, whose page leads to its slots.',
      ),
    eventType: z
      .object({
        title: z.string().describe('The name of the event type.'),
        durationMinutes: z
          .int()
          .nullable()
          .describe('Length of a new booking. Null with `grain` "nights".'),
        questions: z
          .array(Question.pick({ id: true, label: true }))
          .openapi({ description: 'Its questions, without private ones.', example: [] }),
        path: z.string().openapi({
          description:
            'Path of the public booking page. The slots are at `/v1/public{path}/slots`; if the path begins with `/a/{accountSlug}/`, leave that out and send `accountSlug`.',
          example: '/ada-weber/first-visit',
        }),
      })
      .nullable()
      .openapi({ description: 'Null if the booking is for a slot that the provider opened.' }),
    chosenProviderId: z.string().nullable().openapi({
      description:
        'The candidate whom the booker chose and who takes part. A move keeps it. Null if nobody was chosen.',
      example: null,
    }),
    ...refundFields,
    together: z.boolean().openapi({
      description:
        'Whether the booking is part of a visit, which is confirmed, moved and cancelled only as a whole. The manage token of the booking then opens its group, too.',
      example: false,
    }),
    groupBookings: z
      .array(BookedTogether)
      .max(GROUP_BOOKINGS_MAX - 1)
      .openapi({
        description:
          'The other bookings of its group that are pending or confirmed, by start. They stay as they are if this booking is moved or cancelled, unless it is part of a visit. Without those that were given to another email address; empty if this one was.',
        example: [],
      }),
    account: PublicAccount,
  })
  .openapi('BookingDetails', {
    description: 'A booking with the names that its booker knows it by.',
  })

/** `GET /v1/stays/{calendarId}`. */
export const PublicStaysQuery = z.strictObject({
  accountSlug: accountSlug(),
  from: dateText().openapi({ description: 'The date on which the first night begins.' }),
  to: dateText().openapi({ description: 'Exclusive. At most 731 nights after `from`.' }),
})

/** The public view of a calendar of stays. */
export const PublicStays = z
  .object({
    name: z.string().openapi({
      description: 'The name of the calendar.',
      example: 'House by the lake',
    }),
    timeZone: z.string().openapi({
      description: 'The time zone of its dates.',
      example: 'Europe/Berlin',
    }),
    stayPolicy: StayPolicy,
    account: PublicAccount,
    nights: z.array(Night).describe('The nights of the range, in order.'),
  })
  .openapi('PublicStays', { description: 'The public view of a calendar of stays.' })

/** `POST /v1/stays/{calendarId}`: a stay by a guest without an API key. */
export const PublicStayCreate = z
  .strictObject({
    arrival: dateText().describe('Arrival date, on which the first night begins.'),
    departure: dateText().openapi({ description: 'Departure date (exclusive).' }),
    accountSlug: accountSlug(),
    guest: z
      .strictObject({
        name: nameText().describe('The full name.'),
        email: emailText().describe('Receives the confirmation and the invitation.'),
        locale: localeText().optional().openapi({
          description:
            "The guest's language. Emails and the invitation are in this language if it is one of `en`, `de`, `fr`, `es`, `it`, `nl`, `pt`, `pl`, `tr`, `ja` and `ar`, otherwise in English.",
        }),
      })
      .openapi('PublicGuestInput', { description: 'The guest of the stay.' }),
    proofOfWork: proofOfWork().optional(),
    note: proseText().optional().describe('A message to the owner.'),
  })
  .openapi('PublicStayCreate', { description: 'A stay by a guest without an API key.' })

export type PublicEventType = z.infer<typeof PublicEventType>
export type PublicProviderPage = z.infer<typeof PublicProviderPage>
export type Directory = z.infer<typeof Directory>
export type BookingDetails = z.infer<typeof BookingDetails>
export type PublicStays = z.infer<typeof PublicStays>
