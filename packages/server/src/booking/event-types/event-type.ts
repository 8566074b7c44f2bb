import {
  type Actor,
  type AvailabilityRule,
  type BookerRules,
  type CandidateRule,
  CONFIRMATIONS,
  type Confirmation,
  type DateOverride,
  type Location,
  type OpenRules,
  type PaymentRules,
  type PriceRule,
  type Release,
  type SecurityDepositRule,
  type SlotPolicy,
  WEEKDAYS,
  type Weekday,
} from '@holdfast/engine'
import { z } from 'zod'
import type { AccountLimits } from '../../identity/accounts/account.ts'
import { ACTOR_SCHEMA } from '../../kernel/actor.ts'
import { BOOKER_RULES_ATTRIBUTES } from '../../kernel/booking-fields/stored-parts.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { bookingIndexKeys, eventTypeKey, eventTypeSlugKey } from '../keys.ts'
import { type EventTypeLimits, eventTypeLimitsSchema } from '../limits/limits.ts'
import { locationsSchema } from '../locations/location.ts'
import { type Photo, photosSchema } from '../photos/photo.ts'
import { type Question, questionsSchema } from '../questions/question.ts'
import { type KeptBack, keptBackSchema } from '../requirements/kept-back.ts'
import { type Requirement, requirementsSchema } from '../requirements/requirement.ts'
import { type UnitPool, unitPoolSchema } from '../requirements/unit-pool.ts'
import { overridesSchema, rulesSchema } from '../schedules/open-rules.ts'
import { type AccessRule, accessSchema } from './access-rule.ts'
import { type FreedTime, freedTimeSchema } from './freed-time.ts'
import { candidateRulesSchema, priceRulesSchema } from './price-rules.ts'
import { securityDepositSchema } from './security-deposit.ts'

/** Rules for bookers who change their bookings. */
export interface BookerPolicy extends BookerRules {
  /** A booker who moves an approved booking needs approval again. */
  readonly reapproveOnReschedule: boolean
}

/** The wait list of an event type. */
export interface WaitlistRules {
  /** How long an offer holds its time. */
  readonly offerMinutes: number
  /** Whether freed time goes to the line first. Absent: no. */
  readonly linesFirst?: true
}

/** What an event type offers beside its times. What is not used is absent. */
export interface EventTypeOptions {
  /**
   * Whether only the start and the end of a booking have to be within the hours, so that it may last for days. Absent: all of
   * it has to.
   */
  readonly hoursApplyTo?: 'startAndEnd'
  /** At least two durations to choose from; the first is `durationMinutes`. */
  readonly durationOptionsMinutes?: readonly number[]
  readonly locations?: readonly Location[]
  readonly questions?: readonly Question[]
  /** Where the booking page leads after booking. */
  readonly redirectUrl?: string
  /** Left out of the page of its provider and of the directory. */
  readonly isHidden?: boolean
  /** `#rrggbb`. */
  readonly color?: string
  /** When bookers are reminded, in minutes before the start. Absent: as the account says. */
  readonly reminderMinutes?: readonly number[]
  readonly payment?: PaymentRules
  /** What some candidates need and cost, where that differs. Each has at most one. */
  readonly candidateRules?: readonly CandidateRule[]
  /** Other prices at some times of the week; the first that holds counts. */
  readonly priceRules?: readonly PriceRule[]
  /** Who may book, and how far ahead; the first entry that fits counts. Absent: everybody may. */
  readonly access?: readonly AccessRule[]
  /** When its dates open for booking. Absent: at midnight, as `maxAdvanceDays` says. */
  readonly release?: Release
  /** How long the time of cancelled and moved bookings stays taken. Absent: not at all. */
  readonly freed?: FreedTime
  /** Candidates who are only offered shortly before a start. Each is named once. Absent: nobody. */
  readonly keptBack?: readonly KeptBack[]
  /** Absent: any number of bookings. */
  readonly limits?: EventTypeLimits
  readonly waitlist?: WaitlistRules
  /** Makes each start a session that several parties book. Absent: a booking takes its time alone. */
  readonly seats?: Seats
}

/** How many parties share a session. */
export interface Seats {
  readonly capacity: number
  /** Whether bookers see how many seats are left. */
  readonly showRemaining: boolean
  /** The most seats of one booking. Absent: see `seatsPerBooking`. */
  readonly maxPerBooking?: number
}

/** The rules for stays of an event type of nights, in the zone of its property. */
export interface EventTypeNights {
  /** That of its unit. */
  readonly propertyId: string
  readonly minNights: number
  readonly maxNights: number
  /** Empty: any. */
  readonly arrivalWeekdays: readonly Weekday[]
  readonly departureWeekdays: readonly Weekday[]
  readonly minAdvanceDays: number
  /** The units of which a booking takes one. Absent: its provider is the only one. */
  readonly pool?: UnitPool
}

/** How many people a stay is for. */
export interface Occupancy {
  readonly base: number
  readonly adults: number
  readonly children: number
  readonly total: number
}

