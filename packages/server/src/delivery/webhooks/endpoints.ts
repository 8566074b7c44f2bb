import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent, EventType } from '../../kernel/events/event.ts'
import { deadLetterKey, taskKey } from '../../kernel/keys.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { newTask, taskItem } from '../../kernel/queue/task.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { deliveriesRange, deliveryKey, webhookEndpointKey, webhookEndpointsRange } from '../keys.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import { type Delivery, deliveryFromItem, deliveryItem } from './delivery.ts'
import { endpointFromItem, endpointItem, type WebhookEndpoint } from './endpoint.ts'

/** What the use cases of webhooks need beside those of all. */
export interface WebhookDependencies extends Dependencies {
  readonly webhookSender: WebhookSender
}

/** An endpoint with the secret that is shown once. */
export interface IssuedEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: string
}

/** The most endpoints of one account. */
export const ENDPOINTS_PER_ACCOUNT = 20
// A receiver that still has the old secret goes on for a day.
const ROTATION_SECONDS = 24 * 60 * 60

/** Registers an endpoint. */
export async function createEndpoint(
  deps: WebhookDependencies,
  caller: Caller<IssuedEndpoint>,
  input: { readonly url: string; readonly events?: readonly EventType[] | undefined },
): Promise<Result<IssuedEndpoint, Refusal>> {
  const url = deps.webhookSender.checkUrl(input.url)
  if (!url.ok) return invalid('/url', url.refusal)
  const others = await deps.store.query({
    ...webhookEndpointsRange(caller.accountId),
    limit: ENDPOINTS_PER_ACCOUNT,
  })
  if (others.items.length >= ENDPOINTS_PER_ACCOUNT) {
    return invalid('/url', `an account has at most ${ENDPOINTS_PER_ACCOUNT} webhook endpoints`)
  }
  const now = epochSeconds(deps.clock)
  const secret = deps.webhookSender.newSecret()
  const endpoint: WebhookEndpoint = {
    id: deps.ids.next('webhookEndpoint', deps.clock.nowEpochMilliseconds()),
    accountId: caller.accountId,
    version: 1,
    url: input.url,
    events: input.events ?? [],
    status: 'enabled',
    secrets: [{ secret }],
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const issued = { endpoint, secret }
  const write = { kind: 'put-if-absent', item: endpointItem(endpoint) } as const
  const committed = await commit(deps, caller, [write], issued)
  if (committed.kind === 'done') return ok(issued)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  throw new Error('a new webhook endpoint met an existing one')
}

/** Lists the endpoints of the caller's account. */
export const listEndpoints = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<WebhookEndpoint>> =>
  listPage(deps.store, webhookEndpointsRange(caller.accountId), page, endpointFromItem)

/** Reads an endpoint of the caller's account. */
export async function getEndpoint(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  endpointId: string,
): Promise<Result<WebhookEndpoint, Refusal>> {
  const key = webhookEndpointKey(caller.accountId, endpointId)
  const item = await deps.store.get(key, { consistent: true })
  return item === undefined ? notFound('webhook_endpoint', endpointId) : ok(endpointFromItem(item))
}

/** Changes an endpoint by a pure function of what it is; starts over when it changed meanwhile. */
async function changeEndpoint<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  endpointId: string,
  decide: (before: WebhookEndpoint) => {
    readonly after: WebhookEndpoint
    readonly answer: (after: WebhookEndpoint) => Value
  },
): Promise<Result<Value, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getEndpoint(deps, caller, endpointId)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const { after, answer } = decide(before)
    const next: WebhookEndpoint = {
      ...after,
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const item = endpointItem(next)
    const write = { kind: 'put-if-version', item, version: before.version } as const
    const committed = await commit(deps, caller, [write], answer(next))
    if (committed.kind === 'done') return ok(answer(next))
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`webhook endpoint ${endpointId}`)
}

