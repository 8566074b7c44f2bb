import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { schedulesQuery } from '../queries.ts'
import { TimeFields } from '../time-off/time-fields.tsx'
import { type TimeOffTime, timeOfDraft } from '../time-off/time-off-time.ts'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import { useInputMessage } from '../ui/input-errors.ts'
import { Actions, Modal } from '../ui/modal.tsx'
import { useToast } from '../ui/toasts.tsx'
import { today } from '../zoned.ts'
import {
  type Closure,
  type ClosureScope,
  draftOf,
  draftOfDay,
  scopeOf,
  type WhomDraft,
  whomOf,
  zoneOf,
} from './closures.ts'
import { HitList } from './hit-list.tsx'
import { closureMessages } from './messages.ts'
import { WhomFields } from './whom-fields.tsx'

/** A closure that was saved, with the bookings that the server names. */
export interface SavedClosure {
  readonly closure: Closure
  readonly bookingIds: readonly string[]
}

interface ClosureDialogProps {
  /** Undefined to add one. */
  readonly closure?: Closure
  readonly providers: readonly Provider[]
  readonly onClose: () => void
  readonly onSaved: (saved: SavedClosure) => void
}

async function save(
  closure: Closure | undefined,
  name: string,
  time: TimeOffTime,
  scope: ClosureScope,
): Promise<SavedClosure> {
  const send = () => {
    if (closure === undefined) {
      return unwrap(api.POST('/v1/closures', { body: { name, ...time, ...scope } }))
    }
    const params = { path: { id: closure.id }, header: ifMatch(closure) }
    return unwrap(api.PATCH('/v1/closures/{id}', { params, body: { name, ...time } }))
  }
  const { affectedBookings, ...saved } = await send()
  return { closure: saved, bookingIds: affectedBookings }
}

const EVERYBODY: WhomDraft = { kind: 'all', providerIds: [], scheduleId: '' }

/** The inputs of the dialog, and what they mean. */
function useClosureDraft({ closure, providers }: ClosureDialogProps) {
  const { data: schedules = [] } = useQuery(schedulesQuery)
  const [name, setName] = useState(closure?.name ?? '')
  const [whom, setWhom] = useState(closure ? whomOf(closure) : EVERYBODY)
  const zone = zoneOf(whom, providers, schedules)
  const [times, setTimes] = useState(() =>
    closure ? draftOf(closure, zone) : draftOfDay(today(zone)),
  )
  return {
    name,
    setName,
    whom,
    setWhom,
    times,
    setTimes,
    zone,
    schedules,
    time: timeOfDraft(times, zone),
    scope: scopeOf(whom),
  }
}

/** Adds a closure or changes one: for whom, when, and who would be hit. */
export function ClosureDialog(props: ClosureDialogProps) {
  const { closure, providers, onClose, onSaved } = props
  const t = useMessages(closureMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const draft = useClosureDraft(props)
  const [isBusy, setBusy] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [error, setError] = useState<unknown>()
  const { time, scope } = draft
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (time === undefined || scope === undefined || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const saved = await save(closure, draft.name.trim(), time, scope)
      await invalidate(client, 'closures', 'agenda')
      if (saved.bookingIds.length === 0) toast({ title: closure ? t.changed : t.closed })
      onSaved(saved)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={closure ? t.edit : t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.name} hint={t.nameHint} error={fieldErrors(error, inputMessage).name}>
          {(control) => (
            <input
              {...control}
              dir="auto"
              required
              maxLength={200}
              value={draft.name}
              onChange={(event) => draft.setName(event.target.value)}
            />
          )}
        </Field>
        <TimeFields
          draft={draft.times}
          onChange={draft.setTimes}
          hasWrongTime={isChecked && time === undefined}
        />
        {!draft.times.isAllDay && <p>{common.zone(draft.zone)}</p>}
        <WhomFields
          whom={draft.whom}
          providers={providers}
          schedules={draft.schedules}
          isFixed={closure !== undefined}
          isMissing={isChecked && scope === undefined}
          onChange={draft.setWhom}
        />
        <HitList time={time} scope={scope} />
        {error !== undefined && <Failure error={error} />}
        <Actions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {closure ? common.save : t.add}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}
