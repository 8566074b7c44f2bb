import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import type { EventType } from '../api.ts'
import { StatusBadge } from '../bookings/status-badge.tsx'
import { commonMessages } from '../messages.ts'
import { Link } from '../router.tsx'
import { Modal } from '../ui/modal.tsx'
import { Badge, Row } from '../ui/page.tsx'
import { useNames } from '../use-names.ts'
import { CancelClass, MoveClass, ReassignClass } from './class-forms.tsx'
import type { ClassSession } from './class-queries.ts'
import styles from './classes.module.css'
import { classMessages } from './messages.ts'

interface ClassRowProps {
  readonly session: ClassSession
  readonly eventType: EventType
  readonly timeZone: string
}

type Action = 'move' | 'reassign' | 'cancel'

/** A class: its time, how full it is, who takes part, and what can be done with all of it. */
export function ClassRow({ session, eventType, timeZone }: ClassRowProps) {
  const t = useMessages(classMessages)
  const { format } = useI18n()
  const names = useNames()
  const access = useAccess()
  const [action, setAction] = useState<Action>()
  const { start, end, taken, held, capacity, assignments, providerId } = session
  const when = `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)} – ${format.time(end, timeZone)}`
  const isEmpty = taken === 0 && session.bookings.length === 0
  const isOver = Date.parse(end) <= Date.now()
  const providers =
    assignments.length > 0
      ? format.list(assignments.map(({ providerName }) => providerName))
      : names.provider(providerId)?.name
  const button = (what: Action, kind: 'secondary' | 'danger' = 'secondary') => (
    <Button kind={kind} aria-label={`${t[what]}: ${when}`} onClick={() => setAction(what)}>
      {t[what]}
    </Button>
  )
  const form = { session, eventType, timeZone, onClose: () => setAction(undefined) }
  return (
    <Row
      title={when}
      badge={
        <Badge tone={isEmpty ? 'quiet' : taken >= capacity ? 'warn' : 'good'}>
          {isEmpty ? t.notBooked : t.taken(taken, capacity)}
        </Badge>
      }
      meta={
        <>
          <span>{providers}</span>
          {held > 0 && <span>{t.held(held)}</span>}
          {!isEmpty && <Roster session={session} />}
        </>
      }
      actions={
        access.can('bookings') &&
        !isOver && (
          <>
            {/* A class that nobody has booked takes nobody's time: there is nothing to move or to give away. */}
            {!isEmpty && button('move')}
            {assignments.length > 0 && button('reassign')}
            {button('cancel', 'danger')}
            {action !== undefined && (
              <Modal title={t[`${action}Title`]} lead={when} onClose={form.onClose}>
                {action === 'move' && <MoveClass {...form} />}
                {action === 'reassign' && <ReassignClass {...form} />}
                {action === 'cancel' && <CancelClass {...form} />}
              </Modal>
            )}
          </>
        )
      }
    />
  )
}

/** Everybody who takes part, behind a heading that opens the list. */
function Roster({ session: { bookings } }: { readonly session: ClassSession }) {
  const t = useMessages(classMessages)
  const common = useMessages(commonMessages)
  return (
    <details className={styles.roster}>
      <summary>{t.roster(bookings.length)}</summary>
      <ul>
        {bookings.map(({ id, status, seats, booker }) => (
          <li key={id}>
            <Link to={`/bookings/${id}`}>
              {booker ? booker.name || common.unnamed : common.held}
            </Link>
            <span>{t.seats(seats)}</span>
            <StatusBadge status={status} />
            {booker && (
              <span className={styles.email}>
                {booker.email === null ? booker.phone : shownEmail(booker.email)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
