import type { Slot } from '@holdfast/contracts'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError } from '../shared/api/api.ts'
import type { SignedInBooker } from '../shared/api/booker-session.ts'
import { AssignmentFacts } from '../shared/assignment-facts.tsx'
import type { Details } from '../shared/contact-field.tsx'
import { DetailsForm } from '../shared/details-form.tsx'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { nightsMessages } from '../shared/nights/messages.ts'
import { QuoteLines } from '../shared/nights/quote-lines.tsx'
import { StayDates } from '../shared/nights/stay-dates.tsx'
import { datesOf, isStaySlot } from '../shared/nights/stay-slot.ts'
import { SignedIn } from '../shared/signed-in.tsx'
import { slotMessages } from '../shared/slots/messages.ts'
import type { Offer } from '../shared/slots/offer.ts'
import { slotKey } from '../shared/slots/slot-facts.ts'
import { TimeRange } from '../shared/time-range.tsx'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import type { BookingIssue } from './booking-issue.ts'
import styles from './booking-page.module.css'
import { Countdown } from './countdown.tsx'
import { roomsMessages } from './rooms/messages.ts'
import { RoomList } from './rooms/room-list.tsx'
import { stepMessages } from './step-messages.ts'
import type { BookingFlow } from './use-booking.ts'
import type { ExtrasControl } from './use-extras.ts'
import { useMoreFields } from './use-more-fields.ts'
import { useSeries } from './use-series.tsx'
import { VisitParts } from './visit/visit-parts.tsx'

interface DetailsStepProps {
  readonly flow: BookingFlow
  readonly slot: Slot
  /** How many seats the party takes. */
  readonly seats: number
  readonly offer: Offer
  readonly timeZone: string
  readonly details: Details
  readonly onDetails: (details: Details) => void
  readonly extras: ExtrasControl
  readonly booker: SignedInBooker | undefined
  readonly onSignOut: () => void
  readonly onBack: () => void
}

const SUBMIT = { hold: 'confirm', instant: 'book', approval: 'request' } as const

