import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney, majorText, minorUnitsOf } from '../../shared/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Booking, type Payment, unwrap } from '../api.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { commonMessages } from '../messages.ts'
import { bookingPaymentsQuery } from '../payments/payment-queries.ts'
import { refundableOf } from '../payments/totals.ts'
import { invalidateBookings } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions } from '../ui/modal.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { fieldMessages } from './field-messages.ts'

interface RefundFormProps {
  readonly booking: Booking
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Refunds a payment or a part of it, after a question. */
export function RefundForm(props: RefundFormProps) {
  const payments = useQuery(bookingPaymentsQuery(props.booking.id))
  return (
    <QueryView query={payments}>
      {(all) => {
        const payment = all.find(({ id }) => id === props.booking.payment?.id)
        return payment && <Steps {...props} payment={payment} />
      }}
    </QueryView>
  )
}

/** Asks for the amount, then whether it should really be refunded. */
function Steps({ booking, payment, onBack, onDone }: RefundFormProps & { payment: Payment }) {
  const t = useMessages(fieldMessages)
  const common = useMessages(commonMessages)
  const { language } = useI18n()
  const names = useNames()
  const client = useQueryClient()
  const toast = useToast()
  const { currency } = payment
  const most = refundableOf(payment)
  const [text, setText] = useState(() => majorText(most, currency))
  // A repeated press after a lost answer must not refund twice.
  const [key, setKey] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [hint, setHint] = useState<string>()
  const [error, setError] = useState<unknown>()
  const money = (minor: number) => formatMoney(minor, currency, language)
  const amount = minorUnitsOf(text, currency) ?? 0
  const review = (event: FormEvent) => {
    event.preventDefault()
    const isPossible = amount > 0 && amount <= most
    setHint(isPossible ? undefined : t.refundTooMuch(money(most)))
    setKey(isPossible ? newIdempotencyKey() : undefined)
  }
  const refund = async (idempotencyKey: string) => {
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id }, header: { 'Idempotency-Key': idempotencyKey } }
      await unwrap(api.POST('/v1/bookings/{id}/refund', { params, body: { amount } }))
      toast({ title: t.refundStarted(money(amount)) })
      onDone()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
    await client.invalidateQueries({ queryKey: ['payments'] })
    await invalidateBookings(client)
  }
  if (key !== undefined) {
    return (
      <>
        <p>
          <strong>{t.refundQuestion(money(amount), names.booker(booking))}</strong>
        </p>
        <p>{t.refundText}</p>
        {error !== undefined && <Failure error={error} />}
        <Actions>
          <Button onClick={() => setKey(undefined)}>{common.back}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => void refund(key)}>
            {t.refundConfirm(money(amount))}
          </Button>
        </Actions>
      </>
    )
  }
  return (
    <form onSubmit={review}>
      <MoneyField
        label={t.refundAmount}
        hint={t.refundLeft(money(most))}
        amount={text}
        currency={currency}
        isRequired
        error={hint}
        onChange={setText}
      />
      <Actions>
        <Button onClick={onBack}>{common.back}</Button>
        <Button kind="primary" type="submit">
          {t.refundReview}
        </Button>
      </Actions>
    </form>
  )
}
