import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import styles from './booking-dialog.module.css'
import { stayMessages } from './stay-messages.ts'

/** A price in minor units. */
export interface Price {
  readonly amount: number
  readonly currency: string
}

interface NewPriceProps {
  /** The price that was agreed. Undefined if it is not known. */
  readonly before: Price | undefined
  readonly after: Price
  /** Whether the difference is charged, or given back. */
  readonly isPaidOnline: boolean
}

/** What a stay costs at other dates, what it cost, the difference, and what becomes of that. */
export function NewPrice({ before, after, isPaidOnline }: NewPriceProps) {
  const t = useMessages(stayMessages)
  const { language } = useI18n()
  const money = (amount: number) => formatMoney(amount, after.currency, language)
  const difference = after.amount - (before?.amount ?? after.amount)
  return (
    <Notice tone="warn" title={t.otherPrice} isUrgent={true}>
      <dl className={styles.facts}>
        {before && (
          <div>
            <dt>{t.priceBefore}</dt>
            <dd>{money(before.amount)}</dd>
          </div>
        )}
        <div>
          <dt>{t.priceAfter}</dt>
          <dd>{money(after.amount)}</dd>
        </div>
        {before && (
          <div>
            <dt>{t.difference}</dt>
            <dd>{difference > 0 ? `+${money(difference)}` : money(difference)}</dd>
          </div>
        )}
      </dl>
      {isPaidOnline && difference !== 0 && <p>{difference > 0 ? t.restIsDue : t.restIsBack}</p>}
    </Notice>
  )
}
