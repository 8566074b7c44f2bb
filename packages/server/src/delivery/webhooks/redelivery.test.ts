import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../tests/support/webhook-receiver.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { createWebhookSender } from '../../adapters/webhooks/sender.ts'
import { firstAccount } from '../../identity/accounts/accounts.ts'
import { listDeadLetters, redriveDeadLetter } from '../../kernel/queue/dead-letters.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { deliveriesConsumer } from './deliver.ts'
import {
  createEndpoint,
  enableEndpoint,
  getDelivery,
  redeliver,
  testEndpoint,
} from './endpoints.ts'

const NOW = '2026-04-20T08:00:00Z'
const ATTEMPTS = 10
/** The longest possible delays of the retry schedule. */
const DELAYS_SECONDS = [6, 360, 2_160, 8_640, 21_600, 43_200, 60_480, 86_400, 103_680]

describe.each(SOME_ENGINES)('a redelivery on %s', (engine) => {
  let opened: TestStore
  let receiver: WebhookReceiver
  const outbound = createOutboundHttp({ allowPrivateNetwork: true })
  beforeAll(async () => {
    opened = await openTestStore(engine)
    receiver = await startWebhookReceiver()
  })
  afterAll(async () => {
    await outbound.close()
    await receiver.close()
    await opened.close()
  })

  /** An endpoint with a pending delivery, and a consumer that the test runs. */
  async function createFixture(path: string) {
    const { deps: plain, clock } = testDependencies(opened.store, NOW)
    const webhookSender = createWebhookSender({ outbound, userAgent: 'Holdfast/test' })
    let calls = 0
    const random = () => {
      calls += 1
      return calls % 2
    }
    const deps = { ...plain, webhookSender, random }
    const accountId = await firstAccount(deps)
    const caller = {
      accountId,
      requestId: 'test',
      role: 'account',
      actor: { kind: 'system' },
    } as const
    const created = await createEndpoint(deps, caller, { url: receiver.url(path) })
    if (!created.ok) throw new Error('no endpoint')
    const endpointId = created.value.endpoint.id
    const delivery = await testEndpoint(deps, caller, endpointId)
    if (!delivery.ok) throw new Error('no event')
    const eventId = delivery.value.event.id
    const work = () => runQueue(deps, deliveriesConsumer(deps), { limit: 100, concurrency: 4 })
    return {
      work,
      sent: () => receiver.messages.all.filter((message) => message.path === path).length,
      /** Makes all attempts of the retry schedule. */
      async exhaustRetries() {
        await work()
        for (const seconds of DELAYS_SECONDS) {
          clock.moveTo(clock.nowEpochMilliseconds() + seconds * 1000)
          await work()
        }
      },
      later: (seconds: number) => clock.moveTo(clock.nowEpochMilliseconds() + seconds * 1000),
      enable: () => enableEndpoint(deps, caller, endpointId),
      redeliver: () => redeliver(deps, caller, endpointId, eventId),
      async status() {
        const found = await getDelivery(deps, caller, endpointId, eventId)
        return found.ok && found.value.status
      },
      redrive: () => redriveDeadLetter(deps, caller, `deliveries.${eventId}.${endpointId}`),
      async deadLetters() {
        const page = { limit: 100 }
        const { data } = await listDeadLetters(deps, caller, { consumer: 'deliveries' }, page)
        return data.filter(({ task }) => task.event.id === eventId).length
      },
    }
  }

  test('removes the dead letter, which returns if all attempts fail again', async () => {
    const on = await createFixture('/failing')
    receiver.behave(500, '/failing')
    await on.exhaustRetries()
    expect([on.sent(), await on.status(), await on.deadLetters()]).toEqual([ATTEMPTS, 'failed', 1])
    await on.enable()
    expect((await on.redeliver()).ok).toBe(true)
    expect([await on.status(), await on.deadLetters()]).toEqual(['pending', 0])
    await on.exhaustRetries()
    // Nothing is due any more.
    await on.work()
    await on.work()
    expect([on.sent(), await on.status(), await on.deadLetters()]).toEqual([
      2 * ATTEMPTS,
      'failed',
      1,
    ])
  })

  test('together with a redrive leaves one dead letter and no pending attempt', async () => {
    const on = await createFixture('/twice')
    receiver.behave(500, '/twice')
    await on.exhaustRetries()
    await on.enable()
    expect((await on.redrive()).ok).toBe(true)
    on.later(1)
    expect((await on.redeliver()).ok).toBe(true)
    await on.exhaustRetries()
    await on.work()
    const sent = on.sent()
    await on.work()
    expect([on.sent() - sent, await on.status(), await on.deadLetters()]).toEqual([0, 'failed', 1])
  })

  test('replaces the pending retry, however often it is requested', async () => {
    const on = await createFixture('/impatient')
    receiver.behave(500, '/impatient')
    await on.work()
    for (let request = 0; request < 3; request += 1) {
      on.later(1)
      await on.redeliver()
      await on.work()
    }
    expect(on.sent()).toBe(4)
    // Only the retry of the latest redelivery is left.
    on.later(6)
    await on.work()
    expect(on.sent()).toBe(5)
    receiver.behave(204, '/impatient')
    await on.redeliver()
    await on.work()
    on.later(100_000)
    await on.work()
    expect([on.sent(), await on.status(), await on.deadLetters()]).toEqual([6, 'delivered', 0])
  })
})
