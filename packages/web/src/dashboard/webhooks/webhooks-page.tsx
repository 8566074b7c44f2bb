import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { WebhookEndpoint } from '../api.ts'
import { webhooksQuery } from '../queries.ts'
import { navigate } from '../router.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { webhookMessages } from './messages.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

/** The page of webhook endpoints. */
export function WebhooksPage() {
  const t = useMessages(webhookMessages)
  const webhooks = useQuery(webhooksQuery)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      }
    >
      <QueryView query={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {all.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {isAdding && (
        <WebhookDialog
          onCreated={(made) => {
            setAdding(false)
            setSecret(made)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {secret !== undefined && (
        <CopyText
          title={t.secretTitle}
          text={t.secretText}
          copied={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}

/** Shows whether an endpoint is enabled, failing or disabled. */
export function EndpointBadge({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  if (endpoint.status === 'disabled') return <Badge tone="bad">{t.disabled}</Badge>
  if (endpoint.failingSince !== null) return <Badge tone="warn">{t.failing}</Badge>
  return <Badge tone="good">{t.enabled}</Badge>
}

function EndpointRow({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const { id, url, events, disabledReason } = endpoint
  return (
    <Row
      title={url}
      badge={<EndpointBadge endpoint={endpoint} />}
      meta={
        <>
          <span>{events.length === 0 ? t.allEvents : t.eventCount(events.length)}</span>
          {disabledReason && <span>{disabledReason}</span>}
        </>
      }
      actions={
        <Button onClick={() => navigate(`/webhooks/${id}`)} aria-label={`${t.log}: ${url}`}>
          {t.log}
        </Button>
      }
    />
  )
}
