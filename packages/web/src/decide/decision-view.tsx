import type { Decision } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { BookedTime } from '../shared/nights/booked-time.tsx'
import { shownEmail } from '../shared/shown-email.ts'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import type { DecisionLink } from './decision-link.ts'
import { DeclineForm } from './decline-form.tsx'
import { decideMessages } from './messages.ts'

/** Problems after which somebody else, or the clock, has decided. */
const OVER: ReadonlySet<string | undefined> = new Set(['invalid_transition', 'hold_expired'])

interface DecisionViewProps {
  readonly link: DecisionLink
  /** The request as it was loaded. */
  readonly first: Decision
}

/** A request with the buttons to answer it, and then the answer. */
export function DecisionView({ link, first }: DecisionViewProps) {
  const t = useMessages(decideMessages)
  const [decision, setDecision] = useState(first)
  const [isDeclining, setIsDeclining] = useState(link.action === 'decline')
  const [busyWith, setBusyWith] = useState<'approve' | 'decline'>()
  const [error, setError] = useState<unknown>()
  const [isMine, setIsMine] = useState(false)
  const decide = async (choice: 'approve' | 'decline', reason = '') => {
    setBusyWith(choice)
    setError(undefined)
    const { bookingId, token } = link
    const params = { path: { bookingId } }
    const body = { token, decision: choice, ...(reason === '' ? {} : { reason }) }
    try {
      setDecision(await unwrap(api.POST('/v1/public/decisions/{bookingId}', { params, body })))
      setIsMine(true)
    } catch (failure) {
      const isOver = failure instanceof ApiError && OVER.has(failure.code)
      const now = isOver ? await stateNow(link).catch(() => undefined) : undefined
      if (now === undefined) setError(failure)
      else setDecision(now)
    } finally {
      setBusyWith(undefined)
    }
  }
  const isOpen = decision.state === 'open'
  return (
    <>
      <Outcome decision={decision} isMine={isMine} bookerName={first.booker?.name} />
      <header className={styles.head}>
        <p className={`${styles.status} ${isOpen ? '' : styles.over}`}>
          {t.status[decision.state]}
        </p>
        <h1 dir="auto">{decision.title ?? t.fallback}</h1>
        <p className={styles.soft} dir="auto">
          {t.at(decision.providerName)}
        </p>
      </header>
      <BookedTime
        booking={decision}
        timeZone={decision.timeZone}
        providerZone={decision.timeZone}
      />
      <Facts decision={isMine ? { ...first, holdExpiresAt: null } : decision} />
      {error !== undefined && <Failure error={error} />}
      {isOpen && isDeclining && (
        <DeclineForm
          isBusy={busyWith === 'decline'}
          onDecline={(reason) => void decide('decline', reason)}
          onBack={() => setIsDeclining(false)}
        />
      )}
      {isOpen && !isDeclining && (
        <div className={styles.actions}>
          <Button
            kind="primary"
            isBusy={busyWith === 'approve'}
            onClick={() => void decide('approve')}
          >
            {t.approve}
          </Button>
          <Button kind="danger" onClick={() => setIsDeclining(true)}>
            {t.decline}
          </Button>
        </div>
      )}
    </>
  )
}

const stateNow = ({ bookingId, token }: DecisionLink): Promise<Decision> =>
  unwrap(
    api.GET('/v1/public/decisions/{bookingId}', {
      params: { path: { bookingId }, header: { 'Decision-Token': token } },
    }),
  )

/** The answer that was just given, or why there is nothing to answer any more. */
function Outcome({
  decision: { state },
  isMine,
  bookerName,
}: {
  readonly decision: Decision
  readonly isMine: boolean
  readonly bookerName: string | undefined
}) {
  const t = useMessages(decideMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (state !== 'open') heading.current?.focus()
  }, [state])
  if (state === 'open') return null
  if (isMine && (state === 'approved' || state === 'declined')) {
    return (
      <Notice tone="info" title={t.done[state]} headingRef={heading}>
        {bookerName !== undefined && <p>{t.told(bookerName)}</p>}
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title={t.over[state].title} headingRef={heading}>
      <p>{t.over[state].text}</p>
    </Notice>
  )
}

function Facts({ decision }: { readonly decision: Decision }) {
  const t = useMessages(decideMessages)
  const { format } = useI18n()
  const { booker, note, holdExpiresAt, timeZone } = decision
  const facts: (readonly [string, string])[] = []
  if (booker)
    facts.push([t.who, [booker.name, shownEmail(booker.email ?? '')].filter(Boolean).join(', ')])
  if (note) facts.push([t.note, note])
  if (holdExpiresAt) {
    const day = format.fullDate(holdExpiresAt, timeZone)
    facts.push([t.answerBy, `${day}, ${format.time(holdExpiresAt, timeZone)}`])
  }
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Failure({ error }: { readonly error: unknown }) {
  const t = useMessages(decideMessages)
  return error instanceof ApiError && error.code === 'slot_taken' ? (
    <Notice tone="warn" title={t.takenTitle} isUrgent={true}>
      <p>{t.taken}</p>
    </Notice>
  ) : (
    <FailureNotice error={error} />
  )
}
