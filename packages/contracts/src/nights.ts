import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { orNull } from './or-null.ts'
import { photos, photosInput } from './photos.ts'
import { GRAINS, OutOfOrder } from './providers.ts'
import { accountSlug } from './public-account.ts'
import { StayReason } from './reasons.ts'
import { SecurityDeposit, SecurityDepositInput } from './security-deposits.ts'
import { stayWeekdays } from './stay-policy.ts'
import { oneOf, wholeNumber } from './text.ts'
import { dateText } from './time.ts'

/** What an event type books, in a request. */
const grain = () =>
  oneOf(GRAINS).openapi({
    description:
      'What is booked: `time`, or `nights` of the unit that `providerId` names. An event type of nights has `stay` and `occupancy` instead of a duration, hours, buffers, limits, seats and a wait list, and at most one of `requirements`: the units of its property of which a stay takes one, and `payment` is the price of a night. Default: `time`.',
    example: 'time',
  })

const MAX_NIGHTS = 366
const ADULTS_MAX = 100
const CHILDREN_MAX = 20

const nights = (what: string, standard: number) =>
  wholeNumber(1, MAX_NIGHTS, 'nights').openapi({
    description: `${what} number of nights. Default: ${standard}.`,
    example: standard,
  })

const rules = {
  minNights: nights('The smallest', 1),
  maxNights: nights('The largest', MAX_NIGHTS),
  arrivalWeekdays: stayWeekdays('begin'),
  departureWeekdays: stayWeekdays('end'),
  minAdvanceDays: wholeNumber(0, 1095, 'days').openapi({
    description: 'How many days before the arrival a stay must be booked. Default: 0.',
    example: 1,
  }),
}

/** The rules of an event type of nights. */
export const StayRules = z.object(rules).openapi('StayRules', {
  description: "The rules for stays, in the property's time zone.",
})

/** The rules of an event type of nights, in a request. */
export const StayRulesInput = z.strictObject(rules).partial().openapi('StayRulesInput', {
  description: 'Rules for stays, as a whole. Omitted fields get their defaults.',
})

const people = (description: string, least = 0) =>
  wholeNumber(least, ADULTS_MAX, 'people').openapi({ description, example: 2 })

const places = {
  base: people('How many people the price is for.', 1),
  adults: people('The most adults.', 1),
  children: people('The most children.'),
  total: people('The most people.', 1),
}

/** How many people a unit is for. */
export const Occupancy = z.object(places).openapi('Occupancy', {
  description: 'How many people a stay is for.',
})

/** How many people a unit is for, in a request. */
export const OccupancyInput = z.strictObject(places).openapi('OccupancyInput', {
  description: 'How many people a stay is for.',
})

const ratePlanIds = () =>
  z
    .array(resourceId('ratePlan'), { error: 'must be a list of ids' })
    .max(20, { error: 'must have at most 20 ids' })
    .openapi({
      description:
        'The rate plans by which it can be booked. Their prices count instead of `payment.amount`, and their restrictions beside `stay`. Default: none.',
      example: [],
    })

/** What an event type of nights has of its own, in a new one. */
export const nightsOfEventTypeInput = {
  grain: grain().optional(),
  propertyId: resourceId('property')
    .optional()
    .describe('Of an event type of nights: the property of its unit. Default: that one.'),
  stay: StayRulesInput.optional(),
  occupancy: OccupancyInput.optional(),
  ratePlanIds: ratePlanIds().optional(),
  photos: photosInput().optional(),
  securityDeposit: SecurityDepositInput.optional(),
}

/** What an event type of nights has of its own, in a change: null removes it. */
export const nightsPatch = {
  occupancy: OccupancyInput.nullable()
    .optional()
    .openapi({ description: 'How many people a stay is for. Null: it is not said.' }),
  securityDeposit: SecurityDepositInput.nullable().optional().openapi({
    description: 'What is asked for as security. Null: nothing. Existing bookings keep theirs.',
  }),
}

/** What an event type of nights has of its own. */
export const nightsOfEventType = {
  grain: z.enum(GRAINS).openapi({ description: 'What is booked.', example: 'time' }),
  propertyId: resourceId('property')
    .nullable()
    .openapi({ description: 'The property of its unit. Null for `time`.', example: null }),
  stay: orNull(StayRules, 'The rules for stays. Null for `time`.'),
  occupancy: orNull(Occupancy, 'How many people a stay is for. Null if that is not said.'),
  ratePlanIds: z
    .array(resourceId('ratePlan'))
    .openapi({ description: 'The rate plans by which it can be booked.', example: [] }),
  photos: photos(),
  securityDeposit: orNull(SecurityDeposit, 'What is asked for as security. Null: nothing.'),
}

