import {
  areOverlapping,
  BOOKING_STATUSES,
  type Booking,
  claimsAt,
  hasClaim,
  type Interval,
  wholeQuanta,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { prefixEnd } from '../../kernel/keys.ts'
import { bookingIndexKeys } from '../keys.ts'
import { bookingEntity } from './booking-item.ts'
import { startsOfClaims } from './look-back.ts'
import { joinBookings, markedBookingsIn, type SharingProvider } from './shared-bookings.ts'

const CLAIMING = BOOKING_STATUSES.filter((status) => status !== 'cancelled' && status !== 'expired')

/** Bookings that one read takes. They are decoded and filtered before the next read, so that other work has its turn. */
const PAGE = 500

/** Which of the overlapping bookings are wanted. */
export interface WantedBookings {
  /** At least this many of the first are found, if there are as many. */
  readonly count: number
  readonly keep: (booking: Booking) => boolean
}

const ALL: WantedBookings = { count: Number.POSITIVE_INFINITY, keep: () => true }

/**
 * Finds the bookings of a provider that claim a part of an interval, buffers included, by start: those of the
 * index, and those that the ledger of a provider marks that was taken together with others. A lapsed hold
 * counts until it is swept. The index may lack a booking that was committed a moment ago: use this to
 * name bookings, never to decide. What the index says is read no further than the wanted bookings need.
 */
export async function overlappingBookings(
  deps: Pick<Dependencies, 'store'>,
  provider: SharingProvider,
  interval: Interval,
  wanted: WantedBookings = ALL,
): Promise<readonly Booking[]> {
  const isFound = (booking: Booking) =>
    hasClaim(booking) && claimsPartOf(booking, provider.id, interval) && wanted.keep(booking)
  const { firstEpochSeconds, lastEpochSeconds } = startsOfClaims(interval, provider)
  const earliest = bookingIndexKeys.start(firstEpochSeconds)
  const latest = bookingIndexKeys.start(lastEpochSeconds)
  const [marked, ...indexed] = await Promise.all([
    markedBookingsIn(deps, provider, interval),
    ...CLAIMING.map((status) => {
      const range = {
        from: bookingIndexKeys.statusAndStart(status, earliest),
        to: prefixEnd(bookingIndexKeys.statusAndStart(status, latest)),
      }
      return indexedBookings(deps, provider.id, range, { count: wanted.count, keep: isFound })
    }),
  ])
  return joinBookings(indexed.flat(), marked)
    .filter(isFound)
    .sort((a, b) => a.startEpochSeconds - b.startEpochSeconds)
}

/** Reads the wanted bookings of one range of the index, page by page, until enough are found. */
async function indexedBookings(
  deps: Pick<Dependencies, 'store'>,
  providerId: string,
  range: { readonly from: string; readonly to: string },
  { count, keep }: WantedBookings,
): Promise<readonly Booking[]> {
  const found: Booking[] = []
  let cursor: string | undefined
  do {
    const page = await deps.store.query({
      index: 'GSI1',
      partition: bookingIndexKeys.bookingsOfProvider(providerId),
      ...range,
      consistent: true,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    })
    found.push(...page.items.map(bookingEntity.decode).filter(keep))
    cursor = page.cursor
  } while (cursor !== undefined && found.length < count)
  return found
}

/** Reports whether a booking's claim of a provider, rounded outward to quanta, overlaps an interval. */
export const claimsPartOf = (booking: Booking, providerId: string, interval: Interval): boolean =>
  claimsAt(booking, providerId).some((claim) => areOverlapping(wholeQuanta(claim), interval))
