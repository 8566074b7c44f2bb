import {
  amountToPay,
  type Booking,
  type Money,
  ok,
  type PaymentRules,
  priceOfMovedNights,
  type Result,
  refuse,
  type StayQuote,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { NewPrice } from '../ports/payments.ts'
import type { StayOffer } from './stay-offer.ts'

/** Who moves a stay, and the total that they expect it to cost then. */
interface AskedPrice {
  readonly by: 'account' | 'booker'
  /** In minor units. Absent: whatever it costs, if the account moves it. */
  readonly expectedAmount?: number | undefined
  /** Whether all of its nights are priced anew. */
  readonly isRepriced: boolean
}

/** What a stay costs before and after a move, in minor units. */
interface PriceChange {
  readonly currency: string
  readonly total: number
  /** What of it is paid online, now and then. */
  readonly online: number
  readonly onlineBefore: number
}

/**
 * What another price of a moved stay means for its payment; undefined if the same is to pay. Refused if the caller expects another price, and
 * if a booker does not say that they expect one.
 */
export async function priceOfMove(
  deps: BookingDependencies,
  before: Booking,
  offer: StayOffer,
  asked: AskedPrice,
): Promise<Result<NewPrice | undefined, Refusal>> {
  const { by, expectedAmount } = asked
  const change = await priceChange(deps, before, offer, asked)
  if (!change.ok) return change
  if (change.value === undefined) {
    return expectedAmount === undefined
      ? ok(undefined)
      : invalid('/expectedAmount', 'is only possible for a stay with a price')
  }
  const { currency, total, online, onlineBefore } = change.value
  const price = { amount: total, currency }
  if (expectedAmount !== undefined && expectedAmount !== total) return changed(price)
  const { payment, confirmedAtEpochSeconds } = before
  const { payment: rules } = offer.eventType
  const isHold = confirmedAtEpochSeconds === undefined
  // What costs nothing is confirmed otherwise than what is to be paid.
  if (isHold && rules && (payment === undefined ? online > 0 : online === 0)) return changed(price)
  if (payment === undefined) return ok(undefined)
  const asksForSame = !isHold || rules === undefined || toPay(rules) === payment.amount
  if (online === onlineBefore && asksForSame) return ok(undefined)
  const isShown = by === 'account' || expectedAmount !== undefined
  if (!isShown || currency !== payment.currency) return changed(price)
  if (before.groupId !== undefined) {
    return invalid(
      '/arrival',
      `is not possible: the stay is paid together with others, and would cost ${total} in minor units of ${currency}. Choose nights of the same price, or cancel it and book it anew.`,
    )
  }
  if (!isHold) {
    return ok({ kind: 'agreed', by, amountOf: (amount) => amount + online - onlineBefore })
  }
  return rules === undefined ? changed(price) : ok({ kind: 'hold', by, rules })
}

const changed = (price: Money) => refuse({ code: 'price_changed', price })

const toPay = (rules: PaymentRules): number => amountToPay(rules, rules.amount)

/** What is paid online of a price. */
const onlineAmount = ({ total, atHouse }: StayQuote): number => total - atHouse

/** What a move makes of the price of a stay. Undefined: it has none. */
async function priceChange(
  deps: BookingDependencies,
  before: Booking,
  offer: StayOffer,
  { isRepriced }: AskedPrice,
): Promise<Result<PriceChange | undefined, Refusal>> {
  const { quote: had, payment, stay } = before
  const { quote, nights: to } = offer
  if (quote) {
    const { currency, total } = quote
    const online = onlineAmount(quote)
    const onlineBefore = had === undefined ? online : onlineAmount(had)
    return ok({ currency, total, online, onlineBefore })
  }
  if (payment === undefined || stay === undefined || deps.payments === undefined) {
    return ok(undefined)
  }
  const { currency } = payment
  const onlineBefore = await deps.payments.priceOf(deps, before)
  const { payment: rules } = offer.eventType
  const nights = stay.departureDay - stay.arrivalDay
  const wanted = to.departureDay - to.arrivalDay
  if (rules?.currency !== currency) {
    // Nothing says what another night costs.
    return wanted === nights
      ? ok({ currency, total: onlineBefore, online: onlineBefore, onlineBefore })
      : refuse({ code: 'stay_not_bookable', reasons: [{ code: 'nights_are_priced', nights }] })
  }
  const online = isRepriced
    ? rules.amount
    : priceOfMovedNights(onlineBefore, stay, {
        ...to,
        nightAmount: rules.amount / wanted,
        currency,
      })
  return ok({ currency, total: online, online, onlineBefore })
}