/** Gives an endpoint a new secret; for a day, messages are signed with the old one too. */
export function rotateSecret(
  deps: WebhookDependencies,
  caller: Caller<IssuedEndpoint>,
  endpointId: string,
): Promise<Result<IssuedEndpoint, Refusal>> {
  const now = epochSeconds(deps.clock)
  const secret = deps.webhookSender.newSecret()
  return changeEndpoint(deps, caller, endpointId, (before) => {
    const [current] = before.secrets
    const old = current && {
      secret: current.secret,
      expiresAtEpochSeconds: now + ROTATION_SECONDS,
    }
    return {
      after: { ...before, secrets: [{ secret }, ...(old ? [old] : [])] },
      answer: (endpoint) => ({ endpoint, secret }),
    }
  })
}

/** Switches an endpoint on again; what was sent to it meanwhile can be redelivered. */
export const enableEndpoint = (
  deps: Dependencies,
  caller: Caller<WebhookEndpoint>,
  endpointId: string,
): Promise<Result<WebhookEndpoint, Refusal>> =>
  changeEndpoint(deps, caller, endpointId, (before) => {
    const { disabledReason: _reason, failingSinceEpochSeconds: _since, ...rest } = before
    return { after: { ...rest, status: 'enabled' }, answer: (endpoint) => endpoint }
  })

/** Removes an endpoint; what waits for it is dropped when its turn comes. */
export async function deleteEndpoint(
  deps: Dependencies,
  caller: Caller<undefined>,
  endpointId: string,
): Promise<Result<undefined, Refusal>> {
  const found = await getEndpoint(deps, caller, endpointId)
  if (!found.ok) return found
  const { version } = found.value
  const stale = versionMismatch(caller, version)
  if (stale) return stale
  const key = webhookEndpointKey(caller.accountId, endpointId)
  const write = { kind: 'delete-if-version', key, version } as const
  const committed = await commit(deps, caller, [write], undefined)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed') return deleteEndpoint(deps, caller, endpointId)
  return ok(undefined)
}

/** Lists what was sent to an endpoint, the newest first. */
export async function listDeliveries(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  endpointId: string,
  page: Page,
): Promise<Result<Listed<Delivery>, Refusal>> {
  const found = await getEndpoint(deps, caller, endpointId)
  if (!found.ok) return found
  const request = { ...deliveriesRange(endpointId), descending: true }
  return ok(await listPage(deps.store, request, page, deliveryFromItem))
}

/** Reads what became of an event at an endpoint. */
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
  const item = await deps.store.get(deliveryKey(endpointId, eventId), { consistent: true })
  return item === undefined ? notFound('delivery', eventId) : ok(deliveryFromItem(item))
}

/**
 * Sends an event to an endpoint once more, from the first attempt on: instead of the retry that it
 * waited for, and of the dead letter that it had become.
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
  const committed = await commit(
    deps,
    caller,
    [
      { kind: 'put-if-version', item: deliveryItem(after), version: before.version },
      { kind: 'put-if-absent', item: taskItem(task) },
      { kind: 'delete', key: deadLetterKey(caller.accountId, task.consumer, task.id) },
      ...(retryAt === undefined || retryAt === now
        ? []
        : [{ kind: 'delete', key: taskKey(task.consumer, task.id, retryAt) } as const]),
    ],
    after,
  )
  if (committed.kind === 'done') return ok(after)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  // An attempt came in between, or it was asked for twice at one moment: what stands is the answer.
  return readDelivery(deps, endpointId, eventId)
}

/** Sends a test message to an endpoint; its fate is in the delivery log. */
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
  const delivery: Delivery = {
    endpointId,
    version: 1,
    event,
    status: 'pending',
    attempts: [],
    nextAttemptAtEpochMilliseconds: now,
  }
  const committed = await commit(
    deps,
    caller,
    [
      { kind: 'put-if-absent', item: deliveryItem(delivery) },
      { kind: 'put-if-absent', item: taskItem(newTask('deliveries', event, now, endpointId)) },
    ],
    delivery,
  )
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed') throw new Error('a new test message met an existing one')
  return ok(delivery)
}
