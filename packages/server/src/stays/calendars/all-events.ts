import { queryItems } from '../../kernel/items/query-items.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, Store } from '../../kernel/ports/store.ts'
import { allEventsOf, calendarsOfAccount, isCancelledStay } from '../keys.ts'
import {
  type CalendarEvent,
  type CancelledStay,
  calendarEventByTimeEntity,
  cancelledStayEntity,
} from './calendar-event.ts'

/** An event of a calendar, or a cancelled stay. */
export type AnyEvent =
  | { readonly kind: 'event'; readonly event: CalendarEvent }
  | { readonly kind: 'cancelled'; readonly event: CancelledStay }

/** Decodes an item of the events of a calendar. */
export const anyEventFromItem = (item: Item): AnyEvent =>
  isCancelledStay(item)
    ? { kind: 'cancelled', event: cancelledStayEntity.decode(item) }
    : { kind: 'event', event: calendarEventByTimeEntity.decode(item) }

/** Reads the events and cancelled stays of all calendars of an account. A recurring event comes once. */
export async function* allEventsOfAccount(
  store: Pick<Store, 'query'>,
  accountId: string,
): AsyncGenerator<AnyEvent> {
  const calendars = { index: 'GSI1', partition: calendarsOfAccount(accountId) } as const
  for await (const { PK } of queryItems(store, calendars)) {
    for await (const item of queryItems(store, allEventsOf(keyTail(PK)))) {
      yield anyEventFromItem(item)
    }
  }
}

/** A position among the events of an account's calendars. */
export interface EventsCursor {
  /** The calendars before this one were read. */
  readonly calendars?: string
  /** The calendar of `events`. */
  readonly calendarId?: string
  readonly events?: string
}

/**
 * Reads up to `limit` events of an account's calendars, after a cursor. Without a cursor in the answer, all were
 * read.
 */
export async function someEventsOfAccount(
  store: Pick<Store, 'query'>,
  accountId: string,
  after: EventsCursor,
  limit: number,
): Promise<{ readonly events: readonly AnyEvent[]; readonly cursor?: EventsCursor }> {
  const calendars = await store.query({
    index: 'GSI1',
    partition: calendarsOfAccount(accountId),
    limit: 1,
    ...(after.calendars !== undefined && { cursor: after.calendars }),
  })
  const [calendar] = calendars.items
  if (calendar === undefined) return { events: [] }
  const calendarId = keyTail(calendar.PK)
  // Another calendar: the one of the cursor was deleted meanwhile.
  const inCalendar = after.calendarId === calendarId ? after.events : undefined
  const page = await store.query({
    ...allEventsOf(calendarId),
    consistent: true,
    limit,
    ...(inCalendar !== undefined && { cursor: inCalendar }),
  })
  const events = page.items.map(anyEventFromItem)
  if (page.cursor !== undefined) {
    return { events, cursor: { ...after, calendarId, events: page.cursor } }
  }
  return calendars.cursor === undefined
    ? { events }
    : { events, cursor: { calendars: calendars.cursor } }
}
