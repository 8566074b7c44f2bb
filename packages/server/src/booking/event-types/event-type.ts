import {
  CONFIRMATIONS,
  type OpenRules,
  type PaymentRules,
  type SlotPolicy,
  WEEKDAYS,
} from '@holdfast/engine'
import { z } from 'zod'
import type { AccountLimits } from '../../identity/accounts/account.ts'
import { BOOKER_RULES_ATTRIBUTES } from '../../kernel/booking-fields/stored-parts.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { bookingIndexKeys, eventTypeKey, eventTypeSlugKey } from '../keys.ts'
import { eventTypeLimitsSchema } from '../limits/limits.ts'
import { locationsSchema } from '../locations/location.ts'
import { photosSchema } from '../photos/photo.ts'
import { questionsSchema } from '../questions/question.ts'
import { keptBackSchema } from '../requirements/kept-back.ts'
import { requirementsSchema } from '../requirements/requirement.ts'
import { unitPoolSchema } from '../requirements/unit-pool.ts'
import { overridesSchema, rulesSchema } from '../schedules/open-rules.ts'
import { accessSchema } from './access-rule.ts'
import { freedTimeSchema } from './freed-time.ts'
import { candidateRulesSchema, priceRulesSchema } from './price-rules.ts'
import { securityDepositSchema } from './security-deposit.ts'

const policyAttributes = z.object({
  /** A booker who moves an approved booking needs approval again. */
  reapproveOnReschedule: z.boolean(),
  ...BOOKER_RULES_ATTRIBUTES,
})

/** Rules for bookers who change their bookings. */
export type BookerPolicy = AttributesOf<typeof policyAttributes>

const waitlistAttributes = z.object({
  /** How long an offer holds its time. */
  offerMinutes: z.int(),
  /** Whether freed time goes to the line first. Absent: no. */
  linesFirst: z.exactOptional(z.literal(true)),
})

/** The wait list of an event type. */
export type WaitlistRules = AttributesOf<typeof waitlistAttributes>

const seatsAttributes = z.object({
  capacity: z.int(),
  /** Whether bookers see how many seats are left. */
  showRemaining: z.boolean(),
  /** The most seats of one booking. Absent: see `seatsPerBooking`. */
  maxPerBooking: z.exactOptional(z.int()),
})

/** How many parties share a session. */
export type Seats = AttributesOf<typeof seatsAttributes>

const nightsAttributes = z.object({
  /** That of its unit. */
  propertyId: z.string(),
  minNights: z.int(),
  maxNights: z.int(),
  /** Empty: any. */
  arrivalWeekdays: z.array(z.enum(WEEKDAYS)),
  departureWeekdays: z.array(z.enum(WEEKDAYS)),
  minAdvanceDays: z.int(),
  /** The units of which a booking takes one. Absent: its provider is the only one. */
  pool: z.exactOptional(unitPoolSchema),
})

/** The rules for stays of an event type of nights, in the zone of its property. */
export type EventTypeNights = AttributesOf<typeof nightsAttributes>

const occupancyAttributes = z.object({
  base: z.int(),
  adults: z.int(),
  children: z.int(),
  total: z.int(),
})

/** How many people a stay is for. */
export type Occupancy = AttributesOf<typeof occupancyAttributes>

const paymentAttributes = z.object({
  amount: z.int(),
  currency: z.string(),
  kind: z.enum(['full', 'deposit']),
  depositAmount: z.exactOptional(z.int()),
  amountByDurationMinutes: z.exactOptional(z.record(z.string(), z.int())),
  isPerSeat: z.exactOptional(z.boolean()),
  payWithinMinutes: z.int(),
  onCaptureFailure: z.enum(['keep', 'cancel']),
  captureFailureMinutes: z.int(),
  refunds: z.array(z.object({ untilMinutesBefore: z.int(), percent: z.int() })),
})

