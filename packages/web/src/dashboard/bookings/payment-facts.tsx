import { useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { useAccess } from '../access.ts'
import type { Booking } from '../api.ts'
import { PaymentBadge } from '../payments/payment-badge.tsx'
import { bookingPaymentsQuery } from '../payments/payment-queries.ts'
import { refundableOf } from '../payments/totals.ts'
import styles from './booking-dialog.module.css'
import { fieldMessages } from './field-messages.ts'

interface PaymentFactsProps {
  readonly booking: Booking
  readonly onRefund: () => void
}

/** What was paid for a booking, with a button to refund it. */
export function PaymentFacts({ booking, onRefund }: PaymentFactsProps) {
  const t = useMessages(fieldMessages)
  const { language } = useI18n()
  const access = useAccess()
  const { id, payment: paid } = booking
  const canRefund = access.can('admin') && !access.isRestricted
  const { data } = useQuery({
    ...bookingPaymentsQuery(id),
    enabled: paid !== null && canRefund,
  })
  if (paid === null) return null
  const payment = data?.find((each) => each.id === paid.id)
  const money = (amount: number) => formatMoney(amount, paid.currency, language)
  return (
    <section className={styles.part} aria-label={t.payment}>
      <h3>{t.payment}</h3>
      <p className={styles.amount}>
        <strong>{money(paid.amount)}</strong>
        <PaymentBadge status={paid.status} />
        {payment && payment.amountRefunded > 0 && (
          <span>{t.refundedOf(money(payment.amountRefunded))}</span>
        )}
      </p>
      {paid.checkoutUrl && (
        <p>
          <a href={paid.checkoutUrl} target="_blank" rel="noreferrer">
            {t.payPage}
          </a>
        </p>
      )}
      {payment?.failure && <p>{payment.failure.message}</p>}
      {payment?.disputed && <Notice tone="warn" title={t.disputed} />}
      {payment && !payment.disputed && refundableOf(payment) > 0 && (
        <div>
          <Button data-opens="refund" onClick={onRefund}>
            {t.refund}
          </Button>
        </div>
      )}
    </section>
  )
}
