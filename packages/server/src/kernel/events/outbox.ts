import type { Dependencies } from '../dependencies.ts'
import { outboxKey } from '../keys.ts'
import type { Item, Write } from '../ports/store.ts'
import {
  type DomainEvent,
  type EventData,
  type EventType,
  eventAttributes,
  eventFromAttributes,
} from './event.ts'

/** A change as it will be told: the resource it changed, at the version it has from then on. */
export interface Change {
  readonly type: EventType
  readonly accountId: string
  readonly resourceId: string
  readonly resourceVersion: number
  /** The whole resource as it is shown over HTTP, enough to act without calling back. */
  readonly data: EventData
}

/** The outbox item's version, which never changes: who publishes an event deletes it at this version. */
export const OUTBOX_VERSION = 1

/**
 * The outbox write of a change: the whole event in one item, so that nobody has to piece it together
 * from several.
 */
export function outboxWrite(
  deps: Dependencies,
  change: Change,
  nowEpochMilliseconds: number,
): Write {
  const event: DomainEvent = {
    ...change,
    id: deps.ids.next('event', nowEpochMilliseconds),
    schemaVersion: 1,
    occurredAtEpochMilliseconds: nowEpochMilliseconds,
  }
  return {
    kind: 'outbox-append',
    item: {
      ...outboxKey(event.resourceId, event.id),
      version: OUTBOX_VERSION,
      ...eventAttributes(event),
    },
  }
}

/** Reads an outbox item. */
export const eventFromOutbox = (item: Item): DomainEvent => eventFromAttributes(item.SK, item)
