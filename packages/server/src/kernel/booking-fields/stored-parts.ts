import {
  LOCATION_KINDS,
  PAYMENT_STATUSES,
  PRICE_LINE_KINDS,
  SECURITY_DEPOSIT_STATES,
} from '@holdfast/engine'
import { z } from 'zod'

/** The stored form of a location. */
export const locationSchema = z.object({
  kind: z.enum(LOCATION_KINDS),
  address: z.exactOptional(z.string()),
  phone: z.exactOptional(z.string()),
  url: z.exactOptional(z.string()),
  label: z.exactOptional(z.string()),
})

/** The stored form of the location of a booking. */
export const bookingLocationSchema = locationSchema.extend({ hostId: z.exactOptional(z.string()) })

/** The stored answers of a booking. */
export const answersSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
)

/** The schema of what a booking or a session claims of limits. */
export const countsSchema = z.array(
  z.object({
    counter: z.string(),
    amount: z.int(),
    endsWithBooking: z.exactOptional(z.literal(true)),
  }),
)

/** The schemas of `BookerRules`. */
export const BOOKER_RULES_ATTRIBUTES = {
  cancelUntilMinutes: z.exactOptional(z.int()),
  rescheduleUntilMinutes: z.exactOptional(z.int()),
  maxReschedules: z.exactOptional(z.int()),
} as const

/** The stored form of the person who books. */
export const bookerSchema = z.object({
  id: z.exactOptional(z.string()),
  name: z.string(),
  email: z.exactOptional(z.string()),
  contactId: z.exactOptional(z.string()),
  timeZone: z.exactOptional(z.string()),
  locale: z.exactOptional(z.string()),
  phone: z.exactOptional(z.string()),
})

/** The stored form of the payment of a booking. */
export const bookingPaymentSchema = z.object({
  id: z.string(),
  orderId: z.exactOptional(z.string()),
  status: z.enum(PAYMENT_STATUSES),
  amount: z.int(),
  currency: z.string(),
  payWithinMinutes: z.exactOptional(z.int()),
  refundDeadlineMinutes: z.exactOptional(z.int()),
  refundStartEpochSeconds: z.exactOptional(z.int()),
  isOverdue: z.exactOptional(z.literal(true)),
  approvedAtEpochSeconds: z.exactOptional(z.int()),
  checkoutUrl: z.exactOptional(z.string()),
})

/** The stored form of the security deposit of a booking. */
export const bookingSecurityDepositSchema = z.object({
  amount: z.int(),
  currency: z.string(),
  daysBefore: z.int(),
  state: z.enum(SECURITY_DEPOSIT_STATES),
  paymentId: z.exactOptional(z.string()),
  checkoutUrl: z.exactOptional(z.string()),
  capturedAmount: z.exactOptional(z.int()),
  reason: z.exactOptional(z.string()),
})

/** The stored form of the price of a booking. */
export const bookingPriceSchema = z.object({
  amount: z.int(),
  currency: z.string(),
  lines: z.exactOptional(z.array(z.object({ kind: z.enum(PRICE_LINE_KINDS), amount: z.int() }))),
})

/** The stored form of when a requirement needs its people. */
export const NEEDED_TIME_ATTRIBUTES = {
  spans: z.exactOptional(
    z.array(
      z.object({
        offsetMinutes: z.int(),
        durationMinutes: z.int(),
        label: z.exactOptional(z.string()),
        day: z.exactOptional(z.int()),
        clockShiftMinutes: z.exactOptional(z.int()),
      }),
    ),
  ),
  bufferBeforeMinutes: z.exactOptional(z.int()),
  bufferAfterMinutes: z.exactOptional(z.int()),
}

/** The stored form of the providers that a booking of several takes. */
export const assignmentsSchema = z.array(
  z.object({
    requirement: z.string(),
    providerId: z.string(),
    providerName: z.string(),
    ...NEEDED_TIME_ATTRIBUTES,
  }),
)

/** The stored form of consents. */
export const consentsSchema = z.array(
  z.object({ questionId: z.string(), text: z.string(), givenAtEpochSeconds: z.int() }),
)

/** The stored form of guests. */
export const guestsSchema = z.array(
  z.object({ name: z.exactOptional(z.string()), email: z.string() }),
)

/** The stored form of a visit. */
export const visitSchema = z.object({
  arrivedAtEpochSeconds: z.exactOptional(z.int()),
  calledAtEpochSeconds: z.exactOptional(z.int()),
  startedAtEpochSeconds: z.exactOptional(z.int()),
  endedAtEpochSeconds: z.exactOptional(z.int()),
  number: z.exactOptional(z.int()),
})

/** The stored form of the policy of a booking. */
export const policySnapshotSchema = z.object({
  durationMinutes: z.int(),
  bufferBeforeMinutes: z.int(),
  bufferAfterMinutes: z.int(),
})

/** The stored form of the nights of a booking. */
export const stayAttributeSchema = z.object({
  calendarId: z.string(),
  arrivalDay: z.int(),
  departureDay: z.int(),
  occupants: z.exactOptional(z.object({ adults: z.int(), childAges: z.array(z.int()) })),
  placing: z.exactOptional(z.enum(['any', 'pinned'])),
  earlier: z.exactOptional(
    z.array(
      z.object({
        calendarId: z.string(),
        providerId: z.string(),
        providerName: z.string(),
        arrivalDay: z.int(),
        departureDay: z.int(),
      }),
    ),
  ),
})
