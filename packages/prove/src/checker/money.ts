/** A booking that had to be paid, and its payment, at the end of a run. Amounts are minor units. */
export interface PaidBooking {
  readonly id: string
  readonly status: string
  readonly payment: {
    readonly status: string
    readonly amount: number
    readonly amountCaptured: number
    readonly amountRefunded: number
  }
  /** Whether the account may have confirmed it, which needs no payment. */
  readonly mayBeConfirmedUnpaid: boolean
}

/** What the vendor of a payment has. */
export interface VendorMoney {
  /** Pages on which somebody can still pay. */
  readonly openCheckouts: number
  /** Payments that are reserved on a card, neither captured nor released. */
  readonly reserved: number
  /** What was captured, and how much of it was paid back. */
  readonly captured: readonly { readonly amount: number; readonly refunded: number }[]
}

/** Compares a booking with the money at the vendor, once nothing is left to do. Answers a line for each violation. */
export function checkMoney(booking: PaidBooking, money: VendorMoney): readonly string[] {
  const { id, status, payment, mayBeConfirmedUnpaid } = booking
  const wrong: string[] = []
  const sum = (of: 'amount' | 'refunded') =>
    money.captured.reduce((total, each) => total + each[of], 0)
  const [captured, refunded] = [sum('amount'), sum('refunded')]
  const kept = captured - refunded
  const isLive = status === 'confirmed'
  if (status === 'pending') wrong.push('still waits for its payment')
  if (money.openCheckouts > 0) wrong.push('can still be paid')
  if (money.reserved > 0) wrong.push('has reserved money')
  if (money.captured.length > 1) wrong.push('was paid twice')
  if (refunded > captured) wrong.push(`got ${refunded} back of ${captured}`)
  if (captured !== payment.amountCaptured || refunded !== payment.amountRefunded) {
    const shown = `${payment.amountCaptured} and ${payment.amountRefunded}`
    wrong.push(`shows ${shown} captured and refunded instead of ${captured} and ${refunded}`)
  }
  if (!isLive && kept > 0) wrong.push(`is ${status}, and ${kept} were kept`)
  if (isLive && kept === 0 && !mayBeConfirmedUnpaid) wrong.push('is confirmed and was not paid')
  if (isLive && kept !== 0 && kept !== payment.amount) {
    wrong.push(`was paid with ${kept} instead of ${payment.amount}`)
  }
  return wrong.map((text) => `booking ${id} (payment ${payment.status}) ${text}`)
}
