import { z } from 'zod'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { formatEntity } from '../../kernel/format.ts'
import { formatKey, keyTail } from '../../kernel/keys.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { INDEX_NAMES, type Item, type ItemKey, type Store } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import { GUESTS_MAX } from '../answers/check-guests.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { guestEntriesOf, guestEntryEntity, putGuestEntry } from '../bookings/guest-entry.ts'
import { bookingGuestsKey, bookingKey, guestIndexKey } from '../keys.ts'

const guestIndexAttributes = z.object({
  /** When the format of the store was seen to keep out servers that write bookings without entries. */
  sinceEpochSeconds: z.int(),
  /** Where the building goes on. */
  cursor: z.exactOptional(z.string()),
  /** Every booking with guests has its entries, and will have. */
  isComplete: z.boolean(),
  version: z.int(),
})

/** How far the index of guests has been built. */
export type GuestIndex = AttributesOf<typeof guestIndexAttributes>

/** The item of the progress. Without it, nothing is known of the bookings in the store. */
export const guestIndexEntity = defineEntity<GuestIndex>({
  name: 'guest index',
  key: () => guestIndexKey,
  inKey: {},
  schema: guestIndexAttributes,
})

/** The first format of which every server writes the entries of its bookings. */
const FIRST_FORMAT = 2
/** Servers that do not know the format stop within seconds; what they have begun until then is seen by a later scan. */
const QUIET_SECONDS = 120
const PAGES_PER_RUN = 20
const BOOKINGS_AT_ONCE = 16

const load = (store: Pick<Store, 'get'>) => guestIndexEntity.read(store, guestIndexKey)

/** Whether the entries of guests find every booking. Otherwise all bookings of an account must be read. */
export const areGuestsIndexed = async (store: Pick<Store, 'get'>): Promise<boolean> =>
  (await load(store))?.isComplete === true

/**
 * Gives bookings that an earlier version wrote the entries of their guests, a part of them each time. It reads the whole store
 * once, by key, so that no booking escapes by being moved. It begins two minutes after the format of the store rose: an earlier
 * server could add bookings without entries. Resolves with whether more is due.
 */
export async function indexGuests(deps: Dependencies): Promise<{ readonly more: boolean }> {
  let known = await load(deps.store)
  if (known?.isComplete) return { more: false }
  const now = epochSeconds(deps.clock)
  if (known === undefined) {
    const stored = await formatEntity.read(deps.store, formatKey)
    if (stored === undefined || stored.format < FIRST_FORMAT) return { more: false }
    const begun = { sinceEpochSeconds: now, isComplete: false, version: 1 }
    await transact(deps, { index: guestIndexEntity.create(begun) })
    return { more: false }
  }
  if (now < known.sinceEpochSeconds + QUIET_SECONDS) return { more: false }
  for (let pages = 0; pages < PAGES_PER_RUN; pages += 1) {
    const page = await deps.store.scanPage(known.cursor, OF_BOOKINGS)
    const ids = [...new Set(page.items.flatMap((item) => bookingIdIn(item) ?? []))]
    await mapAtMost(ids, BOOKINGS_AT_ONCE, (id) => indexBooking(deps, id))
    const after: GuestIndex = {
      sinceEpochSeconds: known.sinceEpochSeconds,
      ...(page.cursor !== undefined && { cursor: page.cursor }),
      isComplete: page.cursor === undefined,
      version: known.version + 1,
    }
    const outcome = await transact(deps, { index: guestIndexEntity.replace(known, after) })
    // Another server is at it, too.
    if (outcome.kind !== 'done') return { more: true }
    if (after.isComplete) return { more: false }
    known = after
  }
  return { more: true }
}

const BOOKING = bookingKey('')
const OF_BOOKINGS = [{ PK: bookingKey('*').PK, SK: '*' }]
const GUESTS = bookingGuestsKey('', 0)
const GUESTS_PREFIX = GUESTS.SK.slice(0, -1)

/** The id of a booking with guests, from its own item or from an entry of them. */
function bookingIdIn({ PK, SK, guests }: Item): string | undefined {
  if (!PK.startsWith(BOOKING.PK)) return undefined
  const isAny = SK === BOOKING.SK ? guests !== undefined : SK.startsWith(GUESTS_PREFIX)
  return isAny ? keyTail(PK) : undefined
}

const indexBooking = (deps: Dependencies, bookingId: string): Promise<void> =>
  retryOnConflict(`the guests of ${bookingId}`, async () => {
    const writes = await missingGuestWrites(deps.store, bookingId)
    if (Object.keys(writes).length === 0) return undefined
    return (await transact(deps, writes)).kind === 'done' ? undefined : CONFLICT
  })

const PARTS_MAX = Math.ceil(GUESTS_MAX / INDEX_NAMES.length)

/**
 * The writes that make the entries of a booking those of its guests, on condition that the booking stays. None if they are.
 */
export async function missingGuestWrites(
  store: Pick<Store, 'getMany'>,
  bookingId: string,
): Promise<NamedWrites> {
  const keys: readonly ItemKey[] = Array.from({ length: PARTS_MAX }, (_, part) =>
    bookingGuestsKey(bookingId, part),
  )
  const [stored, ...old] = await store.getMany([bookingKey(bookingId), ...keys], {
    consistent: true,
  })
  const booking = stored && bookingEntity.decode(stored)
  const entries = booking ? guestEntriesOf(booking) : []
  const writes = keys.flatMap((key, part): [string, NamedWrites[string]][] => {
    const entry = entries[part]
    const item = old[part]
    if (entry === undefined) return item ? [[key.SK, { kind: 'delete', key }]] : []
    if (item && sameMembers(item, guestEntryEntity.encode(entry))) return []
    return [[key.SK, putGuestEntry(entry)]]
  })
  if (writes.length === 0) return {}
  return Object.fromEntries([
    ...writes,
    ...(booking ? [['booking', bookingEntity.check(booking)] as const] : []),
  ])
}
