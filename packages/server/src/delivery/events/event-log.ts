import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import {
  type DomainEvent,
  type EventType,
  eventAttributes,
  eventFromAttributes,
} from '../../kernel/events/event.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { eventHeadKey, eventLogAfter, eventLogKey } from '../keys.ts'

/** How long an event stays in its account's log. */
export const EVENT_LOG_SECONDS = 30 * 24 * 60 * 60

/** An event and its position in its account's log: 1, 2, 3 … in order of publication. */
export interface LoggedEvent {
  readonly position: number
  readonly event: DomainEvent
}

/** The item of an event in its account's log. */
export const loggedEventItem = ({ position, event }: LoggedEvent): Item => ({
  ...eventLogKey(event.accountId, position),
  id: event.id,
  ...eventAttributes(event),
  ttl: Math.floor(event.occurredAtEpochMilliseconds / 1000) + EVENT_LOG_SECONDS,
})

/** Reads the item of an event in its account's log. */
export const loggedEventFromItem = (item: Item): LoggedEvent => ({
  position: Number(item.SK),
  event: eventFromAttributes(item.id as string, item),
})

/** The part of a log to read. */
export interface EventsQuery {
  readonly afterPosition: number
  /** The maximum number of events to return. */
  readonly limit: number
  /** Default: all types. */
  readonly type?: EventType | undefined
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
    for (const logged of page.items.map(loggedEventFromItem)) {
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
  const head = await deps.store.get(eventHeadKey(caller.accountId), { consistent: true })
  return (head?.position as number | undefined) ?? 0
}
