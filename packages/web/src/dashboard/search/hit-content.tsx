import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { shownEmail } from '../../shared/shown-email.ts'
import type { Booking, Contact } from '../api.ts'
import { datesText } from '../bookings/dates-text.ts'
import { StatusBadge } from '../bookings/status-badge.tsx'
import { useNames } from '../use-names.ts'
import type { ComboboxGroup } from './combobox.tsx'
import styles from './hit-content.module.css'
import { searchMessages } from './messages.ts'
import { type Hit, idOf } from './search-queries.ts'

/** A person in a list of suggestions. */
export function PersonContent({ contact }: { readonly contact: Contact }) {
  const t = useMessages(searchMessages)
  const { name, phone, email, bookingCount } = contact
  return (
    <>
      <strong dir="auto">{name}</strong>
      <span className={styles.meta} dir="auto">
        {phone !== null && <bdi>{phone}</bdi>}
        {email !== null && <bdi>{shownEmail(email)}</bdi>}
        {bookingCount > 0 && <span>{t.bookingCount(bookingCount)}</span>}
      </span>
    </>
  )
}

function BookingContent({ booking }: { readonly booking: Booking }) {
  const { format } = useI18n()
  const nights = useMessages(nightsMessages)
  const names = useNames()
  const { start, timeZone, status } = booking
  return (
    <>
      <span className={styles.head}>
        <strong dir="auto">{names.booker(booking)}</strong>
        <StatusBadge status={status} />
      </span>
      <span className={styles.meta} dir="auto">
        <span>
          {datesText(booking, format, nights) ??
            `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`}
        </span>
        <span>{names.service(booking)}</span>
        <span>{names.providers(booking)}</span>
      </span>
    </>
  )
}

const optionOf = (hit: Hit) => ({
  key: idOf(hit),
  content:
    hit.kind === 'contact' ? (
      <PersonContent contact={hit.contact} />
    ) : (
      <BookingContent booking={hit.booking} />
    ),
})

/** Results in groups: people, then bookings. */
export function groupsOf(
  hits: readonly Hit[],
  titles: { readonly people: string; readonly bookings: string },
): readonly ComboboxGroup[] {
  const of = (kind: Hit['kind']) => hits.filter((hit) => hit.kind === kind).map(optionOf)
  return [
    { title: titles.people, options: of('contact') },
    { title: titles.bookings, options: of('booking') },
  ]
}

/** All results in one group. */
export const oneGroupOf = (hits: readonly Hit[], title: string): readonly ComboboxGroup[] => [
  { title, options: hits.map(optionOf) },
]
