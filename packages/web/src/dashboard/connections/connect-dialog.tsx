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
  const common = useMessages(commonMessages)
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
        {error !== undefined && fieldError === undefined && <Failure error={error} />}
        <Actions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t.connect}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}
