import type { BookingDetails } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, bearer, bookersView, unwrap } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Field } from '../shared/ui/field.tsx'
import { OthersStay } from './booked-together.tsx'
import { manageMessages } from './messages.ts'
import type { OnOutcome } from './outcome.ts'
import { RefundNote } from './refund-note.tsx'

interface CancelPanelProps {
  readonly details: BookingDetails
  readonly token: string
  readonly timeZone: string
  readonly onDone: OnOutcome
  readonly onBack: () => void
}

/** Asks for confirmation and a reason, then cancels the booking. */
export function CancelPanel({ details, token, timeZone, onDone, onBack }: CancelPanelProps) {
  const t = useMessages(manageMessages)
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const cancel = async () => {
    setIsBusy(true)
    setError(undefined)
    const text = reason.trim()
    try {
      const booked = await unwrap(
        api.POST('/v1/bookings/{id}/cancel', {
          params: { path: { id: details.booking.id } },
          headers: bearer(token),
          body: text === '' ? {} : { reason: text },
        }),
      )
      onDone('cancelled', bookersView(booked))
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'invalid_transition') onDone('changed')
      else setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section className={styles.confirm} aria-label={t.cancelTitle}>
      <h2 ref={heading} tabIndex={-1}>
        {t.cancelTitle}
      </h2>
      <p>{t.cancelNote}</p>
      <OthersStay details={details} />
      {details.booking.payment !== null && (
        <RefundNote of={details.booking} token={token} isCancelling={true} timeZone={timeZone} />
      )}
      <Field label={t.reasonLabel}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            dir="auto"
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {error !== undefined && <FailureNotice error={error} />}
      <div className={styles.actions}>
        <Button kind="danger" isBusy={isBusy} onClick={() => void cancel()}>
          {t.cancelYes}
        </Button>
        <Button onClick={onBack}>{t.keep}</Button>
      </div>
    </section>
  )
}
