import type { PublicPayment } from '@holdfast/contracts'

/** What the page shows about a payment. */
export type PayView = 'to_pay' | 'processing' | 'confirmed' | 'failed' | 'expired' | 'cancelled'

/**
 * What to show. A booker who has just returned from the vendor may have paid although the server does not know yet.
 */
export function viewOf(
  { status, bookingStatus, payable }: Pick<PublicPayment, 'status' | 'bookingStatus' | 'payable'>,
  hasReturned: boolean,
): PayView {
  // The rest of an order is paid while its bookings stand already.
  if (status === 'required' && payable && bookingStatus !== 'pending') {
    return hasReturned ? 'processing' : 'to_pay'
  }
  if (bookingStatus === 'expired') return 'expired'
  if (bookingStatus === 'cancelled') return 'cancelled'
  if (status === 'failed') return 'failed'
  if (bookingStatus !== 'pending') return 'confirmed'
  if (status === 'released') return 'expired'
  return status === 'required' && !hasReturned ? 'to_pay' : 'processing'
}

/** The pauses before the server is asked again, in seconds: about a minute in all. */
export const POLL_SECONDS: readonly number[] = [1, 1, 2, 2, 3, 3, 5, 5, 8, 10, 10, 10]