/** A bookable service of a provider. */
export interface EventType extends EventTypeOptions {
  readonly id: string
  readonly accountId: string
  readonly providerId: string
  readonly version: number
  /** Who changed it last. Absent if that was not recorded. */
  readonly actor?: Actor
  readonly status: 'active' | 'inactive'
  /** Unique among the event types of its provider. */
  readonly slug: string
  readonly title: string
  readonly description?: string
  readonly durationMinutes: number
  readonly slotStepMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  readonly minNoticeMinutes: number
  readonly maxAdvanceDays: number
  /**
   * Its own hours. Empty: closed. Absent: it is open as its schedule says, or without one as the provider's
   * schedule says.
   */
  readonly availabilityRules?: readonly AvailabilityRule[]
  /** Exceptions of its own hours; empty without these. */
  readonly dateOverrides: readonly DateOverride[]
  /** The zone of its own hours. Absent: the provider's. */
  readonly timeZone?: string
  /** The schedule that it is open by, instead of hours of its own. */
  readonly scheduleId?: string
  /** Whom and what a booking takes. Absent: its provider. */
  readonly requirements?: readonly Requirement[]
  /**
   * Makes it an event type of nights: its provider is a unit, it is open at any time, its duration is that of a night, and
   * its price is per night. Absent: it is of time.
   */
  readonly stay?: EventTypeNights
  readonly occupancy?: Occupancy
  /** The rate plans by which nights can be booked. Absent: `payment` has the price of a night. */
  readonly ratePlanIds?: readonly string[]
  /** Of an event type of nights. Absent: none. */
  readonly photos?: readonly Photo[]
  /** What an event type of nights asks for as security. Absent: nothing. */
  readonly securityDeposit?: SecurityDepositRule
  readonly confirmation: Confirmation
  /** How long a hold lasts unless it is confirmed. */
  readonly holdMinutes: number
  /** How long a request waits for approval; never longer than until its start. */
  readonly approvalMinutes: number
  /** What bookers may do with their bookings. Absent: the defaults. */
  readonly policy?: BookerPolicy
  /** What the answers of whoever asks add to the price, in minor units. Never stored: see `forAnswers`. */
  readonly optionsAmount?: number
  /** What the account allows one person over all of its event types. Never stored: see `withAccountLimits`. */
  readonly accountLimits?: AccountLimits
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
  /**
   * Set while a deletion is being decided. Readers ignore it; a booking that needs the event type aborts the
   * deletion (`abortEventTypeDeletion`).
   */
  readonly deletionBeganAtEpochSeconds?: number
  /** A deleted event type is stored for its past bookings, and hidden everywhere. */
  readonly deletedAtEpochSeconds?: number
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

const PAYMENT_RULES_SCHEMA = z.object({
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
  schema: z.object({
    accountId: z.string(),
    providerId: z.string(),
    version: z.int(),
    actor: z.exactOptional(ACTOR_SCHEMA),
    status: z.enum(['active', 'inactive']),
    slug: z.string(),
    title: z.string(),
    description: z.exactOptional(z.string()),
    durationMinutes: z.int(),
    slotStepMinutes: z.int(),
    bufferBeforeMinutes: z.int(),
    bufferAfterMinutes: z.int(),
    minNoticeMinutes: z.int(),
    maxAdvanceDays: z.int(),
    availabilityRules: z.exactOptional(rulesSchema),
    dateOverrides: overridesSchema,
    timeZone: z.exactOptional(z.string()),
    scheduleId: z.exactOptional(z.string()),
    requirements: z.exactOptional(requirementsSchema),
    stay: z.exactOptional(
      z.object({
        propertyId: z.string(),
        minNights: z.int(),
        maxNights: z.int(),
        arrivalWeekdays: z.array(z.enum(WEEKDAYS)),
        departureWeekdays: z.array(z.enum(WEEKDAYS)),
        minAdvanceDays: z.int(),
        pool: z.exactOptional(unitPoolSchema),
      }),
    ),
    occupancy: z.exactOptional(
      z.object({ base: z.int(), adults: z.int(), children: z.int(), total: z.int() }),
    ),
    ratePlanIds: z.exactOptional(z.array(z.string())),
    photos: z.exactOptional(photosSchema),
    securityDeposit: z.exactOptional(securityDepositSchema),
    confirmation: z.enum(CONFIRMATIONS),
    holdMinutes: z.int(),
    approvalMinutes: z.int(),
    policy: z.exactOptional(
      z.object({ reapproveOnReschedule: z.boolean(), ...BOOKER_RULES_ATTRIBUTES }),
    ),
    durationOptionsMinutes: z.exactOptional(z.array(z.int())),
    locations: z.exactOptional(locationsSchema),
    questions: z.exactOptional(questionsSchema),
    hoursApplyTo: z.exactOptional(z.literal('startAndEnd')),
    redirectUrl: z.exactOptional(z.string()),
    isHidden: z.exactOptional(z.boolean()),
    color: z.exactOptional(z.string()),
    reminderMinutes: z.exactOptional(z.array(z.int())),
    payment: z.exactOptional(PAYMENT_RULES_SCHEMA),
    candidateRules: z.exactOptional(candidateRulesSchema),
    priceRules: z.exactOptional(priceRulesSchema),
    access: z.exactOptional(accessSchema),
    release: z.exactOptional(z.object({ daysAhead: z.int(), atMinute: z.int() })),
    freed: z.exactOptional(freedTimeSchema),
    keptBack: z.exactOptional(keptBackSchema),
    limits: z.exactOptional(eventTypeLimitsSchema),
    waitlist: z.exactOptional(
      z.object({ offerMinutes: z.int(), linesFirst: z.exactOptional(z.literal(true)) }),
    ),
    seats: z.exactOptional(
      z.object({
        capacity: z.int(),
        showRemaining: z.boolean(),
        maxPerBooking: z.exactOptional(z.int()),
      }),
    ),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
    deletionBeganAtEpochSeconds: z.exactOptional(z.int()),
    deletedAtEpochSeconds: z.exactOptional(z.int()),
  }),
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
