import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import type { Payment } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Link, navigate } from '../router.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useWhen } from '../ui/use-when.ts'
import { addDays, localZone, today } from '../zoned.ts'
import { paymentMessages } from './messages.ts'
import { PaymentBadge } from './payment-badge.tsx'
import { type Period, paymentsQuery, rangeOf } from './payment-queries.ts'
import styles from './payments.module.css'
import { totalsOf } from './totals.ts'

const DAYS_SHOWN = 30

function lastDays(): Period {
  const to = today(localZone())
  return { from: addDays(to, 1 - DAYS_SHOWN), to }
}

/** The page of all payments in a period, with their totals by currency. */
export default function PaymentsPage() {
  const t = useMessages(paymentMessages)
  const [period, setPeriod] = useState(lastDays)
  const payments = useQuery(paymentsQuery(period))
  const csv = `/v1/payments.csv?${new URLSearchParams(rangeOf(period))}`
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button onClick={() => navigate('/payments/connection')}>{t.connection}</Button>
          <ButtonLink href={csv} download>
            {t.csv}
          </ButtonLink>
        </>
      }
    >
      <PeriodFilter period={period} onChange={setPeriod} />
      <QueryView query={payments}>
        {({ data, hasMore }) =>
          data.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <>
              {hasMore && <p className={styles.soft}>{t.truncated}</p>}
              <Totals payments={data} />
              <Rows label={t.title}>
                {data.map((payment) => (
                  <PaymentRow key={payment.id} payment={payment} />
                ))}
              </Rows>
            </>
          )
        }
      </QueryView>
    </Page>
  )
}

interface PeriodFilterProps {
  readonly period: Period
  readonly onChange: (period: Period) => void
}

function PeriodFilter({ period, onChange }: PeriodFilterProps) {
  const common = useMessages(commonMessages)
  return (
    <div className={styles.period}>
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={common[name]}
          value={period[name]}
          type="date"
          onChange={(value) => onChange({ ...period, [name]: value })}
        />
      ))}
    </div>
  )
}

/** A table with a row for each currency. */
function Totals({ payments }: { readonly payments: readonly Payment[] }) {
  const t = useMessages(paymentMessages)
  const { language } = useI18n()
  const totals = totalsOf(payments)
  if (totals.length === 0) return null
  return (
    <table className={styles.totals}>
      <caption>{t.totals}</caption>
      <thead>
        <tr>
          {[t.currency, t.captured, t.refunded, t.net].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {totals.map(({ currency, captured, refunded, net }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td>{formatMoney(captured, currency, language)}</td>
            <td>{formatMoney(refunded, currency, language)}</td>
            <td>{formatMoney(net, currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PaymentRow({ payment }: { readonly payment: Payment }) {
  const t = useMessages(paymentMessages)
  const { language } = useI18n()
  const when = useWhen()
  const { bookingId, title, status, currency, amountRefunded, disputed, failure } = payment
  const amount = formatMoney(payment.amount, currency, language)
  return (
    <Row
      title={amount}
      badge={
        <>
          <PaymentBadge status={status} />
          {disputed && <Badge tone="bad">{t.disputed}</Badge>}
        </>
      }
      meta={
        <>
          <span>{title}</span>
          <span>{when(payment.createdAt)}</span>
          {amountRefunded > 0 && (
            <span>{t.refundedOf(formatMoney(amountRefunded, currency, language))}</span>
          )}
          {failure && <span>{failure.message}</span>}
        </>
      }
      actions={
        bookingId !== null && (
          <Link to={`/bookings/${bookingId}`} aria-label={t.openBookingOf(title, amount)}>
            {t.openBooking}
          </Link>
        )
      }
    />
  )
}
