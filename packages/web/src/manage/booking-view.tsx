import type { BookingDetails } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { api, asManager, bookingInvitation, take } from '../shared/api/api.ts'
import { CalendarLinks } from '../shared/calendar-links.tsx'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { When } from '../shared/when.tsx'
import { manageMessages } from './messages.ts'
import type { News, TellNews } from './news.ts'

interface BookingViewProps {
  readonly details: BookingDetails
  readonly token: string
  readonly timeZone: string
  readonly news: News
  /** Whether a question is open below: the actions are then out of the way. */
  readonly isAsking: boolean
  readonly onMove: () => void
  readonly onCancel: () => void
  readonly onDone: TellNews
}

/** The booking as it stands, and what can be done with it. */
export function BookingView(props: BookingViewProps) {
  const { details, token, timeZone, news, isAsking } = props
  const { booking, provider, eventType } = details
  const t = useMessages(manageMessages)
  const isLive = booking.status === 'pending' || booking.status === 'confirmed'
  const title = eventType?.title ?? t.fallback(provider.name)
  const status =
    booking.status === 'pending' && booking.confirmation === 'approval'
      ? t.approval
      : t.status[booking.status]
  return (
    <>
      <NewsNotice news={news} />
      <header className={styles.head}>
        <p className={`${styles.status} ${isLive ? '' : styles.over}`}>{status}</p>
        <h1>{title}</h1>
        {eventType && <p className={styles.soft}>{t.with(provider.name)}</p>}
      </header>
      <When
        start={booking.start}
        end={booking.end}
        timeZone={timeZone}
        providerZone={provider.timeZone}
      />
      <dl className={styles.facts}>
        {booking.booker && (
          <Fact name={t.who} value={`${booking.booker.name}, ${booking.booker.email}`} />
        )}
        {booking.note && <Fact name={t.note} value={booking.note} />}
        {booking.cancellationReason && <Fact name={t.reason} value={booking.cancellationReason} />}
      </dl>
      {booking.status === 'confirmed' && !isAsking && (
        <CalendarLinks
          load={() => bookingInvitation(booking.id, token)}
          title={`${title}, ${provider.name}`}
          start={booking.start}
          end={booking.end}
        />
      )}
      {isLive && !isAsking && <Actions {...props} />}
      {!isLive && eventType && (
        <ButtonLink kind="primary" href={eventType.path}>
          {t.again}
        </ButtonLink>
      )}
    </>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

function NewsNotice({ news }: { readonly news: News }) {
  const t = useMessages(manageMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (news) heading.current?.focus()
  }, [news])
  if (news === undefined) return null
  return news === 'changed' ? (
    <Notice tone="warn" title={t.changedTitle} headingRef={heading}>
      <p>{t.changed}</p>
    </Notice>
  ) : (
    <Notice tone="info" title={t[news]} headingRef={heading} />
  )
}

function Actions({ details, token, onMove, onCancel, onDone }: BookingViewProps) {
  const { booking, eventType } = details
  const t = useMessages(manageMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const canConfirm =
    booking.status === 'pending' && booking.confirmation === 'hold' && booking.booker !== null
  const confirm = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      const booked = await take(
        api.POST('/v1/bookings/{id}/confirm', {
          params: { path: { id: booking.id } },
          headers: asManager(token),
          body: {},
        }),
      )
      onDone('confirmed', booked)
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      <div className={styles.actions}>
        {canConfirm && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void confirm()}>
            {t.confirm}
          </Button>
        )}
        {eventType && (
          <Button kind={canConfirm ? 'secondary' : 'primary'} onClick={onMove}>
            {t.move}
          </Button>
        )}
        <Button kind="danger" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </>
  )
}
