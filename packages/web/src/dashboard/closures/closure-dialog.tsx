import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { schedulesQuery } from '../queries.ts'
import { TimeFields } from '../time-off/time-fields.tsx'
import { type TimeOffTime, timeOfDraft } from '../time-off/time-off-time.ts'
import { CheckField } from '../ui/check-field.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { Modal } from '../ui/modal.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { today } from '../zoned.ts'
import {
  type Closure,
  type ClosureScope,
  draftOf,
  draftOfDay,
  EVERYBODY,
  scopeOf,
  whomOf,
  yearsLater,
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

type Answer = Closure & { readonly affectedBookings: readonly string[] }

const saved = ({ affectedBookings, ...closure }: Answer): SavedClosure => ({
  closure,
  bookingIds: affectedBookings,
})

async function change(closure: Closure, name: string, time: TimeOffTime): Promise<SavedClosure> {
  const params = { path: { id: closure.id }, header: ifMatch(closure) }
  return saved(await unwrap(api.PATCH('/v1/closures/{id}', { params, body: { name, ...time } })))
}

/** How many years more a closure of each year is made for. */
const YEARS_MORE = 2

/** Adds a closure, and those of later years. Another attempt after an error does not repeat what is in `made`. */
async function add(
  name: string,
  times: readonly TimeOffTime[],
  scope: ClosureScope,
  made: Map<string, SavedClosure>,
): Promise<SavedClosure> {
  for (const time of times) {
    const body = { name, ...time, ...scope }
    const key = JSON.stringify(body)
    if (!made.has(key)) made.set(key, saved(await unwrap(api.POST('/v1/closures', { body }))))
  }
  const all = [...made.values()]
  const [first] = all
  if (first === undefined) throw new Error('a closure has a time')
  return { ...first, bookingIds: all.flatMap(({ bookingIds }) => bookingIds) }
}

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
  const [isYearly, setYearly] = useState(false)
  const made = useRef(new Map<string, SavedClosure>())
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
      const name = draft.name.trim()
      const yearsMore = isYearly && draft.times.isAllDay ? YEARS_MORE : 0
      const times = Array.from({ length: yearsMore + 1 }, (_, years) =>
        years === 0 ? time : yearsLater(time, years),
      )
      const done = closure
        ? await change(closure, name, time)
        : await add(name, times, scope, made.current)
      await invalidate(client, 'closures', 'agenda')
      if (done.bookingIds.length === 0) toast({ title: closure ? t.changed : t.closed })
      onSaved(done)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={closure ? t.edit : t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={common.name}
          value={draft.name}
          isRequired
          maxLength={200}
          hint={t.nameHint}
          error={fieldErrors(error, inputMessage).name}
          onChange={draft.setName}
        />
        <TimeFields
          draft={draft.times}
          onChange={draft.setTimes}
          hasWrongTime={isChecked && time === undefined}
        />
        {!draft.times.isAllDay && <p>{common.zone(draft.zone)}</p>}
        {draft.times.isAllDay && closure === undefined && (
          <CheckField isChecked={isYearly} onChange={setYearly}>
            {t.yearly}
          </CheckField>
        )}
        <WhomFields
          whom={draft.whom}
          providers={providers}
          schedules={draft.schedules}
          isFixed={closure !== undefined}
          isMissing={isChecked && scope === undefined}
          onChange={draft.setWhom}
        />
        <HitList time={time} scope={scope} />
        <FormEnd
          label={closure ? common.save : t.add}
          isBusy={isBusy}
          error={error}
          onClose={onClose}
        />
      </form>
    </Modal>
  )
}
