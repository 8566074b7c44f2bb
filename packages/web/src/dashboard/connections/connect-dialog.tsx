import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, type Provider, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { Modal } from '../ui/modal.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useFeedError } from './connection-queries.ts'
import { connectionMessages } from './messages.ts'

interface ConnectDialogProps {
  readonly provider: Provider
  readonly onClose: () => void
}

/** Connects a calendar feed to a provider. */
export function ConnectDialog({ provider, onClose }: ConnectDialogProps) {
  const t = useMessages(connectionMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [url, setUrl] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: provider.id } }
      const body = { url: url.trim() }
      await unwrap(api.PUT('/v1/providers/{id}/calendar-connections/ical', { params, body }))
      await invalidate(client, 'connections', 'agenda')
      toast({ title: t.connected })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const fieldError = useFeedError()(error)
  return (
    <Modal
      title={t.feedTitle}
      lead={
        <p>
          <strong>{provider.name}</strong>. {t.feedLead}
        </p>
      }
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.url} error={fieldError}>
          {(control) => (
            <input
              {...control}
              type="url"
              required
              placeholder="https://"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <FormEnd
          label={t.connect}
          isBusy={isBusy}
          error={fieldError === undefined ? error : undefined}
          onClose={onClose}
        />
      </form>
    </Modal>
  )
}
