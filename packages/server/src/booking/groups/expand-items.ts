import { ok, type Result, recurringStarts, refuse } from '@holdfast/engine'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { loadEventType, wallTimeOf } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { GroupItem } from './group-input.ts'

/** One start that a group asks for. */
export interface WantedBooking {
  /** The position of its item, from 0. */
  readonly itemIndex: number
  readonly item: GroupItem
  readonly timeZone: string
  /** The wall time in `timeZone`, `YYYY-MM-DDTHH:MM`. */
  readonly localStart: string
  /** Absent if there is no such time. */
  readonly startEpochSeconds?: number
}

/** How many event types are read at once. */
const READS_AT_ONCE = 8

/**
 * The starts that the items of a group ask for, in order: recurrences keep the wall time in the zone of the event
 * type's provider. Refuses event types with a price, which are paid one by one.
 */
export async function wantedBookings(
  deps: BookingDependencies,
  accountId: string,
  items: readonly GroupItem[],
): Promise<Result<readonly WantedBooking[], Refusal>> {
  const eventTypeIds = [...new Set(items.map(({ eventTypeId }) => eventTypeId))]
  const loaded = await mapAtMost(eventTypeIds, READS_AT_ONCE, (eventTypeId) =>
    loadEventType(deps, accountId, eventTypeId, true),
  )
  const zones = new Map<string, string>()
  for (const [index, found] of loaded.entries()) {
    if (!found.ok) return refuse(found.refusal)
    const { eventType, provider } = found.value
    const itemIndex = items.findIndex(({ eventTypeId }) => eventTypeId === eventTypeIds[index])
    if (eventType.payment) {
      return invalid(
        `/items/${itemIndex}/eventTypeId`,
        'has a price. Book it by itself: a group takes no payments.',
      )
    }
    zones.set(eventType.id, provider.timeZone)
  }
  return ok(
    items.flatMap((item, index) => startsOf(item, index, zones.get(item.eventTypeId) ?? 'UTC')),
  )
}

function startsOf(item: GroupItem, itemIndex: number, timeZone: string): readonly WantedBooking[] {
  const { startEpochSeconds, recurrence } = item
  if (recurrence === undefined) {
    const localStart = wallTimeOf(startEpochSeconds, timeZone)
    return [{ itemIndex, item, timeZone, localStart, startEpochSeconds }]
  }
  return recurringStarts(startEpochSeconds, recurrence, timeZone).map((start) => ({
    itemIndex,
    item,
    timeZone,
    ...start,
  }))
}
