import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, ifMatch, unwrap, type WebhookDelivery, type WebhookEndpoint } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { deliveriesQuery, webhooksQuery } from '../queries.ts'
import { Link, navigate } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useFailureText } from '../ui/failure.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { webhookMessages } from './messages.ts'
import styles from './webhooks.module.css'

/** The page of a webhook endpoint, with its delivery log. */
export function WebhookPage({ id }: { readonly id: string }) {
  const t = useMessages(webhookMessages)
  const webhooks = useQuery(webhooksQuery)
  return (
    <QueryView query={webhooks}>
      {(all) => {
        const endpoint = all.find((each) => each.id === id)
        return endpoint ? <DeliveryLog endpoint={endpoint} /> : <Empty title={t.notFoundTitle} />
      }}
    </QueryView>
  )
}

/** Returns a function that runs an action, shows its result as a toast and reloads the log. */
function useAction() {
  const client = useQueryClient()
  const toast = useToast()
  const failureText = useFailureText()
  return async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      toast({ title: done })
    } catch (error) {
      toast({ ...failureText(error), tone: 'danger' })
    }
    await invalidate(client, 'webhooks', 'deliveries')
  }
}

function DeliveryLog({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const common = useMessages(commonMessages)
  const deliveries = useQuery(deliveriesQuery(endpoint.id))
  const act = useAction()
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const path = { id: endpoint.id }
  const params = { path, header: ifMatch(endpoint) }
  const sendTest = () =>
    act(
      () => unwrap(api.POST('/v1/webhook-endpoints/{id}/test', { params: { path }, body: {} })),
      t.tested,
    )
  const enable = () =>
    act(
      () => unwrap(api.POST('/v1/webhook-endpoints/{id}/enable', { params, body: {} })),
      t.enabled,
    )
  const remove = async () => {
    await unwrap(api.DELETE('/v1/webhook-endpoints/{id}', { params }))
    await invalidate(client, 'webhooks')
    navigate('/webhooks')
  }
  return (
    <Page
      title={t.log}
      lead={endpoint.url}
      back={
        <p className={styles.back}>
          <Link to="/webhooks">‹ {t.title}</Link>
        </p>
      }
      actions={
        <>
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {common.delete}
          </Button>
          {endpoint.status === 'disabled' && (
            <Button onClick={() => void enable()}>{t.enable}</Button>
          )}
          <Button kind="primary" onClick={() => void sendTest()}>
            {t.test}
          </Button>
        </>
      }
    >
      <QueryView query={deliveries}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t.noDeliveriesTitle}>
              <p>{t.noDeliveries}</p>
            </Empty>
          ) : (
            <Rows label={t.log}>
              {data.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {isDeleting && (
        <Confirm
          title={t.deleteTitle}
          label={common.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>{t.deleteText}</p>
        </Confirm>
      )}
    </Page>
  )
}

const TONES = { pending: 'warn', delivered: 'good', failed: 'bad' } as const

function DeliveryRow({ delivery }: { readonly delivery: WebhookDelivery }) {
  const t = useMessages(webhookMessages)
  const { format } = useI18n()
  const act = useAction()
  const { id, status, attempts, event, nextAttemptAt } = delivery
  const zone = localZone()
  const at = (instant: string) =>
    `${format.shortDate(instant, zone)}, ${format.time(instant, zone)}`
  const path = { id: delivery.webhookEndpointId, deliveryId: id }
  const redeliver = () =>
    act(
      () =>
        unwrap(
          api.POST('/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver', {
            params: { path },
            body: {},
          }),
        ),
      t.redelivered,
    )
  return (
    <Row
      title={event.type}
      badge={<Badge tone={TONES[status]}>{t.statuses[status]}</Badge>}
      meta={
        <>
          <span>{at(event.occurredAt)}</span>
          <span>{t.attempts(attempts.length)}</span>
          {nextAttemptAt && <span>{t.nextAttempt(at(nextAttemptAt))}</span>}
          <details className={styles.details}>
            <summary>{t.details}</summary>
            <ol>
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  {at(attempt.at)}:{' '}
                  {attempt.status === null
                    ? t.noAnswer(attempt.durationMilliseconds)
                    : t.answered(attempt.status, attempt.durationMilliseconds)}
                  {attempt.text && <code>{attempt.text}</code>}
                </li>
              ))}
            </ol>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
            <pre tabIndex={0}>{JSON.stringify(event, null, 2)}</pre>
          </details>
        </>
      }
      actions={
        <Button onClick={() => void redeliver()} aria-label={`${t.redeliver}: ${event.type}`}>
          {t.redeliver}
        </Button>
      }
    />
  )
}
