import { expect, test } from 'vitest'
import type { Mail, MailOutcome } from '../delivery/ports/mailer.ts'
import type { WebhookMessage, WebhookOutcome } from '../delivery/ports/webhook-sender.ts'
import type { Store, TransactOutcome } from '../kernel/ports/store.ts'
import { createServerMetrics } from './metrics.ts'

const mail: Mail = {
  id: 'evn_1.booker',
  fromName: 'Ada',
  to: { name: 'Grace', address: 'grace@example.com' },
  subject: 'Confirmed',
  text: '',
  html: '',
}
const message: WebhookMessage = { url: 'https://example.com', id: 'evn_1', body: '', secrets: [] }

/** Answers with each of the given outcomes in turn; an error is thrown. */
function inTurn<Value>(outcomes: readonly (Value | Error)[]): () => Promise<Value> {
  const rest = outcomes.values()
  return async () => {
    const next = rest.next().value
    if (next === undefined || next instanceof Error) throw next ?? new Error('no outcome left')
    return next
  }
}

test('the metrics name the build, and cover the process and the event loop', async () => {
  const text = await createServerMetrics('1.2.3', 'sqlite').registry.metrics()
  expect(text).toContain(
    `holdfast_build_info{version="1.2.3",node="${process.versions.node}",store="sqlite"} 1\n`,
  )
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
})

test('emails, webhook messages, transactions, tasks and retries are counted by outcome', async () => {
  const metrics = createServerMetrics('1.2.3', 'dynamodb')
  const send = inTurn<MailOutcome>([
    { kind: 'sent' },
    { kind: 'refused', reason: 'no mailbox' },
    new Error('unreachable'),
  ])
  const mailer = metrics.mailer({ fromAddress: 'a@example.com', send, close: async () => {} })
  await mailer.send(mail, 'acc_1')
  await mailer.send(mail, 'acc_1')
  await expect(mailer.send(mail, 'acc_1')).rejects.toThrow('unreachable')
  const answered = { kind: 'answered', excerpt: '', durationMilliseconds: 1 } as const
  const sender = metrics.webhookSender({
    newSecret: () => 'whsec_',
    checkUrl: () => ({ ok: true, value: undefined }),
    send: inTurn<WebhookOutcome>([
      { ...answered, status: 204 },
      { ...answered, status: 500 },
      { kind: 'failed', error: 'timeout', durationMilliseconds: 1 },
    ]),
  })
  for (let sent = 0; sent < 3; sent += 1) await sender.send(message)
  const transact = inTurn<TransactOutcome>([
    { committed: true },
    { committed: false, failed: [] },
    new Error('throttled'),
  ])
  // The cast: only this method is called.
  const store = metrics.store({ transact } as Partial<Store> as Store)
  await store.transact([], 'one')
  await store.transact([], 'two')
  await expect(store.transact([], 'three')).rejects.toThrow('throttled')
  metrics.onTaskOutcome('mails', 'dead')
  metrics.onStoreRetry()
  metrics.onBrokenTemplate()

  const text = await metrics.registry.metrics()
  for (const line of [
    'holdfast_mails_total{outcome="sent"} 1',
    'holdfast_mails_total{outcome="refused"} 1',
    'holdfast_mails_total{outcome="failed"} 1',
    'holdfast_broken_message_templates_total 1',
    'holdfast_webhook_messages_total{outcome="delivered"} 1',
    'holdfast_webhook_messages_total{outcome="rejected"} 1',
    'holdfast_webhook_messages_total{outcome="failed"} 1',
    'holdfast_store_transactions_total{outcome="committed"} 1',
    'holdfast_store_transactions_total{outcome="conflict"} 1',
    'holdfast_store_transactions_total{outcome="failed"} 1',
    'holdfast_task_attempts_total{consumer="mails",outcome="dead"} 1',
    'holdfast_store_retries_total 1',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
})
