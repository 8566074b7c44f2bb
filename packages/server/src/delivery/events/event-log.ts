import { z } from 'zod'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity, defineMappedEntity } from '../../kernel/entity.ts'
import {
  type DomainEvent,
  type DomainEventName,
  EVENT_ATTRIBUTES,
  type EventAttributes,
  eventAttributes,
  eventFromAttributes,
} from '../../kernel/events/event.ts'
import { keyTail } from '../../kernel/keys.ts'
import { eventHeadKey, eventLogAfter, eventLogKey } from '../keys.ts'
import { packLogged, unpackLogged } from './logged-data.ts'

/** How long an event stays in its account's log. */
export const EVENT_LOG_SECONDS = 30 * 24 * 60 * 60

/** An event and its position in its account's log: 1, 2, 3 … in order of publication. */
export interface LoggedEvent {
  readonly position: number
  readonly event: DomainEvent
}

/** The item of an event in its account's log. */
export const loggedEventEntity = defineMappedEntity<
  LoggedEvent,
  EventAttributes & { readonly id: string }
>({
  name: 'logged event',
  key: ({ position, event }) => eventLogKey(event.accountId, position),
  schema: z.object({ id: z.string(), ...EVENT_ATTRIBUTES }),
  toAttributes: ({ event }) => ({ id: event.id, ...packLogged(eventAttributes(event)) }),
  fromAttributes: (attributes, { SK }) => ({
    position: Number(SK),
    event: eventFromAttributes(attributes.id, unpackLogged(attributes)),
  }),
  ttl: ({ event }) => Math.floor(event.occurredAtEpochMilliseconds / 1000) + EVENT_LOG_SECONDS,
})

const outboxPlaceAttributes = z.object({ resourceId: z.string(), eventId: z.string() })

/** The key of an event in the outbox. */
export type OutboxPlace = AttributesOf<typeof outboxPlaceAttributes>

const eventLogHeadAttributes = z.object({
  /** The last position of the log. One event may be behind it: its publisher has not moved the head yet. */
  position: z.int(),
  /** Always the position. */
  version: z.int(),
  /**
   * The event at the last position if it was published by lone writes. Its outbox item may still exist, so it
   * must be deleted before the next event is put into the log.
   */
  unsettled: z.exactOptional(outboxPlaceAttributes),
})

/** The head of an account's log. */
export interface EventLogHead extends AttributesOf<typeof eventLogHeadAttributes> {
  readonly accountId: string
}

/** The item of the head of an account's log. It exists once the log has an event. */
export const eventLogHeadEntity = defineEntity<EventLogHead, 'accountId'>({
  name: 'event log head',
  key: ({ accountId }) => eventHeadKey(accountId),
  inKey: { accountId: ({ PK }) => keyTail(PK) },
  schema: eventLogHeadAttributes,
})

/** Reads the head of an account's log; undefined if the log is empty. */
export const readEventLogHead = (
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<EventLogHead | undefined> => eventLogHeadEntity.read(store, eventHeadKey(accountId))

/** The part of a log to read. */
export interface EventsQuery {
  readonly afterPosition: number
  /** The maximum number of events to return. */
  readonly limit: number
  /** Default: all types. */
  readonly type?: DomainEventName | undefined
}

/** A page of a log. */
export interface EventsPage {
  readonly data: readonly LoggedEvent[]
  /** The last position that was read: continue after it. */
  readonly lastPosition: number
  /** Whether more events may follow. */
  readonly more: boolean
}

/** The maximum number of reads per call while it filters by type. */
const MAX_READS = 10
/** A filtered read fetches at least this many events. */
const MIN_FILTERED_LIMIT = 100

/**
 * Reads the caller's log after a position, in order. A position is assigned in the transaction that
 * writes its event, so no event can appear later at a position that was already read.
 */
export async function listEvents(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  { afterPosition, limit, type }: EventsQuery,
): Promise<EventsPage> {
  const data: LoggedEvent[] = []
  let lastPosition = afterPosition
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const page = await deps.store.query({
      ...eventLogAfter(caller.accountId, lastPosition),
      limit: type === undefined ? limit : Math.max(limit, MIN_FILTERED_LIMIT),
      consistent: true,
    })
    for (const logged of page.items.map(loggedEventEntity.decode)) {
      if (data.length === limit) return { data, lastPosition, more: true }
      lastPosition = logged.position
      if (type === undefined || logged.event.type === type) data.push(logged)
    }
    if (page.cursor === undefined) return { data, lastPosition, more: false }
    if (data.length === limit) break
  }
  return { data, lastPosition, more: true }
}

/** The last position of the caller's log. 0 if nothing was ever published. */
export async function lastEventPosition(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
): Promise<number> {
  return (await readEventLogHead(deps, caller.accountId))?.position ?? 0
}
