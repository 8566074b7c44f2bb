import {
  type AvailabilityRule,
  CONFIRMATIONS,
  type Confirmation,
  type DateOverride,
  type SlotPolicy,
  type TimeWindow,
  WEEKDAYS,
} from '@holdfast/engine'
import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { timestamps, wallTimeText } from '../../kernel/representations.ts'
import { bookingIndexKeys, eventTypeKey, eventTypeSlugKey } from '../keys.ts'

/** Rules for bookers who change their bookings. */
export interface BookerPolicy {
  /** A booker who moves an approved booking needs approval again. */
  readonly reapproveOnReschedule: boolean
}

/** A bookable service of a provider. Windows are minutes of the day in the provider's zone. */
export interface EventType {
  readonly id: string
  readonly accountId: string
  readonly providerId: string
  readonly version: number
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
  readonly availabilityRules: readonly AvailabilityRule[]
  readonly dateOverrides: readonly DateOverride[]
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

/** The policy for the slot engine. */
export const slotPolicy = (eventType: EventType, timeZone: string): SlotPolicy => ({
  timeZone,
  durationMinutes: eventType.durationMinutes,
  slotStepMinutes: eventType.slotStepMinutes,
  bufferBeforeMinutes: eventType.bufferBeforeMinutes,
  bufferAfterMinutes: eventType.bufferAfterMinutes,
  minNoticeMinutes: eventType.minNoticeMinutes,
  maxAdvanceDays: eventType.maxAdvanceDays,
  availabilityRules: eventType.availabilityRules,
  dateOverrides: eventType.dateOverrides,
})

/** A half-open window of a day, in minutes since midnight. */
const windowSchema = z.object({ startMinute: z.int(), endMinute: z.int() })

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
    availabilityRules: z.array(
      z.object({ weekday: z.enum(WEEKDAYS), windows: z.array(windowSchema) }),
    ),
    dateOverrides: z.array(z.object({ date: z.string(), windows: z.array(windowSchema) })),
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

const windowRepresentation = (window: TimeWindow) => ({
  start: wallTimeText(window.startMinute),
  end: wallTimeText(window.endMinute),
})

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
  availabilityRules: eventType.availabilityRules.map((rule: AvailabilityRule) => ({
    weekday: rule.weekday,
    windows: rule.windows.map(windowRepresentation),
  })),
  dateOverrides: eventType.dateOverrides.map((override: DateOverride) => ({
    date: override.date,
    windows: override.windows.map(windowRepresentation),
  })),
  confirmation: eventType.confirmation,
  holdMinutes: eventType.holdMinutes,
  approvalMinutes: eventType.approvalMinutes,
  policy: { reapproveOnReschedule: eventType.policy?.reapproveOnReschedule ?? false },
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
