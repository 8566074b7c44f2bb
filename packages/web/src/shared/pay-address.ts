import type { PublicBooking } from '@holdfast/contracts'

/** A booking with the token that manages it. */
export interface PayableBooking {
  readonly booking: Pick<PublicBooking, 'id' | 'payment'>
  readonly token: string
}

/**
 * The address of the page to pay a booking on; undefined if nothing can be paid. Its fragment names the booking and
 * its manage token, so that the page can lead to the booking once that is paid; browsers send it to no server.
 */
export function payAddress({ booking, token }: PayableBooking): string | undefined {
  const url = booking.payment?.checkoutUrl
  return url ? `${url}#${booking.id}.${token}` : undefined
}
