import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Provider, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { Failure } from '../ui/failure.tsx'
import { Row, Rows } from '../ui/page.tsx'
import { useToast } from '../ui/toasts.tsx'
import { feedMessages } from './feed-messages.ts'

/** Creates, replaces and revokes the link to subscribe to a provider's bookings. Shows a new link once. */
export function ProviderFeed({ provider }: { readonly provider: Provider }) {
  const t = useMessages(feedMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [asked, setAsked] = useState<'replace' | 'revoke'>()
  const [url, setUrl] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const params = { path: { id: provider.id } }
  const issue = async () => {
    const link = await unwrap(api.POST('/v1/providers/{id}/feed-token', { params }))
    setUrl(link.url)
    await invalidate(client, 'providers')
  }
  const create = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await issue()
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  const revoke = async () => {
    await unwrap(api.DELETE('/v1/providers/{id}/feed-token', { params }))
    await invalidate(client, 'providers')
    toast({ title: t.revoked })
  }
  const nameOf = (label: string) => `${label}: ${provider.name}`
  return (
    <>
      <Rows label={nameOf(t.title)}>
        <Row
          title={t.title}
          meta={<span>{provider.feed ? t.exists : t.none}</span>}
          actions={
            provider.feed ? (
              <>
                <Button aria-label={nameOf(t.revoke)} onClick={() => setAsked('revoke')}>
                  {t.revoke}
                </Button>
                <Button aria-label={nameOf(t.replace)} onClick={() => setAsked('replace')}>
                  {t.replace}
                </Button>
              </>
            ) : (
              <Button aria-label={nameOf(t.create)} isBusy={isBusy} onClick={() => void create()}>
                {t.create}
              </Button>
            )
          }
        />
      </Rows>
      {error !== undefined && <Failure error={error} />}
      {asked === 'replace' && (
        <Confirm
          title={t.replaceTitle}
          label={t.replace}
          onConfirm={issue}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.replaceText}</p>
        </Confirm>
      )}
      {asked === 'revoke' && (
        <Confirm
          title={t.revokeTitle}
          label={t.revoke}
          onConfirm={revoke}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.revokeText}</p>
        </Confirm>
      )}
      {url !== undefined && (
        <CopyText
          title={t.linkTitle}
          text={t.linkText}
          copied={url}
          onClose={() => setUrl(undefined)}
        />
      )}
    </>
  )
}
