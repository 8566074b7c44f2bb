import type { Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { syncedEventsRange } from '../keys.ts'
import { type SyncedEvent, syncedEventEntity } from './synced-event.ts'

/** The copies of a booking in connected calendars. */
export async function syncedEventsOf(
  { store }: Pick<Dependencies, 'store'>,
  bookingId: string,
): Promise<readonly SyncedEvent[]> {
  const { items } = await store.query({ ...syncedEventsRange(bookingId), consistent: true })
  return items.map(syncedEventEntity.decode)
}

/**
 * The write of a task that replaces the text of an erased booking in connected calendars; empty if none shows
 * it. Commit it with the erased booking.
 */
export async function resyncWrites(
  deps: Pick<Dependencies, 'store' | 'ids' | 'clock'>,
  erased: Booking,
): Promise<NamedWrites> {
  const synced = await syncedEventsOf(deps, erased.id)
  if (synced.length === 0) return {}
  const resync = ownTaskWrite(deps, 'mirrors', {
    type: 'booking.erased',
    accountId: erased.accountId,
    resourceId: erased.id,
    resourceVersion: erased.version,
    data: {},
    actor: { kind: 'system' },
  })
  return { resync }
}
