import type { PublicPayment } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { depositMessages } from '../shared/deposit/messages.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import type { Language } from '../shared/language.ts'
import { LoadingCard } from '../shared/managed/loading-card.tsx'
import styles from '../shared/managed/managed.module.css'
import { formatMoney } from '../shared/money.ts'
import { BookedTime } from '../shared/nights/booked-time.tsx'
import { pathParts } from '../shared/page-path.ts'
import { Redirect } from '../shared/redirect.tsx'
import { localZone } from '../shared/time/zones.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { payMessages } from './messages.ts'
import { bookingInFragment, keepBooking, keptBooking, type PaidBooking } from './pay-link.ts'
import type { PayView } from './pay-view.ts'
import { type PaymentControl, usePayment } from './use-payment.ts'

const ID = pathParts[1] ?? ''

/** The vendor adds nothing to its return address but this. */
const HAS_RETURNED = new URLSearchParams(location.search).has('returned')

/** The page to pay a booking on: what is paid, the way to the vendor, and what came of it. */
export function PayPage() {
  const t = useMessages(payMessages)
  const [arrived] = useState(takeFragment)
  const [booking] = useState(() => arrived ?? keptBooking(ID))
  const control = usePayment(ID, HAS_RETURNED)
  const { loaded, view, go } = control
  useEffect(() => {
    document.title = t.title
  }, [t])
  // From the booking page, the way leads straight to the vendor. Elsewhere, and on the way back, it needs a click.
  const goesOn = useRef(arrived !== undefined && !HAS_RETURNED)
  useEffect(() => {
    if (view !== 'to_pay' || !goesOn.current) return
    goesOn.current = false
    go()
  }, [view, go])
  if (loaded.state === 'loading') return <LoadingCard factsHeight="3.5rem" />
  if (loaded.state === 'failed')
    return <LinkFailure error={loaded.error} onRetry={control.reload} />
  return (
    <Frame>
      <Card className={styles.card ?? ''}>
        <Subject payment={loaded.value} />
        {view && <Outcome view={view} control={control} payment={loaded.value} />}
        {booking && view && view !== 'to_pay' && view !== 'processing' && (
          <NextStep booking={booking} view={view} />
        )}
      </Card>
    </Frame>
  )
}

/** The booking in the fragment, which is removed from the address: a reload must not leave the page again. */
function takeFragment(): PaidBooking | undefined {
  const booking = bookingInFragment(location.hash)
  if (booking === undefined) return undefined
  keepBooking(ID, booking)
  history.replaceState(history.state, '', location.pathname + location.search)
  return booking
}

function Subject({ payment }: { readonly payment: PublicPayment }) {
  const { format, language } = useI18n()
  const t = useMessages(payMessages)
  const [zone] = useState(localZone)
  const deposit = useMessages(depositMessages)
  const { title, start, arrival, timeZone, amount, currency, securityDeposit } = payment
  return (
    <>
      <header className={styles.head}>
        <p className={styles.soft}>{securityDeposit ? deposit.name : t.title}</p>
        <h1 dir="auto">{title}</h1>
        {arrival === null && (
          <p>
            <time dateTime={start}>
              {format.fullDate(start, zone)}, {format.time(start, zone)}
            </time>{' '}
            <small className={styles.soft}>{format.offset(start, zone)}</small>
          </p>
        )}
      </header>
      {arrival !== null && <BookedTime booking={payment} timeZone={zone} providerZone={timeZone} />}
      <dl className={styles.facts}>
        <div>
          <dt>{t.amount}</dt>
          <dd>{formatMoney(amount, currency, language)}</dd>
        </div>
      </dl>
    </>
  )
}

interface OutcomeProps {
  readonly view: PayView
  readonly control: PaymentControl
  readonly payment: PublicPayment
}

