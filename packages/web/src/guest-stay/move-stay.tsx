import type { GuestStay, PublicStays } from '@holdfast/contracts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, api, bearer, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { nightsMessages } from '../shared/nights/messages.ts'
import { NightPicker } from '../shared/nights/night-picker.tsx'
import type { DateSelection } from '../shared/nights/stay-rules.ts'
import { todayIn } from '../shared/time/dates.ts'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useNights } from '../stay/use-nights.ts'
import { IS_CHANGED, type StayViewProps } from './props.ts'

/** The problem codes that mean the chosen nights cannot be had. */
const IS_REFUSED: ReadonlySet<string | undefined> = new Set(['night_taken', 'stay_not_bookable'])

interface MoveStayProps extends StayViewProps {
  readonly onBack: () => void
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : undefined

/** The nights of a calendar with those of the stay as free: it can be moved by less than its length. */
const withOwnNights = (stays: PublicStays, { arrival, departure }: GuestStay): PublicStays => ({
  ...stays,
  nights: stays.nights.map((night) =>
    arrival <= night.date && night.date < departure ? { ...night, status: 'free' } : night,
  ),
})

/** Lets the guest choose other dates, and moves the stay, but only in the version that is shown. */
export function MoveStay({ stay, path, token, onMoved, onChanged, onBack }: MoveStayProps) {
  const { format } = useI18n()
  const n = useMessages(nightsMessages)
  const [today] = useState(() => todayIn(stay.calendar.timeZone))
  const [loaded, reload] = useNights(path.id, today)
  const [selection, setSelection] = useState<DateSelection>({})
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const stays = useMemo(
    () => (loaded.state === 'ready' ? withOwnNights(loaded.value, stay) : undefined),
    [loaded, stay],
  )
  const { arrival, departure } = selection
  const isRefused = IS_REFUSED.has(codeOf(error))

  const move = async () => {
    if (arrival === undefined || departure === undefined) return
    setIsBusy(true)
    setError(undefined)
    try {
      onMoved(
        await unwrap(
          api.POST('/v1/stays/{id}/{stayId}/reschedule', {
            params: { path },
            headers: { ...bearer(token), 'If-Match': `"${stay.version}"` },
            body: { arrival, departure },
          }),
        ),
      )
    } catch (reason) {
      if (IS_CHANGED.has(codeOf(reason))) return onChanged()
      setError(reason)
      if (IS_REFUSED.has(codeOf(reason))) {
        setSelection({})
        reload()
      }
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section className={styles.confirm} aria-label={n.moveTitle}>
      <h2 ref={heading} tabIndex={-1}>
        {n.moveTitle}
      </h2>
      <p>{n.moveNote}</p>
      {isRefused && (
        <Notice tone="warn" title={n.notFreeTitle} isUrgent={true}>
          <p>{n.notFree}</p>
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
            {n.moveYes(format.shortDay(arrival), format.shortDay(departure))}
          </Button>
        )}
        <Button onClick={onBack}>{n.keepDates}</Button>
      </div>
    </section>
  )
}
