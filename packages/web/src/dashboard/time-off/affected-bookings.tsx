import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { Booking, Provider } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings, providersQuery, readBooking } from '../queries.ts'
import { Actions, Modal } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { AffectedList } from './affected-list.tsx'
import { carryOut, type Decision, LEAVE, type Outcome } from './decisions.ts'
import { MailList } from './mail-list.tsx'
import { timeOffMessages } from './messages.ts'
import { type AffectedBy, affectedQuery } from './time-off-queries.ts'

interface AffectedBookingsProps {
  readonly of: AffectedBy
  /** Whether the time off was created just now. */
  readonly isNew?: boolean
  readonly onClose: () => void
}

/** Asks what to do with each booking in time off, says who gets which email, then does it. */
export function AffectedBookings({ of, isNew = false, onClose }: AffectedBookingsProps) {
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const bookings = useQuery(affectedQuery(of))
  const providers = useQuery(providersQuery)
  const count = bookings.data?.length
  return (
    <Modal
      title={count === undefined ? t.laterTitle : t.affectedTitle(count)}
      lead={isNew && <p>{t.affectedLead}</p>}
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
            <Decisions
              bookings={found}
              providerId={of.providerId}
              providers={providers.data ?? []}
              onClose={onClose}
            />
          )
        }
      </QueryView>
    </Modal>
  )
}

interface DecisionsProps {
  readonly bookings: readonly Booking[]
  readonly providerId: string
  readonly providers: readonly Provider[]
  readonly onClose: () => void
}

/** The decisions about bookings, and what became of them. */
function useDecisions({ bookings: loaded, providerId }: DecisionsProps) {
  const client = useQueryClient()
  const [bookings, setBookings] = useState(loaded)
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const isOpen = ({ id }: Booking) => (outcomes.get(id)?.kind ?? 'failed') === 'failed'
  const open = bookings.filter(isOpen)
  const decisionOf = ({ id }: Booking): Decision => decisions.get(id) ?? LEAVE
  const decide = (chosen: readonly Booking[], decision: Decision) =>
    setDecisions(new Map([...decisions, ...chosen.map(({ id }) => [id, decision] as const)]))
  const run = async (reason: string) => {
    setBusy(true)
    const failed: string[] = []
    await carryOut({ providerId, bookings: open, decisionOf, reason }, (id, outcome) => {
      if (outcome.kind === 'failed') failed.push(id)
      setOutcomes((all) => new Map([...all, [id, outcome]]))
    })
    await invalidateBookings(client)
    // A booking that somebody else changed can be decided again in its new version.
    const again = await Promise.all(failed.map((id) => readBooking(id).catch(() => undefined)))
    setBookings((all) => all.map((each) => again.find((now) => now?.id === each.id) ?? each))
    setDecisions((all) => new Map([...all, ...failed.map((id) => [id, LEAVE] as const)]))
    setBusy(false)
  }
  return { bookings, open, decisionOf, decide, outcomes, isBusy, run }
}

function Decisions(props: DecisionsProps) {
  const { providerId, providers, onClose } = props
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const { bookings, open, decisionOf, decide, outcomes, isBusy, run } = useDecisions(props)
  const [reason, setReason] = useState('')
  const chosen = (kind: Decision['kind']) =>
    open.filter((booking) => decisionOf(booking).kind === kind).length
  const [cancelled, reassigned] = [chosen('cancel'), chosen('reassign')]
  const failedCount = open.filter(({ id }) => outcomes.has(id)).length
  const isIdle = cancelled + reassigned === 0
  const isUntouched = outcomes.size === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isIdle) onClose()
    else if (!isBusy) void run(reason)
  }
  return (
    <form onSubmit={submit}>
      {failedCount > 0 && <Notice tone="danger" title={t.someFailed(failedCount)} />}
      <AffectedList
        bookings={bookings}
        open={open}
        providerId={providerId}
        providers={providers}
        outcomes={outcomes}
        isBusy={isBusy}
        decisionOf={decisionOf}
        onDecide={decide}
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
        <MailList bookings={open} decisionOf={decisionOf} world={{ providerId, providers }} />
      )}
      <p role="status" className="visually-hidden">
        {!isUntouched && t.progress(bookings.length - open.length, bookings.length)}
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
