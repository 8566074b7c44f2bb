import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { type ApiKey, api, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { apiKeysQuery, sessionQuery } from '../queries.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { Failure } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { Badge, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { apiKeyMessages } from './messages.ts'

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'revoke'; readonly apiKey: ApiKey }

/** The page of the account's API keys. */
export function ApiKeysPage() {
  const t = useMessages(apiKeyMessages)
  const { format } = useI18n()
  const apiKeys = useQuery(apiKeysQuery)
  const session = useQuery(sessionQuery)
  const client = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const revoke = async (apiKey: ApiKey) => {
    const params = { path: { id: apiKey.id }, header: ifMatch(apiKey) }
    await unwrap(api.DELETE('/v1/api-keys/{id}', { params }))
    toast({ title: t.revoked })
    await invalidate(client, 'api-keys')
  }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button kind="primary" onClick={() => setOpen({ kind: 'add' })}>
          {t.add}
        </Button>
      }
    >
      <QueryView query={apiKeys}>
        {(all) => (
          <Rows label={t.title}>
            {all.map((apiKey) => (
              <Row
                key={apiKey.id}
                title={apiKey.name}
                badge={
                  apiKey.id === session.data?.apiKeyId && <Badge tone="quiet">{t.current}</Badge>
                }
                meta={
                  <>
                    <span>{t.endsIn(apiKey.hint)}</span>
                    <span>{t.createdOn(format.shortDate(apiKey.createdAt, localZone()))}</span>
                  </>
                }
                actions={
                  all.length > 1 && (
                    <Button
                      kind="danger"
                      aria-label={`${t.revoke}: ${apiKey.name}`}
                      onClick={() => setOpen({ kind: 'revoke', apiKey })}
                    >
                      {t.revoke}
                    </Button>
                  )
                }
              />
            ))}
          </Rows>
        )}
      </QueryView>
      {open?.kind === 'add' && (
        <AddDialog onCreated={(secret) => setOpen({ kind: 'secret', secret })} onClose={close} />
      )}
      {open?.kind === 'secret' && (
        <CopyText title={t.secretTitle} text={t.secretText} copied={open.secret} onClose={close} />
      )}
      {open?.kind === 'revoke' && (
        <Confirm
          title={t.revokeTitle}
          label={t.revoke}
          onConfirm={() => revoke(open.apiKey)}
          onClose={close}
        >
          <p>
            <strong>{open.apiKey.name}</strong>. {t.revokeText}
          </p>
        </Confirm>
      )}
    </Page>
  )
}

interface AddDialogProps {
  readonly onCreated: (secret: string) => void
  readonly onClose: () => void
}

function AddDialog({ onCreated, onClose }: AddDialogProps) {
  const t = useMessages(apiKeyMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const { secret } = await unwrap(api.POST('/v1/api-keys', { body: { name: name.trim() } }))
      await invalidate(client, 'api-keys')
      onCreated(secret)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.name} hint={t.nameHint}>
          {(control) => (
            <input
              {...control}
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {error !== undefined && <Failure error={error} />}
        <Actions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {common.create}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}