/** The grain of the event types to list. */
export const grainQuery = () =>
  oneOf([...GRAINS, 'any'] as const)
    .optional()
    .openapi({ description: 'What is booked. Default: `time`.', example: 'time' })

const staying = {
  adults: wholeNumber(1, ADULTS_MAX, 'adults').openapi({ description: 'Adults.', example: 2 }),
  childAges: z
    .array(wholeNumber(0, 17, 'years'), { error: 'must be a list of ages' })
    .max(CHILDREN_MAX, { error: `must have at most ${CHILDREN_MAX} ages` })
    .openapi({ description: 'The age of each child. Default: no children.', example: [7] }),
}

/** Who stays. */
export const Occupants = z
  .object(staying)
  .openapi('Occupants', { description: 'How many people stay, with the ages of the children.' })

/** Who stays, in a request. */
export const OccupantsInput = z
  .strictObject({ ...staying, childAges: staying.childAges.optional() })
  .openapi('OccupantsInput', { description: 'How many people stay.' })

/** The members of a body that book nights instead of time. */
export const stayInput = {
  arrival: dateText()
    .optional()
    .describe('The date of arrival, for an event type of nights, instead of `start`.'),
  departure: dateText().optional().describe('The date of departure, exclusive.'),
}

/** Which unit of a pool a body books. */
export const unitInput = {
  unitId: resourceId('provider').optional().openapi({
    description:
      'The unit to take, of an event type of nights; bookers only where the event type lets them choose. Default: one that is free.',
  }),
  pinned: z.boolean({ error: 'must be true or false' }).optional().openapi({
    description:
      'Whether the stay keeps its unit when it moves, and its guests read which one it is. Default: true with `unitId`, else false.',
  }),
}

/** Whether a body names a unit only for nights. */
export const namesUnit = (body: {
  readonly arrival?: unknown
  readonly unitId?: unknown
  readonly pinned?: unknown
}): boolean =>
  body.arrival !== undefined || (body.unitId === undefined && body.pinned === undefined)

/** What `namesUnit` says if not. */
export const OF_NIGHTS = {
  error: 'is only possible with `arrival` and `departure`',
  path: ['unitId'],
}

/** The dates of a booking, for its people. */
export const datesOfStay = {
  arrival: z.string().nullable().openapi({
    description: 'The date of arrival of a stay. Null for a booking of time.',
    example: null,
  }),
  departure: z.string().nullable().openapi({
    description: 'The date of departure of a stay. Null for a booking of time.',
    example: null,
  }),
}

const STAY = 'send `start`, or `arrival` and `departure` for an event type of nights'

/** Whether a body names a start or nights, and not both. */
export const namesWhen = (body: {
  readonly start?: unknown
  readonly arrival?: unknown
  readonly departure?: unknown
}): boolean =>
  body.start === undefined
    ? body.arrival !== undefined && body.departure !== undefined
    : body.arrival === undefined && body.departure === undefined

/** What `namesWhen` says if not. */
export const WHEN = { error: STAY, path: ['start'] }

const planQuery = () =>
  resourceId('ratePlan')
    .optional()
    .describe('The rate plan whose prices and restrictions count. Default: the only one.')

/** `GET /v1/event-types/{id}/nights`. */
export const UnitNightsQuery = z.strictObject({
  from: dateText().describe('The first night.'),
  to: dateText().describe('Exclusive; at most 731 days after `from`.'),
  ratePlanId: planQuery(),
})

const night = {
  date: z.string().describe('The date on which the night begins.'),
  unitsLeft: z.int().describe('How many units are free.'),
  lastDeparture: z
    .string()
    .nullable()
    .describe(
      'The last departure for an arrival on this date, with one unit that is free in all nights between; at most `to`. Null: no unit is free.',
    ),
}
const NIGHTS = 'The nights of the range.'

const outOfOrder = () =>
  z
    .array(OutOfOrder.extend({ providerId: resourceId('provider') }))
    .describe('Which units are out of order in some of these nights, and why.')

