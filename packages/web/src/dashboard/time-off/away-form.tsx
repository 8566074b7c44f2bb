import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { timeOffMessages } from './messages.ts'
import { TimeFields } from './time-fields.tsx'
import { type TimeOff, type TimeOffDraft, timeOfDraft } from './time-off-time.ts'

/** Time off that was created, with the bookings that the server names. */
export interface Created {
  readonly timeOff: TimeOff
  readonly bookingIds: readonly string[]
  readonly provider: Provider
}

interface AwayFormProps {
  readonly providers: readonly Provider[]
  readonly date: string
  readonly onClose: () => void
  readonly onCreated: (created: Created) => void
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
    const params = { path: { id: provider.id } }
    const body = { ...time, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    try {
      const { affectedBookings, ...timeOff } = await unwrap(
        api.POST('/v1/providers/{id}/time-off', { params, body }),
      )
      await invalidate(client, 'time-off', 'agenda')
      if (affectedBookings.length === 0) toast({ title: t.added })
      onCreated({ timeOff, bookingIds: affectedBookings, provider })
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
        <Field label={t.reason} hint={t.reasonHint}>
          {(control) => (
            <input
              {...control}
              dir="auto"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {error !== undefined && <Failure error={error} />}
        <Actions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t.add}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}
