import type { PublicStay, PublicStays } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { api, CallFailure, take } from '../shared/api/api.ts'
import { type Details, DetailsForm, NO_DETAILS } from '../shared/details-form.tsx'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { isEmbedded, pathParts } from '../shared/page-path.ts'
import { addDays, todayIn } from '../shared/time/dates.ts'
import { ownZone } from '../shared/time/zones.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { stayMessages } from './messages.ts'
import { NightPicker } from './night-picker.tsx'
import styles from './stay-page.module.css'
import type { Choice } from './stay-rules.ts'

const ID = pathParts[1] ?? ''
/** Nights that are looked at: a year and a few weeks, so that the last month is whole. */
const NIGHTS_AHEAD = 400

interface Taken {
  readonly stay: PublicStay
  readonly details: Details
}

/** Takes a stay on a calendar of nights. */
export function StayPage() {
  const t = useMessages(stayMessages)
  const [today] = useState(() => todayIn(ownZone()))
  const [loaded, reload] = useLoaded(ID, (signal) => {
    const query = { from: today, to: addDays(today, NIGHTS_AHEAD) }
    return take(api.GET('/v1/stays/{id}', { params: { path: { id: ID }, query }, signal }))
  })
  const [taken, setTaken] = useState<Taken>()
  const [last, setLast] = useState<PublicStays>()
  useEffect(() => {
    if (loaded.state !== 'ready') return
    setLast(loaded.value)
    document.title = t.pageTitle(loaded.value.name)
  }, [loaded, t])
  const stays = loaded.state === 'ready' ? loaded.value : last
  if (loaded.state === 'failed') {
    return (
      <Frame isEmbedded={isEmbedded}>
        <FailureNotice headingLevel={1} error={loaded.error} onRetry={reload} />
      </Frame>
    )
  }
  if (stays === undefined) return <Waiting isSlow={loaded.state === 'loading' && loaded.isSlow} />
  const { name, stayPolicy: policy } = stays
  return (
    <Frame isWide={true} isEmbedded={isEmbedded}>
      <Card className={styles.card ?? ''}>
        <header className={styles.about}>
          <h1>{name}</h1>
          <p>{t.lead(policy.checkInTime, policy.checkOutTime)}</p>
          <p className={styles.soft}>
            {t.minNights(policy.minNights)}{' '}
            {policy.maxNights < 366 && t.maxNights(policy.maxNights)}
          </p>
        </header>
        {taken ? (
          <Done
            taken={taken}
            policy={policy}
            onAnother={() => {
              setTaken(undefined)
              reload()
            }}
          />
        ) : (
          <Booking stays={stays} today={today} onTaken={setTaken} onStale={reload} />
        )}
      </Card>
    </Frame>
  )
}

interface BookingProps {
  readonly stays: PublicStays
  readonly today: string
  readonly onTaken: (taken: Taken) => void
  readonly onStale: () => void
}

function Booking({ stays, today, onTaken, onStale }: BookingProps) {
  const { format, language: locale } = useI18n()
  const t = useMessages(stayMessages)
  const [choice, setChoice] = useState<Choice>({})
  const [details, setDetails] = useState(NO_DETAILS)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { arrival, departure } = choice
  const failure = error instanceof CallFailure ? error : undefined
  const isLost = failure?.code === 'night_taken'
  const isRule = failure?.code === 'stay_not_bookable'

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
      const stay = await take(api.POST('/v1/stays/{id}', { params: { path: { id: ID } }, body }))
      onTaken({ stay, details: { name, email, note } })
    } catch (reason) {
      setError(reason)
      const code = reason instanceof CallFailure ? reason.code : undefined
      if (code === 'night_taken' || code === 'stay_not_bookable') {
        setChoice({})
        onStale()
      }
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.panel}>
      {isLost && (
        <Notice tone="warn" title={t.takenTitle} isUrgent={true}>
          <p>{t.nightsTaken(format.list((failure.problem?.nights ?? []).map(format.shortDay)))}</p>
        </Notice>
      )}
      {isRule && (
        <Notice tone="warn" title={t.ruleTitle} isUrgent={true}>
          <p>{t.rule}</p>
        </Notice>
      )}
      {error !== undefined && !isLost && !isRule && <FailureNotice error={error} />}
      <NightPicker stays={stays} today={today} choice={choice} onChoose={setChoice} />
      {arrival !== undefined && departure !== undefined && (
        <section className={styles.details}>
          <h2>{t.details}</h2>
          <DetailsForm
            details={details}
            onChange={setDetails}
            onSubmit={(written) => void submit(written)}
            isBusy={isBusy}
            submitText={t.book}
            emailHint={t.emailHint}
          >
            <Button kind="quiet" onClick={() => setChoice({})}>
              {t.startOver}
            </Button>
          </DetailsForm>
        </section>
      )}
    </div>
  )
}

interface DoneProps {
  readonly taken: Taken
  readonly policy: PublicStays['stayPolicy']
  readonly onAnother: () => void
}

function Done({ taken, policy, onAnother }: DoneProps) {
  const { format } = useI18n()
  const t = useMessages(stayMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { stay, details } = taken
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
          <dt>{t.arrival}</dt>
          <dd>
            {format.day(stay.arrival)}, {policy.checkInTime}
          </dd>
        </div>
        <div>
          <dt>{t.departure}</dt>
          <dd>
            {format.day(stay.departure)}, {policy.checkOutTime}
          </dd>
        </div>
      </dl>
      <p className={styles.soft}>{t.done(details.name, details.email)}</p>
      <div className={styles.ways}>
        <ButtonLink
          kind="primary"
          href={`/stays/${ID}/${stay.id}#${stay.manageToken}`}
          {...(isEmbedded && { target: '_blank', rel: 'noopener' })}
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

const Waiting = ({ isSlow }: { readonly isSlow: boolean }) => (
  <Frame isWide={true} isEmbedded={isEmbedded}>
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