function Outcome({ view, control, payment }: OutcomeProps) {
  const t = useMessages(payMessages)
  const deposit = useMessages(depositMessages)
  const { language } = useI18n()
  const { isPolling, reload } = control
  const settled = payment.securityDeposit
    ? depositText(payment, deposit, language)
    : settledText(payment, t)
  const isHeld = payment.securityDeposit && payment.status === 'authorized'
  switch (view) {
    case 'to_pay':
      return (
        <>
          {payment.securityDeposit && (
            <p>{deposit.asked(formatMoney(payment.amount, payment.currency, language))}</p>
          )}
          {payment.bookingStatus === 'pending' && <p className={styles.soft}>{t.heldWhile}</p>}
          <PayButton control={control} payment={payment} />
        </>
      )
    case 'processing':
      return isPolling ? (
        <Notice tone="info" title={t.processingTitle}>
          <p>{t.processing}</p>
        </Notice>
      ) : (
        <Notice tone="warn" title={t.longTitle}>
          <p>{t.long}</p>
          <Button onClick={reload}>{t.check}</Button>
          {payment.status === 'required' && <PayButton control={control} payment={payment} />}
        </Notice>
      )
    case 'confirmed':
      return (
        <Notice
          tone="info"
          title={
            isHeld ? deposit.doneTitle : payment.securityDeposit ? deposit.name : t.confirmedTitle
          }
        >
          <p>{settled}</p>
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="danger" title={t.failedTitle}>
          <p>{t.failed}</p>
          <PayButton control={control} payment={payment} />
        </Notice>
      )
    case 'expired':
      return (
        <Notice tone="warn" title={t.expiredTitle} isUrgent={true}>
          <p>{t.expired}</p>
        </Notice>
      )
    case 'cancelled':
      return (
        <Notice tone="info" title={t.cancelledTitle}>
          <p>{settled}</p>
        </Notice>
      )
  }
}

/** What became of the money. */
function settledText({ status, bookingStatus }: PublicPayment, t: typeof payMessages.en): string {
  if (status === 'refunded') return t.refunded
  if (status === 'partly_refunded') return t.partlyRefunded
  return bookingStatus === 'cancelled' ? t.cancelled : t.confirmed
}

/** What became of a security deposit. */
function depositText(
  { status, amount, currency }: PublicPayment,
  t: typeof depositMessages.en,
  language: Language,
): string {
  if (status === 'authorized') return t.states.authorized
  return status === 'paid' ? t.taken(formatMoney(amount, currency, language)) : t.over
}

function PayButton({ control, payment }: Omit<OutcomeProps, 'view'>) {
  const { language } = useI18n()
  const t = useMessages(payMessages)
  const deposit = useMessages(depositMessages)
  const { isGoing, error, go } = control
  const amount = formatMoney(payment.amount, payment.currency, language)
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      <div className={styles.actions}>
        <Button kind="primary" isBusy={isGoing} onClick={go}>
          {isGoing ? t.going : (payment.securityDeposit ? deposit.authorize : t.pay)(amount)}
        </Button>
      </div>
    </>
  )
}

interface NextStepProps {
  readonly booking: PaidBooking
  readonly view: PayView
}

/** Leads to the booking, to where its event type leads after it, or to other times. */
function NextStep({ booking: { bookingId, token, groupId }, view }: NextStepProps) {
  const t = useMessages(payMessages)
  const [details] = useLoaded(`${bookingId} ${view}`, (signal) =>
    unwrap(
      api.GET('/v1/bookings/{id}/details', {
        params: { path: { id: bookingId } },
        headers: bearer(token),
        signal,
      }),
    ),
  )
  const found = details.state === 'ready' ? details.value : undefined
  const isConfirmed = view === 'confirmed'
  return (
    <>
      {isConfirmed && found?.booking.redirectUrl && <Redirect url={found.booking.redirectUrl} />}
      <div className={styles.actions}>
        {isConfirmed || view === 'failed' ? (
          <ButtonLink
            kind={isConfirmed ? 'primary' : 'secondary'}
            href={`/manage/${groupId ?? bookingId}#${token}`}
          >
            {t.manage}
          </ButtonLink>
        ) : (
          found?.eventType && (
            <ButtonLink kind="primary" href={found.eventType.path}>
              {t.another}
            </ButtonLink>
          )
        )}
      </div>
    </>
  )
}

interface LinkFailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

function LinkFailure({ error, onRetry }: LinkFailureProps) {
  return (
    <Frame>
      <FailureNotice error={error} onRetry={onRetry} headingLevel={1} />
    </Frame>
  )
}
