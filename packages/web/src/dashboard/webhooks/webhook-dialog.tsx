import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, unwrap, type WebhookEndpoint } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { fieldErrors } from '../ui/field-errors.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { Modal } from '../ui/modal.tsx'
import { webhookMessages } from './messages.ts'
import styles from './webhooks.module.css'

type EventKey = WebhookEndpoint['events'][number]

/** The events that most integrations use; choosing none delivers every event. */
const SELECTABLE_EVENTS: readonly EventKey[] = [
  'booking.created',
  'booking.confirmed',
  'booking.rescheduled',
  'booking.reassigned',
  'booking.updated',
  'booking.cancelled',
  'booking.completed',
  'booking.no_show',
  'booking.expired',
  'booking.time_conflict',
  'event_type.created',
  'event_type.updated',
  'event_type.deactivated',
  'event_type.deleted',
  'slot.conflict_detected',
  'stay.created',
  'stay.updated',
  'stay.deleted',
  'channel.conflict',
]

interface WebhookDialogProps {
  readonly onCreated: (secret: string) => void
  readonly onClose: () => void
}

/** Adds a webhook endpoint. */
export function WebhookDialog({ onCreated, onClose }: WebhookDialogProps) {
  const t = useMessages(webhookMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly EventKey[]>([])
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const body = { url: url.trim(), ...(events.length > 0 && { events: [...events] }) }
      const { secret } = await unwrap(api.POST('/v1/webhook-endpoints', { body }))
      await invalidate(client, 'webhooks')
      onCreated(secret)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const { url: urlError } = fieldErrors(error, useInputMessage())
  return (
    <Modal title={t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.url} hint={t.urlHint} error={urlError}>
          {(control) => (
            <input
              {...control}
              type="url"
              required
              placeholder="https://example.com/hooks"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <fieldset className={styles.events}>
          <legend>{t.events}</legend>
          <p>{t.eventsHint}</p>
          {SELECTABLE_EVENTS.map((key) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={events.includes(key)}
                onChange={({ target: { checked } }) =>
                  setEvents(checked ? [...events, key] : events.filter((each) => each !== key))
                }
              />
              {key}
            </label>
          ))}
        </fieldset>
        <FormEnd
          label={common.add}
          isBusy={isBusy}
          error={urlError === undefined ? error : undefined}
          onClose={onClose}
        />
      </form>
    </Modal>
  )
}
