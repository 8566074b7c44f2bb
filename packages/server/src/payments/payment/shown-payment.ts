import type { Booking, Payment } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { withPayment } from './changed-payment.ts'
import type { OrderView } from './order.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { VENDOR } from './payment-event.ts'
import { withoutWaiting } from './waiting-bookings.ts'

/**
 * A booking as it shows what it is paid by, once it no longer waits for the first charge of its order: the charge if it is alone in the
 * order, else that its part is `released` or `authorized`.
 */
export function withCharge(
  booking: Booking,
  first: Payment,
  publicUrl: string,
  status: 'authorized' | 'released',
): Booking {
  if (first.isOfBooking !== true) return withoutWaiting(booking, status)
  return withPayment(booking, { ...first, status: shownStatus(first) }, publicUrl)
}

/** The status that a booking shows: it no longer waits once its charge is not to be paid, also before the checkout is closed. */
export const shownStatus = ({ status, desired }: Pick<Payment, 'status' | 'desired'>) =>
  status === 'required' && desired.kind !== 'none' ? 'released' : status

/** The write of a booking whose first charge comes to something else than it shows. Empty if nothing else shows. */
export function shownWrites(
  { clock, publicUrl }: Pick<RecordDependencies, 'clock' | 'publicUrl'>,
  { bookings: [was] }: OrderView,
  { bookings: [booking], charges: [first] }: OrderView,
): readonly Write[] {
  // A booking that changes is written with its own change.
  if (first.isOfBooking !== true || booking !== was) return []
  const isShown =
    booking.payment?.status === shownStatus(first) && booking.payment.amount === first.amount
  if (isShown) return []
  const shown: Booking = {
    ...withCharge(booking, first, publicUrl, 'released'),
    version: booking.version + 1,
    actor: VENDOR,
    updatedAtEpochSeconds: epochSeconds(clock),
  }
  return [bookingEntity.replace(booking, shown)]
}
