import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { EventType } from '../api.ts'
import { candidatesFor } from '../bookings/candidates.ts'
import { useRescheduleErrorText } from '../bookings/reschedule-errors.ts'
import { type ChosenStart, StartPicker } from '../bookings/start-picker.tsx'
import { TakeOverFields } from '../bookings/take-over-fields.tsx'
import { commonMessages } from '../messages.ts'
import { providersQuery } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions } from '../ui/modal.tsx'
import { useToast } from '../ui/toasts.tsx'
import { dateOf } from '../zoned.ts'
import { type ClassChange, type ClassSession, useClassChange } from './class-queries.ts'
import { classMessages } from './messages.ts'

interface ClassFormProps {
  readonly session: ClassSession
  readonly eventType: EventType
  readonly timeZone: string
  readonly onClose: () => void
}

/** Runs a change of a class: whether it runs, its error, and a function that starts it. */
function useRun({ session, eventType, onClose }: ClassFormProps, done: string) {
  const change = useClassChange()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (what: ClassChange) => {
    setBusy(true)
    setError(undefined)
    try {
      await change(eventType.id, session.start, what)
      toast({ title: done })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return { isBusy, error, run }
}

/** Cancels a class for everybody. */
export function CancelClass(props: ClassFormProps) {
  const t = useMessages(classMessages)
  const common = useMessages(commonMessages)
  const isEmpty = props.session.taken === 0
  const { isBusy, error, run } = useRun(props, isEmpty ? t.cancelledEmpty : t.cancelled)
  const [reason, setReason] = useState('')
  return (
    <>
      <p>{isEmpty ? t.cancelEmptyLead : t.cancelLead}</p>
      <Field label={t.reason} hint={isEmpty ? undefined : t.reasonHint}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button onClick={props.onClose}>{common.back}</Button>
        <Button
          kind="danger"
          isBusy={isBusy}
          onClick={() => void run({ kind: 'cancel', reason: reason.trim() })}
        >
          {t.cancelYes}
        </Button>
      </Actions>
    </>
  )
}

/** Moves a class with everybody in it to another start. */
export function MoveClass(props: ClassFormProps) {
  const { session, eventType, timeZone } = props
  const t = useMessages(classMessages)
  const common = useMessages(commonMessages)
  const { isBusy, error, run } = useRun(props, t.moved)
  const errorText = useRescheduleErrorText()
  const [date, setDate] = useState(dateOf(session.start, timeZone))
  const [chosen, setChosen] = useState<ChosenStart>()
  return (
    <>
      <p>{t.moveLead}</p>
      <StartPicker
        of={{ eventTypeId: eventType.id, providerId: session.providerId }}
        date={date}
        chosen={chosen}
        timeZone={timeZone}
        mayOverride={false}
        onDate={setDate}
        onChoose={setChosen}
      />
      {error !== undefined && (
        <Notice tone="warn" title={errorText(error, timeZone)} isUrgent={true} />
      )}
      <Actions>
        <Button onClick={props.onClose}>{common.back}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          aria-disabled={chosen === undefined}
          onClick={() => chosen && void run({ kind: 'reschedule', start: chosen.start })}
        >
          {t.moveYes}
        </Button>
      </Actions>
    </>
  )
}

/** Gives a class to another candidate. */
export function ReassignClass(props: ClassFormProps) {
  const { session, eventType } = props
  const t = useMessages(classMessages)
  const common = useMessages(commonMessages)
  const { isBusy, error, run } = useRun(props, t.reassigned)
  const { data: providers = [] } = useQuery(providersQuery)
  const { assignments } = session
  const [chosen, setChosen] = useState({ fromId: assignments[0]?.providerId ?? '', toId: '' })
  const { fromId, toId } = chosen
  const candidates = candidatesFor(session, fromId, eventType, providers)
  return (
    <>
      <p>{t.reassignLead}</p>
      <TakeOverFields
        {...chosen}
        texts={t}
        assignments={assignments}
        candidates={candidates}
        onChange={setChosen}
      />
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button onClick={props.onClose}>{common.back}</Button>
        {candidates.length > 0 && (
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={() =>
              void run({ kind: 'reassign', from: fromId, to: toId === '' ? undefined : toId })
            }
          >
            {t.reassignYes}
          </Button>
        )}
      </Actions>
    </>
  )
}
