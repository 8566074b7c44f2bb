import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { locationDetail, locationMessages, locationText } from '../../shared/location-text.ts'
import { formatMoney } from '../../shared/money.ts'
import { dueAmount, priceOf } from '../../shared/price.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import styles from './extra-fields.module.css'
import { extrasMessages } from './messages.ts'

interface PlaceAndPriceProps {
  readonly offer: Offer
  /** The chosen duration. */
  readonly durationMinutes: number | null
  /** How many seats the party takes. */
  readonly seats: number
  /** Whether a time is chosen: then it also says when to pay. */
  readonly isShort: boolean
}

/** Where the booking takes place, if there is one place only, and what it costs. */
export function PlaceAndPrice({ offer, durationMinutes, seats, isShort }: PlaceAndPriceProps) {
  const { language } = useI18n()
  const t = useMessages(extrasMessages)
  const places = useMessages(locationMessages)
  const { locations, payment } = offer
  const [place, ...others] = locations
  const isOnlyPlace = place !== undefined && others.length === 0
  const money = (amount: number) => formatMoney(amount, payment?.currency ?? '', language)
  return (
    <>
      {isOnlyPlace && (
        <p dir="auto">
          {[locationText(place, places), locationDetail(place)].filter(Boolean).join(', ')}
        </p>
      )}
      {payment && (
        <p className={styles.price}>
          {payment.kind === 'deposit'
            ? t.deposit(
                money(dueAmount(payment, durationMinutes, seats)),
                money(priceOf(payment, durationMinutes, seats)),
              )
            : t.price(money(priceOf(payment, durationMinutes, seats)))}
        </p>
      )}
      {payment && isShort && (
        <p className={styles.soft}>{offer.confirmation === 'approval' ? t.payLater : t.payNow}</p>
      )}
    </>
  )
}
