import type { PublicBooking } from '@holdfast/contracts'
import { inThisLanguage } from './page-path.ts'

/** A booking with the token that manages it. */
export interface PayableBooking {
  readonly booking: Pick<PublicBooking, 'id' | 'payment'>
  readonly token: string
  /** The group of which all bookings are paid together. */
  readonly groupId?: string | undefined
}

/**
 * The address of the page to pay a booking on, or of another payment of it; undefined if nothing can be paid. Its fragment names
 * the booking, its manage token and its group, so that the page can lead to them once that is done; browsers send it to no server.
 */
export const payAddress = (
  { booking, token, groupId }: PayableBooking,
  checkoutUrl = booking.payment?.checkoutUrl,
): string | undefined =>
  checkoutUrl
    ? `${inThisLanguage(checkoutUrl)}#${[booking.id, token, ...(groupId ? [groupId] : [])].join('.')}`
    : undefined
