import type { Caller } from '../caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { eventLogAfter, eventLogKey } from '../items/keys.ts'
import type { Item } from '../ports/store.ts'
import { type DomainEvent, eventAttributes, eventFromAttributes } from './event.ts'

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

/**
 * Reads the caller's log after a position, in order. A position is given out only together with the
 * event, in one transaction, so nothing can appear later at a position that was already passed.
 */
export async function listEvents(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  query: { readonly afterPosition: number; readonly limit: number; readonly type?: string },
): Promise<{ readonly data: readonly LoggedEvent[]; readonly lastPosition: number }> {
  const data: LoggedEvent[] = []
  let lastPosition = query.afterPosition
  let cursor: string | undefined
  do {
    const page = await deps.store.query({
      ...eventLogAfter(caller.accountId, lastPosition),
      limit: query.limit,
      consistent: true,
    })
    for (const item of page.items) {
      const logged = loggedEventFromItem(item)
      if (data.length === query.limit) return { data, lastPosition }
      lastPosition = logged.position
      if (query.type === undefined || logged.event.type === query.type) data.push(logged)
    }
    cursor = page.cursor
  } while (cursor !== undefined && data.length < query.limit)
  return { data, lastPosition }
}