/** What an event type offers beside its times. What is not used is absent. */
const optionsAttributes = z.object({
  /** At least two durations to choose from; the first is `durationMinutes`. */
  durationOptionsMinutes: z.exactOptional(z.array(z.int())),
  locations: z.exactOptional(locationsSchema),
  questions: z.exactOptional(questionsSchema),
  /**
   * Whether only the start and the end of a booking have to be within the hours, so that it may last for days. Absent: all of
   * it has to.
   */
  hoursApplyTo: z.exactOptional(z.literal('startAndEnd')),
  /** Where the booking page leads after booking. */
  redirectUrl: z.exactOptional(z.string()),
  /** Left out of the page of its provider and of the directory. */
  isHidden: z.exactOptional(z.boolean()),
  /** `#rrggbb`. */
  color: z.exactOptional(z.string()),
  /** When bookers are reminded, in minutes before the start. Absent: as the account says. */
  reminderMinutes: z.exactOptional(z.array(z.int())),
  payment: z.exactOptional(paymentAttributes),
  /** What some candidates need and cost, where that differs. Each has at most one. */
  candidateRules: z.exactOptional(candidateRulesSchema),
  /** Other prices at some times of the week; the first that holds counts. */
  priceRules: z.exactOptional(priceRulesSchema),
  /** Who may book, and how far ahead; the first entry that fits counts. Absent: everybody may. */
  access: z.exactOptional(accessSchema),
  /** When its dates open for booking. Absent: at midnight, as `maxAdvanceDays` says. */
  release: z.exactOptional(z.object({ daysAhead: z.int(), atMinute: z.int() })),
  /** How long the time of cancelled and moved bookings stays taken. Absent: not at all. */
  freed: z.exactOptional(freedTimeSchema),
  /** Candidates who are only offered shortly before a start. Each is named once. Absent: nobody. */
  keptBack: z.exactOptional(keptBackSchema),
  /** Absent: any number of bookings. */
  limits: z.exactOptional(eventTypeLimitsSchema),
  waitlist: z.exactOptional(waitlistAttributes),
  /** Makes each start a session that several parties book. Absent: a booking takes its time alone. */
  seats: z.exactOptional(seatsAttributes),
  /** What bookers may do with their bookings. Absent: the defaults. */
  policy: z.exactOptional(policyAttributes),
})

/** The names of the options of an event type. */
export const OPTION_NAMES = optionsAttributes.keyof().options

const eventTypeAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  providerId: z.string(),
  status: z.enum(['active', 'inactive']),
  /** Unique among the event types of its provider. */
  slug: z.string(),
  title: z.string(),
  description: z.exactOptional(z.string()),
  durationMinutes: z.int(),
  slotStepMinutes: z.int(),
  bufferBeforeMinutes: z.int(),
  bufferAfterMinutes: z.int(),
  minNoticeMinutes: z.int(),
  maxAdvanceDays: z.int(),
  /**
   * Its own hours. Empty: closed. Absent: it is open as its schedule says, or without one as the provider's
   * schedule says.
   */
  availabilityRules: z.exactOptional(rulesSchema),
  /** Exceptions of its own hours; empty without these. */
  dateOverrides: overridesSchema,
  /** The zone of its own hours. Absent: the provider's. */
  timeZone: z.exactOptional(z.string()),
  /** The schedule that it is open by, instead of hours of its own. */
  scheduleId: z.exactOptional(z.string()),
  /** Whom and what a booking takes. Absent: its provider. */
  requirements: z.exactOptional(requirementsSchema),
  /**
   * Makes it an event type of nights: its provider is a unit, it is open at any time, its duration is that of a night, and
   * its price is per night. Absent: it is of time.
   */
  stay: z.exactOptional(nightsAttributes),
  occupancy: z.exactOptional(occupancyAttributes),
  /** The rate plans by which nights can be booked. Absent: `payment` has the price of a night. */
  ratePlanIds: z.exactOptional(z.array(z.string())),
  /** Of an event type of nights. Absent: none. */
  photos: z.exactOptional(photosSchema),
  /** What an event type of nights asks for as security. Absent: nothing. */
  securityDeposit: z.exactOptional(securityDepositSchema),
  confirmation: z.enum(CONFIRMATIONS),
  /** How long a hold lasts unless it is confirmed. */
  holdMinutes: z.int(),
  /** How long a request waits for approval; never longer than until its start. */
  approvalMinutes: z.int(),
  ...optionsAttributes.shape,
  /**
   * Set while a deletion is being decided. Readers ignore it; a booking that needs the event type aborts the
   * deletion (`abortEventTypeDeletion`).
   */
  deletionBeganAtEpochSeconds: z.exactOptional(z.int()),
  /** A deleted event type is stored for its past bookings, and hidden everywhere. */
  deletedAtEpochSeconds: z.exactOptional(z.int()),
})

