import type { PublicStays } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, unwrap } from '../shared/api/api.ts'
import type { Details } from '../shared/contact-field.tsx'
import { DetailsForm, NO_DETAILS } from '../shared/details-form.tsx'
import { tellHost } from '../shared/host-page.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { nightsMessages } from '../shared/nights/messages.ts'
import { NightPicker } from '../shared/nights/night-picker.tsx'
import type { DateSelection } from '../shared/nights/stay-rules.ts'
import { linkOutOfFrame, pathParts } from '../shared/page-path.ts'
import { withProofOfWork } from '../shared/proof-of-work/with-proof-of-work.ts'
import { shownEmail } from '../shared/shown-email.ts'
import { todayIn } from '../shared/time/dates.ts'
import { localZone } from '../shared/time/zones.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { stayMessages } from './messages.ts'
import { type BookedStay, keepStay, keptStay, StayAgain } from './stay-again.tsx'
import styles from './stay-page.module.css'
import { useNights } from './use-nights.ts'

const ID = pathParts[1] ?? ''

/** The page on which guests book a stay. */
export function StayPage() {
  const { format } = useI18n()
  const t = useMessages(stayMessages)
  const n = useMessages(nightsMessages)
  const [today] = useState(() => todayIn(localZone()))
  const [loaded, reload] = useNights(ID, today)
  const [booked, setBooked] = useState<BookedStay>()
  const [kept, setKept] = useState(keptStay)
  const [last, setLast] = useState<PublicStays>()
  useEffect(() => {
    if (loaded.state !== 'ready') return
    setLast(loaded.value)
    document.title = t.pageTitle(loaded.value.name)
  }, [loaded, t])
  const isLoaded = last !== undefined
  useEffect(() => {
    if (isLoaded) tellHost('ready', {})
  }, [isLoaded])
  useEffect(() => {
    if (booked === undefined || booked.isAgain) return
    const { id, arrival } = booked.stay
    tellHost('booked', { id, start: arrival, status: 'confirmed' })
  }, [booked])
  const stays = loaded.state === 'ready' ? loaded.value : last
  if (loaded.state === 'failed') {
    return (
      <Frame>
        <FailureNotice headingLevel={1} error={loaded.error} onRetry={reload} />
      </Frame>
    )
  }
  if (stays === undefined)
    return <LoadingView isSlow={loaded.state === 'loading' && loaded.isSlow} />
  const { name, stayPolicy: policy } = stays
  const begin = () => {
    keepStay(undefined)
    setKept(undefined)
    setBooked(undefined)
  }
  return (
    <Frame isWide={true}>
      <Card className={styles.card ?? ''}>
        <header className={styles.about}>
          <h1 dir="auto">{name}</h1>
          <p>{n.lead(format.wallTime(policy.checkInTime), format.wallTime(policy.checkOutTime))}</p>
          <p className={styles.soft}>
            {n.minNights(policy.minNights)}{' '}
            {policy.maxNights < 366 && n.maxNights(policy.maxNights)}
          </p>
        </header>
        {booked ? (
          <StayBooked
            booked={booked}
            policy={policy}
            onAnother={() => {
              begin()
              reload()
            }}
          />
        ) : kept ? (
          <StayAgain calendarId={ID} kept={kept} today={today} onFound={setBooked} onGone={begin} />
        ) : (
          <StayForm
            stays={stays}
            today={today}
            onBooked={(made) => {
              const { id, manageToken } = made.stay
              keepStay({ id, manageToken })
              setBooked(made)
            }}
            onStale={reload}
          />
        )}
      </Card>
    </Frame>
  )
}

interface StayFormProps {
  readonly stays: PublicStays
  readonly today: string
  readonly onBooked: (booked: BookedStay) => void
  readonly onStale: () => void
}

