import type { BookingEventType } from '@holdfast/engine'
import type { Item } from '../ports/store.ts'

/** The keys of the events that changes yield. */
export type EventType =
  | BookingEventType
  | 'event_type.created'
  | 'event_type.updated'
  | 'event_type.deactivated'
  | 'slot.conflict_detected'
  | 'stay.created'
  | 'stay.updated'
  | 'stay.deleted'
  | 'calendar_event.created'
  | 'calendar_event.updated'
  | 'calendar_event.deleted'
  | 'calendar.connected'
  | 'calendar.disconnected'
  | 'calendar.sync_failed'
  | 'webhook.disabled'
  /** Sent on request to one endpoint, and never in a log. */
  | 'webhook.test'
  /** Told to the mails alone, and never in a log. */
  | 'booking.reminder'
  /** Told to the mirrors alone, and never in a log. */
  | 'calendar.write_back_begun'

/** What an event's data holds. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** Values of an event's data: JSON, as it will be sent. */
export type EventData = { readonly [name: string]: JsonValue }

/**
 * An event as consumers get it. Its id is drawn once, at commit, and stays over every delivery, so
 * that a consumer can drop duplicates; the version of the resource puts events of one resource in
 * order. Events of different resources have none.
 */
export interface DomainEvent {
  readonly id: string
  readonly type: EventType
  /** The version of the schema of `data`. */
  readonly schemaVersion: number
  readonly accountId: string
  readonly resourceId: string
  readonly resourceVersion: number
  readonly occurredAtEpochMilliseconds: number
  readonly data: EventData
}

/** The parts of a booking, as an event shows it, that our own consumers act on. */
export interface BookingData {
  readonly id: string
  readonly providerId: string
  readonly status: string
  readonly start: string
  readonly end: string
  readonly booker: { readonly name: string; readonly email: string; readonly id?: string | null }
}

/** The booking of a `booking.*` event. */
export const bookingOf = (event: DomainEvent): BookingData =>
  event.data.booking as unknown as BookingData

/** The attributes of an event inside an item. */
export const eventAttributes = (event: DomainEvent) => ({
  type: event.type,
  schemaVersion: event.schemaVersion,
  accountId: event.accountId,
  resourceId: event.resourceId,
  resourceVersion: event.resourceVersion,
  occurredAtEpochMilliseconds: event.occurredAtEpochMilliseconds,
  data: event.data,
})

/** Reads an event whose attributes lie in an item. */
export const eventFromAttributes = (id: string, item: Item): DomainEvent => ({
  id,
  type: item.type as EventType,
  schemaVersion: item.schemaVersion as number,
  accountId: item.accountId as string,
  resourceId: item.resourceId as string,
  resourceVersion: item.resourceVersion as number,
  occurredAtEpochMilliseconds: item.occurredAtEpochMilliseconds as number,
  data: item.data as EventData,
})

/** An event as it is sent: over HTTP, to webhooks, to the bus. */
export const eventRepresentation = (event: DomainEvent) => ({
  id: event.id,
  type: event.type,
  schemaVersion: event.schemaVersion,
  occurredAt: new Date(event.occurredAtEpochMilliseconds).toISOString(),
  accountId: event.accountId,
  resource: { id: event.resourceId, version: event.resourceVersion },
  data: event.data,
})

/**
 * An event as the text of a message: the same bytes each time that it is sent, in whatever order a
 * store gives the members of its data back.
 */
export const eventText = (event: DomainEvent): string =>
  JSON.stringify(eventRepresentation({ ...event, data: inOrder(event.data) as EventData }))

function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  )
}
