import { lazy, Suspense } from 'react'
import { bookingInvitation, bookingsFile } from '../shared/api/api.ts'
import { AssignmentFacts } from '../shared/assignment-facts.tsx'
import { useMessages } from '../shared/i18n.tsx'
import { KeptLink } from '../shared/kept-link.tsx'
import { BookedTime } from '../shared/nights/booked-time.tsx'
import { pathInFrame } from '../shared/page-path.ts'
import { slotMessages } from '../shared/slots/messages.ts'
import type { Offer } from '../shared/slots/offer.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import type * as After from './after.ts'
import styles from './booking-page.module.css'
import { type ManagedBooking, managedId } from './hold.ts'
import { bookingMessages } from './messages.ts'
import { outcomeOf } from './outcome-of.ts'
import { stepMessages } from './step-messages.ts'
import type { ExtrasControl } from './use-extras.ts'
import { VisitParts } from './visit/visit-parts.tsx'

// The booking stands without them.
const Nothing = () => <></>
const after = () =>
  import('./after.ts').catch(() => ({ CalendarLinks: Nothing, Redirect: Nothing }))
const CalendarLinks = lazy<typeof After.CalendarLinks>(async () => ({
  default: (await after()).CalendarLinks,
}))
const Redirect = lazy<typeof After.Redirect>(async () => ({ default: (await after()).Redirect }))

interface DoneStepProps {
  readonly managed: ManagedBooking
  readonly offer: Offer
  readonly extras: ExtrasControl
  readonly timeZone: string
  /** Undefined for several rooms, which their search leads to. */
  readonly onAnother: (() => void) | undefined
}

/** The calendar file of a booking, or of all parts of a visit or all rooms. */
const invitationTo = ({ booking, token, visit }: ManagedBooking): Promise<string> =>
  visit
    ? bookingsFile(
        visit.bookings.map(({ id }) => id),
        token,
      )
    : bookingInvitation(booking.id, token)

/** The finished booking or request, with calendar links and the manage link. */
export function DoneStep({ managed, offer, extras, timeZone, onAnother }: DoneStepProps) {
  const t = useMessages(stepMessages)
  const { pageTitle, openedTitle } = useMessages(bookingMessages)
  const { people } = useMessages(slotMessages)
  const { booking, token, visit } = managed
  const id = managedId(managed)
  const { provider } = offer
  const isConfirmed = booking.status === 'confirmed'
  const [title, text] = outcomeOf(booking, t)
  return (
    <div className={styles.done}>
      <p className={styles.tick} aria-hidden="true">
        ✓
      </p>
      <h2 tabIndex={-1}>{title}</h2>
      <BookedTime booking={booking} timeZone={timeZone} providerZone={provider.timeZone} />
      {offer.seats && <p>{people(booking.seats)}</p>}
      {offer.parts && visit && (
        <VisitParts parts={visit.bookings} names={offer.parts} timeZone={timeZone} />
      )}
      {(booking.assignments.length > 0 || booking.location !== null) && (
        <dl className={styles.facts}>
          <AssignmentFacts booking={booking} />
          {extras.loaded && <extras.loaded.module.LocationFact booking={booking} />}
        </dl>
      )}
      <p className={styles.soft}>{text}</p>
      {!booking.booker?.email && <KeptLink path={`/manage/${id}#${token}`} />}
      {booking.redirectUrl && (
        <Suspense>
          <Redirect url={booking.redirectUrl} />
        </Suspense>
      )}
      {isConfirmed && (
        <Suspense>
          <CalendarLinks
            load={() => invitationTo(managed)}
            title={pageTitle(offer.title ?? openedTitle, provider.name)}
            start={booking.start}
            end={booking.end}
          />
        </Suspense>
      )}
      {booking.booker?.email && <p className={styles.soft}>{t.manageHint}</p>}
      <div className={styles.actions}>
        <ButtonLink kind="primary" href={`${pathInFrame(`/manage/${id}`)}#${token}`}>
          {t.manage}
        </ButtonLink>
        {onAnother && (
          <Button kind="quiet" onClick={onAnother}>
            {t.bookAnother}
          </Button>
        )}
      </div>
    </div>
  )
}
