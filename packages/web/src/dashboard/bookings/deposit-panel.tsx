import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney, majorText, minorUnitsOf } from '../../shared/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import { api, type Booking, unwrap } from '../api.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import styles from './booking-dialog.module.css'
import { depositMessages } from './deposit-messages.ts'
import order from './order-panel.module.css'

type Deposit = NonNullable<Booking['securityDeposit']>

interface PanelProps {
  readonly booking: Booking
  readonly deposit: Deposit
}

/** The security deposit of a stay, with buttons to take a part of it or to release it. */
export function DepositPanel({ booking }: { readonly booking: Booking }) {
  const { securityDeposit: deposit } = booking
  return deposit && <Panel booking={booking} deposit={deposit} />
}

function Panel({ booking, deposit }: PanelProps) {
  const t = useMessages(depositMessages)
  const { language } = useI18n()
  const access = useAccess()
  const [isOpen, setOpen] = useState(false)
  const { state, amount, capturedAmount, currency, reason, checkoutUrl } = deposit
  const money = (value: number) => formatMoney(value, currency, language)
  const isOpenEnded = state === 'authorized' || (state === 'due' && booking.status === 'confirmed')
  return (
    <section className={styles.part} aria-label={t.title}>
      <h3>{t.title}</h3>
      <p className={styles.amount}>
        <strong>{money(amount)}</strong>
        <span>{state === 'captured' ? t.taken(money(capturedAmount)) : t.states[state]}</span>
      </p>
      {reason !== null && <p>{`${t.reason}: ${reason}`}</p>}
      {state === 'due' && deposit.paymentId === null && <p>{t.asked(deposit.daysBefore)}</p>}
      {state === 'lapsed' && <p>{t.lapsed}</p>}
      {checkoutUrl && (
        <p>
          <a href={checkoutUrl} target="_blank" rel="noreferrer">
            {t.link}
          </a>
        </p>
      )}
      {isOpen && state === 'authorized' ? (
        <CaptureForm booking={booking} deposit={deposit} onClose={() => setOpen(false)} />
      ) : (
        access.can('bookings') &&
        isOpenEnded && (
          <div className={styles.more}>
            {state === 'authorized' && reason === null && (
              <Button onClick={() => setOpen(true)}>{t.take}</Button>
            )}
            <ReleaseButton booking={booking} />
          </div>
        )
      )}
    </section>
  )
}

function ReleaseButton({ booking: { id } }: { readonly booking: Booking }) {
  const t = useMessages(depositMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const release = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id } }
      await unwrap(api.POST('/v1/bookings/{id}/security-deposit/release', { params, body: {} }))
      toast({ title: t.releasedToast })
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
    await invalidateBookings(client)
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void release()}>
        {t.release}
      </Button>
      {error !== undefined && <Failure error={error} />}
    </>
  )
}

/** Takes an amount of a security deposit, with the reason that the booker reads. */
function CaptureForm({ booking, deposit, onClose }: PanelProps & { readonly onClose: () => void }) {
  const t = useMessages(depositMessages)
  const common = useMessages(commonMessages)
  const { language } = useI18n()
  const client = useQueryClient()
  const toast = useToast()
  const { currency } = deposit
  const [text, setText] = useState(() => majorText(deposit.amount, currency))
  const [reason, setReason] = useState('')
  // A repeated press after a lost answer must not be another request.
  const [key] = useState(newIdempotencyKey)
  const [isBusy, setBusy] = useState(false)
  const [hint, setHint] = useState<string>()
  const [error, setError] = useState<unknown>()
  const take = async (event: FormEvent) => {
    event.preventDefault()
    const amount = minorUnitsOf(text, currency) ?? 0
    const isPossible = amount > 0 && amount <= deposit.amount
    setHint(isPossible ? undefined : t.most(formatMoney(deposit.amount, currency, language)))
    if (!isPossible) return
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id }, header: { 'Idempotency-Key': key } }
      const body = { amount, reason: reason.trim() }
      await unwrap(api.POST('/v1/bookings/{id}/security-deposit/capture', { params, body }))
      toast({ title: t.takenToast })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
    await client.invalidateQueries({ queryKey: ['payments'] })
    await invalidateBookings(client)
  }
  return (
    <form className={order.form} aria-label={t.take} onSubmit={(event) => void take(event)}>
      <MoneyField
        label={t.amount}
        amount={text}
        currency={currency}
        isRequired
        error={hint}
        onChange={setText}
      />
      <TextField
        label={t.reason}
        value={reason}
        isRequired
        maxLength={200}
        hint={t.reasonHint}
        onChange={setReason}
      />
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
