import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'

import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { deadLetterKey, taskKey } from '../../kernel/keys.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { newTask, taskEntity } from '../../kernel/queue/task.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { answerOf, commit, commitNew, commitOrConflict } from '../../kernel/transaction.ts'
import { EVENT_LOG_SECONDS } from '../events/event-log.ts'
import { deliveriesRange, deliveryKey, webhookEndpointKey, webhookEndpointsRange } from '../keys.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import { type Delivery, deliveryEntity, newDelivery } from './delivery.ts'
import {
  deletedEndpointEntity,
  type EventFilter,
  endpointEntity,
  type WebhookEndpoint,
} from './endpoint.ts'
import { type SigningDependencies, sealedSecret } from './signing-secrets.ts'

/** The dependencies of the webhook use cases. */
export interface WebhookDependencies extends SigningDependencies {
  readonly webhookSender: WebhookSender
}

/** An endpoint and its new secret, which is shown only once. */
export interface IssuedEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: string
}

/** The maximum number of endpoints per account. */
export const ENDPOINTS_PER_ACCOUNT = 20
/** A rotated secret stays valid for a day, so that receivers have time to switch. */
const ROTATION_SECONDS = 24 * 60 * 60

/** Creates an endpoint in the caller's account. */
export async function createEndpoint(
  deps: WebhookDependencies,
  caller: Caller<IssuedEndpoint>,
  input: { readonly url: string; readonly events?: readonly EventFilter[] | undefined },
): Promise<Result<IssuedEndpoint, Refusal>> {
  const url = deps.webhookSender.checkUrl(input.url)
  if (!url.ok) return invalid('/url', url.refusal)
  const others = await deps.store.query({
    ...webhookEndpointsRange(caller.accountId),
    limit: ENDPOINTS_PER_ACCOUNT,
    consistent: true,
  })
  if (others.items.length >= ENDPOINTS_PER_ACCOUNT) {
    return invalid(
      '/url',
      `An account can have at most ${ENDPOINTS_PER_ACCOUNT} webhook endpoints. Delete one first.`,
    )
  }
  const now = epochSeconds(deps.clock)
  const secret = deps.webhookSender.newSecret()
  const id = deps.ids.next('webhookEndpoint', deps.clock.nowEpochMilliseconds())
  const endpoint: WebhookEndpoint = {
    id,
    accountId: caller.accountId,
    version: 1,
    url: input.url,
    events: input.events ?? [],
    status: 'enabled',
    secrets: [{ secret: await sealedSecret(deps, id, secret) }],
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const issued = { endpoint, secret }
  const writes = { endpoint: endpointEntity.create(endpoint) }
  return commitNew(deps, caller, writes, issued, 'webhook endpoint')
}

/** Lists the endpoints of the caller's account. */
export const listEndpoints = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<WebhookEndpoint>> =>
  listPage(deps.store, webhookEndpointsRange(caller.accountId), page, endpointEntity.decode)

/** Reads an endpoint of the caller's account. */
export async function getEndpoint(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  endpointId: string,
): Promise<Result<WebhookEndpoint, Refusal>> {
  const key = webhookEndpointKey(caller.accountId, endpointId)
  const endpoint = await endpointEntity.read(deps.store, key)
  return endpoint === undefined ? notFound('webhook_endpoint', endpointId) : ok(endpoint)
}

/** Changes an endpoint as `decide` says. Calls `decide` again if the endpoint changes meanwhile. */
function changeEndpoint<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  endpointId: string,
  decide: (before: WebhookEndpoint) => {
    readonly after: WebhookEndpoint
    readonly answer: (after: WebhookEndpoint) => Value
  },
): Promise<Result<Value, Refusal>> {
  const read = () => getEndpoint(deps, caller, endpointId)
  return decideOn(caller, `webhook endpoint ${endpointId}`, read, async (before) => {
    const { after, answer } = decide(before)
    const next: WebhookEndpoint = {
      ...after,
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const writes = { endpoint: endpointEntity.replace(before, next) }
    const committed = await commit(deps, caller, writes, answer(next))
    return answerOf(committed, answer(next))
  })
}

/**
 * Changes the URL or the subscription of an endpoint. Pending deliveries go to the new URL, which starts
 * without failures. A disabled endpoint stays disabled.
 */
export async function updateEndpoint(
  deps: WebhookDependencies,
  caller: Caller<WebhookEndpoint>,
  endpointId: string,
  change: {
    readonly url?: string | undefined
    readonly events?: readonly EventFilter[] | undefined
  },
): Promise<Result<WebhookEndpoint, Refusal>> {
  const checked = change.url === undefined ? ok(undefined) : deps.webhookSender.checkUrl(change.url)
  if (!checked.ok) return invalid('/url', checked.refusal)
  return changeEndpoint(deps, caller, endpointId, (before) => {
    const { failingSinceEpochSeconds, ...rest } = before
    const url = change.url ?? before.url
    const isFailing = url === before.url && failingSinceEpochSeconds !== undefined
    const after = {
      ...rest,
      ...(isFailing && { failingSinceEpochSeconds }),
      url,
      events: change.events ?? before.events,
    }
    return { after, answer: (endpoint) => endpoint }
  })
}

/** Gives an endpoint a new secret. For a day, messages are also signed with the old one. */
export async function rotateSecret(
  deps: WebhookDependencies,
  caller: Caller<IssuedEndpoint>,
  endpointId: string,
): Promise<Result<IssuedEndpoint, Refusal>> {
  const now = epochSeconds(deps.clock)
  const secret = deps.webhookSender.newSecret()
  const sealed = await sealedSecret(deps, endpointId, secret)
  return changeEndpoint(deps, caller, endpointId, (before) => {
    const [current] = before.secrets
    const old = current && {
      secret: current.secret,
      expiresAtEpochSeconds: now + ROTATION_SECONDS,
    }
    return {
      after: { ...before, secrets: [{ secret: sealed }, ...(old ? [old] : [])] },
      answer: (endpoint) => ({ endpoint, secret }),
    }
  })
}

/** Enables an endpoint. Events missed while it was disabled can be redelivered. */
export const enableEndpoint = (
  deps: Dependencies,
  caller: Caller<WebhookEndpoint>,
  endpointId: string,
): Promise<Result<WebhookEndpoint, Refusal>> =>
  changeEndpoint(deps, caller, endpointId, (before) => {
    const { disabledReason: _reason, failingSinceEpochSeconds: _since, ...rest } = before
    return { after: { ...rest, status: 'enabled' }, answer: (endpoint) => endpoint }
  })

/** Deletes an endpoint. The tasks of its pending deliveries end without sending. */
export function deleteEndpoint(
  deps: Dependencies,
  caller: Caller<undefined>,
  endpointId: string,
): Promise<Result<undefined, Refusal>> {
  const read = () => getEndpoint(deps, caller, endpointId)
  return decideOn(caller, `webhook endpoint ${endpointId}`, read, async (endpoint) => {
    const writes = {
      endpoint: endpointEntity.remove(endpoint),
      deleted: deletedEndpointEntity.create({
        accountId: endpoint.accountId,
        id: endpoint.id,
        endsAtEpochSeconds: epochSeconds(deps.clock) + EVENT_LOG_SECONDS,
      }),
    }
    return commitOrConflict(deps, caller, writes, undefined)
  })
}

/** Lists the deliveries to an endpoint, newest first. */
export async function listDeliveries(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  endpointId: string,
  page: Page,
): Promise<Result<Listed<Delivery>, Refusal>> {
  const found = await getEndpoint(deps, caller, endpointId)
  if (!found.ok) return found
  const request = { ...deliveriesRange(endpointId), descending: true }
  return ok(await listPage(deps.store, request, page, deliveryEntity.decode))
}

/** Reads the delivery of an event to an endpoint. */
export async function getDelivery(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  endpointId: string,
  eventId: string,
): Promise<Result<Delivery, Refusal>> {
  const found = await getEndpoint(deps, caller, endpointId)
  return found.ok ? readDelivery(deps, endpointId, eventId) : found
}

async function readDelivery(
  deps: Dependencies,
  endpointId: string,
  eventId: string,
): Promise<Result<Delivery, Refusal>> {
  const delivery = await deliveryEntity.read(deps.store, deliveryKey(endpointId, eventId))
  return delivery === undefined ? notFound('delivery', eventId) : ok(delivery)
}

/**
 * Sends an event to an endpoint again, starting with a first attempt. Replaces the pending retry and
 * the dead letter of the delivery.
 */
export async function redeliver(
  deps: Dependencies,
  caller: Caller<Delivery>,
  endpointId: string,
  eventId: string,
): Promise<Result<Delivery, Refusal>> {
  const found = await getDelivery(deps, caller, endpointId, eventId)
  if (!found.ok) return found
  const before = found.value
  const now = deps.clock.nowEpochMilliseconds()
  const after: Delivery = {
    ...before,
    version: before.version + 1,
    status: 'pending',
    nextAttemptAtEpochMilliseconds: now,
  }
  const task = newTask('deliveries', before.event, now, endpointId)
  const retryAt = before.nextAttemptAtEpochMilliseconds
  const retry: Write | undefined =
    retryAt === undefined || retryAt === now
      ? undefined
      : { kind: 'delete', key: taskKey(task.consumer, task.id, retryAt) }
  const deadLetter: Write = {
    kind: 'delete',
    key: deadLetterKey(caller.accountId, task.consumer, task.id),
  }
  const writes = {
    delivery: deliveryEntity.replace(before, after),
    task: taskEntity.create(task),
    deadLetter,
    retry,
  }
  const committed = await commit(deps, caller, writes, after)
  if (committed.kind === 'done') return ok(after)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  // Another attempt or another redelivery was faster: its state is the answer.
  return readDelivery(deps, endpointId, eventId)
}

/** Sends a test message to an endpoint. The outcome is in the endpoint's deliveries. */
export async function testEndpoint(
  deps: Dependencies,
  caller: Caller<Delivery>,
  endpointId: string,
): Promise<Result<Delivery, Refusal>> {
  const found = await getEndpoint(deps, caller, endpointId)
  if (!found.ok) return found
  const now = deps.clock.nowEpochMilliseconds()
  const event: DomainEvent = {
    id: deps.ids.next('event', now),
    type: 'webhook.test',
    schemaVersion: 1,
    accountId: caller.accountId,
    resourceId: endpointId,
    resourceVersion: found.value.version,
    occurredAtEpochMilliseconds: now,
    data: { webhookEndpoint: { id: endpointId, url: found.value.url } },
  }
  const delivery = newDelivery(endpointId, event, now)
  const writes = {
    delivery: deliveryEntity.create(delivery),
    task: taskEntity.create(newTask('deliveries', event, now, endpointId)),
  }
  return commitNew(deps, caller, writes, delivery, 'test message')
}
