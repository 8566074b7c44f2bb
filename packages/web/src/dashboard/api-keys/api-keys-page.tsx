import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { type ApiKey, api, ifMatch, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'
import { apiKeysQuery, sessionQuery } from '../queries.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { Badge, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useWhen } from '../ui/use-when.ts'
import { useNames } from '../use-names.ts'
import { localZone } from '../zoned.ts'
import { CreateKeyDialog, SCOPES } from './create-key-dialog.tsx'
import { apiKeyMessages } from './messages.ts'

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'revoke'; readonly apiKey: ApiKey }

/** The page of the account's API keys. */
export function ApiKeysPage() {
  const t = useMessages(apiKeyMessages)
  const apiKeys = useQuery(apiKeysQuery)
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
              <KeyRow
                key={apiKey.id}
                apiKey={apiKey}
                canRevoke={all.length > 1}
                onRevoke={() => setOpen({ kind: 'revoke', apiKey })}
              />
            ))}
          </Rows>
        )}
      </QueryView>
      {open?.kind === 'add' && (
        <CreateKeyDialog
          onCreated={(secret) => setOpen({ kind: 'secret', secret })}
          onClose={close}
        />
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

interface KeyRowProps {
  readonly apiKey: ApiKey
  readonly canRevoke: boolean
  readonly onRevoke: () => void
}

function KeyRow({ apiKey, canRevoke, onRevoke }: KeyRowProps) {
  const t = useMessages(apiKeyMessages)
  const { format } = useI18n()
  const when = useWhen()
  const names = useNames()
  const session = useQuery(sessionQuery)
  const { id, name, hint, scopes, providerIds, expiresAt, lastUsedAt, createdAt } = apiKey
  const seen = providerIds?.map((providerId) => names.provider(providerId)?.name ?? providerId)
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const allowed = SCOPES.filter((scope) => scopes.includes(scope))
  return (
    <Row
      title={name}
      badge={
        <>
          {id === session.data?.apiKeyId && <Badge tone="quiet">{t.current}</Badge>}
          {isExpired && <Badge tone="bad">{t.expired}</Badge>}
        </>
      }
      meta={
        <>
          <span>{t.endsIn(hint)}</span>
          <span>{allowed.map((scope) => t.scopeNames[scope]).join(', ')}</span>
          {seen && <span>{t.only(format.list(seen))}</span>}
          <span>{t.createdOn(format.shortDate(createdAt, localZone()))}</span>
          <span>{lastUsedAt ? t.lastUsed(when(lastUsedAt)) : t.neverUsed}</span>
          {expiresAt && !isExpired && <span>{t.expiresOn(when(expiresAt))}</span>}
        </>
      }
      actions={
        canRevoke && (
          <Button kind="danger" aria-label={`${t.revoke}: ${name}`} onClick={onRevoke}>
            {t.revoke}
          </Button>
        )
      }
    />
  )
}
