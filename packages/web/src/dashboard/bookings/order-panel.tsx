import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney, majorText, minorUnitsOf } from '../../shared/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import type { Booking } from '../api.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { commonMessages } from '../messages.ts'
import { PaymentBadge } from '../payments/payment-badge.tsx'
import { invalidateBookings } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useWhen } from '../ui/use-when.ts'
import {
  enterIntoOrder,
  isLine,
  ORDER_ACTIONS,
  type Order,
  type OrderAction,
  orderQuery,
  suggestedAmount,
} from './order-calls.ts'
import { orderMessages } from './order-messages.ts'
import styles from './order-panel.module.css'

/** What is paid for a booking, alone or with its group, and a form to take a payment at the desk. */
export function OrderPanel({ booking }: { readonly booking: Booking }) {
  const t = useMessages(orderMessages)
  const access = useAccess()
  const { orderId } = booking
  const [isOpen, setOpen] = useState(false)
  const isShown = orderId !== null && !access.isRestricted
  const { data: order, error } = useQuery({ ...orderQuery(orderId ?? ''), enabled: isShown })
  if (!isShown) return null
  if (order === undefined) return error ? <Failure error={error} /> : null
  return (
    <section className={styles.order} aria-label={t.title}>
      <h3>{t.title}</h3>
      <Lines order={order} />
      {isOpen ? (
        <EntryForm booking={booking} order={order} onClose={() => setOpen(false)} />
      ) : (
        access.can('bookings') && (
          <div>
            <Button onClick={() => setOpen(true)}>{t.act}</Button>
          </div>
        )
      )}
    </section>
  )
}

/** Lines and entries with keys: they are never reordered or removed. */
const keyed = <Each extends object>(all: readonly Each[]) =>
  all.map((each, index) => ({ ...each, key: index }))

/** The lines of an order, what was received, and what is due. */
function Lines({ order }: { readonly order: Order }) {
  const t = useMessages(orderMessages)
  const { language } = useI18n()
  const when = useWhen()
  const money = (amount: number) => formatMoney(amount, order.currency, language)
  return (
    <dl className={styles.lines}>
      {keyed(order.lines).map((line) => (
        <div key={line.key}>
          <dt>{line.label}</dt>
          <dd>{money(line.amount)}</dd>
        </div>
      ))}
      <div className={styles.sum}>
        <dt>{t.total}</dt>
        <dd>{money(order.total)}</dd>
      </div>
      {order.charges.map((charge) => (
        <div key={charge.paymentId} className={styles.received}>
          <dt>
            {t.online} <PaymentBadge status={charge.status} />{' '}
            {charge.checkoutUrl && (
              <a href={charge.checkoutUrl} target="_blank" rel="noreferrer">
                {t.link}
              </a>
            )}
          </dt>
          <dd>{money(charge.amountCaptured - charge.amountRefunded)}</dd>
        </div>
      ))}
      {keyed(order.entries).map((entry) => (
        <div key={entry.key} className={styles.received}>
          <dt>
            {t.methods[entry.method]}
            {entry.at && ` · ${when(entry.at)}`}
          </dt>
          <dd>{money(entry.amount)}</dd>
        </div>
      ))}
      <div className={styles.sum}>
        <dt>{order.due < 0 ? t.giveBack : t.due}</dt>
        <dd>{money(Math.abs(order.due))}</dd>
      </div>
    </dl>
  )
}

interface EntryFormProps {
  readonly booking: Booking
  readonly order: Order
  readonly onClose: () => void
}

/** Enters a payment or a line, sends the link to pay, or refunds. */
function EntryForm({ booking, order, onClose }: EntryFormProps) {
  const t = useMessages(orderMessages)
  const common = useMessages(commonMessages)
  const access = useAccess()
  const client = useQueryClient()
  const toast = useToast()
  const { currency } = order
  const textOf = (next: OrderAction) => {
    const suggested = suggestedAmount(order, next)
    return suggested > 0 ? majorText(suggested, currency) : ''
  }
  const [action, setAction] = useState<OrderAction>('cash')
  const [text, setText] = useState(() => textOf('cash'))
  const [reason, setReason] = useState('')
  // A repeated press after a lost answer must not enter twice.
  const [key, setKey] = useState(newIdempotencyKey)
  const [isBusy, setBusy] = useState(false)
  const [hint, setHint] = useState<string>()
  const [error, setError] = useState<unknown>()
  const canRefund = access.can('admin') && suggestedAmount(order, 'refund') > 0
  const choose = (next: OrderAction) => {
    setAction(next)
    setText(textOf(next))
    setKey(newIdempotencyKey())
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const amount = minorUnitsOf(text, currency) ?? 0
    setHint(amount > 0 ? undefined : t.wrongAmount)
    if (amount <= 0) return
    setBusy(true)
    setError(undefined)
    try {
      await enterIntoOrder(booking, { action, amount, reason: reason.trim() }, key)
      toast({ title: action === 'link' ? t.sent : t.done })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
    await client.invalidateQueries({ queryKey: ['orders'] })
    await client.invalidateQueries({ queryKey: ['payments'] })
    await invalidateBookings(client)
  }
  return (
    <form className={styles.form} aria-label={t.act} onSubmit={(event) => void save(event)}>
      <SelectField
        label={t.what}
        value={action}
        onChange={choose}
        options={ORDER_ACTIONS.filter((each) => each !== 'refund' || canRefund).map((value) => ({
          value,
          label: t.actions[value],
        }))}
      />
      <MoneyField
        label={t.amount}
        amount={text}
        currency={currency}
        isRequired
        error={hint}
        onChange={setText}
      />
      {isLine(action) && (
        <TextField
          label={t.reason}
          value={reason}
          isRequired
          maxLength={200}
          onChange={setReason}
        />
      )}
      <FormEnd
        label={t.save}
        closeLabel={common.back}
        isBusy={isBusy}
        error={error}
        onClose={onClose}
      />
    </form>
  )
}
