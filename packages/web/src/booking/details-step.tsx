import type { PublicEventType, Slot } from '@holdfast/contracts'
import { useEffect, useRef } from 'react'
import { type Details, DetailsForm } from '../shared/details-form.tsx'
import { useMessages } from '../shared/i18n.tsx'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { When } from '../shared/when.tsx'
import styles from './booking-page.module.css'
import { Countdown } from './countdown.tsx'
import { bookingMessages } from './messages.ts'
import type { BookingFlow } from './use-booking.ts'

interface DetailsStepProps {
  readonly flow: BookingFlow
  readonly slot: Slot
  readonly eventType: PublicEventType
  readonly timeZone: string
  readonly details: Details
  readonly onDetails: (details: Details) => void
  readonly onBack: () => void
}

const SUBMIT = { hold: 'confirm', instant: 'book', approval: 'request' } as const

/** The chosen time, for how long it is held, and the form. */
export function DetailsStep(props: DetailsStepProps) {
  const { flow, slot, eventType, timeZone, details, onDetails, onBack } = props
  const t = useMessages(bookingMessages)
  const { trouble, hold } = flow
  const isExpired = trouble?.kind === 'expired'
  const notice = useRef<HTMLHeadingElement>(null)
  // Brought into sight, but without taking the focus out of what is being written.
  useEffect(() => {
    if (isExpired) notice.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [isExpired])
  const failure = useRef<HTMLHeadingElement>(null)
  // What the form was answered with is told above it: on a phone, out of sight.
  useEffect(() => {
    if (trouble?.kind === 'failed') failure.current?.focus()
  }, [trouble])
  return (
    <div className={styles.details}>
      <section className={styles.chosen} aria-label={t.chosen}>
        <When
          start={slot.start}
          end={slot.end}
          timeZone={timeZone}
          providerZone={eventType.provider.timeZone}
        />
        {hold && !isExpired && (
          <Countdown key={hold.deadlineMs} deadlineMs={hold.deadlineMs} onEnd={flow.expire} />
        )}
      </section>
      {isExpired && (
        <Notice tone="warn" title={t.expiredTitle} isUrgent={true} headingRef={notice}>
          <p>{t.expired}</p>
          <div className={styles.ways}>
            <Button
              kind="primary"
              isBusy={flow.pending === slot.start}
              onClick={() => flow.pick(slot)}
            >
              {t.holdAgain}
            </Button>
            <Button onClick={onBack}>{t.otherTime}</Button>
          </div>
        </Notice>
      )}
      {trouble?.kind === 'failed' && <FailureNotice error={trouble.error} headingRef={failure} />}
      <h2 tabIndex={-1}>{t.details}</h2>
      <DetailsForm
        details={details}
        onChange={onDetails}
        onSubmit={flow.submit}
        isBusy={flow.pending === 'confirm'}
        submitText={t[SUBMIT[eventType.confirmation]]}
        emailHint={t.emailHint}
      >
        {!isExpired && (
          <Button kind="quiet" onClick={onBack}>
            {t.otherTime}
          </Button>
        )}
      </DetailsForm>
    </div>
  )
}
