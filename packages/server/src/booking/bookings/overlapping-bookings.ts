import {
  BOOKING_STATUSES,
  type Booking,
  claimOfBooking,
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

/**
 * Finds the bookings of a provider that claim a part of an interval, buffers included, by start: those of the
 * index, and those that the ledger of a provider marks that was taken together with others. A lapsed hold
 * counts until it is swept. The index may lack a booking that was committed a moment ago: use this to
 * name bookings, never to decide.
 */
export async function overlappingBookings(
  deps: Pick<Dependencies, 'store'>,
  provider: SharingProvider,
  interval: Interval,
): Promise<readonly Booking[]> {
  const { firstEpochSeconds, lastEpochSeconds } = startsOfClaims(interval)
  const earliest = bookingIndexKeys.start(firstEpochSeconds)
  const latest = bookingIndexKeys.start(lastEpochSeconds)
  const [marked, ...pages] = await Promise.all([
    markedBookingsIn(deps, provider, interval),
    ...CLAIMING.map((status) =>
      deps.store.query({
        index: 'GSI1',
        partition: bookingIndexKeys.bookingsOfProvider(provider.id),
        from: bookingIndexKeys.statusAndStart(status, earliest),
        to: prefixEnd(bookingIndexKeys.statusAndStart(status, latest)),
        consistent: true,
      }),
    ),
  ])
  const indexed = pages.flatMap((page) => page.items.map(bookingEntity.decode))
  return joinBookings(indexed, marked)
    .filter((booking) => hasClaim(booking) && claimsPartOf(booking, interval))
    .sort((a, b) => a.startEpochSeconds - b.startEpochSeconds)
}

/** Reports whether a booking's claim, rounded outward to quanta, overlaps an interval. */
export function claimsPartOf(booking: Booking, interval: Interval): boolean {
  const { startEpochMinutes, endEpochMinutes } = wholeQuanta(claimOfBooking(booking))
  return (
    startEpochMinutes < interval.endEpochMinutes && interval.startEpochMinutes < endEpochMinutes
  )
}
