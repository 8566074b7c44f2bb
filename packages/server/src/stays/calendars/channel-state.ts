import { bookingMeantBy } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { keyTail } from '../../kernel/keys.ts'
import { idOfOwnUid } from '../../kernel/own-uid.ts'
import { nightsRange } from '../../ledger/keys.ts'
import { calendarEventIdKey, cancelledStaysOf, importedUidsOf } from '../keys.ts'
import type { UnitBookings } from '../ports/unit-bookings.ts'
import { markedBookings } from './booked-stays.ts'
import { type CalendarEvent, calendarEventEntity } from './calendar-event.ts'
import { feedUidEvent } from './feed-uid.ts'
import { type ImportedUid, importedUidEntity } from './imported-uid.ts'
import type { KnownStay } from './match-stays.ts'
import { takenNights } from './nights.ts'

/** What a calendar of stays has, as far as an import needs it. */
export interface ChannelState {
  /** All UIDs that were imported, of every channel, by their hash. */
  readonly uids: ReadonlyMap<string, ImportedUid>
  /** The stays that stand under a UID. */
  readonly known: readonly KnownStay[]
  readonly byUid: ReadonlyMap<string, KnownStay>
  /** The taken nights, as days since 1970-01-01. */
  readonly taken: ReadonlySet<number>
  /**
   * The stay of this calendar that has a UID in our own feeds, if it was not cancelled; `booking` for a booking of its
   * unit that has nights. Undefined for a UID of others, and for a stay of another calendar.
   */
  readonly ownEvent: (uid: string) => Promise<CalendarEvent | 'cancelled' | 'booking' | undefined>
}

/** What an import of stays needs. */
export interface ChannelDependencies extends Dependencies {
  readonly unitBookings: UnitBookings
}

/** Reads what a calendar of stays has. */
export async function readChannelState(
  deps: ChannelDependencies,
  calendarId: string,
): Promise<ChannelState> {
  const uids = new Map<string, ImportedUid>()
  for await (const item of queryItems(deps.store, importedUidsOf(calendarId))) {
    const uid = importedUidEntity.decode(item)
    uids.set(uid.uidHash, uid)
  }
  const all = [...uids.values()]
  const keys = all.map(({ eventId }) => calendarEventIdKey(eventId))
  const items = await readItems(deps.store, keys)
  const known = all.flatMap((uid, index): readonly KnownStay[] => {
    const item = items[index]
    const event = item && calendarEventEntity.decode(item)
    return event?.calendarId === calendarId ? [{ uid, event }] : []
  })
  const { taken, bookingIds } = await nightsOf(deps, calendarId)
  return {
    uids,
    known,
    byUid: new Map(known.map((stay) => [stay.uid.uidHash, stay])),
    taken,
    ownEvent: ownEvents(deps, calendarId, bookingIds),
  }
}

/** The taken nights, and the bookings with marks in a month. */
async function nightsOf(deps: Dependencies, calendarId: string) {
  const taken = new Set<number>()
  const bookingIds = new Set<string>()
  const range = nightsRange(calendarId, '0000-00', '9999-99')
  for await (const month of queryItems(deps.store, range)) {
    for (const night of takenNights(month, epochSeconds(deps.clock))) taken.add(night)
    for (const bookingId of markedBookings(month)) bookingIds.add(bookingId)
  }
  return { taken, bookingIds }
}

function ownEvents(
  deps: ChannelDependencies,
  calendarId: string,
  bookingIds: ReadonlySet<string>,
): ChannelState['ownEvent'] {
  let cancelled: Promise<ReadonlySet<string>> | undefined
  return async (uid) => {
    const id = feedUidEvent(uid)
    const key = id && calendarEventIdKey(id)
    const event = key && (await calendarEventEntity.read(deps.store, key))
    if (event) return event.calendarId === calendarId ? event : undefined
    const bookingId = bookingMeantBy(idOfOwnUid(uid) ?? '')
    if (bookingId === undefined) return undefined
    if (bookingIds.has(bookingId)) return 'booking'
    // Channels hand back what they read before it was cancelled. A booking of another unit is a stay of others here.
    const booking = (await deps.unitBookings.read(deps, [bookingId])).get(bookingId)
    if (booking !== undefined) return booking.calendarId === calendarId ? 'cancelled' : undefined
    cancelled ??= cancelledIds(deps, calendarId)
    return id && (await cancelled).has(id) ? 'cancelled' : undefined
  }
}

async function cancelledIds(deps: Dependencies, calendarId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  const range = cancelledStaysOf(calendarId)
  for await (const { SK } of queryItems(deps.store, range)) ids.add(keyTail(SK))
  return ids
}
