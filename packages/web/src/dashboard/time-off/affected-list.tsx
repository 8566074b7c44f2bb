import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking, Provider } from '../api.ts'
import { candidatesFor, leavingIn, providerIdsOf } from '../bookings/candidates.ts'
import { useReassignErrorText } from '../bookings/reassigning.ts'
import { type Appointment, partiesOf } from '../calendar/appointments.ts'
import { Badge, Row, Rows } from '../ui/page.tsx'
import { useWhen } from '../ui/use-when.ts'
import { useNames } from '../use-names.ts'
import { type Decision, idOf, type Outcome } from './decisions.ts'
import { timeOffMessages } from './messages.ts'
import styles from './time-off.module.css'

interface AffectedListProps {
  readonly appointments: readonly Appointment[]
  /** Those that still can be decided. */
  readonly open: readonly Appointment[]
  readonly awayIds: ReadonlySet<string>
  readonly providers: readonly Provider[]
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** While decisions are carried out, none can be changed. */
  readonly isBusy: boolean
  readonly decisionOf: (appointment: Appointment) => Decision
  readonly onDecide: (appointments: readonly Appointment[], decision: Decision) => void
  /** Offers other times for a booking. */
  readonly onMove: (booking: Booking) => void
}

/** The bookings and classes in time off: who and when, with a choice or its outcome for each. */
export function AffectedList(props: AffectedListProps) {
  const { appointments, open, awayIds, providers, decisionOf, onDecide } = props
  const t = useMessages(timeOffMessages)
  const names = useNames()
  const candidatesOf = (appointment: Appointment) => {
    const [booking] = partiesOf(appointment)
    const leavingId = leavingIn(booking, awayIds)
    if (leavingId === undefined) return []
    const present = providers.filter(({ id }) => !awayIds.has(id))
    return candidatesFor(booking, leavingId, names.eventType(booking.eventTypeId), present)
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
  const { open, awayIds, outcomes, decisionOf, onDecide, onMove } = rest
  const t = useMessages(timeOffMessages)
  const { format } = useI18n()
  const names = useNames()
  const errorText = useReassignErrorText()
  const parties = partiesOf(appointment)
  const [booking] = parties
  const { start, end, timeZone } = booking
  const isClass = appointment.kind === 'class'
  const title = isClass ? names.service(booking) : names.booker(booking)
  const when = useWhen()(start, timeZone)
  const outcome = outcomes.get(idOf(appointment))
  // Whoever is away alone is in the title of the page or was chosen.
  const onlyAway = awayIds.size === 1 ? leavingIn(booking, awayIds) : undefined
  const others = providerIdsOf(booking)
    .filter((id) => id !== onlyAway)
    .flatMap((id) => names.provider(id)?.name ?? [])
  return (
    <Row
      title={title}
      meta={
        <>
          <span>
            {when} – {format.end(start, end, timeZone)}
          </span>
          <span>{isClass ? t.classOf(parties.length) : names.service(booking)}</span>
          {others.length > 0 && (
            <span>{(onlyAway ? t.alsoWith : t.with)(format.list(others))}</span>
          )}
          {outcome?.kind === 'failed' && (
            <strong className={styles.problem}>{errorText(outcome.error, outcome.toId)}</strong>
          )}
        </>
      }
      actions={
        open.includes(appointment) ? (
          <>
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
            {!isClass && (
              <Button
                aria-label={t.moveOf(title, when)}
                isBusy={rest.isBusy}
                onClick={() => onMove(booking)}
              >
                {t.move}
              </Button>
            )}
          </>
        ) : (
          <OutcomeBadge outcome={outcome} timeZone={timeZone} />
        )
      }
    />
  )
}

function OutcomeBadge({
  outcome,
  timeZone,
}: {
  readonly outcome: Outcome | undefined
  readonly timeZone: string
}) {
  const t = useMessages(timeOffMessages)
  const when = useWhen()
  if (outcome?.kind === 'moved') {
    return <Badge tone="good">{t.wasMoved(when(outcome.start, timeZone))}</Badge>
  }
  if (outcome?.kind === 'cancelled') return <Badge tone="bad">{t.wasCancelled}</Badge>
  if (outcome?.kind !== 'reassigned') return null
  return <Badge tone="good">{t.wasReassigned(outcome.to)}</Badge>
}
