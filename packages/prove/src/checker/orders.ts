import type { VendorMoney } from './money.ts'

/** A charge of an order as the API shows it. Amounts are minor units. */
export interface OrderCharge {
  readonly paymentId: string
  readonly amount: number
  /** The page to pay on. Null: nothing can be paid. */
  readonly checkoutUrl: string | null
}

/** A stay that had to be paid, with its order, at the end of a run. Amounts are minor units. */
export interface PaidStay {
  readonly id: string
  readonly status: string
  readonly nights: number
  readonly order: {
    readonly total: number
    readonly paid: number
    readonly due: number
    readonly charges: readonly OrderCharge[]
  }
  /** Whether the account may have confirmed it, which needs no payment. */
  readonly mayBeConfirmedUnpaid: boolean
}

/**
 * Compares a stay whose nights all cost `nightAmount` with its order and with the money of each charge at the vendor, once nothing is left to do.
 * The account moves and cancels all stays, so what one costs less comes back in full. Answers a line for each violation.
 */
export function checkOrder(
  { id, status, nights, order, mayBeConfirmedUnpaid }: PaidStay,
  nightAmount: number,
  moneyOf: (paymentId: string) => VendorMoney,
): readonly string[] {
  const wrong: string[] = []
  const { total, paid, due, charges } = order
  const isLive = status === 'confirmed'
  const price = isLive ? nights * nightAmount : 0
  let kept = 0
  let asked = 0
  for (const { paymentId, amount, checkoutUrl } of charges) {
    const { captured, reserved, openCheckouts } = moneyOf(paymentId)
    kept += captured.reduce((sum, each) => sum + each.amount - each.refunded, 0)
    if (checkoutUrl !== null) asked += amount
    if (captured.length > 1) wrong.push(`was paid twice by ${paymentId}`)
    if (captured.some((each) => each.refunded > each.amount)) wrong.push('got back too much')
    if (reserved > 0) wrong.push(`has money of ${paymentId} reserved`)
    if (checkoutUrl === null && openCheckouts > 0) wrong.push(`can still pay ${paymentId}`)
  }
  if (status === 'pending') wrong.push('still waits for its payment')
  if (paid !== kept) wrong.push(`shows ${paid} paid instead of ${kept}`)
  if (total !== price) wrong.push(`costs ${total} instead of ${price}`)
  if (due !== total - paid) wrong.push(`owes ${due} instead of ${total - paid}`)
  if (kept > price) wrong.push(`is ${status}, costs ${price}, and ${kept} were kept`)
  if (asked > Math.max(0, price - kept)) wrong.push(`is asked for ${asked} of ${price - kept}`)
  if (isLive && kept === 0 && !mayBeConfirmedUnpaid) wrong.push('is confirmed and was not paid')
  return wrong.map((text) => `stay ${id} ${text}`)
}
