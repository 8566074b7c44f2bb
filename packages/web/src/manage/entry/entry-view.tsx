import type { PublicWaitlistEntry } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { api, unwrap } from '../../shared/api/api.ts'
import { canLeave } from '../../shared/entry-status.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import styles from '../../shared/managed/managed.module.css'
import { emailProofInUrl } from '../../shared/managed/use-manage-token.ts'
import { shownEmail } from '../../shared/shown-email.ts'
import { slotMessages } from '../../shared/slots/messages.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Fact } from '../field-facts.tsx'
import { manageMessages } from '../messages.ts'
import { entryMessages } from './messages.ts'

interface EntryViewProps {
  readonly entry: PublicWaitlistEntry
  /** What was done last. */
  readonly outcome: 'joined' | 'left' | undefined
  /** Whether a confirmation is open below, which hides the actions. */
  readonly isLeaving: boolean
  readonly onJoined: () => void
  readonly onLeave: () => void
}

/** What a person waits for, what became of it, and the actions. */
export function EntryView(props: EntryViewProps) {
  const { entry, outcome, isLeaving } = props
  const t = useMessages(entryMessages)
  const manage = useMessages(manageMessages)
  const { status, eventType, provider } = entry
  const isWaiting = canLeave(status)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome) heading.current?.focus()
  }, [outcome])
  return (
    <>
      {outcome && <Notice tone="info" title={t[outcome]} headingRef={heading} />}
      <header className={styles.head}>
        <p className={`${styles.status} ${isWaiting ? '' : styles.over}`}>{t.status[status]}</p>
        <h1 dir="auto">{eventType.title}</h1>
        <p className={styles.soft} dir="auto">
          {manage.with(provider.name)}
        </p>
      </header>
      <State entry={entry} />
      <WishFacts entry={entry} />
      {!isLeaving && isWaiting && <Actions {...props} />}
      {!isWaiting && (
        <ButtonLink kind="primary" href={eventType.path}>
          {t.again}
        </ButtonLink>
      )}
    </>
  )
}

/** What the person has to do, if anything. */
function State({ entry: { status, offer, provider } }: Pick<EntryViewProps, 'entry'>) {
  const { format } = useI18n()
  const t = useMessages(entryMessages)
  const at = (instant: string) =>
    `${format.shortDate(instant, provider.timeZone)}, ${format.time(instant, provider.timeZone)}`
  if (status === 'offered' && offer) {
    return (
      <Notice tone="info" title={t.offered(at(offer.start), at(offer.expiresAt))}>
        <p>{t.openOffer}</p>
      </Notice>
    )
  }
  if (status === 'booked' && offer) return <p>{t.booked(at(offer.start))}</p>
  if (status === 'waiting') return <p>{t.waiting}</p>
  return status === 'ended' ? <p>{t.ended}</p> : null
}

/** The dates, weekdays and times, in the time zone of the provider. */
function WishFacts({ entry }: Pick<EntryViewProps, 'entry'>) {
  const { format } = useI18n()
  const t = useMessages(entryMessages)
  const { people } = useMessages(slotMessages)
  const { from, to, weekdays, timeOfDay, seats, booker, provider } = entry
  const day = (epochMs: number) =>
    format.shortDate(new Date(epochMs).toISOString(), provider.timeZone)
  const names = format.weekdays()
  return (
    <dl className={styles.facts}>
      {/* The end is exclusive: at midnight, the day before is the last one. */}
      <Fact name={t.dates} value={t.range(day(Date.parse(from)), day(Date.parse(to) - 1))} />
      {weekdays && (
        <Fact
          name={t.days}
          value={format.list(weekdays.map((name) => names[WEEKDAYS.indexOf(name)]?.long ?? name))}
        />
      )}
      {timeOfDay && (
        <Fact
          name={t.timeOfDay}
          value={`${format.wallTime(timeOfDay.start)}–${endText(timeOfDay.end, format.wallTime)}`}
        />
      )}
      <Fact
        name={t.who}
        value={[booker.name, shownEmail(booker.email ?? ''), seats > 1 && people(seats)]
          .filter(Boolean)
          .join(', ')}
      />
    </dl>
  )
}

/** The end of a window; midnight at its end is written as `24:00` only by the API. */
const endText = (end: string, wallTime: (time: string) => string): string =>
  wallTime(end === '24:00' ? '00:00' : end)

function Actions({ entry, onJoined, onLeave }: EntryViewProps) {
  const t = useMessages(entryMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isOpen = entry.status === 'unconfirmed'
  const proof = isOpen ? emailProofInUrl() : undefined
  const join = async (token: string) => {
    setIsBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: entry.id } }
      await unwrap(api.POST('/v1/waitlist/{id}/confirm-email', { params, body: { token } }))
      onJoined()
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      {isOpen && proof === undefined && <p>{t.openEmail}</p>}
      <div className={styles.actions}>
        {proof !== undefined && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void join(proof)}>
            {t.join}
          </Button>
        )}
        <Button kind="danger" onClick={onLeave}>
          {t.leave}
        </Button>
      </div>
    </>
  )
}
