import { z } from 'zod'
import { bookingIndexKeys } from '../../booking/keys.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { keyTail, prefixEnd } from '../../kernel/keys.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { newTask, taskEntity } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { Connection } from './connection.ts'
import { connectionRepresentation } from './connection-representation.ts'

/** How many bookings are read at a time. */
const PAGE = 25

/** The members of a connection in a domain event that calendar sync needs. */
const CONNECTION = z.object({ providerId: z.string(), writesBack: z.boolean() })

/** Whether an event starts calendar sync for a connection. */
export const startsCalendarSync = (event: DomainEvent): boolean =>
  event.type === 'calendar.write_back_begun' ||
  (event.type === 'calendar.connected' && CONNECTION.parse(event.data.connection).writesBack)

/** Whether bookings are written into a calendar. A broken connection writes nothing. */
const isSynced = ({ writesBack, status }: Connection): boolean => writesBack && status !== 'broken'

/**
 * The write of a task that syncs the future bookings, if a change turns calendar sync on or repairs a
 * broken connection; undefined otherwise.
 */
export function startSyncWrites(
  deps: ExternalCalendarsDependencies,
  before: Connection,
  after: Connection,
): Write | undefined {
  if (isSynced(before) || !isSynced(after)) return undefined
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
  return taskEntity.create(newTask('mirrors', event, now))
}

/** Confirmed bookings must appear. Bookings that were cancelled while the connection was broken must go. */
const STATUSES = ['confirmed', 'cancelled'] as const

/**
 * Enqueues each future booking of the provider that was confirmed, moved or cancelled before the calendar
 * was connected, or while the connection was broken. Enqueueing a booking twice has the effect of once.
 */
export async function enqueueFutureBookings(
  deps: ExternalCalendarsDependencies,
  event: DomainEvent,
): Promise<void> {
  const { providerId } = CONNECTION.parse(event.data.connection)
  const partition = bookingIndexKeys.bookingsOfProvider(providerId)
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
      for (const { PK } of page.items) await enqueueBooking(deps, event, keyTail(PK))
      cursor = page.cursor
    } while (cursor !== undefined)
  }
}

// One transaction per booking, so that one that is enqueued already does not prevent the others.
async function enqueueBooking(
  deps: ExternalCalendarsDependencies,
  event: DomainEvent,
  bookingId: string,
): Promise<void> {
  const now = deps.clock.nowEpochMilliseconds()
  await transact(deps, { task: taskEntity.create(newTask('mirrors', event, now, bookingId)) })
}
