import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type DomainEventName, eventText } from '../../kernel/events/event.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { Attempt, Consumer, QueueDependencies } from '../../kernel/queue/queue.ts'
import { newTask, type Task, taskEntity } from '../../kernel/queue/task.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { deliveryKey, webhookEndpointKey, webhookEndpointsRange } from '../keys.ts'
import type { WebhookOutcome } from '../ports/webhook-sender.ts'
import {
  type Delivery,
  type DeliveryAttempt,
  deliveryEntity,
  newDelivery,
  withAttempt,
} from './delivery.ts'
import { endpointEntity, isSubscribed, type WebhookEndpoint } from './endpoint.ts'
import type { WebhookDependencies } from './endpoints.ts'
import { hasUnsealedSecret, openSecrets, resealSecrets } from './signing-secrets.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delays before the second to the tenth attempt, as in Standard Webhooks: 75 h 35 min in total. */
const RETRY_DELAYS_MILLISECONDS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60

/**
 * When to retry after this many failed attempts (1 or more): the scheduled delay ±20 %, or the
 * receiver's `Retry-After` if that is longer (at most a day). Undefined if no attempt is left.
 */
function nextAttemptAt(
  nowEpochMilliseconds: number,
  failedAttempts: number,
  random: number,
  retryAfterSeconds = 0,
): number | undefined {
  const delay = RETRY_DELAYS_MILLISECONDS[failedAttempts - 1]
  if (delay === undefined) return undefined
  const requested = Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS) * SECOND
  return nowEpochMilliseconds + Math.round(Math.max(delay * (0.8 + random * 0.4), requested))
}

/** The dependencies of the webhook consumers. */
export type DeliverDependencies = WebhookDependencies & QueueDependencies

/** Fans each event out: creates a delivery for every endpoint that subscribes to its type. */
export const webhooksConsumer = (deps: DeliverDependencies): Consumer => ({
  name: 'webhooks',
  wants: () => true,
  wantsNow: async (accountId) => {
    const items = await endpointItems(deps, accountId)
    // One that cannot be read fails in its task, where it stops no other consumer.
    const endpoints = items.map(endpointEntity.tryDecode)
    return ({ type }) => endpoints.some((found) => !found.ok || receives(found.value, type))
  },
  handle: async ({ event }) => {
    const items = await endpointItems(deps, event.accountId)
    for (const endpoint of items.map(endpointEntity.decode)) {
      if (!receives(endpoint, event.type)) continue
      const now = deps.clock.nowEpochMilliseconds()
      // A conflict means that the event came before and already has its delivery and task.
      await transact(deps, {
        delivery: deliveryEntity.create(newDelivery(endpoint.id, event, now)),
        task: taskEntity.create(newTask('deliveries', event, now, endpoint.id)),
      })
    }
    return { kind: 'done' }
  },
})

const endpointItems = async ({ store }: Pick<Dependencies, 'store'>, accountId: string) =>
  (await store.query({ ...webhookEndpointsRange(accountId), consistent: true })).items

const receives = (endpoint: WebhookEndpoint, type: DomainEventName): boolean =>
  endpoint.status === 'enabled' && isSubscribed(endpoint, type)

/** An endpoint is disabled after every delivery to it failed for this long. */
const MAX_FAILING_SECONDS = 5 * 24 * 60 * 60
const GONE = 410

/** Sends one event to one endpoint and records the outcome. */
export const deliveriesConsumer = (deps: DeliverDependencies): Consumer => ({
  name: 'deliveries',
  wants: () => false,
  handle: async (task) => {
    const { event, subject: endpointId = '' } = task
    const [endpointItem, deliveryItem] = await deps.store.getMany(
      [webhookEndpointKey(event.accountId, endpointId), deliveryKey(endpointId, event.id)],
      { consistent: true },
    )
    const stored = endpointItem && endpointEntity.decode(endpointItem)
    const delivery = deliveryItem && deliveryEntity.decode(deliveryItem)
    // The endpoint was deleted, or a crash came between the delivery and the end of its task. A failed
    // delivery is sent again: its task was redriven.
    if (!stored || !delivery || delivery.status === 'delivered') return { kind: 'done' }
    if (stored.status === 'disabled') return skip(deps, delivery)
    // An earlier version stored secrets as they are.
    const endpoint = hasUnsealedSecret(deps, stored) ? await resealSecrets(deps, stored) : stored
    if (endpoint === undefined) return { kind: 'done' }
    const outcome = await deps.webhookSender.send({
      url: endpoint.url,
      id: event.id,
      body: eventText(event),
      secrets: await openSecrets(deps, endpoint),
    })
    return isSuccess(outcome)
      ? recordSuccess(deps, endpoint, delivery, outcome)
      : recordFailure(deps, { endpoint, delivery, outcome, task })
  },
})

