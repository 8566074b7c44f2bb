import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import { fixedVaultKeys, newVaultKey } from '../../adapters/vault/keys.ts'
import { createSecretBox } from '../../adapters/vault/secret-box.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { deliveriesConsumer } from './deliver.ts'
import {
  createEndpoint,
  getDelivery,
  getEndpoint,
  rotateSecret,
  testEndpoint,
  type WebhookDependencies,
} from './endpoints.ts'

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const input = { url: 'https://example.com/hook' }

describe.each(SOME_ENGINES)('webhook secrets on %s', (engine) => {
  let opened: TestStore
  let deps: ReturnType<typeof testDependencies>['deps'] & WebhookDependencies
  /** The secrets that signed each message. */
  const signedWith: (readonly string[])[] = []
  beforeAll(async () => {
    opened = await openTestStore(engine)
    const made = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
    const webhookSender = {
      ...made.webhookSender,
      async send({ secrets }: { readonly secrets: readonly string[] }) {
        signedWith.push(secrets)
        return { kind: 'answered', status: 204, excerpt: '', durationMilliseconds: 1 } as const
      },
    }
    deps = { ...made, webhookSender }
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    signedWith.length = 0
  })

  const unwrap = <Value>(result: { ok: true; value: Value } | { ok: false }): Value => {
    if (!result.ok) throw new Error('refused')
    return result.value
  }
  const create = async (own: WebhookDependencies = deps) =>
    unwrap(await createEndpoint(own, caller, input))
  /** Sends a test message to an endpoint; resolves with its event's id. */
  const deliver = async (endpointId: string, own: WebhookDependencies = deps) => {
    const { event } = unwrap(await testEndpoint(own, caller, endpointId))
    const queue = { ...own, random: () => 0.5 }
    await runQueue(queue, deliveriesConsumer(queue), { limit: 100, concurrency: 1 })
    return event.id
  }
  const contents = async (): Promise<string> => {
    const items: unknown[] = []
    for await (const page of opened.store.scan()) items.push(...page)
    return JSON.stringify(items)
  }
  const storedSecrets = async (endpointId: string) =>
    unwrap(await getEndpoint(deps, caller, endpointId)).secrets.map(({ secret }) => secret)

  test('are nowhere in the store, and sign messages while both of a rotation are valid', async () => {
    const { endpoint, secret: first } = await create()
    const { secret: second } = unwrap(await rotateSecret(deps, caller, endpoint.id))
    const text = await contents()
    expect([text.includes(first), text.includes(second)]).toEqual([false, false])
    await deliver(endpoint.id)
    expect(signedWith).toEqual([[second, first]])
  })

  test('that an earlier version stored as they are sign the next message and are encrypted then', async () => {
    const { secretBox: _, ...earlier } = deps
    const { endpoint, secret } = await create(earlier)
    expect(await storedSecrets(endpoint.id)).toEqual([secret])
    await deliver(endpoint.id)
    expect(signedWith).toEqual([[secret]])
    expect(await contents()).not.toContain(secret)
    await deliver(endpoint.id)
    expect(signedWith).toEqual([[secret], [secret]])
    expect(unwrap(await getEndpoint(deps, caller, endpoint.id)).version).toBe(2)
  })

  test('that cannot be decrypted let a message wait, and never send it unsigned', async () => {
    const { endpoint } = await create()
    const other = createSecretBox(fixedVaultKeys([newVaultKey()]))
    const eventId = await deliver(endpoint.id, { ...deps, secretBox: other })
    expect(signedWith).toEqual([])
    const delivery = unwrap(await getDelivery(deps, caller, endpoint.id, eventId))
    expect(delivery.status).toBe('pending')
  })
})
