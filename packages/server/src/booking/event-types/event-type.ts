import type { AvailabilityRule, Confirmation, DateOverride, SlotPolicy } from '@holdfast/engine'
import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { bookingIndexKeys, eventTypeKey, eventTypeSlugKey } from '../keys.ts'

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
  /** How long a booker may take to confirm. */
  readonly holdMinutes: number
  /** How long a provider may take to approve; never beyond the start. */
  readonly approvalMinutes: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The rules that the slot engine decides by. */
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

/**
 * The item of an event type. `GSI1`: of its provider by status; `GSI2`: of its account by slug
 * alone; `GSI3`: of its account by status.
 */
export function eventTypeItem(eventType: EventType): Item {
  const { id, ...rest } = eventType
  const statusAndId = bookingIndexKeys.statusAndId(eventType.status, id)
  return {
    ...eventTypeKey(id),
    ...present({
      GSI1PK: bookingIndexKeys.eventTypesOfProvider(eventType.providerId),
      GSI1SK: statusAndId,
      GSI2PK: bookingIndexKeys.eventTypesBySlug(eventType.accountId, eventType.slug),
      GSI2SK: id,
      GSI3PK: bookingIndexKeys.eventTypesOfAccount(eventType.accountId),
      GSI3SK: statusAndId,
      ...rest,
      availabilityRules: rest.availabilityRules as unknown as AttributeValue,
      dateOverrides: rest.dateOverrides as unknown as AttributeValue,
    }),
  }
}

/** The item that holds an event type's slug, so that no other of its provider can have it. */
export const eventTypeSlugItem = (eventType: EventType): Item => ({
  ...eventTypeSlugKey(eventType.providerId, eventType.slug),
  eventTypeId: eventType.id,
  version: 1,
})

/** Reads the item of an event type. */
export function eventTypeFromItem(item: Item): EventType {
  const {
    PK,
    SK: _sk,
    GSI1PK: _1,
    GSI1SK: _2,
    GSI2PK: _3,
    GSI2SK: _4,
    GSI3PK: _5,
    GSI3SK: _6,
    ...attributes
  } = item
  return {
    ...(attributes as unknown as Omit<EventType, 'id'>),
    id: keyTail(PK),
  }
}
