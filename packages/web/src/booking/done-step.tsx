import { lazy, Suspense } from 'react'
import { bookingInvitation } from '../shared/api/api.ts'
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
import type { ManagedBooking } from './hold.ts'
import { bookingMessages } from './messages.ts'
import { outcomeOf } from './outcome-of.ts'
import type { ExtrasControl } from './use-extras.ts'

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
  readonly onAnother: () => void
}

/** The finished booking or request, with calendar links and the manage link. */
export function DoneStep({ managed, offer, extras, timeZone, onAnother }: DoneStepProps) {
  const t = useMessages(bookingMessages)
  const { people } = useMessages(slotMessages)
  const { booking, token } = managed
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
      {(booking.assignments.length > 0 || booking.location !== null) && (
        <dl className={styles.facts}>
          <AssignmentFacts booking={booking} />
          {extras.loaded && <extras.loaded.module.LocationFact booking={booking} />}
        </dl>
      )}
      <p className={styles.soft}>{text}</p>
      {!booking.booker?.email && <KeptLink path={`/manage/${booking.id}#${token}`} />}
      {booking.redirectUrl && (
        <Suspense>
          <Redirect url={booking.redirectUrl} />
        </Suspense>
      )}
      {isConfirmed && (
        <Suspense>
          <CalendarLinks
            load={() => bookingInvitation(booking.id, token)}
            title={t.pageTitle(offer.title ?? t.openedTitle, provider.name)}
            start={booking.start}
            end={booking.end}
          />
        </Suspense>
      )}
      {booking.booker?.email && <p className={styles.soft}>{t.manageHint}</p>}
      <div className={styles.actions}>
        <ButtonLink kind="primary" href={`${pathInFrame(`/manage/${booking.id}`)}#${token}`}>
          {t.manage}
        </ButtonLink>
        <Button kind="quiet" onClick={onAnother}>
          {t.bookAnother}
        </Button>
      </div>
    </div>
  )
}
