import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { newTask } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { webhookEndpointKey } from '../keys.ts'
import type { WebhookMessage, WebhookOutcome } from '../ports/webhook-sender.ts'
import { type DeliverDependencies, deliveriesConsumer, webhooksConsumer } from './deliver.ts'
import {
  createEndpoint,
  enableEndpoint,
  getDelivery,
  getEndpoint,
  redeliver,
  rotateSecret,
  updateEndpoint,
} from './endpoints.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z')
const DAY_MILLISECONDS = 86_400_000

let opened: TestStore
let deps: ReturnType<typeof dependencies>
let clock: ReturnType<typeof testDependencies>['clock']
/** The messages that were sent. */
const sent: WebhookMessage[] = []
/** The outcome of each send. */
let outcome: WebhookOutcome

const answered = (status: number, retryAfterSeconds?: number): WebhookOutcome => ({
  kind: 'answered',
  status,
  excerpt: '',
  durationMilliseconds: 5,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})

function dependencies() {
  const made = testDependencies(opened.store, new Date(NOW).toISOString())
  clock = made.clock
  return {
    ...made.deps,
    // In the middle of the jitter: a delay has exactly its scheduled length.
    random: () => 0.5,
    webhookSender: {
      ...made.deps.webhookSender,
      send: async (message: WebhookMessage) => {
        sent.push(message)
        return outcome
      },
    },
  }
}

beforeAll(async () => {
  opened = await openTestStore()
  deps = dependencies()
})
beforeEach(() => {
  clock.moveTo(NOW)
  sent.length = 0
  outcome = answered(204)
})
afterAll(() => opened.close())

let accounts = 0

