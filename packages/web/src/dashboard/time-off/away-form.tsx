import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { api, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { Modal } from '../ui/modal.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { timeOffMessages } from './messages.ts'
import { absenceBody, isForSeveral, JUST_ONE, type Several } from './several.ts'
import { SeveralFields } from './several-fields.tsx'
import { TimeFields } from './time-fields.tsx'
import { type TimeOffDraft, type TimeOffTime, timeOfDraft } from './time-off-time.ts'

/** Time off that was created, with the bookings that the server names. */
export interface Created {
  /** From the start of the first to the end of the last. */
  readonly time: TimeOffTime
  readonly bookingIds: readonly string[]
  readonly provider: Provider
  /** Who is away. */
  readonly awayIds: readonly string[]
}

interface AwayFormProps {
  readonly providers: readonly Provider[]
  readonly date: string
  readonly onClose: () => void
  readonly onCreated: (created: Created) => void
}

/** Saves time off of one provider, or an absence of several providers or dates. */
async function save(
  provider: Provider,
  time: TimeOffTime,
  several: Several,
  reason: string,
): Promise<Created> {
  const { id: providerId, timeZone } = provider
  if (isForSeveral(several)) {
    const body = absenceBody('time_off', several, { ...time, providerId, timeZone, reason })
    const made = await unwrap(api.POST('/v1/absences', { body }))
    if (!('id' in made)) throw new Error('the server only looked')
    const [first, last] = [made.dates[0] ?? time, made.dates.at(-1) ?? time]
    return {
      time: { start: first.start, end: last.end },
      bookingIds: made.affectedBookings,
      provider,
      awayIds: made.providerIds,
    }
  }
  const params = { path: { id: providerId } }
  const body = { ...time, ...(reason.trim() !== '' && { reason: reason.trim() }) }
  const { affectedBookings, start, end } = await unwrap(
    api.POST('/v1/providers/{id}/time-off', { params, body }),
  )
  return { time: { start, end }, bookingIds: affectedBookings, provider, awayIds: [providerId] }
}

/** Asks for the days or hours of time off, and saves it. */
export function AwayForm({ providers, date, onClose, onCreated }: AwayFormProps) {
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [providerId, setProviderId] = useState(providers[0]?.id ?? '')
  const [draft, setDraft] = useState<TimeOffDraft>({
    isAllDay: true,
    firstDay: date,
    lastDay: date,
    from: `${date}T09:00`,
    to: `${date}T12:00`,
  })
  const [several, setSeveral] = useState(JUST_ONE)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [hasWrongTime, setWrongTime] = useState(false)
  const [error, setError] = useState<unknown>()
  const provider = providers.find(({ id }) => id === providerId)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (provider === undefined) return
    const time = timeOfDraft(draft, provider.timeZone)
    setWrongTime(time === undefined)
    setError(undefined)
    if (time === undefined) return
    setBusy(true)
    try {
      const created = await save(provider, time, several, reason)
      await invalidate(client, 'time-off', 'agenda')
      if (created.bookingIds.length === 0) toast({ title: t.added })
      onCreated(created)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={t.add} lead={<p>{t.lead}</p>} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {providers.length > 1 && (
          <SelectField
            label={common.provider}
            value={providerId}
            onChange={setProviderId}
            options={providers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <TimeFields draft={draft} onChange={setDraft} hasWrongTime={hasWrongTime} />
        {provider && !draft.isAllDay && <p>{common.zone(provider.timeZone)}</p>}
        <SeveralFields
          several={several}
          others={providers.filter(({ id }) => id !== providerId)}
          onChange={setSeveral}
        />
        <TextField label={t.reason} value={reason} hint={t.reasonHint} onChange={setReason} />
        <FormEnd label={t.add} isBusy={isBusy} error={error} onClose={onClose} />
      </form>
    </Modal>
  )
}
