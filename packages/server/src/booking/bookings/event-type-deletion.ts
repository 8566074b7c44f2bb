import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { deletionMarkOf } from '../../kernel/deletion-mark.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import {
  type EventType,
  eventTypeEntity,
  eventTypeSlugEntity,
  slugOfEventType,
} from '../event-types/event-type.ts'
import { eventTypeEvent, getEventType } from '../event-types/event-types.ts'
import { bookingIndexKeys } from '../keys.ts'
import { usePhotos } from '../photos/use-photos.ts'
import { useSchedule } from '../schedules/schedule-users.ts'
import { bookingEntity } from './booking-item.ts'
import { isLive } from './live-booking.ts'
import { earliestStartOfLasting } from './look-back.ts'

const deletionMark = deletionMarkOf(eventTypeEntity)

/**
 * Deletes an event type without bookings from now on. Two steps, as for a provider: mark the deletion as
 * pending, look for bookings, then delete on condition that the mark is still there. Code that needs the
 * event type removes the mark (`abortEventTypeDeletion`). The look reads an index, which may lack the latest
 * bookings; the consumer of their events cancels them. See ADR 15.
 */
export async function deleteEventType(
  deps: Dependencies,
  caller: Caller<undefined>,
  eventTypeId: string,
): Promise<Result<undefined, Refusal>> {
  const refused = refuse({ code: 'event_type_has_bookings', eventTypeId })
  const read = () => getEventType(deps, caller, eventTypeId)
  return decideOn(caller, `event type ${eventTypeId}`, read, async (before) => {
    // Checked before the mark as well, so that the common refusal writes nothing.
    if (await isBookedFromNowOn(deps, before)) return refused
    const pending = await deletionMark.set(deps, before)
    if (pending === undefined) return CONFLICT
    if (await isBookedFromNowOn(deps, before)) {
      await deletionMark.clear(deps, pending)
      return refused
    }
    const after = deletedEventType(deps, pending)
    const use = { userId: eventTypeId, before: pending.scheduleId, after: undefined }
    const used = await useSchedule(deps, caller, use)
    if (!used.ok) return used
    const pictures = { userId: eventTypeId, before: pending.photos, after: undefined }
    const shown = await usePhotos(deps, caller, pictures)
    if (!shown.ok) return shown
    const writes = {
      ...used.value,
      ...shown.value.writes,
      eventType: eventTypeEntity.replace(pending, after),
      slug: eventTypeSlugEntity.discard(slugOfEventType(pending)),
      event: eventTypeEvent(deps, caller, 'event_type.deleted', after),
    }
    const committed = await commit(deps, caller, writes, undefined)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    return committed.kind === 'conflict' ? CONFLICT : ok(undefined)
  })
}

function deletedEventType(deps: Dependencies, pending: EventType): EventType {
  const { deletionBeganAtEpochSeconds: _, scheduleId: _s, photos: _photos, ...rest } = pending
  const now = epochSeconds(deps.clock)
  return {
    ...rest,
    version: pending.version + 1,
    status: 'inactive',
    updatedAtEpochSeconds: now,
    deletedAtEpochSeconds: now,
  }
}

/**
 * Removes the mark of a pending deletion, because the event type is needed. Answers whether the event type
 * exists: false if it was deleted for good.
 */
export const abortEventTypeDeletion = (
  deps: Dependencies,
  eventType: EventType,
): Promise<boolean> => deletionMark.abort(deps, eventType)

/** Whether the event type has a confirmed booking or a live hold that ends after now. A stay can have begun long ago. */
async function isBookedFromNowOn(
  deps: Dependencies,
  { id, stay }: Pick<EventType, 'id' | 'stay'>,
): Promise<boolean> {
  const now = epochSeconds(deps.clock)
  const earliest = earliestStartOfLasting(now, stay !== undefined)
  const range = {
    index: 'GSI2',
    partition: bookingIndexKeys.bookingsOfEventType(id),
    from: bookingIndexKeys.start(earliest),
  } as const
  for await (const item of queryItems(deps.store, range)) {
    if (isLive(bookingEntity.decode(item), now)) return true
  }
  return false
}
