import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Booking, Provider } from '../api.ts'
import { candidatesFor, providerIdsOf } from '../bookings/candidates.ts'
import { useReassignErrorText } from '../bookings/reassigning.ts'
import { Badge, Row, Rows } from '../ui/page.tsx'
import { useNames } from '../use-names.ts'
import type { Decision, Outcome } from './decisions.ts'
import { timeOffMessages } from './messages.ts'
import styles from './time-off.module.css'

interface AffectedListProps {
  readonly bookings: readonly Booking[]
  /** Those that still can be decided. */
  readonly open: readonly Booking[]
  readonly providerId: string
  readonly providers: readonly Provider[]
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** While decisions are carried out, none can be changed. */
  readonly isBusy: boolean
  readonly decisionOf: (booking: Booking) => Decision
  readonly onDecide: (bookings: readonly Booking[], decision: Decision) => void
}

/** The bookings in time off: who and when, with a choice or its outcome for each. */
export function AffectedList(props: AffectedListProps) {
  const { bookings, open, providerId, providers, decisionOf, onDecide } = props
  const t = useMessages(timeOffMessages)
  const names = useNames()
  const candidatesOf = (booking: Booking) =>
    candidatesFor(booking, providerId, names.eventType(booking.eventTypeId), providers)
  const reassignable = open.filter((booking) => candidatesOf(booking).length > 0)
  const texts = new Set(open.map((booking) => textOf(decisionOf(booking))))
  return (
    <div className={styles.affected}>
      {open.length > 1 && (
        <label className={styles.all}>
          {t.forAll}
          <select
            disabled={props.isBusy}
            value={texts.size === 1 ? [...texts][0] : DIFFERENT}
            onChange={({ target: { value } }) => {
              if (value === DIFFERENT) return
              onDecide(value === BEST ? reassignable : open, decisionFrom(value))
            }}
          >
            {texts.size > 1 && <option value={DIFFERENT}>{t.different}</option>}
            <option value="leave">{t.leave}</option>
            {reassignable.length > 0 && <option value={BEST}>{t.reassign}</option>}
            <option value="cancel">{t.cancel}</option>
          </select>
        </label>
      )}
      <Rows label={t.laterTitle}>
        {bookings.map((booking) => (
          <AffectedRow
            key={booking.id}
            {...props}
            booking={booking}
            candidates={candidatesOf(booking)}
          />
        ))}
      </Rows>
    </div>
  )
}

const BEST = 'reassign'
const DIFFERENT = ''

const textOf = (decision: Decision): string =>
  decision.kind === 'reassign' ? (decision.toId ?? BEST) : decision.kind

function decisionFrom(text: string): Decision {
  if (text === 'leave' || text === 'cancel') return { kind: text }
  return text === BEST ? { kind: 'reassign' } : { kind: 'reassign', toId: text }
}

interface AffectedRowProps extends AffectedListProps {
  readonly booking: Booking
  readonly candidates: readonly Provider[]
}

function AffectedRow({ booking, candidates, ...rest }: AffectedRowProps) {
  const { open, providerId, outcomes, decisionOf, onDecide } = rest
  const t = useMessages(timeOffMessages)
  const { format } = useI18n()
  const names = useNames()
  const errorText = useReassignErrorText()
  const { start, end, timeZone } = booking
  const when = `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`
  const outcome = outcomes.get(booking.id)
  const others = providerIdsOf(booking)
    .filter((id) => id !== providerId)
    .flatMap((id) => names.provider(id)?.name ?? [])
  return (
    <Row
      title={names.booker(booking)}
      meta={
        <>
          <span>
            {when} – {format.time(end, timeZone)}
          </span>
          <span>{names.service(booking)}</span>
          {others.length > 0 && <span>{t.alsoWith(format.list(others))}</span>}
          {outcome?.kind === 'failed' && (
            <strong className={styles.problem}>{errorText(outcome.error, outcome.toId)}</strong>
          )}
        </>
      }
      actions={
        open.includes(booking) ? (
          <select
            className={styles.choice}
            disabled={rest.isBusy}
            aria-label={t.decision(names.booker(booking), when)}
            value={textOf(decisionOf(booking))}
            onChange={(event) => onDecide([booking], decisionFrom(event.target.value))}
          >
            <option value="leave">{t.leave}</option>
            {candidates.length > 0 && <option value={BEST}>{t.reassign}</option>}
            {candidates.map(({ id, name }) => (
              <option key={id} value={id}>
                {t.reassignTo(name)}
              </option>
            ))}
            <option value="cancel">{t.cancel}</option>
          </select>
        ) : (
          <OutcomeBadge outcome={outcome} />
        )
      }
    />
  )
}

function OutcomeBadge({ outcome }: { readonly outcome: Outcome | undefined }) {
  const t = useMessages(timeOffMessages)
  if (outcome?.kind === 'cancelled') return <Badge tone="bad">{t.wasCancelled}</Badge>
  if (outcome?.kind !== 'reassigned') return null
  return <Badge tone="good">{t.wasReassigned(outcome.to)}</Badge>
}
