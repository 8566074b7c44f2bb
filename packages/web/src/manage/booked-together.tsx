import type { BookingDetails } from '@holdfast/contracts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import styles from './booked-together.module.css'
import { BookingWhen } from './booking-when.tsx'
import { manageMessages } from './messages.ts'

interface BookedTogetherProps {
  readonly details: BookingDetails
  readonly timeZone: string
}

/** What the booker made together with the booking, with times and people. Shows nothing if it was made alone. */
export function BookedTogether({ details, timeZone }: BookedTogetherProps) {
  const { format } = useI18n()
  const t = useMessages(manageMessages)
  const { groupBookings } = details
  if (groupBookings.length === 0) return null
  return (
    <section className={styles.together} aria-label={t.together}>
      <h2>{t.together}</h2>
      <ul>
        {groupBookings.map((booking) => {
          const { id, status, eventTypeTitle, providerNames } = booking
          const names = format.list(providerNames)
          return (
            <li key={id}>
              <BookingWhen booking={booking} timeZone={timeZone} />
              <span dir="auto">
                {eventTypeTitle === null ? t.fallback(names) : `${eventTypeTitle}, ${names}`}
              </span>
              {status === 'pending' && <small>{t.status.pending}</small>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Says before a move or a cancellation that what was made together with the booking stays. */
export function OthersStay({ details }: Pick<BookedTogetherProps, 'details'>) {
  const t = useMessages(manageMessages)
  return details.groupBookings.length === 0 ? null : <p>{t.othersStay}</p>
}
