import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { providersQuery } from '../queries.ts'
import { go, navigate } from '../router.tsx'
import { timeOffMessages } from '../time-off/messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { providerMessages } from './messages.ts'
import { ProviderDialog } from './provider-dialog.tsx'

interface Open {
  readonly kind: 'edit' | 'delete'
  readonly provider: Provider
}

/** The page of providers. Opens the form for a new one if `isAdding` is set. */
export function ProvidersPage({ isAdding }: { readonly isAdding: boolean }) {
  const t = useMessages(providerMessages)
  const common = useMessages(commonMessages)
  const providers = useQuery(providersQuery)
  const access = useAccess()
  const client = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const remove = async (provider: Provider) => {
    const params = { path: { id: provider.id }, header: ifMatch(provider) }
    await unwrap(api.DELETE('/v1/providers/{id}', { params }))
    toast({ title: t.deleted })
    await client.invalidateQueries()
  }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        !access.isRestricted && (
          <Button kind="primary" onClick={() => navigate('/providers/new')}>
            {t.add}
          </Button>
        )
      }
    >
      <QueryView query={providers}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={common.noProvidersTitle}>
              <p>{common.noProviders}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {all.map((provider) => (
                <ProviderRow
                  key={provider.id}
                  provider={provider}
                  onOpen={(kind) => setOpen({ kind, provider })}
                />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {isAdding && <ProviderDialog onClose={() => go('/providers')} />}
      {open?.kind === 'edit' && <ProviderDialog provider={open.provider} onClose={close} />}
      {open?.kind === 'delete' && (
        <Confirm
          title={t.deleteTitle}
          label={common.delete}
          onConfirm={() => remove(open.provider)}
          onClose={close}
        >
          <p>
            <strong>{open.provider.name}</strong>. {t.deleteText}
          </p>
        </Confirm>
      )}
    </Page>
  )
}

interface ProviderRowProps {
  readonly provider: Provider
  readonly onOpen: (kind: 'edit' | 'delete') => void
}

function ProviderRow({ provider, onOpen }: ProviderRowProps) {
  const t = useMessages(providerMessages)
  const common = useMessages(commonMessages)
  const timeOff = useMessages(timeOffMessages)
  const access = useAccess()
  const { name, slug, specialty, timeZone, email, kind } = provider
  return (
    <Row
      title={name}
      badge={!provider.active && <Badge tone="quiet">{t.inactive}</Badge>}
      meta={
        <>
          {kind !== 'person' && <span>{common.kinds[kind]}</span>}
          {specialty && <span>{specialty}</span>}
          <span>{timeZone.replaceAll('_', ' ')}</span>
          {email && <span>{shownEmail(email)}</span>}
        </>
      }
      actions={
        <>
          {!access.isRestricted && (
            <Button
              kind="quiet"
              aria-label={`${common.delete}: ${name}`}
              onClick={() => onOpen('delete')}
            >
              {common.delete}
            </Button>
          )}
          <ButtonLink
            kind="quiet"
            href={`/${slug}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`${t.view}: ${name}`}
          >
            {t.view}
          </ButtonLink>
          {kind !== 'team' && kind !== 'unit' && (
            <Button
              aria-label={timeOff.titleOf(name)}
              onClick={() => navigate(`/time-off/${provider.id}`)}
            >
              {timeOff.title}
            </Button>
          )}
          <Button
            kind="primary"
            aria-label={`${common.edit}: ${name}`}
            onClick={() => onOpen('edit')}
          >
            {common.edit}
          </Button>
        </>
      }
    />
  )
}
