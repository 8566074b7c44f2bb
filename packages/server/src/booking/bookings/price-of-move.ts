import {
  amountToPay,
  type Booking,
  type Money,
  ok,
  type Result,
  refuse,
  type StayQuote,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { RepricedMove } from '../ports/payments.ts'
import { paidBy, type StayOffer } from './stay-offer.ts'

/** Who moves a stay, and the total that they expect it to cost then. */
interface AskedPrice {
  readonly by: 'account' | 'booker'
  /** In minor units. Absent: whatever it costs, if the account moves it. */
  readonly expectedAmount?: number | undefined
}

/** What is paid online of a price. */
const onlineAmount = ({ total, atHouse }: StayQuote): number => total - atHouse

/**
 * What another price of a moved stay means for its payment; undefined if the same is to pay. Refused if the caller expects another price, if
 * a booker does not say that they expect one, and for a stay that was never confirmed: it waits for a payment of what it costs.
 */
export function priceOfMove(
  before: Booking,
  offer: StayOffer,
  { by, expectedAmount }: AskedPrice,
): Result<Pick<RepricedMove, 'by' | 'amountOf'> | undefined, Refusal> {
  const { payment, quote: had } = before
  const { quote } = offer
  if (quote === undefined) {
    return expectedAmount === undefined
      ? ok(undefined)
      : invalid('/expectedAmount', 'is only possible for a stay with a price by a rate plan')
  }
  const price = { amount: quote.total, currency: quote.currency }
  if (expectedAmount !== undefined && expectedAmount !== quote.total) return changed(price)
  if (payment === undefined || had === undefined) return ok(undefined)
  if (before.confirmedAtEpochSeconds === undefined) {
    return isSameToPay(offer, had, quote) ? ok(undefined) : changed(price)
  }
  const difference = onlineAmount(quote) - onlineAmount(had)
  if (difference === 0) return ok(undefined)
  const isShown = by === 'account' || expectedAmount !== undefined
  if (!isShown || quote.currency !== payment.currency) return changed(price)
  return ok({ by, amountOf: (amountBefore) => amountBefore + difference })
}

const changed = (price: Money) => refuse({ code: 'price_changed', price })

/** Whether two prices ask for the same when booking. */
function isSameToPay(
  { eventType: { payment }, deposit }: StayOffer,
  had: StayQuote,
  quote: StayQuote,
): boolean {
  if (payment === undefined) return true
  const toPay = (of: StayQuote) => {
    const terms = paidBy(payment, deposit, of)
    return amountToPay(terms, terms.amount)
  }
  return toPay(quote) === toPay(had)
}
