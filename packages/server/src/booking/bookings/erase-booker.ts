import { type Booking, ERASED_BOOKER, liveCount } from '@holdfast/engine'
import { FIELDS_BY_NAME } from '../../kernel/booking-fields/booking-fields.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { hashOfNoToken } from '../../kernel/manage-tokens.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import { counterKey } from '../../ledger/keys.ts'
import { bookingKey } from '../keys.ts'
import { countsToErase } from '../limits/claimed-limits.ts'
import { bookingEntity } from './booking-item.ts'
import { guestWrites } from './guest-entry.ts'

/** The fields of a booking that are about its booker, and whether those of a booking that the server cancelled stay. */
const PERSONAL_FIELDS = Object.entries(FIELDS_BY_NAME).flatMap(([name, { isPersonal }]) =>
  isPersonal === undefined ? [] : [{ name, isPersonal }],
)

/**
 * A booking without its booker: the fixed erased one takes their place, and what else is about them and the count of the person's
 * bookings are gone. Its manage tokens end: none has this hash, and nobody was sent the token of the next generation.
 */
export function withoutBooker(booking: Booking, nowEpochSeconds: number): Booking {
  const mine = countsToErase(booking)
  const { counts, ...others } = booking
  const kept: Record<string, unknown> = others
  for (const { name, isPersonal } of PERSONAL_FIELDS) {
    if (isPersonal === true || booking.cancelledBy !== 'system') delete kept[name]
  }
  const otherCounts = counts?.filter((claim) => !mine.includes(claim)) ?? []
  return {
    // Only optional fields are personal.
    ...(kept as unknown as typeof others),
    ...(otherCounts.length > 0 && { counts: otherCounts }),
    version: booking.version + 1,
    booker: ERASED_BOOKER,
    manageTokenHash: hashOfNoToken(),
    manageTokenGeneration: (booking.manageTokenGeneration ?? 0) + 1,
    updatedAtEpochSeconds: nowEpochSeconds,
  }
}

/** A booking without the guests of an address; undefined if it has none. */
export function withoutGuest(
  booking: Booking,
  isAddress: (email: string) => boolean,
  nowEpochSeconds: number,
): Booking | undefined {
  const { guests = [], ...kept } = booking
  const others = guests.filter(({ email }) => !isAddress(email))
  if (others.length === guests.length) return undefined
  return {
    ...kept,
    ...(others.length > 0 && { guests: others }),
    version: booking.version + 1,
    updatedAtEpochSeconds: nowEpochSeconds,
  }
}

/**
 * Erases the booker of a booking if the booking, as it is stored now, is to be erased. Publishes no event.
 * `alsoWrites` are committed with it. Answers whether it erased anything.
 */
export const eraseBooker = (
  deps: Dependencies,
  bookingId: string,
  isToErase: (booking: Booking) => boolean,
  alsoWrites: (erased: Booking) => Promise<NamedWrites>,
): Promise<boolean> =>
  replaceBooking(
    deps,
    bookingId,
    (before, now) => (isToErase(before) ? withoutBooker(before, now) : undefined),
    alsoWrites,
  )

/** Erases the guests of an address from a booking, as `eraseBooker` does the booker. */
export const eraseGuest = (
  deps: Dependencies,
  bookingId: string,
  isAddress: (email: string) => boolean,
  alsoWrites: (erased: Booking) => Promise<NamedWrites>,
): Promise<boolean> =>
  replaceBooking(deps, bookingId, (before, now) => withoutGuest(before, isAddress, now), alsoWrites)

/**
 * Deletes the counts of a person whose booking loses them, since the name of such a count is made from the address. A
 * count of bookings that are still live stays.
 */
async function withoutPersonCounts(
  deps: Dependencies,
  before: Booking,
  after: Booking,
): Promise<NamedWrites> {
  const counts = after.booker === before.booker ? [] : countsToErase(before)
  if (counts.length === 0) return {}
  const keys = counts.map(({ counter }) => counterKey(counter))
  const items = await deps.store.getMany(keys, { consistent: true })
  const now = epochSeconds(deps.clock)
  return Object.fromEntries(
    keys.flatMap((key, index) =>
      liveCount(countFromItem(items[index]), now) > 0
        ? []
        : [[`count:${index}`, { kind: 'delete', key } as const]],
    ),
  )
}

const replaceBooking = (
  deps: Dependencies,
  bookingId: string,
  replace: (before: Booking, nowEpochSeconds: number) => Booking | undefined,
  alsoWrites: (erased: Booking) => Promise<NamedWrites>,
): Promise<boolean> =>
  retryOnConflict(`booking ${bookingId}`, async () => {
    const before = await bookingEntity.read(deps.store, bookingKey(bookingId))
    const after = before && replace(before, epochSeconds(deps.clock))
    if (before === undefined || after === undefined) return false
    const outcome = await transact<string>(deps, {
      booking: bookingEntity.replace(before, after),
      ...Object.fromEntries(guestWrites(before, after).map((write, at) => [`guests:${at}`, write])),
      ...(await withoutPersonCounts(deps, before, after)),
      ...(await alsoWrites(after)),
    })
    return outcome.kind === 'done' ? true : CONFLICT
  })
