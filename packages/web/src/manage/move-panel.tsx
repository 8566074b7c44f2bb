import type { BookingDetails, Slot } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { api, asManager, CallFailure, take } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { SlotPicker } from '../shared/slots/slot-picker.tsx'
import { useOffer } from '../shared/slots/use-offer.ts'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { When } from '../shared/when.tsx'
import { manageMessages } from './messages.ts'
import type { TellNews } from './news.ts'

interface MovePanelProps {
  readonly details: BookingDetails
  readonly token: string
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly onDone: TellNews
  readonly onBack: () => void
}

const LOST: ReadonlySet<string | undefined> = new Set(['slot_taken', 'slot_not_bookable'])
const OVER: ReadonlySet<string | undefined> = new Set(['invalid_transition', 'hold_expired'])

/** Chooses another time for a booking, which stands until it is had. */
export function MovePanel({
  details,
  token,
  timeZone,
  onTimeZone,
  onDone,
  onBack,
}: MovePanelProps) {
  const t = useMessages(manageMessages)
  const { booking, provider, eventType } = details
  const control = useOffer(eventType?.path ?? '', timeZone)
  const [slot, setSlot] = useState<Slot>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isLost = error instanceof CallFailure && LOST.has(error.code)

  const move = async ({ start }: Slot) => {
    setIsBusy(true)
    setError(undefined)
    try {
      const booked = await take(
        api.POST('/v1/bookings/{id}/reschedule', {
          params: { path: { id: booking.id } },
          headers: asManager(token),
          body: { start },
        }),
      )
      onDone('moved', booked)
    } catch (failure) {
      const code = failure instanceof CallFailure ? failure.code : undefined
      if (OVER.has(code)) onDone('changed')
      else setError(failure)
      if (LOST.has(code)) setSlot(undefined)
      // A calendar that gives no answer may take more than this one time off the offer.
      if (LOST.has(code) || code === 'calendar_unavailable') control.refresh(start.slice(0, 10))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t.moveTitle}
        </h1>
        <p className={styles.soft}>{t.moveNote}</p>
      </header>
      {isLost && (
        <Notice tone="warn" title={t.unavailableTitle} isUrgent={true}>
          <p>{t.unavailable}</p>
        </Notice>
      )}
      {error !== undefined && !isLost && <FailureNotice error={error} />}
      {slot === undefined ? (
        <>
          <SlotPicker
            control={control}
            timeZone={timeZone}
            onTimeZone={onTimeZone}
            providerZone={provider.timeZone}
            pending={undefined}
            onPick={setSlot}
          />
          <Button onClick={onBack}>{t.back}</Button>
        </>
      ) : (
        <Ask
          slot={slot}
          timeZone={timeZone}
          providerZone={provider.timeZone}
          isBusy={isBusy}
          onYes={() => void move(slot)}
          onNo={() => setSlot(undefined)}
        />
      )}
    </>
  )
}

interface AskProps {
  readonly slot: Slot
  readonly timeZone: string
  readonly providerZone: string
  readonly isBusy: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

function Ask({ slot, timeZone, providerZone, isBusy, onYes, onNo }: AskProps) {
  const t = useMessages(manageMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.ask} aria-label={t.confirmMove}>
      <h2 ref={heading} tabIndex={-1}>
        {t.confirmMove}
      </h2>
      <When start={slot.start} end={slot.end} timeZone={timeZone} providerZone={providerZone} />
      <div className={styles.actions}>
        <Button kind="primary" isBusy={isBusy} onClick={onYes}>
          {t.moveYes}
        </Button>
        <Button onClick={onNo}>{t.back}</Button>
      </div>
    </section>
  )
}
