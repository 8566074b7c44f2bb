import { present } from '../../kernel/items/attributes.ts'
import type { AttributeValue, Item, Write } from '../../kernel/ports/store.ts'
import { syncedEventKey } from '../keys.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'

/**
 * What is known of the event of a booking in a connected calendar. It is written before the vendor is
 * called, so where there is none, no event was ever written.
 */
export interface SyncedEvent {
  readonly bookingId: string
  readonly kind: VendorKind
  readonly version: number
  /** The connection that wrote it. */
  readonly connectionId: string
  /** Its account then: connected again, it may lead to another one. */
  readonly accountLabel?: string
  /** The calendar that the event is in, and stays in; absent: the primary one. */
  readonly calendarId?: string
  /** What the vendor called the event; absent: not known, or it was removed. */
  readonly eventId?: string
  /** The version of the booking that the calendar shows; absent: not known. */
  readonly shownBookingVersion?: number
  /** One attempt at a time calls the vendor: until then nobody else does. */
  readonly takenUntilEpochMilliseconds?: number
}

const syncedEventItem = (mirror: SyncedEvent): Item => ({
  ...syncedEventKey(mirror.bookingId, mirror.kind),
  ...present(mirror as unknown as Record<string, AttributeValue | undefined>),
})

/** Reads the item of a mirror. */
export function syncedEventFromItem(item: Item): SyncedEvent {
  const { PK: _pk, SK: _sk, ...attributes } = item
  return attributes as unknown as SyncedEvent
}

/** The write of a mirror as it becomes: one version on from what was read. */
export const putSyncedEventItem = (before: SyncedEvent | undefined, after: SyncedEvent): Write =>
  before === undefined
    ? { kind: 'put-if-absent', item: syncedEventItem(after) }
    : { kind: 'put-if-version', item: syncedEventItem(after), version: before.version }
