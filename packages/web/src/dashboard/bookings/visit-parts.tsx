import { useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { useAccess } from '../access.ts'
import type { Booking } from '../api.ts'
import { groupQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { useNames } from '../use-names.ts'
import { awaitsApproval } from './awaits.ts'
import { groupMessages } from './group-messages.ts'
import { bookingMessages } from './messages.ts'
import { StatusBadge } from './status-badge.tsx'
import styles from './visit-parts.module.css'

/** The visit that a booking is part of, with its bookings by start. */
export interface Visit {
  readonly id: string
  readonly bookings: readonly Booking[]
}

/** The visit of a booking. Undefined if it is in none, or while that is not known. Members of some providers see no groups. */
export function useVisit({ groupId }: Pick<Booking, 'groupId'>): Visit | undefined {
  const access = useAccess()
  const enabled = groupId !== null && !access.isRestricted
  const { data: group } = useQuery({ ...groupQuery(groupId ?? ''), enabled })
  if (!enabled || !group?.together) return undefined
  // With a session, the answer is that for the account.
  const bookings = group.bookings as readonly Booking[]
  return {
    id: group.id,
    bookings: bookings.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start)),
  }
}

/** The group whose calls change a booking: that of its visit, until it has started. */
export const visitToChange = (
  visit: Visit | undefined,
  { start }: Pick<Booking, 'start'>,
): string | undefined => (Date.parse(start) > Date.now() ? visit?.id : undefined)

/** What the buttons that answer or cancel a booking say, and what is said afterwards; of a visit, about all of it. */
export function useAnswerTexts(booking: Booking, visitId: string | undefined) {
  const t = useMessages(bookingMessages)
  const group = useMessages(groupMessages)
  const isRequest = awaitsApproval(booking)
  if (visitId === undefined) {
    return isRequest
      ? { cancel: t.decline, cancelled: t.declined, confirm: t.approve, confirmed: t.approved }
      : {
          cancel: t.cancelBooking,
          cancelled: t.cancelled,
          confirm: t.confirm,
          confirmed: t.confirmed,
        }
  }
  return isRequest
    ? {
        cancel: group.declineAll,
        cancelled: group.allDeclined,
        confirm: group.approveAll,
        confirmed: group.allApproved,
      }
    : {
        cancel: group.cancelAll,
        cancelled: group.allCancelled,
        confirm: group.confirmAll,
        confirmed: group.allConfirmed,
      }
}

interface VisitPartsProps {
  readonly booking: Booking
  readonly timeZone: string
}

/** All bookings of the visit that a booking is part of. Shows nothing if it is in none. */
export function VisitParts({ booking, timeZone }: VisitPartsProps) {
  const t = useMessages(groupMessages)
  const { format } = useI18n()
  const names = useNames()
  const visit = useVisit(booking)
  if (visit === undefined) return null
  return (
    <section className={styles.visit} aria-label={t.visit}>
      <h3>{t.visit}</h3>
      <p>{t.visitHint(visit.bookings.length)}</p>
      <ol>
        {visit.bookings.map((part) => {
          const day = format.shortDate(part.start, timeZone)
          const when = `${day}, ${format.time(part.start, timeZone)}–${format.time(part.end, timeZone)}`
          return (
            <li key={part.id} aria-current={part.id === booking.id}>
              {part.id === booking.id ? (
                <strong>{when}</strong>
              ) : (
                <Link to={`/bookings/${part.id}`}>{when}</Link>
              )}
              <span dir="auto">
                {names.service(part)}, {names.providers(part)}
              </span>
              {part.status !== booking.status && <StatusBadge status={part.status} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
