import { z } from '@hono/zod-openapi'
import { accessAnswer, accessRules } from './access-rules.ts'
import {
  bookingMinutes,
  durationAnswers,
  durationOptionsMinutes,
  hoursApplyToInput,
} from './durations.ts'
import {
  BookerPolicy,
  BookerPolicyInput,
  color,
  Location,
  LocationInput,
  Seats,
  SeatsInput,
  webAddress,
} from './event-type-options.ts'
import { resourceId } from './ids.ts'
import { EventTypeLimits, EventTypeLimitsInput } from './limits.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { grainQuery, nightsOfEventType, nightsOfEventTypeInput, nightsPatch } from './nights.ts'
import { AvailabilityRule, availabilityRules, DateOverride, dateOverrides } from './open-rules.ts'
import { orNull } from './or-null.ts'
import { PaymentRules, PaymentRulesInput } from './payment-rules.ts'
import {
  CandidateRule as CandidateRuleOf,
  candidateRules,
  PriceRule as PriceRuleOf,
  priceRules,
} from './price-rules.ts'
import { Question, QuestionInput } from './questions.ts'
import { releaseInput, releaseOrNull } from './release.ts'
import { Requirement, requirementsInput } from './requirements.ts'
import { nameText, oneOf, proseText, slugText, wholeNumber } from './text.ts'
import { timeZoneText } from './time.ts'
import { WaitlistRules, WaitlistRulesInput } from './waitlist-rules.ts'

/** How a booking is confirmed: by the booker, immediately, or by the provider. */
export const CONFIRMATIONS = ['hold', 'instant', 'approval'] as const

/** What the values of `CONFIRMATIONS` mean. */
export const CONFIRMATION =
  '`hold`: the booker confirms a pending booking. `instant`: confirmed immediately. `approval`: the provider confirms.'

/** Only an active event type offers slots and accepts bookings. */
export const EVENT_TYPE_STATUSES = ['active', 'inactive'] as const

const fields = {
  slug: slugText().openapi({
    description: 'Identifies the event type in links. Unique per provider.',
    example: 'first-visit',
  }),
  title: nameText().openapi({ description: 'The name that bookers see.', example: 'First visit' }),
  description: proseText().describe('Text for bookers, with line breaks.'),
  durationMinutes: bookingMinutes().openapi({
    description:
      'Length of a booking, at most 1,440 unless `hoursApplyTo` is `startAndEnd`. A change does not affect existing bookings.',
    example: 30,
  }),
  availabilityRules: availabilityRules().describe(
    'Hours of its own. A weekday without a rule is closed, and so is everything if the list is empty. Default: none; then it is open as `scheduleId` says, or else as the schedule of the provider says.',
  ),
  dateOverrides: dateOverrides().describe(
    'Dates with other hours than `availabilityRules`. Default: none.',
  ),
  timeZone: timeZoneText().describe(
    "The time zone of `availabilityRules`, an IANA name. Default: the provider's.",
  ),
  scheduleId: resourceId('schedule').describe(
    'The schedule that it is open by, instead of `availabilityRules`.',
  ),
  bufferBeforeMinutes: wholeNumber(0, 1440, 'minutes').openapi({
    description:
      'Time to keep free before each booking. The buffers of two bookings never overlap. Default: 0.',
  }),
  bufferAfterMinutes: wholeNumber(0, 1440, 'minutes').openapi({
    description: 'Time to keep free after each booking. Default: 0.',
  }),
  minNoticeMinutes: wholeNumber(0, 525_600, 'minutes').openapi({
    description: 'How many minutes before the start a booking must be made. Default: 0.',
  }),
  maxAdvanceDays: wholeNumber(1, 1095, 'days').openapi({
    description: 'How many days ahead can be booked. Default: 365.',
  }),
  slotStepMinutes: wholeNumber(1, 1440, 'minutes').openapi({
    description:
      'Minutes from one slot start to the next. Default: `durationMinutes`; with `hoursApplyTo` "startAndEnd" at most 60.',
  }),
  confirmation: oneOf(CONFIRMATIONS).openapi({
    description:
      '`hold`: the booker confirms within `holdMinutes`. `instant`: confirmed immediately. `approval`: the provider confirms within `approvalMinutes`. Default: `hold`.',
  }),
  holdMinutes: wholeNumber(1, 60, 'minutes').openapi({
    description: 'How many minutes the booker has to confirm. Default: 5.',
  }),
  approvalMinutes: wholeNumber(1, 43_200, 'minutes').openapi({
    description:
      'How many minutes the provider has to approve, at most until the start. Default: 1440.',
  }),
}

