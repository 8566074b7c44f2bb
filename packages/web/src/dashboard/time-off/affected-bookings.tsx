import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { Booking, EventType, Provider } from '../api.ts'
import { Reschedule } from '../bookings/reschedule.tsx'
import { type Appointment, appointmentsOf, partiesOf } from '../calendar/appointments.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, invalidateBookings, providersQuery, readBooking } from '../queries.ts'
import { Actions, Modal } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useWhen } from '../ui/use-when.ts'
import { useNames } from '../use-names.ts'
import { AffectedList } from './affected-list.tsx'
import { carryOut, type Decision, idOf, LEAVE, type Outcome } from './decisions.ts'
import { MailList } from './mail-list.tsx'
import { timeOffMessages } from './messages.ts'
import { type AffectedBy, affectedQuery } from './time-off-queries.ts'

interface AffectedBookingsProps {
  readonly of: AffectedBy
  /** Whether the time off was created just now. */
  readonly isNew?: boolean
  /** What to say about a time that was just saved. Default: that of time off. */
  readonly lead?: string
  readonly onClose: () => void
}

/** Asks what to do with each booking and class in time off, says who gets which email, then does it. */
export function AffectedBookings({ of, isNew = false, lead, onClose }: AffectedBookingsProps) {
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const bookings = useQuery(affectedQuery(of))
  const providers = useQuery(providersQuery)
  const eventTypes = useQuery(eventTypesQuery)
  const count = bookings.data?.length
  return (
    <Modal
      title={count === undefined ? t.laterTitle : t.affectedTitle(count)}
      lead={isNew && <p>{lead ?? t.affectedLead}</p>}
      onClose={onClose}
    >
      <QueryView query={bookings}>
        {(found) =>
          found.length === 0 ? (
            <>
              <p>{t.noBookings}</p>
              <Actions>
                <Button onClick={onClose}>{common.close}</Button>
              </Actions>
            </>
          ) : (
            // Which bookings are a class depends on the event types.
            eventTypes.isSuccess && (
              <Decisions
                bookings={found}
                awayIds={of.awayIds}
                providers={providers.data ?? []}
                eventTypes={eventTypes.data}
                onClose={onClose}
              />
            )
          )
        }
      </QueryView>
    </Modal>
  )
}

interface DecisionsProps {
  readonly bookings: readonly Booking[]
  readonly awayIds: ReadonlySet<string>
  readonly providers: readonly Provider[]
  readonly eventTypes: readonly EventType[]
  readonly onClose: () => void
}

/** An appointment whose bookings are as they were read again. */
function updated(appointment: Appointment, again: ReadonlyMap<string, Booking>): Appointment {
  const now = (booking: Booking): Booking => again.get(booking.id) ?? booking
  if (appointment.kind === 'booking') return { kind: 'booking', booking: now(appointment.booking) }
  const [first, ...others] = appointment.bookings
  return { kind: 'class', bookings: [now(first), ...others.map(now)] }
}

/** The decisions about bookings and classes, and what became of them. */
function useDecisions({ bookings, awayIds }: DecisionsProps) {
  const client = useQueryClient()
  const names = useNames()
  const [appointments, setAppointments] = useState(() => appointmentsOf(bookings, names))
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const open = appointments.filter(
    (each) => (outcomes.get(idOf(each))?.kind ?? 'failed') === 'failed',
  )
  const decisionOf = (each: Appointment): Decision => decisions.get(idOf(each)) ?? LEAVE
  const decide = (chosen: readonly Appointment[], decision: Decision) =>
    setDecisions(new Map([...decisions, ...chosen.map((each) => [idOf(each), decision] as const)]))
  const run = async (reason: string) => {
    setBusy(true)
    const failed: string[] = []
    await carryOut({ awayIds, appointments: open, decisionOf, reason }, (id, outcome) => {
      if (outcome.kind === 'failed') failed.push(id)
      setOutcomes((all) => new Map([...all, [id, outcome]]))
    })
    await invalidateBookings(client)
    // A booking that somebody else changed can be decided again in its new version.
    const read = await Promise.all(failed.map((id) => readBooking(id).catch(() => undefined)))
    const again = new Map(read.flatMap((booking) => (booking ? [[booking.id, booking]] : [])))
    setAppointments((all) => all.map((each) => updated(each, again)))
    setDecisions((all) => new Map([...all, ...failed.map((id) => [id, LEAVE] as const)]))
    setBusy(false)
  }
  const recordMove = async ({ id, start }: Booking) => {
    const now = await readBooking(id).catch(() => undefined)
    setOutcomes((all) => new Map([...all, [id, { kind: 'moved', start: now?.start ?? start }]]))
  }
  return { appointments, open, decisionOf, decide, outcomes, isBusy, run, recordMove }
}

/** How many bookings some appointments are. */
const countOf = (appointments: readonly Appointment[]): number =>
  appointments.flatMap(partiesOf).length

function Decisions(props: DecisionsProps) {
  const { awayIds, providers, eventTypes, onClose } = props
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const { appointments, open, decisionOf, decide, outcomes, isBusy, run, recordMove } =
    useDecisions(props)
  const [moving, setMoving] = useState<Booking>()
  const [reason, setReason] = useState('')
  const chosen = (kind: Decision['kind']) =>
    countOf(open.filter((each) => decisionOf(each).kind === kind))
  const [cancelled, reassigned] = [chosen('cancel'), chosen('reassign')]
  const failedCount = countOf(open.filter((each) => outcomes.has(idOf(each))))
  const allCount = countOf(appointments)
  const isIdle = cancelled + reassigned === 0
  const isUntouched = outcomes.size === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isIdle) onClose()
    else if (!isBusy) void run(reason)
  }
  if (moving !== undefined) {
    return (
      <MoveOne
        booking={moving}
        onBack={() => setMoving(undefined)}
        onDone={() => void recordMove(moving).then(() => setMoving(undefined))}
      />
    )
  }
  return (
    <form onSubmit={submit}>
      {failedCount > 0 && <Notice tone="danger" title={t.someFailed(failedCount)} />}
      <AffectedList
        appointments={appointments}
        open={open}
        awayIds={awayIds}
        providers={providers}
        outcomes={outcomes}
        isBusy={isBusy}
        decisionOf={decisionOf}
        onDecide={decide}
        onMove={setMoving}
      />
      {cancelled > 0 && (
        <Field label={t.cancelReason} hint={t.cancelReasonHint}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      {!isIdle && (
        <MailList
          appointments={open}
          decisionOf={decisionOf}
          world={{ awayIds, providers, eventTypes }}
        />
      )}
      <p role="status" className="visually-hidden">
        {!isUntouched && t.progress(allCount - countOf(open), allCount)}
      </p>
      <Actions>
        {!isIdle && <Button onClick={onClose}>{common.close}</Button>}
        <Button kind={cancelled > 0 ? 'danger' : 'primary'} type="submit" isBusy={isBusy}>
          {isIdle ? (isUntouched ? t.nothingChosen : common.close) : t.apply(cancelled, reassigned)}
        </Button>
      </Actions>
    </form>
  )
}

interface MoveOneProps {
  readonly booking: Booking
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Offers other times for one of the bookings. */
function MoveOne({ booking, onBack, onDone }: MoveOneProps) {
  const when = useWhen()
  const names = useNames()
  const { start, timeZone } = booking
  return (
    <>
      <h3 dir="auto">
        {names.booker(booking)} · {names.service(booking)} · {when(start, timeZone)}
      </h3>
      <Reschedule booking={booking} timeZone={timeZone} onBack={onBack} onDone={onDone} />
    </>
  )
}