const isSuccess = (outcome: WebhookOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

const attemptOf = (deps: DeliverDependencies, outcome: WebhookOutcome): DeliveryAttempt => ({
  atEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
  durationMilliseconds: Math.round(outcome.durationMilliseconds),
  ...(outcome.kind === 'answered'
    ? { status: outcome.status, text: outcome.excerpt }
    : { text: outcome.error }),
})

/** Fails the delivery to a disabled endpoint without sending it. */
async function skip(deps: DeliverDependencies, delivery: Delivery): Promise<Attempt> {
  const attempt = {
    atEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
    durationMilliseconds: 0,
    text: 'not sent: the endpoint is disabled',
  }
  const after = withAttempt(delivery, attempt, 'failed')
  await transact(deps, { delivery: deliveryEntity.replace(delivery, after) })
  return { kind: 'done' }
}

async function recordSuccess(
  deps: DeliverDependencies,
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  outcome: WebhookOutcome,
): Promise<Attempt> {
  const after = withAttempt(delivery, attemptOf(deps, outcome), 'delivered')
  await transact(deps, { delivery: deliveryEntity.replace(delivery, after) })
  if (endpoint.failingSinceEpochSeconds !== undefined) {
    const { failingSinceEpochSeconds: _, ...recovered } = endpoint
    await transact(deps, { endpoint: endpointChange(endpoint, recovered) })
  }
  return { kind: 'done' }
}

interface Failure {
  readonly endpoint: WebhookEndpoint
  readonly delivery: Delivery
  readonly outcome: WebhookOutcome
  readonly task: Task
}

async function recordFailure(
  deps: DeliverDependencies,
  { endpoint, delivery, outcome, task }: Failure,
): Promise<Attempt> {
  const isGone = outcome.kind === 'answered' && outcome.status === GONE
  const retryAfterSeconds = outcome.kind === 'answered' ? outcome.retryAfterSeconds : undefined
  const now = deps.clock.nowEpochMilliseconds()
  const next = isGone
    ? undefined
    : nextAttemptAt(now, task.failedAttempts + 1, deps.random(), retryAfterSeconds)
  const after: Delivery = {
    ...withAttempt(delivery, attemptOf(deps, outcome), next === undefined ? 'failed' : 'pending'),
    ...(next !== undefined && { nextAttemptAtEpochMilliseconds: next }),
  }
  await transact(deps, { delivery: deliveryEntity.replace(delivery, after) })
  await markFailing(deps, endpoint, isGone)
  const error = outcome.kind === 'answered' ? `returned ${outcome.status}` : outcome.error
  return next === undefined
    ? { kind: 'dead', error }
    : { kind: 'retry', error, atEpochMilliseconds: next }
}

/** Marks an endpoint as failing. Disables it if it is gone or has been failing for too long. */
function markFailing(
  deps: DeliverDependencies,
  { accountId, id }: WebhookEndpoint,
  isGone: boolean,
): Promise<void> {
  return retryOnConflict(`webhook endpoint ${id}`, async () => {
    const endpoint = await endpointEntity.read(deps.store, webhookEndpointKey(accountId, id))
    if (endpoint?.status !== 'enabled') return undefined
    const writes = failingWrites(deps, endpoint, isGone)
    if (writes === undefined) return undefined
    // A conflict means that another delivery to the endpoint ended meanwhile.
    const outcome = await transact(deps, writes)
    return outcome.kind === 'done' ? undefined : CONFLICT
  })
}

/** The writes that mark an endpoint as failing or disable it; undefined if nothing changes. */
function failingWrites(deps: DeliverDependencies, endpoint: WebhookEndpoint, isGone: boolean) {
  const now = epochSeconds(deps.clock)
  const since = endpoint.failingSinceEpochSeconds
  if (!isGone && now - (since ?? now) < MAX_FAILING_SECONDS) {
    if (since !== undefined) return undefined
    return { endpoint: endpointChange(endpoint, { ...endpoint, failingSinceEpochSeconds: now }) }
  }
  const disabledReason = isGone
    ? 'the endpoint returned 410 Gone'
    : 'every delivery failed for five days'
  const event = eventWrite(
    deps,
    'webhook.disabled',
    { kind: 'system' },
    { ...endpoint, version: endpoint.version + 1 },
    { webhookEndpoint: { id: endpoint.id, url: endpoint.url, disabledReason } },
  )
  const disabled: WebhookEndpoint = { ...endpoint, status: 'disabled', disabledReason }
  return { endpoint: endpointChange(endpoint, disabled), event }
}

const endpointChange = (before: WebhookEndpoint, after: WebhookEndpoint) =>
  endpointEntity.replace(before, { ...after, version: before.version + 1 })
