import type { Actor, BookingEventType } from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA, actorRepresentation } from '../actor.ts'
import { packData, unpackData } from '../booking-fields/unused-members.ts'
import type { EventData, JsonValue } from '../event-data.ts'

export type { EventData, JsonValue } from '../event-data.ts'

/** The names of all events that changes publish. */
export type DomainEventName =
  | BookingEventType
  | 'booking.time_conflict'
  | 'session.cancelled'
  | 'event_type.created'
  | 'event_type.updated'
  | 'event_type.deactivated'
  | 'event_type.deleted'
  | 'slot.conflict_detected'
  | 'stay.created'
  | 'stay.updated'
  | 'stay.deleted'
  | 'channel.conflict'
  | 'calendar_event.created'
  | 'calendar_event.updated'
  | 'calendar_event.deleted'
  | 'calendar.connected'
  | 'calendar.disconnected'
  | 'calendar.sync_failed'
  | 'time_off.affected'
  | 'closure.affected'
  | 'waitlist.offered'
  | 'waitlist.lapsed'
  | 'member.invited'
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'payment.refunded'
  | 'payment.released'
  | 'order.updated'
  | 'security_deposit.updated'
  | 'contact.merged'
  | 'contact.merge_undone'
  | 'webhook.disabled'
  | 'account.deleted'
  /** Sent to one endpoint on request; never in a log. */
  | 'webhook.test'
  /** For the `mails` consumer alone; never in a log. */
  | 'payment.requested'
  /** For the `mails` consumer alone; never in a log. */
  | 'security_deposit.requested'
  /** For the `mails` consumer alone; never in a log. */
  | 'security_deposit.taken'
  /** For the `mails` consumer alone; never in a log. */
  | 'booking.reminder'
  /** For the `mails` consumer alone; never in a log. */
  | 'booking.follow_up'
  /** For the `mails` consumer alone; never in a log. */
  | 'sign_in.requested'
  /** For the `mails` consumer alone; never in a log. */
  | 'waitlist.unconfirmed'
  /** For the `mails` consumer alone; never in a log. */
  | 'waitlist.joined'
  /** For the `mails` consumer alone; never in a log. */
  | 'waitlist.ended'
  /** For the `schedule` consumer alone; never in a log. */
  | 'time_off.recheck'
  /** For the `schedule` consumer alone; never in a log. */
  | 'absence.finish'
  /** For the `schedule` consumer alone; never in a log. */
  | 'closure.recheck'
  /** For the `schedule` consumer alone; never in a log. */
  | 'limits.recount'
  /** For the `schedule` consumer alone; never in a log. */
  | 'photo.unused'
  /** For the `schedule` consumer alone; never in a log. */
  | 'session.follow'
  /** For the `mails` consumer alone; never in a log. */
  | 'session.changed'
  /** For the `mails` consumer alone; never in a log. */
  | 'group.changed'
  /** For calendar sync alone; never in a log. */
  | 'calendar.write_back_begun'
  /** For calendar sync alone; never in a log. */
  | 'booking.erased'

/**
 * An event as consumers receive it. Its id is the same for every delivery; use it to drop duplicates.
 * The version of the resource orders the events of one resource; events of different resources have no
 * order.
 */
export interface DomainEvent {
  readonly id: string
  readonly type: DomainEventName
  /** The version of the schema of `data`. */
  readonly schemaVersion: number
  readonly accountId: string
  readonly resourceId: string
  readonly resourceVersion: number
  readonly occurredAtEpochMilliseconds: number
  /** Who caused it. Absent in events of version 1. */
  readonly actor?: Actor
  readonly data: EventData
}

/** The members of a booking in an event that our own consumers use. */
export interface BookingData {
  readonly id: string
  readonly providerId: string
  /** Absent in events that were stored before bookings had assignments. */
  readonly assignments?: readonly { readonly providerId: string }[]
  readonly eventTypeId: string | null
  readonly status: string
  /** Absent in events that were stored before bookings had grains. */
  readonly grain?: string
  /** Absent in events that were stored before there were orders. */
  readonly orderId?: string | null
  /** Absent in events that were stored before there were security deposits. */
  readonly securityDeposit?: { readonly paymentId: string | null } | null
  readonly start: string
  readonly end: string
  readonly booker: {
    readonly name: string
    /** Null for somebody without one. */
    readonly email: string | null
    /** The contact of a person without an email address. */
    readonly contactId?: string
    readonly id?: string | null
    readonly phone?: string | null
  }
}

/** Whether a `booking.updated` event gave the booking a booker with another address. */
export function isNewAddress(event: DomainEvent): boolean {
  const previous = event.data.previousBooker as unknown as BookingData['booker'] | null | undefined
  return (
    event.type === 'booking.updated' &&
    previous !== undefined &&
    (previous?.email ?? undefined) !== (bookingOf(event).booker?.email ?? undefined)
  )
}

/** The booking of a `booking.*` event. */
export const bookingOf = (event: DomainEvent): BookingData =>
  event.data.booking as unknown as BookingData

/** The attributes of an event inside an item: its own in the outbox, or one that carries the event along. */
export type EventAttributes = Omit<DomainEvent, 'id'>

/** The schemas of `EventAttributes`, to be part of the schema of an item. */
export const EVENT_ATTRIBUTES = {
  // Any name: an event of a later version of the server must not stop the relay of this one.
  type: z.custom<DomainEventName>((value) => typeof value === 'string'),
  schemaVersion: z.int(),
  accountId: z.string(),
  resourceId: z.string(),
  resourceVersion: z.int(),
  occurredAtEpochMilliseconds: z.int(),
  actor: z.exactOptional(ACTOR_SCHEMA),
  // The server wrote it as JSON; nobody checks it a second time.
  data: z.custom<EventData>((value) => typeof value === 'object' && value !== null),
} as const

/** The attributes of an event inside an item. */
export const eventAttributes = (event: DomainEvent): EventAttributes => ({
  type: event.type,
  schemaVersion: event.schemaVersion,
  accountId: event.accountId,
  resourceId: event.resourceId,
  resourceVersion: event.resourceVersion,
  occurredAtEpochMilliseconds: event.occurredAtEpochMilliseconds,
  ...(event.actor && { actor: event.actor }),
  data: packData(event.data),
})

/** The event whose attributes lie in an item. */
export const eventFromAttributes = (id: string, attributes: EventAttributes): DomainEvent => ({
  id,
  type: attributes.type,
  schemaVersion: attributes.schemaVersion,
  accountId: attributes.accountId,
  resourceId: attributes.resourceId,
  resourceVersion: attributes.resourceVersion,
  occurredAtEpochMilliseconds: attributes.occurredAtEpochMilliseconds,
  ...(attributes.actor && { actor: attributes.actor }),
  data: unpackData(attributes.data),
})

/** An event as it is sent: over HTTP, to webhooks, to the bus. */
export const eventRepresentation = (event: DomainEvent) => ({
  id: event.id,
  type: event.type,
  schemaVersion: event.schemaVersion,
  occurredAt: new Date(event.occurredAtEpochMilliseconds).toISOString(),
  accountId: event.accountId,
  actor: actorRepresentation(event.actor),
  resource: { id: event.resourceId, version: event.resourceVersion },
  data: event.data,
})

/**
 * An event as the text of a message: the same bytes for every delivery, regardless of the order in
 * which a store returns the members of its data.
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
