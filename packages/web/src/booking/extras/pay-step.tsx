import { useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { leaveFor, leavingLink } from '../../shared/leave.ts'
import { formatMoney } from '../../shared/money.ts'
import { BookedTime } from '../../shared/nights/booked-time.tsx'
import { payAddress } from '../../shared/pay-address.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { readManaged } from '../booking-calls.ts'
import { Countdown } from '../countdown.tsx'
import { type Hold, type ManagedBooking, managedId } from '../hold.ts'
import { stepMessages } from '../step-messages.ts'
import styles from './extra-fields.module.css'
import { extrasMessages } from './messages.ts'

interface PayStepProps {
  readonly hold: Hold
  /** Whether the booker has been on the page to pay on: then it opens only on a click. */
  readonly isBack: boolean
  readonly timeZone: string
  readonly providerZone: string
  /** Called with what was paid meanwhile. */
  readonly onBooked: (managed: ManagedBooking) => void
  /** Called for another time, once this one is no longer held. */
  readonly onAnother: () => void
}

/** Leads to the page to pay on, and shows how long the time stays held when the booker comes back. */
export function PayStep(props: PayStepProps) {
  const { hold, isBack, timeZone, providerZone, onBooked, onAnother } = props
  const { language } = useI18n()
  const t = useMessages(extrasMessages)
  const page = useMessages(stepMessages)
  const { booking } = hold
  const { payment } = booking
  const url = payAddress({ ...hold, groupId: hold.visit?.id })
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (url !== undefined && !isBack) leaveFor(url, 'payment')
  }, [url, isBack])
  const leave = useRef({ onBooked, onAnother })
  leave.current = { onBooked, onAnother }
  // They may have paid, or cancelled.
  useEffect(() => {
    if (!isBack) return
    readManaged(managedId(hold), hold.token).then(
      (managed) => {
        const { status } = managed.booking
        if (status === 'confirmed') leave.current.onBooked(managed)
        else if (status !== 'pending') leave.current.onAnother()
      },
      () => undefined,
    )
  }, [hold, isBack])
  if (payment === null || url === undefined) return null
  const amount = formatMoney(payment.amount, payment.currency, language)
  return (
    <div className={styles.pay}>
      <h2 tabIndex={-1}>{t.payTitle}</h2>
      <BookedTime booking={booking} timeZone={timeZone} providerZone={providerZone} />
      {isOver ? (
        <Notice tone="warn" title={page.expiredTitle} isUrgent={true}>
          <p>{t.payExpired}</p>
          <Button kind="primary" onClick={onAnother}>
            {page.otherTime}
          </Button>
        </Notice>
      ) : (
        <>
          <Countdown deadlineMs={hold.deadlineMs} onEnd={() => setIsOver(true)} />
          <p>{t.payText(amount)}</p>
          <ButtonLink kind="primary" href={url} {...leavingLink}>
            {t.pay(amount)}
          </ButtonLink>
        </>
      )}
    </div>
  )
}
