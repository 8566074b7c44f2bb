import type { BookingDetails } from '@holdfast/contracts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, api, bearer, bookersView, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { nightsMessages } from '../shared/nights/messages.ts'
import { NightPicker, type PickableNights } from '../shared/nights/night-picker.tsx'
import type { DateSelection } from '../shared/nights/stay-rules.ts'
import { pickable, useTypeNights } from '../shared/nights/use-type-nights.ts'
import { todayIn } from '../shared/time/dates.ts'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { OthersStay } from './booked-together.tsx'
import type { OnOutcome } from './outcome.ts'

interface MoveNightsProps {
  readonly details: BookingDetails
  readonly token: string
  readonly onDone: OnOutcome
  readonly onBack: () => void
}

/** The refusals of nights that cannot be had. */
const REFUSED: ReadonlySet<string | undefined> = new Set(['night_taken', 'stay_not_bookable'])
/** The refusals of a booking that has changed meanwhile. */
const OVER: ReadonlySet<string | undefined> = new Set(['invalid_transition', 'hold_expired'])

/** A stay with a price keeps its number of nights. */
function withLength(stays: PickableNights, { nights, payment }: BookingDetails['booking']) {
  if (payment === null || nights === null) return stays
  const stayPolicy = { ...stays.stayPolicy, minNights: nights, maxNights: nights }
  return { ...stays, stayPolicy }
}

/** Moves a stay to other nights. It keeps its nights until the new ones are taken. */
export default function MoveNights({ details, token, onDone, onBack }: MoveNightsProps) {
  const { format } = useI18n()
  const t = useMessages(nightsMessages)
  const { booking, provider, eventType } = details
  const [today] = useState(() => todayIn(provider.timeZone))
  const [loaded, reload] = useTypeNights(eventType?.path ?? provider.path, today)
  const [selection, setSelection] = useState<DateSelection>({})
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const answer = loaded.state === 'ready' ? loaded.value : undefined
  const stays = useMemo(() => {
    const { arrival, departure } = booking
    if (answer === undefined || arrival === null || departure === null) return undefined
    return withLength(pickable(answer, { arrival, departure }), booking)
  }, [answer, booking])
  const { arrival, departure } = selection
  const isRefused = error instanceof ApiError && REFUSED.has(error.code)

  const move = async () => {
    if (arrival === undefined || departure === undefined) return
    setIsBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id } }
      const body = { arrival, departure }
      const call = { params, headers: bearer(token), body }
      const moved = await unwrap(api.POST('/v1/bookings/{id}/reschedule', call))
      onDone('moved', bookersView(moved))
    } catch (failure) {
      const code = failure instanceof ApiError ? failure.code : undefined
      if (OVER.has(code)) return onDone('changed')
      setError(failure)
      if (REFUSED.has(code)) {
        setSelection({})
        reload()
      }
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
        <OthersStay details={details} />
      </header>
      {isRefused && (
        <Notice tone="warn" title={t.notFreeTitle} isUrgent={true}>
          <p>{t.notFree}</p>
        </Notice>
      )}
      {error !== undefined && !isRefused && <FailureNotice error={error} />}
      {loaded.state === 'failed' && <FailureNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'loading' && <Skeleton width="100%" height="24rem" />}
      {stays && (
        <NightPicker stays={stays} today={today} selection={selection} onChoose={setSelection} />
      )}
      <div className={styles.actions}>
        {arrival !== undefined && departure !== undefined && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void move()}>
            {t.moveYes(format.shortDay(arrival), format.shortDay(departure))}
          </Button>
        )}
        <Button onClick={onBack}>{t.keepDates}</Button>
      </div>
    </>
  )
}
