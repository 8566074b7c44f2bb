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

/** How long an account's log keeps an event. */
export const EVENT_LOG_SECONDS = 30 * 24 * 60 * 60

/** An event with its place in its account's log; places count 1, 2, 3 … in the order of publication. */
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

/** Which part of a log is asked for. */
export interface EventsQuery {
  readonly afterPosition: number
  /** The most events in the answer. */
  readonly limit: number
  readonly type?: EventType | undefined
}

/** A part of a log. */
export interface EventsPage {
  readonly data: readonly LoggedEvent[]
  /** The last position that was looked at: where to go on. */
  readonly lastPosition: number
  /** Whether there may be more. */
  readonly more: boolean
}

/** How many reads one call makes at most while it looks for events of one type. */
const READS_MAX = 10
/** A read for a few events of one type looks at no fewer than these. */
const FILTERED_LIMIT = 100

/**
 * Reads the caller's log after a position, in order. A position is given out only together with the
 * event, in one transaction, so nothing can appear later at a position that was already passed.
 */
export async function listEvents(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  { afterPosition, limit, type }: EventsQuery,
): Promise<EventsPage> {
  const data: LoggedEvent[] = []
  let lastPosition = afterPosition
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const page = await deps.store.query({
      ...eventLogAfter(caller.accountId, lastPosition),
      limit: type === undefined ? limit : Math.max(limit, FILTERED_LIMIT),
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

/** The last position of the caller's log; 0: nothing was ever published. */
export async function lastEventPosition(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
): Promise<number> {
  const head = await deps.store.get(eventHeadKey(caller.accountId), { consistent: true })
  return (head?.position as number | undefined) ?? 0
}
