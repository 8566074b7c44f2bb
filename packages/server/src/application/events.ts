import type { BookingEventType } from '@holdfast/engine'
import type { Dependencies } from './dependencies.ts'
import { outboxKey } from './items/keys.ts'
import type { AttributeValue, Write } from './ports/store.ts'

/** The keys of the events that changes yield. */
export type EventType =
  | BookingEventType
  | 'event_type.created'
  | 'event_type.updated'
  | 'event_type.deactivated'

/** A change as it will be told: the resource it changed, at the version it has from then on. */
export interface DomainEvent {
  readonly type: EventType
  readonly accountId: string
  readonly resourceId: string
  readonly resourceVersion: number
  /** The whole resource as it is shown over HTTP, enough to act without calling back. */
  readonly data: { readonly [name: string]: AttributeValue }
}

/**
 * The outbox write of an event: the whole event in one item, so that nobody has to piece it
 * together from several. Its id is drawn once, at commit, and stays over every delivery.
 */
export function outboxWrite(
  deps: Dependencies,
  event: DomainEvent,
  nowEpochMilliseconds: number,
): Write {
  const eventId = deps.ids.next('event', nowEpochMilliseconds)
  return {
    kind: 'outbox-append',
    item: {
      ...outboxKey(event.resourceId, eventId),
      type: event.type,
      schemaVersion: 1,
      accountId: event.accountId,
      resourceId: event.resourceId,
      resourceVersion: event.resourceVersion,
      occurredAtEpochMilliseconds: nowEpochMilliseconds,
      data: event.data,
    },
  }
}
