import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { candidatesFor, providerIdsOf } from '../bookings/candidates.ts'
import { useReassignErrorText } from '../bookings/reassigning.ts'
import { type Appointment, partiesOf } from '../calendar/appointments.ts'
import { Badge, Row, Rows } from '../ui/page.tsx'
import { useNames } from '../use-names.ts'
import { type Decision, idOf, type Outcome } from './decisions.ts'
import { timeOffMessages } from './messages.ts'
import styles from './time-off.module.css'

interface AffectedListProps {
  readonly appointments: readonly Appointment[]
  /** Those that still can be decided. */
  readonly open: readonly Appointment[]
  readonly providerId: string
  readonly providers: readonly Provider[]
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** While decisions are carried out, none can be changed. */
  readonly isBusy: boolean
  readonly decisionOf: (appointment: Appointment) => Decision
  readonly onDecide: (appointments: readonly Appointment[], decision: Decision) => void
}

/** The bookings and classes in time off: who and when, with a choice or its outcome for each. */
export function AffectedList(props: AffectedListProps) {
  const { appointments, open, providerId, providers, decisionOf, onDecide } = props
  const t = useMessages(timeOffMessages)
  const names = useNames()
  const candidatesOf = (appointment: Appointment) => {
    const [booking] = partiesOf(appointment)
    return candidatesFor(booking, providerId, names.eventType(booking.eventTypeId), providers)
  }
  const reassignable = open.filter((each) => candidatesOf(each).length > 0)
  const texts = new Set(open.map((each) => textOf(decisionOf(each))))
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
        {appointments.map((appointment) => (
          <AffectedRow
            key={idOf(appointment)}
            {...props}
            appointment={appointment}
            candidates={candidatesOf(appointment)}
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
  readonly appointment: Appointment
  readonly candidates: readonly Provider[]
}

function AffectedRow({ appointment, candidates, ...rest }: AffectedRowProps) {
  const { open, providerId, outcomes, decisionOf, onDecide } = rest
  const t = useMessages(timeOffMessages)
  const { format } = useI18n()
  const names = useNames()
  const errorText = useReassignErrorText()
  const parties = partiesOf(appointment)
  const [booking] = parties
  const { start, end, timeZone } = booking
  const isClass = appointment.kind === 'class'
  const title = isClass ? names.service(booking) : names.booker(booking)
  const when = `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`
  const outcome = outcomes.get(idOf(appointment))
  const others = providerIdsOf(booking)
    .filter((id) => id !== providerId)
    .flatMap((id) => names.provider(id)?.name ?? [])
  return (
    <Row
      title={title}
      meta={
        <>
          <span>
            {when} – {format.time(end, timeZone)}
          </span>
          <span>{isClass ? t.classOf(parties.length) : names.service(booking)}</span>
          {others.length > 0 && <span>{t.alsoWith(format.list(others))}</span>}
          {outcome?.kind === 'failed' && (
            <strong className={styles.problem}>{errorText(outcome.error, outcome.toId)}</strong>
          )}
        </>
      }
      actions={
        open.includes(appointment) ? (
          <select
            className={styles.choice}
            disabled={rest.isBusy}
            aria-label={t.decision(title, when)}
            value={textOf(decisionOf(appointment))}
            onChange={(event) => onDecide([appointment], decisionFrom(event.target.value))}
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
