import {
  type Booking,
  claimDays,
  freedBy,
  hasClaim,
  hasLapsed,
  type Interval,
  overlaps,
  sessionOfOwner,
  withoutClaimIndex,
} from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { readLedger } from '../../ledger/occupied-time.ts'
import { overlappingBookings } from '../bookings/overlapping-bookings.ts'
import { bookingsOfMarks } from '../bookings/session-bookings.ts'
import { joinBookings } from '../bookings/shared-bookings.ts'
import { providerKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'

/** What claims a part of an interval. */
export interface InTheWay {
  /** Bookings by start, then bookings of several providers and live holds. */
  readonly bookingIds: readonly string[]
  readonly blockIds: readonly string[]
}

/** The most ids of each kind. */
const IDS_SHOWN = 100

/**
 * Names the bookings, live holds and blocks in an interval of a provider's time. Holds, blocks and bookings of
 * several providers are those of the ledger. The other bookings come from an index, which may lack one that
 * was committed a moment ago.
 */
export async function whatIsInTheWay(
  deps: Dependencies,
  providerId: string,
  interval: Interval,
): Promise<InTheWay> {
  const { longestDays = 1 } = (await providerEntity.read(deps.store, providerKey(providerId))) ?? {}
  const [bookings, days] = await Promise.all([
    // The ledger, which is read anyway, marks the bookings that the index lacks.
    overlappingBookings(deps, { id: providerId, longestDays }, interval),
    readLedger(deps, providerId, interval, true),
  ])
  const parts = new Map(claimDays(interval).map((part) => [part.dayNumber, part]))
  const now = epochSeconds(deps.clock)
  const held = new Set<string>()
  const marked = new Set<string>()
  const blockIds = new Set<string>()
  for (const { dayNumber, ledger } of days) {
    const part = parts.get(dayNumber)
    if (part === undefined) continue
    for (const hold of ledger.holds) {
      // A block takes time that was freed.
      const isLive = !hasLapsed(hold, now) && freedBy(hold.bookingId) === undefined
      if (isLive && overlaps(hold, part)) held.add(withoutClaimIndex(hold.bookingId))
    }
    for (const booking of ledger.bookings ?? []) {
      if (overlaps(booking, part)) marked.add(withoutClaimIndex(booking.bookingId))
    }
    for (const block of ledger.blocks) if (overlaps(block, part)) blockIds.add(block.blockId)
  }
  const isOfSession = (ownerId: string) => sessionOfOwner(ownerId) !== undefined
  const owners = [...marked, ...held]
  const seats = await bookingsOfMarks(deps, new Set(owners.filter(isOfSession)))
  const isHeld = ({ id, seats, holdExpiresAtEpochSeconds = 0 }: Booking) =>
    // The mark of a session says nothing of its single seats.
    seats === undefined ? held.has(id) : holdExpiresAtEpochSeconds > now
  const listed = joinBookings(bookings, seats.filter(hasClaim)).filter(
    (booking) => booking.status !== 'pending' || isHeld(booking),
  )
  const ofBookings = owners.filter((ownerId) => !isOfSession(ownerId))
  const bookingIds = new Set([...listed.map(({ id }) => id), ...ofBookings])
  return {
    bookingIds: [...bookingIds].slice(0, IDS_SHOWN),
    blockIds: [...blockIds].slice(0, IDS_SHOWN),
  }
}
