import { bookingIndexKeys } from '../../booking/keys.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { keyTail, prefixEnd } from '../../kernel/keys.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { newTask, taskItem } from '../../kernel/queue/task.ts'
import type { Connection } from '../connections/connection.ts'
import { connectionRepresentation } from '../connections/connection-representation.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'

/** Bookings that are read at once. */
const PAGE = 25

interface ConnectionData {
  readonly providerId: string
  readonly writesBack: boolean
}

const connectionOf = (event: DomainEvent): ConnectionData =>
  event.data.connection as unknown as ConnectionData

/** Whether an event tells that a provider's bookings are from now on written into a calendar. */
export const startsCalendarSync = (event: DomainEvent): boolean =>
  event.type === 'calendar.write_back_begun' ||
  (event.type === 'calendar.connected' && connectionOf(event).writesBack)

/** Whether bookings are written into a calendar; not while it is broken. */
const isWritten = ({ writesBack, status }: Connection): boolean => writesBack && status !== 'broken'

/**
 * The write that lets what is to come be written into a calendar, where that was switched on, or where
 * the calendar is not broken any more.
 */
export function startSyncWrites(
  deps: ExternalCalendarsDependencies,
  before: Connection,
  after: Connection,
): readonly Write[] {
  if (isWritten(before) || !isWritten(after)) return []
  const now = deps.clock.nowEpochMilliseconds()
  const event: DomainEvent = {
    id: deps.ids.next('event', now),
    type: 'calendar.write_back_begun',
    schemaVersion: 1,
    accountId: after.accountId,
    resourceId: after.id,
    resourceVersion: after.version,
    occurredAtEpochMilliseconds: now,
    data: { connection: connectionRepresentation(after) },
  }
  return [{ kind: 'put-if-absent', item: taskItem(newTask('mirrors', event, now)) }]
}

/** Confirmed ones are to be there, and those that were cancelled while it was broken are to go. */
const STATUSES = ['confirmed', 'cancelled'] as const

/**
 * Queues each booking of the provider that is still to come: what was confirmed, moved or cancelled
 * before the calendar was connected, or while it was broken. Queued again, it is queued once.
 */
export async function enqueueFutureBookings(
  deps: ExternalCalendarsDependencies,
  event: DomainEvent,
): Promise<void> {
  const partition = bookingIndexKeys.bookingsOfProvider(connectionOf(event).providerId)
  const from = bookingIndexKeys.start(epochSeconds(deps.clock))
  for (const status of STATUSES) {
    let cursor: string | undefined
    do {
      const page = await deps.store.query({
        index: 'GSI1',
        partition,
        from: bookingIndexKeys.statusAndStart(status, from),
        to: prefixEnd(bookingIndexKeys.statusAndStart(status, '')),
        limit: PAGE,
        ...(cursor !== undefined && { cursor }),
      })
      for (const { PK } of page.items) await queueBooking(deps, event, keyTail(PK))
      cursor = page.cursor
    } while (cursor !== undefined)
  }
}

// One by one: one that is queued already must not keep the others out.
async function queueBooking(
  deps: ExternalCalendarsDependencies,
  event: DomainEvent,
  bookingId: string,
): Promise<void> {
  const now = deps.clock.nowEpochMilliseconds()
  const item = taskItem(newTask('mirrors', event, now, bookingId))
  await deps.store.transact([{ kind: 'put-if-absent', item }], deps.ids.next('event', now))
}