/** The chosen time, the time left of its hold, and the form. */
export function DetailsStep(props: DetailsStepProps) {
  const { flow, slot, offer, timeZone, details, onDetails, extras, onBack } = props
  const { booker, onSignOut } = props
  const t = useMessages(stepMessages)
  const { startOver } = useMessages(nightsMessages)
  const { change } = useMessages(roomsMessages)
  const others = isStaySlot(slot) ? (slot.rooms ? change : startOver) : t.otherTime
  const { issue } = flow
  const isExpired = issue?.kind === 'expired'
  const notice = useRef<HTMLHeadingElement>(null)
  // Scrolls the notice into view, but leaves the focus in the form.
  useEffect(() => {
    if (isExpired) notice.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [isExpired])
  const failure = useRef<HTMLHeadingElement>(null)
  const rejected = useMemo(() => rejectedFields(issue), [issue])
  // The error is shown above the form, which on a phone is off screen. A field with an error takes the focus itself.
  useEffect(() => {
    if (issue?.kind === 'failed' && rejected.length === 0) failure.current?.focus()
  }, [issue, rejected])
  const { more, moreDetails, asksPhone } = useMoreFields(offer, extras)
  const phone = asksPhone ? 'elsewhere' : 'here'
  const { open, series } = useSeries({ offer, start: slot.start, timeZone })
  const refusal = issue?.kind === 'failed' ? series?.refusalOf(issue.error) : undefined
  const isFree = offer.payment === null || slot.price?.amount === 0
  const isPaidNow = !isFree && offer.confirmation !== 'approval'
  const hasGuests = extras.loaded !== undefined && extras.loaded.extras.guests.length > 0
  return (
    <div className={styles.details}>
      <ChosenTime {...props} isExpired={isExpired} />
      {isExpired && (
        <Notice tone="warn" title={t.expiredTitle} isUrgent={true} headingRef={notice}>
          <p>{t.expired}</p>
          <div className={styles.actions}>
            <Button
              kind="primary"
              isBusy={flow.pending === slotKey(slot)}
              onClick={() => flow.pick(slot)}
            >
              {t.holdAgain}
            </Button>
            <Button onClick={onBack}>{others}</Button>
          </div>
        </Notice>
      )}
      {refusal && (
        <Notice tone="warn" title={refusal.title} isUrgent={true} headingRef={failure}>
          <p>{refusal.text}</p>
          {refusal.others && (
            <Button
              isBusy={flow.pending === 'confirm'}
              onClick={() => flow.submit(details, moreDetails, series?.send('skip'))}
            >
              {refusal.others}
            </Button>
          )}
        </Notice>
      )}
      {issue?.kind === 'failed' && !refusal && (
        <FailureNotice error={issue.error} headingRef={failure} />
      )}
      {series?.fields}
      <h2 tabIndex={-1}>{t.details}</h2>
      {booker && <SignedIn email={booker.email} onSignOut={onSignOut} />}
      <DetailsForm
        details={details}
        onChange={onDetails}
        onSubmit={(sent) => flow.submit(sent, moreDetails, series?.send('refuse'))}
        isBusy={flow.pending === 'confirm' || (extras.isNeeded && extras.loaded === undefined)}
        submitText={series?.submitText ?? (isPaidNow ? t.toPayment : t[SUBMIT[offer.confirmation]])}
        emailHint={t.emailHint}
        phone={offer.takesPhones && booker === undefined ? phone : undefined}
        more={{
          errors: more?.errors ?? {},
          render: (errorOf) => (
            <>
              {more?.render(errorOf)}
              {!hasGuests && (
                <Button kind="quiet" onClick={extras.addGuest}>
                  {t.addGuests}
                </Button>
              )}
            </>
          ),
        }}
        rejected={rejected}
      >
        {!isExpired && open && offer.grain === 'time' && (
          <Button kind="quiet" onClick={open}>
            {t.repeat}
          </Button>
        )}
        {!isExpired && (
          <Button kind="quiet" onClick={onBack}>
            {others}
          </Button>
        )}
      </DetailsForm>
    </div>
  )
}

/** The chosen time with its parts or its price, how long it is held, and who serves it. */
function ChosenTime(props: DetailsStepProps & { readonly isExpired: boolean }) {
  const { flow, slot, seats, offer, timeZone, isExpired } = props
  const { hold } = flow
  const t = useMessages(stepMessages)
  const { people } = useMessages(slotMessages)
  const { format } = useI18n()
  return (
    <section className={styles.chosen} aria-label={t.chosen}>
      {isStaySlot(slot) ? (
        <>
          <StayDates
            {...datesOf(slot)}
            checkIn={format.wallTime(slot.checkInTime)}
            checkOut={format.wallTime(slot.checkOutTime)}
            zone={offer.provider.timeZone}
          />
          {slot.chosen && (
            <QuoteLines quote={slot.chosen.quote} timeZone={offer.provider.timeZone} />
          )}
          {slot.rooms && <RoomList rooms={slot.rooms} />}
        </>
      ) : (
        <TimeRange
          start={slot.start}
          end={slot.end}
          timeZone={timeZone}
          providerZone={offer.provider.timeZone}
        />
      )}
      {offer.seats && <p>{people(seats)}</p>}
      {offer.parts && slot.items && (
        <VisitParts
          parts={hold?.visit?.bookings ?? slot.items}
          names={offer.parts}
          timeZone={timeZone}
        />
      )}
      {hold && !isExpired && (
        <Countdown key={hold.deadlineMs} deadlineMs={hold.deadlineMs} onEnd={flow.expire} />
      )}
      {hold && hold.booking.assignments.length > 0 && !isExpired && !isStaySlot(slot) && (
        <dl className={styles.facts}>
          <AssignmentFacts booking={hold.booking} />
        </dl>
      )}
    </section>
  )
}

/** The fields whose values the server did not accept. Their names are those of the API: `/booker/email` is `email`. */
function rejectedFields(issue: BookingIssue | undefined): readonly string[] {
  const error = issue?.kind === 'failed' ? issue.error : undefined
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return []
  return (error.problem?.errors ?? []).map(({ pointer }) => pointer.replace(/^\/(booker\/)?/, ''))
}
