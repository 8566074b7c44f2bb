import { DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { eventText } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Attempt, Consumer, QueueDependencies } from '../../kernel/queue/queue.ts'
import { newTask, type Task, taskItem } from '../../kernel/queue/task.ts'
import { deliveryKey, webhookEndpointKey, webhookEndpointsRange } from '../keys.ts'
import type { WebhookAnswer } from '../ports/webhook-sender.ts'
import {
  type Delivery,
  type DeliveryAttempt,
  deliveryFromItem,
  deliveryItem,
  withAttempt,
} from './delivery.ts'
import { endpointFromItem, endpointItem, type WebhookEndpoint } from './endpoint.ts'
import type { WebhookDependencies } from './endpoints.ts'

type DeliverDependencies = WebhookDependencies & QueueDependencies

/** Gives each event a delivery at each endpoint that wants it. */
export const webhooksConsumer = (deps: DeliverDependencies): Consumer => ({
  name: 'webhooks',
  wants: () => true,
  handle: async ({ event }) => {
    const { items } = await deps.store.query({
      ...webhookEndpointsRange(event.accountId),
      consistent: true,
    })
    for (const endpoint of items.map(endpointFromItem)) {
      const wanted = endpoint.events.length === 0 || endpoint.events.includes(event.type)
      if (endpoint.status !== 'enabled' || !wanted) continue
      const now = deps.clock.nowEpochMilliseconds()
      const delivery: Delivery = {
        endpointId: endpoint.id,
        version: 1,
        event,
        status: 'pending',
        attempts: [],
        nextAttemptAtEpochMilliseconds: now,
      }
      const task = newTask('deliveries', event, now, endpoint.id)
      // Refused when the event came before: it has its delivery, and the delivery its task.
      await transact(deps, [
        { kind: 'put-if-absent', item: deliveryItem(delivery) },
        { kind: 'put-if-absent', item: taskItem(task) },
      ])
    }
    return { kind: 'done' }
  },
})

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses before the second to the tenth attempt (the schedule of Standard Webhooks): 75 h 35 min. */
const PAUSES_MILLISECONDS: readonly number[] = [
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
const LONGEST_RETRY_AFTER_SECONDS = 24 * 60 * 60
/** An endpoint at which everything has failed for so long is switched off. */
const FAILING_SECONDS = 5 * 24 * 60 * 60
const GONE = 410

/** When the next attempt is due after so many failed ones, ±20 %; nothing: they are used up. */
export function nextAttemptAt(
  nowEpochMilliseconds: number,
  failedAttempts: number,
  random: number,
  retryAfterSeconds = 0,
): number | undefined {
  const pause = PAUSES_MILLISECONDS[failedAttempts - 1]
  if (pause === undefined) return undefined
  const asked = Math.min(retryAfterSeconds, LONGEST_RETRY_AFTER_SECONDS) * SECOND
  return nowEpochMilliseconds + Math.round(Math.max(pause * (0.8 + random * 0.4), asked))
}

/** Sends one event to one endpoint, and decides from the answer what comes next. */
export const deliveriesConsumer = (deps: DeliverDependencies): Consumer => ({
  name: 'deliveries',
  wants: () => false,
  handle: async (task) => {
    const endpointId = task.subject as string
    const [endpointStored, deliveryStored] = await deps.store.getMany(
      [
        webhookEndpointKey(task.event.accountId, endpointId),
        deliveryKey(endpointId, task.event.id),
      ],
      { consistent: true },
    )
    const endpoint = endpointStored && endpointFromItem(endpointStored)
    const delivery = deliveryStored && deliveryFromItem(deliveryStored)
    // The endpoint was removed, or this attempt was made before and only its end was not noted. One
    // that failed for good is here again because it was redriven.
    if (!endpoint || !delivery || delivery.status === 'delivered') return { kind: 'done' }
    if (endpoint.status === 'disabled') return dropped(deps, delivery)
    const now = epochSeconds(deps.clock)
    const answer = await deps.webhookSender.send({
      url: endpoint.url,
      id: task.event.id,
      body: eventText(task.event),
      secrets: endpoint.secrets
        .filter((one) => (one.expiresAtEpochSeconds ?? Number.POSITIVE_INFINITY) > now)
        .map((one) => one.secret),
    })
    return isSuccess(answer)
      ? succeeded(deps, endpoint, delivery, answer)
      : failed(deps, { endpoint, delivery, answer, task })
  },
})

const isSuccess = (answer: WebhookAnswer): boolean =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300

const attemptOf = (deps: DeliverDependencies, answer: WebhookAnswer): DeliveryAttempt => ({
  atEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
  durationMilliseconds: Math.round(answer.durationMilliseconds),
  ...(answer.kind === 'answered'
    ? { status: answer.status, text: answer.excerpt }
    : { text: answer.error }),
})

async function dropped(deps: DeliverDependencies, delivery: Delivery): Promise<Attempt> {
  const attempt = {
    atEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
    durationMilliseconds: 0,
    text: 'not sent: the endpoint is disabled',
  }
  await transact(deps, [replaced(delivery, withAttempt(delivery, attempt, 'failed'))])
  return { kind: 'done' }
}

async function succeeded(
  deps: DeliverDependencies,
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  answer: WebhookAnswer,
): Promise<Attempt> {
  await transact(deps, [
    replaced(delivery, withAttempt(delivery, attemptOf(deps, answer), 'delivered')),
  ])
  if (endpoint.failingSinceEpochSeconds !== undefined) {
    const { failingSinceEpochSeconds: _, ...well } = endpoint
    await transact(deps, [changed(endpoint, well)])
  }
  return { kind: 'done' }
}

interface Failure {
  readonly endpoint: WebhookEndpoint
  readonly delivery: Delivery
  readonly answer: WebhookAnswer
  readonly task: Task
}

async function failed(
  deps: DeliverDependencies,
  { endpoint, delivery, answer, task }: Failure,
): Promise<Attempt> {
  const isGone = answer.kind === 'answered' && answer.status === GONE
  const retryAfterSeconds = answer.kind === 'answered' ? answer.retryAfterSeconds : undefined
  const next = isGone
    ? undefined
    : nextAttemptAt(
        deps.clock.nowEpochMilliseconds(),
        task.failedAttempts + 1,
        deps.random(),
        retryAfterSeconds,
      )
  const tried = withAttempt(
    delivery,
    attemptOf(deps, answer),
    next === undefined ? 'failed' : 'pending',
  )
  await transact(deps, [
    replaced(
      delivery,
      next === undefined ? tried : { ...tried, nextAttemptAtEpochMilliseconds: next },
    ),
  ])
  await noteFailure(deps, endpoint, isGone)
  const error = answer.kind === 'answered' ? `answered ${answer.status}` : answer.error
  if (next !== undefined) return { kind: 'retry', error, atEpochMilliseconds: next }
  return { kind: 'dead', error }
}

/** Notes on the endpoint that it fails; switches it off when it is gone, or has failed for too long. */
async function noteFailure(
  deps: DeliverDependencies,
  { accountId, id }: WebhookEndpoint,
  isGone: boolean,
): Promise<void> {
  const key = webhookEndpointKey(accountId, id)
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const item = await deps.store.get(key, { consistent: true })
    const endpoint = item && endpointFromItem(item)
    if (endpoint?.status !== 'enabled') return
    const writes = failureWrites(deps, endpoint, isGone)
    // Refused when another message to the endpoint was noted meanwhile.
    if (writes.length === 0 || (await transact(deps, writes)).committed) return
  }
  throw tooContended(`webhook endpoint ${id}`)
}

