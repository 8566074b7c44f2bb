import type { Booking } from '../api.ts'

type Pending = Pick<Booking, 'status' | 'confirmation' | 'payment'>

/** Whether a booking stands only once it is paid. A request is approved before it can be paid. */
export const awaitsPayment = ({ status, payment }: Pending): boolean =>
  status === 'pending' && (payment?.checkoutUrl ?? null) !== null

/** Whether a request waits for the provider's approval. */
export const awaitsApproval = (booking: Pending): boolean =>
  booking.status === 'pending' && booking.confirmation === 'approval' && !awaitsPayment(booking)
