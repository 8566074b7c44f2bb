import { useEffect, useRef, useState } from 'react'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { CalendarLinks } from '../shared/calendar-links.tsx'
import { cityOf } from '../shared/format.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { CancelStay } from './cancel-stay.tsx'
import { guestStayMessages } from './messages.ts'
import type { StayViewProps } from './props.ts'

/** The current details of the stay, with its actions. */
export function StayView(props: StayViewProps) {
  const { stay, path, token } = props
  const { calendar, guest, status } = stay
  const { format } = useI18n()
  const t = useMessages(guestStayMessages)
  const [isConfirming, setIsConfirming] = useState(false)
  const isLive = status === 'confirmed'
  const hasBegun = Date.parse(stay.checkIn) <= Date.now()
  const load = () =>
    unwrap(
      api.GET('/v1/stays/{id}/{stayId}/invite.ics', {
        params: { path },
        headers: bearer(token),
        parseAs: 'text',
      }),
    )
  return (
    <>
      <OutcomeNotice {...props} />
      <header className={styles.head}>
        <p className={`${styles.status} ${isLive ? '' : styles.over}`}>{t.status[status]}</p>
        <h1>{calendar.name}</h1>
      </header>
      <dl className={styles.facts}>
        <Fact name={t.arrival} isStrong>
          {t.from(format.day(stay.arrival), calendar.checkInTime)}
        </Fact>
        <Fact name={t.departure} isStrong>
          {t.by(format.day(stay.departure), calendar.checkOutTime)}
        </Fact>
        <Fact name={t.who}>{`${guest.name}, ${guest.email}`}</Fact>
      </dl>
      <p className={styles.soft}>{t.zone(cityOf(calendar.timeZone))}</p>
      {isLive && !isConfirming && (
        <CalendarLinks
          load={load}
          title={t.event(calendar.name)}
          start={stay.checkIn}
          end={stay.checkOut}
        />
      )}
      {isLive && hasBegun && <p className={styles.soft}>{t.begun}</p>}
      {isLive && !hasBegun && !isConfirming && (
        <div className={styles.actions}>
          <Button kind="danger" onClick={() => setIsConfirming(true)}>
            {t.cancel}
          </Button>
        </div>
      )}
      {isLive && isConfirming && <CancelStay {...props} onBack={() => setIsConfirming(false)} />}
      {!isLive && calendar.path && (
        <ButtonLink kind="primary" href={calendar.path}>
          {t.again}
        </ButtonLink>
      )}
    </>
  )
}

interface FactProps {
  readonly name: string
  readonly children: string
  readonly isStrong?: boolean
}

const Fact = ({ name, children, isStrong = false }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{isStrong ? <strong>{children}</strong> : children}</dd>
  </div>
)

/** Announces a cancellation or a change at the top of the page. */
function OutcomeNotice({ stay, isChanged }: StayViewProps) {
  const t = useMessages(guestStayMessages)
  const isCancelled = stay.status === 'cancelled'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isCancelled || isChanged) heading.current?.focus()
  }, [isCancelled, isChanged])
  if (isCancelled) return <Notice tone="info" title={t.cancelled} headingRef={heading} />
  return isChanged ? (
    <Notice tone="warn" title={t.changedTitle} headingRef={heading}>
      <p>{t.changed}</p>
    </Notice>
  ) : null
}
