import {
  type Actor,
  type AvailabilityRule,
  CONFIRMATIONS,
  type Confirmation,
  type DateOverride,
  type OpenRules,
  type SlotPolicy,
} from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA, actorRepresentation } from '../../kernel/actor.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { timestamps } from '../../kernel/representations.ts'
import { bookingIndexKeys, eventTypeKey, eventTypeSlugKey } from '../keys.ts'
import {
  type Requirement,
  requirementRepresentation,
  requirementsSchema,
} from '../requirements/requirement.ts'
import {
  overridesRepresentation,
  overridesSchema,
  rulesRepresentation,
  rulesSchema,
} from '../schedules/open-rules.ts'

/** Rules for bookers who change their bookings. */
export interface BookerPolicy {
  /** A booker who moves an approved booking needs approval again. */
  readonly reapproveOnReschedule: boolean
}

/** A bookable service of a provider. */
export interface EventType {
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
  readonly confirmation: Confirmation
  /** How long a hold lasts unless it is confirmed. */
  readonly holdMinutes: number
  /** How long a request waits for approval; never longer than until its start. */
  readonly approvalMinutes: number
  /** What bookers may do with their bookings. Absent: the defaults. */
  readonly policy?: BookerPolicy
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

/** The policy for the slot engine, under the rules that the event type is open by. */
export const slotPolicy = (eventType: EventType, rules: OpenRules): SlotPolicy => ({
  timeZone: rules.timeZone,
  durationMinutes: eventType.durationMinutes,
  slotStepMinutes: eventType.slotStepMinutes,
  bufferBeforeMinutes: eventType.bufferBeforeMinutes,
  bufferAfterMinutes: eventType.bufferAfterMinutes,
  minNoticeMinutes: eventType.minNoticeMinutes,
  maxAdvanceDays: eventType.maxAdvanceDays,
  availabilityRules: rules.availabilityRules,
  dateOverrides: rules.dateOverrides,
})

/** The hours of an event type itself, in its zone or its provider's; closed if it has none. */
export const ownRules = (
  { availabilityRules = [], dateOverrides, timeZone }: EventType,
  providerTimeZone: string,
): OpenRules => ({ timeZone: timeZone ?? providerTimeZone, availabilityRules, dateOverrides })

/**
 * The item of an event type. `GSI1`: event types of a provider by status; `GSI2`: event types of an
 * account by slug alone; `GSI3`: event types of an account by status. A deleted one is in none of them.
 */
export const eventTypeEntity = defineEntity<EventType, 'id'>({
  name: 'event type',
  key: ({ id }) => eventTypeKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId, providerId, status, slug, deletedAtEpochSeconds }) => {
    if (deletedAtEpochSeconds !== undefined) return {}
    const statusAndId = bookingIndexKeys.statusAndId(status, id)
    return {
      GSI1: [bookingIndexKeys.eventTypesOfProvider(providerId), statusAndId],
      GSI2: [bookingIndexKeys.eventTypesBySlug(accountId, slug), id],
      GSI3: [bookingIndexKeys.eventTypesOfAccount(accountId), statusAndId],
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
    confirmation: z.enum(CONFIRMATIONS),
    holdMinutes: z.int(),
    approvalMinutes: z.int(),
    policy: z.exactOptional(z.object({ reapproveOnReschedule: z.boolean() })),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
    deletionBeganAtEpochSeconds: z.exactOptional(z.int()),
    deletedAtEpochSeconds: z.exactOptional(z.int()),
  }),
})

/** Encodes and decodes the items of event types. */
export const { encode: eventTypeItem, decode: eventTypeFromItem } = eventTypeEntity

/**
 * The representation of an event type in the API and in events. Windows are wall times, `HH:MM`; an end
 * at midnight is `24:00`.
 */
export const eventTypeRepresentation = (eventType: EventType) => ({
  id: eventType.id,
  version: eventType.version,
  providerId: eventType.providerId,
  status: eventType.status,
  slug: eventType.slug,
  title: eventType.title,
  description: eventType.description ?? null,
  durationMinutes: eventType.durationMinutes,
  slotStepMinutes: eventType.slotStepMinutes,
  bufferBeforeMinutes: eventType.bufferBeforeMinutes,
  bufferAfterMinutes: eventType.bufferAfterMinutes,
  minNoticeMinutes: eventType.minNoticeMinutes,
  maxAdvanceDays: eventType.maxAdvanceDays,
  availabilityRules:
    eventType.availabilityRules === undefined
      ? null
      : rulesRepresentation(eventType.availabilityRules),
  dateOverrides: overridesRepresentation(eventType.dateOverrides),
  timeZone: eventType.timeZone ?? null,
  scheduleId: eventType.scheduleId ?? null,
  requirements: eventType.requirements?.map(requirementRepresentation) ?? null,
  confirmation: eventType.confirmation,
  holdMinutes: eventType.holdMinutes,
  approvalMinutes: eventType.approvalMinutes,
  policy: { reapproveOnReschedule: eventType.policy?.reapproveOnReschedule ?? false },
  actor: actorRepresentation(eventType.actor),
  ...timestamps(eventType),
})

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
