import type { Actor } from '@holdfast/engine'
import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import { defineMappedEntity } from '../entity.ts'
import { outboxKey } from '../keys.ts'
import type { Item, ItemKey, Write } from '../ports/store.ts'
import {
  type DomainEvent,
  type DomainEventName,
  EVENT_ATTRIBUTES,
  type EventAttributes,
  type EventData,
  eventAttributes,
  eventFromAttributes,
} from './event.ts'

/** A change to publish: its resource, at the version that it has from then on. */
export interface Change {
  readonly type: DomainEventName
  readonly accountId: string
  readonly resourceId: string
  readonly resourceVersion: number
  readonly actor: Actor
  /** The whole representation of the resource, enough to act without calling back. */
  readonly data: EventData
}

/** The version of every outbox item. It never changes: publishing deletes the item at this version. */
export const OUTBOX_VERSION = 1

/** The item of an event that was not published yet, whole, so that nobody has to join several items. */
export const outboxEntity = defineMappedEntity<
  DomainEvent,
  EventAttributes & { readonly version: number }
>({
  name: 'outbox event',
  key: ({ resourceId, id }) => outboxKey(resourceId, id),
  schema: z.object({ ...EVENT_ATTRIBUTES, version: z.int() }),
  toAttributes: (event) => ({ version: OUTBOX_VERSION, ...eventAttributes(event) }),
  fromAttributes: (attributes, { SK }) => eventFromAttributes(SK, attributes),
})

/** The write that puts the event of a change into the outbox, under a fresh event id. */
export function outboxWrite(
  deps: Pick<Dependencies, 'ids'>,
  change: Change,
  nowEpochMilliseconds: number,
): Write {
  const event: DomainEvent = {
    ...change,
    id: deps.ids.next('event', nowEpochMilliseconds),
    schemaVersion: 1,
    occurredAtEpochMilliseconds: nowEpochMilliseconds,
  }
  return { kind: 'outbox-append', item: outboxEntity.encode(event) }
}

/** The write of the event of a resource at the version that it has from now on. */
export const eventWrite = (
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  type: DomainEventName,
  actor: Actor,
  { accountId, id, version }: Pick<DomainEvent, 'accountId' | 'id'> & { readonly version: number },
  data: EventData,
): Write =>
  outboxWrite(
    deps,
    { type, accountId, resourceId: id, resourceVersion: version, actor, data },
    deps.clock.nowEpochMilliseconds(),
  )

// Longer than any copy of a request can be delayed on its way.
const FENCE_SECONDS = 24 * 60 * 60

/**
 * A fence: an item in the place of an outbox event, so that a transaction with that event can never
 * commit. A store puts it when it must rule out that a lost copy of a rejected transaction arrives late.
 */
export const fenceItem = ({ PK, SK }: ItemKey, nowEpochSeconds: number): Item => ({
  PK,
  SK,
  fence: true,
  ttl: nowEpochSeconds + FENCE_SECONDS,
})

/** Reports whether an item of the outbox is a fence and not an event. */
export const isFence = (item: Item): boolean => item.fence === true

/** Reports whether what was read of an outbox key is an event that waits for its publication, and not a fence. */
export const isWaiting = (item: Item | undefined): item is Item =>
  item !== undefined && !isFence(item)

/** Decodes an outbox item. */
export const eventFromOutbox = (item: Item): DomainEvent => outboxEntity.decode(item)
