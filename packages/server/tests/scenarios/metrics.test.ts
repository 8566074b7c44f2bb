import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  act,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  SUNDAY,
} from '../support/fixtures.ts'
import { USUAL_ENGINE } from '../support/stores.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const TOKEN = 'metrics-token-of-the-test'
const DASHBOARD = new URL('../../../../docs/grafana-dashboard.json', import.meta.url)

let cluster: Cluster
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  cluster = await startCluster({
    engine: USUAL_ENGINE,
    servers: 1,
    env: { HOLDFAST_METRICS_TOKEN: TOKEN, HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' },
  })
  await cluster.setClock(SUNDAY)
})
afterAll(async () => {
  await cluster?.stop()
  await receiver.close()
})

const metrics = async (): Promise<string> => {
  const answer = await cluster.anybody.as({ authorization: `Bearer ${TOKEN}` }).get('/metrics')
  expectStatus(answer, 200)
  return answer.text
}

test('the metrics of a server show its bookings, refusals, emails, webhooks and queues', async () => {
  receiver.behave(500)
  const webhook = { url: receiver.url('/hook'), events: ['booking.confirmed'] }
  expectStatus(await cluster.api.post('/v1/webhook-endpoints', webhook), 201)
  const provider = await makeProvider(cluster.api, { email: 'ada@example.com' })
  const eventType = await makeEventType(cluster.api, provider.id)
  const booking = await hold(cluster.api, eventType.id, '2035-04-23T09:00:00Z')
  expectStatus(await act(cluster.api, booking, 'confirm'), 200)
  await hold(cluster.api, eventType.id, '2035-04-23T10:00:00Z')
  const taken = await cluster.api.post('/v1/bookings', {
    eventTypeId: eventType.id,
    start: '2035-04-23T09:00:00Z',
    booker: { name: 'Grace', email: 'grace@example.com' },
  })
  expect(taken.status).toBe(409)
  for (const line of [
    'holdfast_webhook_messages_total{outcome="rejected"} 1',
    'holdfast_task_attempts_total{consumer="deliveries",outcome="retried"} 1',
    'holdfast_mails_total{outcome="sent"} 2',
  ]) {
    await expect.poll(metrics).toContain(`${line}\n`)
  }
  const text = await metrics()
  expect(text).toContain('holdfast_problems_total{code="slot_taken"} 1\n')
  const [, store] =
    /^holdfast_build_info\{version="[^"]+",node="24[^"]*",store="([^"]+)"\} 1$/m.exec(text) ?? []
  expect(store).toBe(USUAL_ENGINE === 'dynamodb-local' ? 'dynamodb' : USUAL_ENGINE)
  expect(text).toMatch(/^holdfast_store_transactions_total\{outcome="committed"\} \d+$/m)
  expect(text).toMatch(/^holdfast_holds\{state="live"\} \d$/m)
  expect(text).toMatch(/^holdfast_queue_oldest_due_seconds\{queue="outbox"\} \d/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(/^process_cpu_seconds_total /m)
})

test('every metric in the Grafana dashboard exists', async () => {
  const dashboard = JSON.parse(await readFile(DASHBOARD, 'utf8'))
  const expressions: string[] = dashboard.panels.flatMap(
    (panel: { readonly targets: readonly { readonly expr: string }[] }) =>
      panel.targets.map(({ expr }) => expr),
  )
  const named = expressions.flatMap(
    (expr) => expr.match(/\b(?:holdfast|nodejs|process)_\w+/g) ?? [],
  )
  const text = await metrics()
  const types = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]))
  const missing = named.filter((name) => !types.has(name.replace(/_(?:count|bucket|sum)$/, '')))
  expect(named.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})
