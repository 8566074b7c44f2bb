import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, ifMatch, unwrap, type WebhookDelivery, type WebhookEndpoint } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { deliveriesQuery, webhooksQuery } from '../queries.ts'
import { Link, navigate } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useFailureText } from '../ui/failure.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useNotes } from '../ui/toasts.tsx'
import { changed } from '../windows.ts'
import { ownZone } from '../zoned.ts'
import { webhookMessages } from './messages.ts'
import styles from './webhooks.module.css'

/** One endpoint: what was sent there, what came of it, and sending it again. */
export function WebhookPage({ id }: { readonly id: string }) {
  const t = useMessages(webhookMessages)
  const webhooks = useQuery(webhooksQuery)
  return (
    <QueryView query={webhooks}>
      {(all) => {
        const endpoint = all.find((each) => each.id === id)
        return endpoint ? <Log endpoint={endpoint} /> : <Empty title={t.notFoundTitle} />
      }}
    </QueryView>
  )
}

/** Does something that may be refused, tells how it went, and has the log read again. */
function useAction() {
  const client = useQueryClient()
  const note = useNotes()
  const failureText = useFailureText()
  return async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      note({ title: done })
    } catch (error) {
      note({ ...failureText(error), tone: 'danger' })
    }
    await changed(client, 'webhooks', 'deliveries')
  }
}

function Log({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
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
    await changed(client, 'webhooks')
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
                <Delivery key={delivery.id} delivery={delivery} />
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

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const t = useMessages(webhookMessages)
  const { format } = useI18n()
  const act = useAction()
  const { id, status, attempts, event, nextAttemptAt } = delivery
  const zone = ownZone()
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
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
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
