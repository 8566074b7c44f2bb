import { useEffect, useRef, useState } from 'react'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { CalendarLinks } from '../shared/calendar-links.tsx'
import { cityOf } from '../shared/format.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { nightsMessages } from '../shared/nights/messages.ts'
import { shownEmail } from '../shared/shown-email.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { CancelStay } from './cancel-stay.tsx'
import { guestStayMessages } from './messages.ts'
import { MoveStay } from './move-stay.tsx'
import type { StayViewProps } from './props.ts'

/** The current details of the stay, with its actions. */
export function StayView(props: StayViewProps) {
  const n = useMessages(nightsMessages)
  const { stay, path, token } = props
  const { calendar, guest, status } = stay
  const { format } = useI18n()
  const t = useMessages(guestStayMessages)
  const [panel, setPanel] = useState<'move' | 'cancel'>()
  const close = () => setPanel(undefined)
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
          {n.from(format.day(stay.arrival), format.wallTime(calendar.checkInTime))}
        </Fact>
        <Fact name={t.departure} isStrong>
          {n.by(format.day(stay.departure), format.wallTime(calendar.checkOutTime))}
        </Fact>
        <Fact name={t.who}>{`${guest.name}, ${shownEmail(guest.email)}`}</Fact>
      </dl>
      <p className={styles.soft}>{n.zone(cityOf(calendar.timeZone))}</p>
      {isLive && panel === undefined && (
        <CalendarLinks
          load={load}
          title={t.event(calendar.name)}
          start={stay.checkIn}
          end={stay.checkOut}
        />
      )}
      {isLive && hasBegun && <p className={styles.soft}>{t.begun}</p>}
      {isLive && !hasBegun && panel === undefined && (
        <div className={styles.actions}>
          {calendar.path && <Button onClick={() => setPanel('move')}>{t.move}</Button>}
          <Button kind="danger" onClick={() => setPanel('cancel')}>
            {t.cancel}
          </Button>
        </div>
      )}
      {isLive && panel === 'cancel' && <CancelStay {...props} onBack={close} />}
      {isLive && panel === 'move' && (
        <MoveStay
          {...props}
          onMoved={(moved) => {
            close()
            props.onMoved(moved)
          }}
          onChanged={() => {
            close()
            props.onChanged()
          }}
          onBack={close}
        />
      )}
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

/** Announces what has happened to the stay at the top of the page. */
function OutcomeNotice({ outcome }: StayViewProps) {
  const t = useMessages(guestStayMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome !== undefined) heading.current?.focus()
  }, [outcome])
  if (outcome === 'cancelled')
    return <Notice tone="info" title={t.cancelled} headingRef={heading} />
  if (outcome === 'moved') {
    return (
      <Notice tone="info" title={t.moved} headingRef={heading}>
        <p>{t.movedNote}</p>
      </Notice>
    )
  }
  return outcome === 'changed' ? (
    <Notice tone="warn" title={t.changedTitle} headingRef={heading}>
      <p>{t.changed}</p>
    </Notice>
  ) : null
}
