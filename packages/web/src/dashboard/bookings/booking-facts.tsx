import { useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { shownEmail } from '../../shared/shown-email.ts'
import { daysBetween } from '../../shared/time/dates.ts'
import { useAccess } from '../access.ts'
import type { OneBooking } from '../api.ts'
import { ratePlansQuery } from '../properties/property-queries.ts'
import { Link } from '../router.tsx'
import { useNames } from '../use-names.ts'
import { awaitsApproval } from './awaits.ts'
import styles from './booking-dialog.module.css'
import { nightsByUnit, type UnitNights } from './booking-times.ts'
import { Fact } from './fact.tsx'
import { PlaceFacts } from './field-facts.tsx'
import { bookingMessages } from './messages.ts'
import { reassignMessages } from './reassign-messages.ts'
import { stayMessages } from './stay-messages.ts'

interface BookingFactsProps {
  readonly booking: OneBooking
  /** The time zone in which times are shown. */
  readonly timeZone: string
}

/** When a booking is. Of a stay the dates, with the times of its house. */
function WhenFacts({ booking, timeZone }: BookingFactsProps) {
  const t = useMessages(bookingMessages)
  const n = useMessages(nightsMessages)
  const { format } = useI18n()
  const { start, end, arrival, departure, nights } = booking
  if (arrival === null || departure === null || nights === null) {
    return (
      <Fact name={t.when}>
        {format.fullDate(start, timeZone)}
        <br />
        {format.time(start, timeZone)} – {format.end(start, end, timeZone)} ({timeZone})
      </Fact>
    )
  }
  const { timeZone: zone } = booking
  return (
    <>
      <Fact name={n.arrival}>{n.from(format.day(arrival), format.time(start, zone))}</Fact>
      <Fact name={n.departure}>{n.by(format.day(departure), format.time(end, zone))}</Fact>
      <Fact name={n.length}>{n.nights(nights)}</Fact>
    </>
  )
}

/** When a booking is, with whom and where, and who made it. */
export function BookingFacts({ booking, timeZone }: BookingFactsProps) {
  const t = useMessages(bookingMessages)
  const { format } = useI18n()
  const { booker } = booking
  const access = useAccess()
  // A hold is no booking of a contact yet.
  const reference = booking.status === 'pending' ? undefined : (booker?.email ?? booker?.contactId)
  const at = (instant: string) =>
    `${format.shortDate(instant, timeZone)}, ${format.time(instant, timeZone)}`
  return (
    <dl className={styles.facts}>
      <WhenFacts booking={booking} timeZone={timeZone} />
      {booking.grain === 'nights' ? (
        <StayFacts booking={booking} />
      ) : (
        <Assigned booking={booking} timeZone={timeZone} />
      )}
      {booking.timeZone !== timeZone && booking.arrival === null && (
        <Fact name={t.localTime}>
          {booking.localStart.replace('T', ' ')} ({booking.timeZone})
        </Fact>
      )}
      {booker && (
        <Fact name={t.booker}>
          {booker.email === null ? (
            t.noEmail
          ) : (
            <a href={`mailto:${booker.email}`}>{shownEmail(booker.email)}</a>
          )}
          {booker.email === null && booker.phone && (
            <>
              <br />
              <a href={`tel:${booker.phone}`}>{booker.phone}</a>
            </>
          )}
          {reference && !access.isRestricted && (
            <>
              <br />
              <Link to={`/contacts/${encodeURIComponent(reference)}`}>{t.openPerson}</Link>
            </>
          )}
        </Fact>
      )}
      <PlaceFacts booking={booking} />
      {booking.note && <Fact name={t.note}>{booking.note}</Fact>}
      {booking.status === 'pending' && booking.holdExpiresAt && (
        <Fact name={awaitsApproval(booking) ? t.answerUntil : t.holdUntil}>
          {at(booking.holdExpiresAt)}
        </Fact>
      )}
      {booking.rescheduledFrom && booking.rescheduledFrom !== booking.start && (
        <Fact name={t.rescheduledFrom}>{at(booking.rescheduledFrom)}</Fact>
      )}
      {booking.cancellationReason && <Fact name={t.reason}>{booking.cancellationReason}</Fact>}
    </dl>
  )
}

/** Where a stay is, who stays, and what they chose. */
function StayFacts({ booking }: { readonly booking: OneBooking }) {
  const t = useMessages(stayMessages)
  const n = useMessages(nightsMessages)
  const { format } = useI18n()
  const names = useNames()
  const { data: plans } = useQuery({ ...ratePlansQuery, enabled: booking.quote !== null })
  const { occupants, quote } = booking
  const nights = nightsByUnit(booking)
  const nameOf = ({ providerId, providerName }: UnitNights) =>
    names.provider(providerId)?.name ?? providerName ?? ''
  const plan = plans?.find(({ id }) => id === quote?.ratePlanId)?.name
  const extras = quote?.lines?.filter(({ kind }) => kind === 'extra').map(({ label }) => label)
  return (
    <>
      <Fact name={t.unit}>
        {nights.length === 1 ? (
          nights.map(nameOf)
        ) : (
          <ul>
            {nights.map((each) => (
              <li key={each.from}>
                {t.inUnit(
                  nameOf(each),
                  n.nights(daysBetween(each.from, each.to)),
                  format.shortDay(each.from),
                  format.shortDay(each.to),
                )}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      {occupants && <Fact name={t.guests}>{t.people(occupants.adults, occupants.childAges)}</Fact>}
      {plan && <Fact name={t.plan}>{[plan, ...(extras ?? [])].join(' · ')}</Fact>}
    </>
  )
}

/** Whom and what a booking takes, each with the requirement that it serves, and when if not all the time. */
function Assigned({ booking, timeZone }: BookingFactsProps) {
  const t = useMessages(reassignMessages)
  const { format } = useI18n()
  const names = useNames()
  const { assignments, providerId, start, end } = booking
  const takesDays = format.shortDate(start, timeZone) !== format.shortDate(end, timeZone)
  if (assignments.length === 0) {
    const provider = names.provider(providerId)
    return provider && <Fact name={t.with}>{provider.name}</Fact>
  }
  return (
    <Fact name={t.with}>
      <ul>
        {assignments.map(({ requirement, providerId: id, providerName, spans = [] }) => (
          <li key={id}>
            {names.provider(id)?.name ?? providerName} ({requirement})
            {spans.map(({ start, end, label }) => (
              <div key={start}>
                {takesDays && `${format.shortDate(start, timeZone)}, `}
                {format.time(start, timeZone)} – {format.time(end, timeZone)}
                {label && ` · ${label}`}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Fact>
  )
}