/** The options of an event type beside its times, for its creation. */
const options = {
  locations: z
    .array(LocationInput, { error: 'must be a list of locations' })
    .max(10, { error: 'must have at most 10 locations' })
    .openapi({ description: 'Where a booking can take place; the booker chooses. Default: none.' }),
  questions: z
    .array(QuestionInput, { error: 'must be a list of questions' })
    .max(20, { error: 'must have at most 20 questions' })
    .openapi({ description: 'What bookers are asked. Default: nothing.' }),
  policy: BookerPolicyInput,
  hidden: z.boolean({ error: 'must be true or false' }).openapi({
    description:
      'Whether it is left out of the page of its provider and of the directory. Its own page works. Default: false.',
  }),
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const redirectUrl = () => {
  const error =
    'must be an https address without a user name or password, such as https://example.com/thanks; http only for localhost'
  const isSafe = (text: string): boolean => {
    const url = URL.parse(text)
    const isPrivate = url?.protocol === 'https:' || LOOPBACK.test(url?.hostname ?? '')
    return isPrivate && url?.username === '' && url.password === ''
  }
  return webAddress()
    .refine(isSafe, { error })
    .describe(
      'Where the booking page leads after booking, with `bookingId`, `status`, `at` and `signature` added.',
    )
}

const reminderMinutes = () =>
  z
    .array(wholeNumber(5, 40_320, 'minutes'), { error: 'must be a list of minutes' })
    .max(5, { error: 'must have at most 5 reminders' })
    .refine((list) => new Set(list).size === list.length, { error: 'must not repeat a reminder' })

const REMINDERS = 'How many minutes before the start bookers are reminded. Empty: not at all.'

/** `POST /v1/event-types`. */
export const EventTypeCreate = z
  .strictObject({
    providerId: resourceId('provider'),
    slug: fields.slug,
    title: fields.title,
    durationMinutes: fields.durationMinutes.optional().openapi({
      description:
        'Length of a booking. Required, but not with `grain` "nights", and not with `spans`: then it follows from them.',
    }),
    ...nightsOfEventTypeInput,
    availabilityRules: fields.availabilityRules.optional(),
    description: fields.description.optional(),
    dateOverrides: fields.dateOverrides.optional(),
    timeZone: fields.timeZone.optional(),
    scheduleId: fields.scheduleId.optional(),
    requirements: requirementsInput().optional().openapi({
      description:
        'Whom and what a booking takes, at most 50 candidates of each requirement. Default: its provider. One provider serves one requirement of a booking.',
    }),
    bufferBeforeMinutes: fields.bufferBeforeMinutes.optional(),
    bufferAfterMinutes: fields.bufferAfterMinutes.optional(),
    minNoticeMinutes: fields.minNoticeMinutes.optional(),
    maxAdvanceDays: fields.maxAdvanceDays.optional(),
    slotStepMinutes: fields.slotStepMinutes.optional(),
    confirmation: fields.confirmation.optional(),
    holdMinutes: fields.holdMinutes.optional(),
    approvalMinutes: fields.approvalMinutes.optional(),
    durationOptionsMinutes: durationOptionsMinutes()
      .optional()
      .openapi({
        description:
          'The durations that bookers choose from. The first one is the default and equals `durationMinutes`.',
        example: [30, 60],
      }),
    hoursApplyTo: hoursApplyToInput(),
    locations: options.locations.optional(),
    questions: options.questions.optional(),
    policy: options.policy.optional(),
    redirectUrl: redirectUrl().optional(),
    hidden: options.hidden.optional(),
    color: color().optional(),
    reminderMinutes: reminderMinutes()
      .optional()
      .openapi({
        description: `${REMINDERS} Default: as the account says.`,
        example: [1440, 60],
      }),
    payment: PaymentRulesInput.optional(),
    candidateRules: candidateRules().optional(),
    priceRules: priceRules().optional(),
    access: accessRules().optional(),
    release: releaseInput(),
    limits: EventTypeLimitsInput.optional(),
    waitlist: WaitlistRulesInput.optional().openapi({
      description: 'Lets people wait for time that becomes free. Default: no wait list.',
    }),
    seats: SeatsInput.optional().openapi({
      description:
        'How many parties share a session. Not together with `durationOptionsMinutes`. Default: each booking takes its time alone.',
    }),
  })
  .openapi('EventTypeCreate', {
    description: 'A new event type. Omitted fields get their defaults.',
  })

/** `PATCH /v1/event-types/{id}`: omitted fields keep their values. Null removes an optional value. */
export const EventTypePatch = EventTypeCreate.omit({
  providerId: true,
  grain: true,
  propertyId: true,
})
  .partial()
  .extend({
    description: fields.description.nullable().optional(),
    ...nightsPatch,
    availabilityRules: fields.availabilityRules
      .nullable()
      .optional()
      .describe(
        'Hours of its own. Null removes them with `dateOverrides` and `timeZone`; then it is open as `scheduleId` says, or else as the schedule of the provider says.',
      ),
    timeZone: fields.timeZone
      .nullable()
      .optional()
      .describe("The time zone of `availabilityRules`. Null: the provider's."),
    scheduleId: fields.scheduleId
      .nullable()
      .optional()
      .describe('The schedule that it is open by. Null removes it.'),
    requirements: requirementsInput().nullable().optional().openapi({
      description: 'Whom and what a booking takes. Null: its provider.',
    }),
    durationOptionsMinutes: durationOptionsMinutes()
      .nullable()
      .optional()
      .openapi({
        description:
          'The durations that bookers choose from, the default first. Null: only `durationMinutes`.',
        example: [30, 60],
      }),
    redirectUrl: redirectUrl().nullable().optional(),
    color: color().nullable().optional(),
    reminderMinutes: reminderMinutes()
      .nullable()
      .optional()
      .openapi({ description: `${REMINDERS} Null: as the account says.`, example: [1440, 60] }),
    payment: PaymentRulesInput.nullable()
      .optional()
      .openapi({ description: 'What a booking costs. Null: nothing.' }),
    release: releaseInput(),
    limits: EventTypeLimitsInput.nullable()
      .optional()
      .openapi({ description: 'How many bookings it takes. Null: any number.' }),
    waitlist: WaitlistRulesInput.nullable().optional().openapi({
      description:
        'Lets people wait for time that becomes free. Null: no wait list; everybody on it leaves it.',
    }),
    seats: SeatsInput.nullable().optional().openapi({
      description: 'How many parties share a session. Null: each booking takes its time alone.',
    }),
  })
  .openapi('EventTypePatch', {
    description: 'Changes to an event type. Omitted fields keep their values.',
  })

/** A bookable service of a provider. */
export const EventType = z
  .object({
    id: resourceId('eventType'),
    providerId: resourceId('provider'),
    status: z
      .enum(EVENT_TYPE_STATUSES)
      .describe('Only an `active` event type offers slots and accepts bookings.'),
    slug: z
      .string()
      .openapi({ description: 'Identifies the event type in links.', example: 'first-visit' }),
    title: z
      .string()
      .openapi({ description: 'The name that bookers see.', example: 'First visit' }),
    description: z.string().nullable().describe('Text for bookers. Null if there is none.'),
    ...nightsOfEventType,
    durationMinutes: z.int().nullable().openapi({
      description: 'Length of a booking. Null with `grain` "nights".',
      example: 30,
    }),
    slotStepMinutes: z.int().nullable().openapi({
      description: 'Minutes from one slot start to the next. Null with `grain` "nights".',
      example: 30,
    }),
    bufferBeforeMinutes: z
      .int()
      .openapi({ description: 'Time kept free before each booking.', example: 0 }),
    bufferAfterMinutes: z
      .int()
      .openapi({ description: 'Time kept free after each booking.', example: 0 }),
    minNoticeMinutes: z.int().openapi({
      description: 'How many minutes before the start a booking must be made.',
      example: 0,
    }),
    maxAdvanceDays: z
      .int()
      .openapi({ description: 'How many days ahead can be booked.', example: 365 }),
    availabilityRules: z
      .array(AvailabilityRule)
      .nullable()
      .describe(
        'Hours of its own. Null if it is open as `scheduleId` or the schedule of the provider says.',
      ),
    dateOverrides: z
      .array(DateOverride)
      .describe('Dates with other hours than `availabilityRules`.'),
    timeZone: z.string().nullable().openapi({
      description: "The time zone of `availabilityRules`. Null: the provider's.",
      example: null,
    }),
    scheduleId: resourceId('schedule')
      .nullable()
      .describe('The schedule that it is open by. Null if there is none.'),
    requirements: z.array(Requirement).nullable().openapi({
      description: 'Whom and what a booking takes. Null: its provider.',
      example: null,
    }),
    confirmation: z.enum(CONFIRMATIONS).describe(CONFIRMATION),
    holdMinutes: z
      .int()
      .openapi({ description: 'How many minutes the booker has to confirm a hold.', example: 5 }),
    approvalMinutes: z
      .int()
      .openapi({ description: 'How many minutes the provider has to approve.', example: 1440 }),
    ...durationAnswers,
    locations: z
      .array(Location)
      .openapi({ description: 'Where a booking can take place.', example: [] }),
    questions: z.array(Question).openapi({ description: 'What bookers are asked.', example: [] }),
    policy: BookerPolicy,
    redirectUrl: z.string().nullable().openapi({
      description: 'Where the booking page leads after booking. Null: nowhere.',
      example: null,
    }),
    hidden: z.boolean().openapi({
      description: 'Whether it is left out of the page of its provider and of the directory.',
      example: false,
    }),
    color: z
      .string()
      .nullable()
      .openapi({ description: 'Its color. Null if it has none.', example: null }),
    reminderMinutes: z
      .array(z.int())
      .nullable()
      .openapi({ description: `${REMINDERS} Null: as the account says.`, example: null }),
    payment: orNull(PaymentRules, 'What a booking costs. Null: nothing.'),
    candidateRules: z
      .array(CandidateRuleOf)
      .openapi({ description: 'What some candidates need and cost.', example: [] }),
    priceRules: z
      .array(PriceRuleOf)
      .openapi({ description: 'Other prices at some times of the week.', example: [] }),
    access: accessAnswer(),
    release: releaseOrNull(),
    limits: orNull(EventTypeLimits, 'How many bookings it takes. Null: any number.'),
    waitlist: orNull(WaitlistRules, 'Its wait list. Null if it has none.'),
    seats: orNull(
      Seats,
      'How many parties share a session. Null: each booking takes its time alone.',
    ),
    ...changedFields,
  })
  .openapi('EventType', { description: 'A bookable service of a provider, with its rules.' })

/** `GET /v1/event-types`. */
export const EventTypeListQuery = z.strictObject({
  providerId: resourceId('provider').optional(),
  status: oneOf(EVENT_TYPE_STATUSES).optional().describe('Only event types with this status.'),
  grain: grainQuery(),
  ...pageQuery,
})

/** `GET /v1/event-types/by-slug/{slug}`. */
export const EventTypeBySlugQuery = z.strictObject({
  providerId: resourceId('provider')
    .optional()
    .openapi({ description: 'Required if several providers use the slug.' }),
})

/** `GET /v1/event-types`. */
export const EventTypeList = listOf(EventType, 'EventTypeList')

export type EventTypeCreate = z.infer<typeof EventTypeCreate>
export type EventTypePatch = z.infer<typeof EventTypePatch>
export type EventType = z.infer<typeof EventType>
export type EventTypeListQuery = z.infer<typeof EventTypeListQuery>