/** A new account with one endpoint for all events. */
async function subscribe(using: DeliverDependencies = deps) {
  accounts += 1
  const caller = {
    accountId: `acc_${accounts}`,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const created = await createEndpoint(using, caller, { url: 'https://hooks.example.com/in' })
  if (!created.ok) throw new Error(created.refusal.code)
  const { id } = created.value.endpoint
  return {
    caller,
    id,
    secret: created.value.secret,
    endpoint: async () => {
      const found = await getEndpoint(deps, caller, id)
      return found.ok ? found.value : undefined
    },
    wantsNow: async (eventId: string) => {
      const wants = await webhooksConsumer(deps).wantsNow?.(caller.accountId)
      return wants?.(eventOf(eventId, caller.accountId))
    },
    delivery: async (eventId: string) => {
      const found = await getDelivery(deps, caller, id, eventId)
      return found.ok ? found.value : undefined
    },
    publish: (eventId: string) => {
      const event = eventOf(eventId, caller.accountId)
      return webhooksConsumer(deps).handle(newTask('webhooks', event, NOW))
    },
  }
}

const eventOf = (id: string, accountId: string): DomainEvent => ({
  id,
  type: 'booking.confirmed',
  schemaVersion: 1,
  accountId,
  resourceId: 'bkg_1',
  resourceVersion: 2,
  occurredAtEpochMilliseconds: NOW,
  data: {},
})

/** Moves the clock and sends what is due then. */
const deliverAt = (epochMilliseconds: number) => {
  clock.moveTo(epochMilliseconds)
  return runQueue(deps, deliveriesConsumer(deps), { limit: 100, concurrency: 1 })
}

test('an event that arrives twice is sent once', async () => {
  const on = await subscribe()
  await on.publish('evn_twice')
  await on.publish('evn_twice')
  expect(await deliverAt(NOW)).toMatchObject({ done: 1, more: false })
  expect(sent.map(({ id }) => id)).toEqual(['evn_twice'])
  expect(await on.delivery('evn_twice')).toMatchObject({
    status: 'delivered',
    attempts: [{ status: 204 }],
  })
})

test('a delivered event is not sent again by a task that a crash has left', async () => {
  const on = await subscribe()
  await on.publish('evn_left')
  await deliverAt(NOW)
  const task = newTask('deliveries', eventOf('evn_left', on.caller.accountId), NOW, on.id)
  expect(await deliveriesConsumer(deps).handle(task)).toEqual({ kind: 'done' })
  expect(sent).toHaveLength(1)
  expect(await on.delivery('evn_left')).toMatchObject({ attempts: [{ status: 204 }] })
})

test('a failed delivery is retried after five seconds', async () => {
  const on = await subscribe()
  await on.publish('evn_retry')
  outcome = answered(500)
  expect(await deliverAt(NOW)).toMatchObject({ retried: 1 })
  expect(await on.delivery('evn_retry')).toMatchObject({
    status: 'pending',
    nextAttemptAtEpochMilliseconds: NOW + 5_000,
  })
  outcome = answered(200)
  await deliverAt(NOW + 4_999)
  expect(sent).toHaveLength(1)
  await deliverAt(NOW + 5_000)
  expect(sent).toHaveLength(2)
  expect(await on.delivery('evn_retry')).toMatchObject({ status: 'delivered' })
})

test('a retry honors a Retry-After that is longer than the scheduled delay', async () => {
  const on = await subscribe()
  await on.publish('evn_patient')
  outcome = answered(503, 3_600)
  await deliverAt(NOW)
  await deliverAt(NOW + 3_599_999)
  expect(sent).toHaveLength(1)
  await deliverAt(NOW + 3_600_000)
  expect(sent).toHaveLength(2)
})

test('410 Gone disables the endpoint at once and ends the delivery', async () => {
  const on = await subscribe()
  await on.publish('evn_gone')
  outcome = answered(410)
  expect(await deliverAt(NOW)).toMatchObject({ dead: 1 })
  expect(await on.delivery('evn_gone')).toMatchObject({
    status: 'failed',
    attempts: [{ status: 410 }],
  })
  expect((await on.delivery('evn_gone'))?.nextAttemptAtEpochMilliseconds).toBeUndefined()
  expect(await on.endpoint()).toMatchObject({
    status: 'disabled',
    disabledReason: 'the endpoint returned 410 Gone',
  })
  await on.publish('evn_later')
  expect(await on.delivery('evn_later')).toBeUndefined()
})

test('an endpoint is disabled after every delivery failed for five days, and not before', async () => {
  const on = await subscribe()
  outcome = answered(500)
  await on.publish('evn_first')
  await deliverAt(NOW)
  expect(await on.endpoint()).toMatchObject({ failingSinceEpochSeconds: NOW / 1000 })
  await deliverAt(NOW + 5 * DAY_MILLISECONDS - 1_000)
  expect(await on.endpoint()).toMatchObject({ status: 'enabled' })
  await on.publish('evn_last')
  await deliverAt(NOW + 5 * DAY_MILLISECONDS)
  expect(await on.endpoint()).toMatchObject({
    status: 'disabled',
    disabledReason: 'every delivery failed for five days',
  })
})

test('a success ends a run of failures', async () => {
  const on = await subscribe()
  outcome = answered(500)
  await on.publish('evn_down')
  await deliverAt(NOW)
  outcome = answered(200)
  await deliverAt(NOW + 5_000)
  expect((await on.endpoint())?.failingSinceEpochSeconds).toBeUndefined()
})

test('a delivery to a disabled endpoint fails without being sent, and can be redelivered', async () => {
  const on = await subscribe()
  await on.publish('evn_waiting')
  outcome = answered(410)
  await on.publish('evn_410')
  // The 410 of the first of them disables the endpoint before the second is sent.
  await deliverAt(NOW)
  expect(sent).toHaveLength(1)
  const [skipped] = ['evn_waiting', 'evn_410'].filter((id) => id !== sent[0]?.id)
  expect(await on.delivery(skipped ?? '')).toMatchObject({
    status: 'failed',
    attempts: [{ text: 'not sent: the endpoint is disabled' }],
  })
  await enableEndpoint(deps, on.caller, on.id)
  outcome = answered(200)
  await redeliver(deps, on.caller, on.id, skipped ?? '')
  await deliverAt(NOW + 1)
  expect(await on.delivery(skipped ?? '')).toMatchObject({ status: 'delivered' })
})

test('a rotated secret signs together with the new one for a day', async () => {
  const on = await subscribe()
  const rotated = await rotateSecret(deps, on.caller, on.id)
  const secret = rotated.ok ? rotated.value.secret : ''
  await on.publish('evn_both')
  await deliverAt(NOW + DAY_MILLISECONDS - 1_000)
  await on.publish('evn_new')
  await deliverAt(NOW + DAY_MILLISECONDS)
  expect(sent.map(({ secrets }) => secrets)).toEqual([[secret, on.secret], [secret]])
})

test('without a secret box, a delivery reads its endpoint once', async () => {
  const { secretBox: _, ...plain } = deps
  const { publish } = await subscribe(plain)
  await publish('evn_once')
  let endpointReads = 0
  const count = (keys: readonly ItemKey[]) => {
    endpointReads += keys.filter(({ SK }) => SK.startsWith('WEBHOOK#')).length
  }
  const store = storeWith(deps.store, {
    get: (key, options) => {
      count([key])
      return deps.store.get(key, options)
    },
    getMany: (keys, options) => {
      count(keys)
      return deps.store.getMany(keys, options)
    },
  })
  const counting = { ...plain, store }
  await runQueue(counting, deliveriesConsumer(counting), { limit: 100, concurrency: 1 })
  expect([sent.map((message) => message.id), endpointReads]).toEqual([['evn_once'], 1])
})

test('an event gets a task for webhooks only if an endpoint subscribes to its type', async () => {
  const on = await subscribe()
  expect(await on.wantsNow('evn_1')).toBe(true)
  const changed = await updateEndpoint(deps, on.caller, on.id, { events: ['booking.cancelled'] })
  expect([changed.ok, await on.wantsNow('evn_1')]).toEqual([true, false])
  const wants = await webhooksConsumer(deps).wantsNow?.('acc_without_endpoints')
  expect(wants?.(eventOf('evn_1', 'acc_without_endpoints'))).toBe(false)
})

test('an endpoint that cannot be read leaves the failure to the task of webhooks', async () => {
  const accountId = 'acc_damaged'
  const item = { ...webhookEndpointKey(accountId, 'whe_1'), version: 1, status: 'unheard of' }
  await transact(deps, { damaged: { kind: 'put-if-absent', item } })
  const wants = await webhooksConsumer(deps).wantsNow?.(accountId)
  expect(wants?.(eventOf('evn_1', accountId))).toBe(true)
})