/** The nights of an event type. */
export const UnitNights = z
  .object({
    data: z
      .array(
        z.object({
          ...night,
          amount: z
            .int()
            .nullable()
            .describe('The price by the rate plan in minor units, before discounts. Null: none.'),
          minNights: z.int().nullable().describe('The smallest number of nights by the plan.'),
          maxNights: z.int().nullable().describe('The largest number of nights by the plan.'),
          closedToArrival: z.boolean().describe('Whether no stay begins on this date.'),
          closedToDeparture: z.boolean().describe('Whether no stay ends on this date.'),
          stopSell: z.boolean().describe('Whether the night is not sold.'),
        }),
      )
      .describe(NIGHTS),
    outOfOrder: outOfOrder(),
    ratePlanId: resourceId('ratePlan').nullable().describe('The rate plan. Null: none counts.'),
    currency: z.string().nullable().describe('Its currency (ISO 4217). Null: none counts.'),
    stay: StayRules,
  })
  .openapi('UnitNights', { description: 'The nights of an event type, and its rules for stays.' })

/** `GET /v1/public/{providerSlug}/{eventTypeSlug}/nights`. */
export const PublicNightsQuery = UnitNightsQuery.omit({ ratePlanId: true }).extend({
  accountSlug: accountSlug(),
})

/** What guests of a property are asked to observe. */
export const houseRules = () =>
  z.string().nullable().openapi({
    description: 'What guests are asked to observe. Null if nothing was written.',
    example: 'No smoking. Quiet hours are from 22:00 to 7:00.',
  })

/** What guests see of a property. */
export const propertyOfGuests = () =>
  z
    .object({
      name: z.string().describe('The name of the property.'),
      address: z.string().nullable().describe('Its address. Null if it has none.'),
      timeZone: z.string().describe('The time zone of its dates and times.'),
      checkInTime: z.string().openapi({ description: 'Earliest arrival.', example: '15:00' }),
      checkOutTime: z.string().openapi({ description: 'Latest departure.', example: '11:00' }),
      photos: photos(),
    })
    .describe('The property of the unit.')

/** The nights of an event type with what its booking page says about the property. */
export const PublicNights = z
  .object({
    data: z.array(z.object(night)).describe(NIGHTS),
    stay: StayRules,
    maxAdvanceDays: z.int().describe('How many days ahead a stay can begin.'),
    occupancy: orNull(Occupancy, 'How many people a stay is for. Null if that is not said.'),
    property: propertyOfGuests()
      .extend({ houseRules: houseRules() })
      .describe('The property of the unit.'),
  })
  .openapi('PublicNights', { description: 'The nights of an event type, for its booking page.' })

/** `GET /v1/event-types/{id}/nights/explain`. */
export const ExplainStayQuery = z.strictObject({
  arrival: dateText().openapi({ description: 'The date of arrival.', example: '2026-05-01' }),
  departure: dateText().openapi({
    description: 'The date of departure, exclusive.',
    example: '2026-05-04',
  }),
  ratePlanId: planQuery(),
})

/** Whether some nights can be booked, and why not. */
export const StayExplanation = z
  .object({
    bookable: z.boolean().describe('Whether the nights can be booked now.'),
    reasons: z.array(StayReason).describe('The rules that they break.'),
    nights: z
      .array(z.string())
      .describe(
        'Those in which no unit is free, by the dates on which they begin. Empty, though not `bookable`: each night has a free unit, but none is free in all.',
      ),
    outOfOrder: outOfOrder(),
    providerId: resourceId('provider').describe(
      'A unit that is free in all nights; if there is none, the provider of the event type.',
    ),
  })
  .openapi('StayExplanation', { description: 'Whether some nights can be booked, and why not.' })

/** The nights of an event type, for its booking page. */
export type PublicNights = z.infer<typeof PublicNights>

/** The dates of a stay in an answer about any booking. */
export const stayDates = {
  arrival: z.string().nullable().openapi({
    description: 'The date of arrival of a stay; `start` is its check-in time. Null for others.',
    example: null,
  }),
  departure: z.string().nullable().openapi({
    description:
      'The date of departure of a stay, exclusive; `end` is its check-out time. Null for others.',
    example: null,
  }),
}

/** Where a stay has been before its unit. */
export const earlierUnits = z
  .array(
    z.object({
      providerId: resourceId('provider').describe('The unit.'),
      providerName: z.string().describe('Its name at that time.'),
      from: z.string().openapi({ description: 'The first night.', example: '2026-05-01' }),
      to: z.string().openapi({
        description: 'The date after the last night (exclusive).',
        example: '2026-05-03',
      }),
    }),
  )
  .openapi({
    description:
      'The units in which a stay has spent nights before it was given to the one in `assignments`. Empty for most.',
    example: [],
  })