function StayForm({ stays, today, onBooked, onStale }: StayFormProps) {
  const { format, language: locale } = useI18n()
  const t = useMessages(stayMessages)
  const n = useMessages(nightsMessages)
  const [selection, setSelection] = useState<DateSelection>({})
  const [details, setDetails] = useState(NO_DETAILS)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { arrival, departure } = selection
  const failure = error instanceof ApiError ? error : undefined
  const isTaken = failure?.code === 'night_taken'
  const breaksRule = failure?.code === 'stay_not_bookable'

  const submit = async ({ name, email, note }: Details) => {
    if (arrival === undefined || departure === undefined) return
    setIsBusy(true)
    setError(undefined)
    const body = {
      arrival,
      departure,
      guest: { name, email, locale },
      ...(note !== '' && { note }),
    }
    try {
      const params = { path: { id: ID } }
      const stay = await withProofOfWork((proof) =>
        unwrap(api.POST('/v1/stays/{id}', { params, body: { ...body, ...proof } })),
      )
      onBooked({ stay, guest: { name, email } })
    } catch (reason) {
      setError(reason)
      const code = reason instanceof ApiError ? reason.code : undefined
      if (code === 'night_taken' || code === 'stay_not_bookable') {
        setSelection({})
        onStale()
      }
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.panel}>
      {isTaken && (
        <Notice tone="warn" title={n.takenTitle} isUrgent={true}>
          <p>{t.nightsTaken(format.list((failure.problem?.nights ?? []).map(format.shortDay)))}</p>
        </Notice>
      )}
      {breaksRule && (
        <Notice tone="warn" title={n.ruleTitle} isUrgent={true}>
          <p>{n.rule}</p>
        </Notice>
      )}
      {error !== undefined && !isTaken && !breaksRule && <FailureNotice error={error} />}
      <NightPicker stays={stays} today={today} selection={selection} onChoose={setSelection} />
      {arrival !== undefined && departure !== undefined && (
        <section className={styles.details}>
          <h2>{t.details}</h2>
          <DetailsForm
            details={details}
            onChange={setDetails}
            onSubmit={(submitted) => void submit(submitted)}
            isBusy={isBusy}
            submitText={t.book}
            emailHint={t.emailHint}
          >
            <Button kind="quiet" onClick={() => setSelection({})}>
              {n.startOver}
            </Button>
          </DetailsForm>
        </section>
      )}
    </div>
  )
}

interface StayBookedProps {
  readonly booked: BookedStay
  readonly policy: PublicStays['stayPolicy']
  readonly onAnother: () => void
}

function StayBooked({ booked, policy, onAnother }: StayBookedProps) {
  const { format } = useI18n()
  const t = useMessages(stayMessages)
  const n = useMessages(nightsMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { stay, guest } = booked
  return (
    <div className={styles.panel}>
      <p className={styles.tick} aria-hidden="true">
        ✓
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {t.doneTitle}
      </h2>
      <dl className={styles.days}>
        <div>
          <dt>{n.arrival}</dt>
          <dd>
            {format.day(stay.arrival)}, {format.wallTime(policy.checkInTime)}
          </dd>
        </div>
        <div>
          <dt>{n.departure}</dt>
          <dd>
            {format.day(stay.departure)}, {format.wallTime(policy.checkOutTime)}
          </dd>
        </div>
      </dl>
      <p className={styles.soft}>{t.done(guest.name, shownEmail(guest.email))}</p>
      <div className={styles.actions}>
        <ButtonLink
          kind="primary"
          {...linkOutOfFrame(`/stays/${ID}/${stay.id}#${stay.manageToken}`)}
        >
          {t.manage}
        </ButtonLink>
        <Button kind="quiet" onClick={onAnother}>
          {t.another}
        </Button>
      </div>
      <p className={styles.soft}>{t.manageHint}</p>
    </div>
  )
}

const LoadingView = ({ isSlow }: { readonly isSlow: boolean }) => (
  <Frame isWide={true}>
    <Card className={styles.card ?? ''} aria-busy="true">
      <div className={styles.about}>
        <Skeleton width="15rem" height="2.5rem" />
        <Skeleton width="12rem" height="1.5rem" />
      </div>
      <div className={styles.panel}>
        <Skeleton width="100%" height="24rem" />
        {isSlow && <Slow />}
      </div>
    </Card>
  </Frame>
)

function Slow() {
  const t = useMessages(sharedMessages)
  return <p role="status">{t.slow}</p>
}
