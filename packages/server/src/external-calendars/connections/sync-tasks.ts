import { z } from 'zod'
import { readMarkedBookings } from '../../booking/bookings/shared-bookings.ts'
import { bookingIndexKeys, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { keyTail, prefixEnd } from '../../kernel/keys.ts'
import type { Item, QueryRequest, Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import { newTask, taskEntity } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { syncedEventsEndingFrom } from '../keys.ts'
import type { Connection } from './connection.ts'
import { connectionRepresentation } from './connection-representation.ts'

/** How many bookings are read at a time. */
const PAGE = 25
const DAY_SECONDS = 86_400
/** No booking starts later (the year 2286). */
const END_EPOCH_SECONDS = 9_999_999_999

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
  return ownTaskWrite(deps, 'mirrors', {
    type: 'calendar.write_back_begun',
    accountId: after.accountId,
    resourceId: after.id,
    resourceVersion: after.version,
    data: { connection: connectionRepresentation(after) },
  })
}

/** Confirmed bookings must appear. Bookings that were cancelled while the connection was broken must go. */
const STATUSES = ['confirmed', 'cancelled'] as const

/**
 * Enqueues each future booking of the provider that was confirmed, moved, cancelled or reassigned before the
 * calendar was connected, or while the connection was broken. Enqueueing a booking twice has the effect of
 * once.
 */
export async function enqueueFutureBookings(
  deps: ExternalCalendarsDependencies,
  event: DomainEvent,
): Promise<void> {
  const { providerId } = CONNECTION.parse(event.data.connection)
  const now = epochSeconds(deps.clock)
  const partition = bookingIndexKeys.bookingsOfProvider(providerId)
  for (const status of STATUSES) {
    const range = {
      index: 'GSI1',
      partition,
      from: bookingIndexKeys.statusAndStart(status, bookingIndexKeys.start(now)),
      to: prefixEnd(bookingIndexKeys.statusAndStart(status, '')),
    } as const
    for await (const { PK } of itemsOf(deps, range)) {
      await enqueueBooking(deps, event, keyTail(PK))
    }
  }
  await enqueueShared(deps, event, providerId)
  // The events of bookings with assignments that the provider has left, or that were cancelled.
  for await (const { PK } of itemsOf(deps, syncedEventsEndingFrom(providerId, now))) {
    await enqueueBooking(deps, event, keyTail(PK))
  }
}

/** The items of a query, page by page. */
async function* itemsOf(
  deps: ExternalCalendarsDependencies,
  request: QueryRequest,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const page = await deps.store.query({
      ...request,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    })
    yield* page.items
    cursor = page.cursor
  } while (cursor !== undefined)
}

/** Enqueues the confirmed bookings that the index lists under another provider. */
async function enqueueShared(
  deps: ExternalCalendarsDependencies,
  event: DomainEvent,
  providerId: string,
): Promise<void> {
  const provider = await providerEntity.read(deps.store, providerKey(providerId))
  if (!provider?.sharesBookings) return
  const toEpochSeconds = END_EPOCH_SECONDS
  let fromEpochSeconds: number | undefined = epochSeconds(deps.clock)
  while (fromEpochSeconds !== undefined) {
    const range = { fromEpochSeconds, toEpochSeconds, descending: false }
    const { bookings, readUntilDay } = await readMarkedBookings(
      deps,
      provider,
      range,
      PAGE,
      ({ status }) => status === 'confirmed',
    )
    for (const { id } of bookings) await enqueueBooking(deps, event, id)
    fromEpochSeconds = readUntilDay === undefined ? undefined : (readUntilDay + 1) * DAY_SECONDS
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
