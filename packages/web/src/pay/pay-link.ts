/** The booking that is paid, with the token that manages it. */
export interface PaidBooking {
  readonly bookingId: string
  readonly token: string
  /** The group of which all bookings are paid together. */
  readonly groupId?: string
}

/** `#{bookingId}.{token}`, and for a group `.{groupId}`: browsers do not send the fragment to the server. */
export function bookingInFragment(hash: string): PaidBooking | undefined {
  const found = /^#(bkg_[a-z0-9]+)\.(\w+)(?:\.(grp_[a-z0-9]+))?$/.exec(hash)
  const [, bookingId, token, groupId] = found ?? []
  return bookingId === undefined || token === undefined
    ? undefined
    : { bookingId, token, ...(groupId !== undefined && { groupId }) }
}

const storageKey = (paymentId: string): string => `holdfast.pay.${paymentId}`

/** Keeps the booking for the return from the vendor, in this tab. The browser may deny storage. */
export function keepBooking(paymentId: string, booking: PaidBooking): void {
  try {
    sessionStorage.setItem(storageKey(paymentId), JSON.stringify(booking))
  } catch {
    // Without storage, the page has no link to the booking when the booker comes back.
  }
}

/** The booking that `keepBooking` kept in this tab. */
export function keptBooking(paymentId: string): PaidBooking | undefined {
  try {
    // Only `keepBooking` writes under this key.
    return JSON.parse(sessionStorage.getItem(storageKey(paymentId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
