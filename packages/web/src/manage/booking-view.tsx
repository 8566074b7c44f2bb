import type { BookingDetails } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { api, bearer, bookersView, bookingInvitation, unwrap } from '../shared/api/api.ts'
import { AssignmentFacts } from '../shared/assignment-facts.tsx'
import { CalendarLinks } from '../shared/calendar-links.tsx'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { LocationFact } from '../shared/location-fact.tsx'
import styles from '../shared/managed/managed.module.css'
import { emailProofInUrl } from '../shared/managed/use-manage-token.ts'
import { BookedTime } from '../shared/nights/booked-time.tsx'
import { PriceLines } from '../shared/nights/quote-lines.tsx'
import { OPENED_DATES } from '../shared/opened-dates.ts'
import { pathInFrame } from '../shared/page-path.ts'
import { shownEmail } from '../shared/shown-email.ts'
import { slotMessages } from '../shared/slots/messages.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { BookedTogether } from './booked-together.tsx'
import { ChangeActions } from './change-actions.tsx'
import { DepositNotice } from './deposit-notice.tsx'
import { Fact, FieldFacts } from './field-facts.tsx'
import { manageMessages } from './messages.ts'
import { OrderNotice } from './order-notice.tsx'
import type { OnOutcome, Outcome } from './outcome.ts'
import { PayNotice } from './pay-notice.tsx'
import { RefundNote } from './refund-note.tsx'

interface BookingViewProps {
  readonly details: BookingDetails
  readonly token: string
  readonly timeZone: string
  readonly outcome: Outcome
  /** Whether a confirmation is open below, which hides the actions. */
  readonly isConfirming: boolean
  readonly onMove: () => void
  readonly onCancel: () => void
  readonly onDone: OnOutcome
}

/** The current details of the booking, with its actions. */
export function BookingView(props: BookingViewProps) {
  const { details, token, timeZone, outcome, isConfirming } = props
  const { booking, provider, eventType } = details
  const { format } = useI18n()
  const t = useMessages(manageMessages)
  const { people } = useMessages(slotMessages)
  const isLive = booking.status === 'pending' || booking.status === 'confirmed'
  const title = eventType?.title ?? t.fallback(provider.name)
  const status =
    booking.status === 'pending' &&
    booking.confirmation === 'approval' &&
    !booking.emailUnconfirmed &&
    // Once approved, it can be paid.
    !booking.payment?.checkoutUrl
      ? t.approval
      : t.status[booking.status]
  return (
    <>
      <OutcomeNotice outcome={outcome} />
      <header className={styles.head}>
        <p className={`${styles.status} ${isLive ? '' : styles.over}`}>{status}</p>
        <h1 dir="auto">{title}</h1>
        {eventType && booking.arrival === null && (
          <p className={styles.soft} dir="auto">
            {t.with(provider.name)}
          </p>
        )}
      </header>
      <BookedTime booking={booking} timeZone={timeZone} providerZone={provider.timeZone} />
      {booking.seats > 1 && <p>{people(booking.seats)}</p>}
      {booking.status === 'pending' && booking.waitlistId && booking.holdExpiresAt && (
        <Notice tone="info" title={t.offered}>
          <p>{t.heldUntil(format.time(booking.holdExpiresAt, timeZone))}</p>
        </Notice>
      )}
      <dl className={styles.facts}>
        <AssignmentFacts booking={booking} />
        <LocationFact booking={booking} />
        {booking.booker && (
          <Fact
            name={t.who}
            value={[booking.booker.name, shownEmail(booking.booker.email ?? '')]
              .filter(Boolean)
              .join(', ')}
          />
        )}
        <FieldFacts details={details} />
        {booking.note && <Fact name={t.note} value={booking.note} />}
        {booking.cancellationReason && <Fact name={t.reason} value={booking.cancellationReason} />}
      </dl>
      {isLive && booking.quote?.lines && (
        <PriceLines price={{ ...booking.quote, lines: booking.quote.lines }} />
      )}
      <DepositNotice managed={{ booking, token }} />
      <BookedTogether details={details} timeZone={timeZone} />
      {booking.status === 'confirmed' && !isConfirming && (
        <CalendarLinks
          load={() => bookingInvitation(booking.id, token)}
          title={`${title}, ${provider.name}`}
          start={booking.start}
          end={booking.end}
        />
      )}
      {isLive && !isConfirming && (
        <>
          <PayNotice managed={{ booking, token }} />
          {booking.orderId && (
            <OrderNotice
              key={`${booking.orderId} ${booking.version}`}
              orderId={booking.orderId}
              shown={booking.payment}
              back={{ bookingId: booking.id, token }}
            />
          )}
          {booking.payment !== null && (
            <RefundNote
              of={booking}
              token={token}
              isCancelling={false}
              timeZone={booking.arrival === null ? timeZone : provider.timeZone}
            />
          )}
          <Actions {...props} />
        </>
      )}
      {!isLive && (
        <ButtonLink
          kind="primary"
          href={eventType ? pathInFrame(eventType.path) : `${provider.path}?${OPENED_DATES}`}
        >
          {t.again}
        </ButtonLink>
      )}
    </>
  )
}

function OutcomeNotice({ outcome }: { readonly outcome: Outcome }) {
  const t = useMessages(manageMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome) heading.current?.focus()
  }, [outcome])
  if (outcome === undefined) return null
  return outcome === 'changed' ? (
    <Notice tone="warn" title={t.changedTitle} headingRef={heading}>
      <p>{t.changed}</p>
    </Notice>
  ) : (
    <Notice tone="info" title={t[outcome]} headingRef={heading} />
  )
}

function Actions({ details, token, timeZone, onMove, onCancel, onDone }: BookingViewProps) {
  const { booking } = details
  const t = useMessages(manageMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const proof = booking.emailUnconfirmed ? emailProofInUrl() : undefined
  const canConfirm = booking.emailUnconfirmed
    ? proof !== undefined
    : booking.status === 'pending' &&
      booking.confirmation === 'hold' &&
      booking.booker !== null &&
      // A booking with a price is confirmed by its payment.
      booking.orderId === null
  const confirm = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id } }
      const booked = await unwrap(
        proof === undefined
          ? api.POST('/v1/bookings/{id}/confirm', { params, headers: bearer(token), body: {} })
          : api.POST('/v1/bookings/{id}/confirm-email', { params, body: { token: proof } }),
      )
      onDone(booked.status === 'confirmed' ? 'confirmed' : undefined, bookersView(booked))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      {booking.emailUnconfirmed && !canConfirm && <p>{t.openEmail}</p>}
      <div className={styles.actions}>
        {canConfirm && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void confirm()}>
            {t.confirm}
          </Button>
        )}
        <ChangeActions
          booking={booking}
          timeZone={timeZone}
          isFirst={!canConfirm}
          onMove={onMove}
          onCancel={onCancel}
        />
      </div>
    </>
  )
}