/** A bookable service of a provider. */
export interface EventType extends Omit<AttributesOf<typeof eventTypeAttributes>, 'payment'> {
  readonly id: string
  /** For one stay, with what its rate plan says about the balance and the refunds, which is not stored. */
  readonly payment?: PaymentRules
  /** What the answers of whoever asks add to the price, in minor units. Never stored: see `forAnswers`. */
  readonly optionsAmount?: number
  /** What the account allows one person over all of its event types. Never stored: see `withAccountLimits`. */
  readonly accountLimits?: AccountLimits
}

/** The own policy of an event type, to check it: with spans, which may take several days. */
export function policyToCheck(eventType: EventType, timeZone: string): SlotPolicy {
  const policy = slotPolicy(eventType, ownRules(eventType, timeZone))
  const openSpans = eventType.requirements?.flatMap(({ spans = [] }) => spans) ?? []
  return openSpans.length > 0 ? { ...policy, openSpans } : policy
}

const policies = new WeakMap<EventType, SlotPolicy>()

/**
 * The policy for the slot engine, under the rules that the event type is open by. The same object for the same event
 * type and rules, so that `recentSlots` recognizes it.
 */
export function slotPolicy(eventType: EventType, rules: OpenRules): SlotPolicy {
  const { timeZone, availabilityRules, dateOverrides } = rules
  const known = policies.get(eventType)
  const isSame =
    known?.timeZone === timeZone &&
    known.availabilityRules === availabilityRules &&
    known.dateOverrides === dateOverrides
  if (isSame) return known
  const policy = {
    timeZone,
    durationMinutes: eventType.durationMinutes,
    slotStepMinutes: eventType.slotStepMinutes,
    bufferBeforeMinutes: eventType.bufferBeforeMinutes,
    bufferAfterMinutes: eventType.bufferAfterMinutes,
    minNoticeMinutes: eventType.minNoticeMinutes,
    maxAdvanceDays: eventType.maxAdvanceDays,
    ...(eventType.release && { release: eventType.release }),
    ...(eventType.hoursApplyTo && { hoursApplyTo: eventType.hoursApplyTo }),
    availabilityRules,
    dateOverrides,
  }
  policies.set(eventType, policy)
  return policy
}

/** The hours of an event type itself, in its zone or its provider's; closed if it has none. */
export const ownRules = (
  { availabilityRules = [], dateOverrides, timeZone }: EventType,
  providerTimeZone: string,
): OpenRules => ({ timeZone: timeZone ?? providerTimeZone, availabilityRules, dateOverrides })

/**
 * The item of an event type. `GSI1`: event types of a provider by status; `GSI2`: event types of an
 * account by slug alone; `GSI3`: event types of an account by status. Those of nights have partitions of their own in `GSI1`
 * and `GSI3`, so that nothing that needs time finds them. A deleted one is in none of them.
 */
export const eventTypeEntity = defineEntity<EventType, 'id'>({
  name: 'event type',
  key: ({ id }) => eventTypeKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId, providerId, status, slug, stay, deletedAtEpochSeconds }) => {
    if (deletedAtEpochSeconds !== undefined) return {}
    const statusAndId = bookingIndexKeys.statusAndId(status, id)
    return {
      GSI1: [bookingIndexKeys.eventTypesOfProvider(providerId, stay && 'nights'), statusAndId],
      GSI2: [bookingIndexKeys.eventTypesBySlug(accountId, slug), id],
      GSI3: [bookingIndexKeys.eventTypesOfAccount(accountId, stay && 'nights'), statusAndId],
    }
  },
  schema: eventTypeAttributes,
})

/** Encodes and decodes the items of event types. */
export const { encode: eventTypeItem, decode: eventTypeFromItem } = eventTypeEntity

/** The reservation of an event type's slug: one item, so that two of a provider cannot have the same. */
export interface EventTypeSlug {
  readonly providerId: string
  readonly slug: string
  readonly eventTypeId: string
  readonly version: 1
}

/** The item of a reserved event type slug. */
export const eventTypeSlugEntity = defineEntity<EventTypeSlug, 'providerId' | 'slug'>({
  name: 'event type slug',
  key: ({ providerId, slug }) => eventTypeSlugKey(providerId, slug),
  inKey: { providerId: ({ PK }) => keyTail(PK), slug: ({ SK }) => keyTail(SK) },
  schema: z.object({ eventTypeId: z.string(), version: z.literal(1) }),
})

/** The reservation of an event type's own slug. */
export const slugOfEventType = ({ providerId, slug, id }: EventType): EventTypeSlug => ({
  providerId,
  slug,
  eventTypeId: id,
  version: 1,
})
