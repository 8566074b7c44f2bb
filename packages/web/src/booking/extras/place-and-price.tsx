import { depositMessages } from '../../shared/deposit/messages.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { locationDetail, locationMessages, locationText } from '../../shared/location-text.ts'
import { formatMoney } from '../../shared/money.ts'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { dueAmount, hasPriceRules, priceOf } from '../../shared/price.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import styles from './extra-fields.module.css'
import { extrasMessages } from './messages.ts'

interface PlaceAndPriceProps {
  readonly offer: Offer
  /** The chosen duration. */
  readonly durationMinutes: number | null
  /** How many seats the party takes. */
  readonly seats: number
  /** What the chosen time costs, in minor units. Undefined: no time is chosen. */
  readonly slotPrice: number | undefined
  /** Whether a time is chosen: then it also says when to pay. */
  readonly isShort: boolean
  /** Whether the booker gives a phone number instead of an email address. */
  readonly isByPhone: boolean
}

/** Where the booking takes place, if there is one place only, and what it costs. */
export function PlaceAndPrice(props: PlaceAndPriceProps) {
  const { offer, durationMinutes, seats, slotPrice, isShort, isByPhone } = props
  const { language } = useI18n()
  const t = useMessages(extrasMessages)
  const { perNight } = useMessages(nightsMessages)
  const places = useMessages(locationMessages)
  const deposit = useMessages(depositMessages)
  const { locations, payment, securityDeposit } = offer
  const [place, ...others] = locations
  const isOnlyPlace = place !== undefined && others.length === 0
  const price = slotPrice ?? (payment ? priceOf(payment, durationMinutes, seats) : 0)
  // Without a time it is only known between what and what the price is, unless the duration alone decides.
  const isByNight = offer.grain === 'nights' && slotPrice === undefined
  // A rate plan has prices of its own.
  const isUnknown = isByNight && offer.ratePlanIds.length > 0
  const isOpen = slotPrice === undefined && hasPriceRules(offer)
  const money = (amount: number) => formatMoney(amount, payment?.currency ?? '', language)
  return (
    <>
      {isOnlyPlace && (
        <p dir="auto">
          {[locationText(place, places), locationDetail(place)].filter(Boolean).join(', ')}
        </p>
      )}
      {payment && !isUnknown && (
        <p className={styles.price}>
          {isByNight
            ? perNight(money(price))
            : isOpen
              ? t.price(`${money(offer.priceRange.lowest)} – ${money(offer.priceRange.highest)}`)
              : payment.kind === 'deposit' && price > 0
                ? t.deposit(money(dueAmount(payment, price, seats)), money(price))
                : t.price(money(price))}
        </p>
      )}
      {payment && isShort && price > 0 && (
        <p className={styles.soft}>
          {offer.confirmation !== 'approval'
            ? t.payNow
            : isByPhone
              ? t.payLaterByPhone
              : t.payLater}
        </p>
      )}
      {securityDeposit && (
        <p className={styles.soft}>
          {deposit.asked(formatMoney(securityDeposit.amount, securityDeposit.currency, language))}
        </p>
      )}
    </>
  )
}