function failureWrites(
  deps: DeliverDependencies,
  endpoint: WebhookEndpoint,
  isGone: boolean,
): readonly Write[] {
  const now = epochSeconds(deps.clock)
  const since = endpoint.failingSinceEpochSeconds ?? now
  if (!isGone && now - since < FAILING_SECONDS) {
    if (endpoint.failingSinceEpochSeconds !== undefined) return []
    return [changed(endpoint, { ...endpoint, failingSinceEpochSeconds: now })]
  }
  const disabledReason = isGone
    ? 'the endpoint answered 410 Gone'
    : 'every message has failed for five days'
  return [
    changed(endpoint, { ...endpoint, status: 'disabled', disabledReason }),
    outboxWrite(
      deps,
      {
        type: 'webhook.disabled',
        accountId: endpoint.accountId,
        resourceId: endpoint.id,
        resourceVersion: endpoint.version + 1,
        data: { webhookEndpoint: { id: endpoint.id, url: endpoint.url, disabledReason } },
      },
      deps.clock.nowEpochMilliseconds(),
    ),
  ]
}

const replaced = (before: Delivery, after: Delivery): Write => ({
  kind: 'put-if-version',
  item: deliveryItem(after),
  version: before.version,
})

const changed = (before: WebhookEndpoint, after: WebhookEndpoint): Write => ({
  kind: 'put-if-version',
  item: endpointItem({ ...after, version: before.version + 1 }),
  version: before.version,
})

const transact = (deps: DeliverDependencies, writes: readonly Write[]) =>
  deps.store.transact(writes, deps.ids.next('event', deps.clock.nowEpochMilliseconds()))
