import type { Booking } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { byStart } from '../bookings/booking-position.ts'
import { type BookingSubject, loadBookingSubjects } from '../bookings/booking-subject.ts'
import { isLive } from '../bookings/live-booking.ts'
import { isWithGroup } from '../visits/booking-group.ts'
import { bookingsBeside } from './read-group.ts'

/**
 * The bookings that a booker made together with these, which are of one group, as far as they still take time, or with
 * `endedAs` as far as they have that status: by start, with the names that the booker knows them by. None if one of these was
 * given to another email address; one that was given to another is left out.
 */
export async function bookedTogether(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  bookings: readonly Booking[],
  endedAs?: Booking['status'],
): Promise<readonly BookingSubject[]> {
  const [first] = bookings
  if (first?.groupId === undefined || !bookings.every(isWithGroup)) return []
  const ids = new Set(bookings.map(({ id }) => id))
  const now = epochSeconds(deps.clock)
  const others = (await bookingsBeside(deps, first.groupId)).filter(
    (other) =>
      !ids.has(other.id) &&
      isWithGroup(other) &&
      other.booker?.email === first.booker?.email &&
      (endedAs === undefined ? isLive(other, now) : other.status === endedAs),
  )
  const sorted = others.toSorted(byStart)
  const subjects = sorted.length === 0 ? [] : await loadBookingSubjects(deps, sorted)
  return subjects.filter((subject) => subject !== undefined)
}
