import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Mailer } from '../delivery/ports/mailer.ts'
import type { WebhookOutcome, WebhookSender } from '../delivery/ports/webhook-sender.ts'
import { storeWith } from '../kernel/items/store-with.ts'
import type { Store } from '../kernel/ports/store.ts'
import type { QueueDependencies } from '../kernel/queue/queue.ts'
import { CONSUMER_NAMES } from '../kernel/queue/task.ts'

/** The metrics of a server process, and wrappers that count what passes through ports. */
export interface ServerMetrics {
  readonly registry: Registry
  /** Counts transactions by outcome. */
  store(store: Store): Store
  /** Counts emails by outcome. */
  mailer(mailer: Mailer): Mailer
  /** Counts webhook messages by outcome. */
  webhookSender(sender: WebhookSender): WebhookSender
  /** Counts the attempts of tasks by consumer and outcome. */
  readonly onTaskOutcome: NonNullable<QueueDependencies['onTaskOutcome']>
  /** Counts templates of messages that failed, so that the built-in text was sent. */
  onBrokenTemplate(): void
  /** Counts reminders that were not sent because their bookings had begun. */
  onMissedReminder(): void
  /** Counts requests that the store repeats. */
  onStoreRetry(): void
}

/**
 * A registry that measures process and event loop from the first time that somebody reads it. The delay of the event
 * loop takes 100 samples a second, which nobody should pay for who never reads them.
 */
class ProcessRegistry extends Registry {
  #isMeasuring = false

  override metrics(): Promise<string> {
    this.#measure()
    return super.metrics()
  }

  override getMetricsAsJSON(): ReturnType<Registry['getMetricsAsJSON']> {
    this.#measure()
    return super.getMetricsAsJSON()
  }

  #measure(): void {
    if (this.#isMeasuring) return
    this.#isMeasuring = true
    collectDefaultMetrics({ register: this })
    // Gauges with the ending of counters. Each is the sum of the gauge without it.
    for (const kind of ['resources', 'handles', 'requests'])
      this.removeSingleMetric(`nodejs_active_${kind}_total`)
  }
}

/** Creates the metrics of a server: of the process, of Node and its event loop, and of Holdfast. */
export function createServerMetrics(version: string, storeEngine: string): ServerMetrics {
  const registry = new ProcessRegistry()
  const registers = [registry]
  new Gauge({
    name: 'holdfast_build_info',
    help: 'Always 1. The labels name the versions.',
    labelNames: ['version', 'node', 'store'] as const,
    registers,
  }).set({ version, node: process.versions.node, store: storeEngine }, 1)
  /** A counter with the values of each of its labels. */
  const counter = <Label extends string>(
    name: string,
    help: string,
    labels: Readonly<Record<Label, readonly string[]>>,
  ) => {
    // The cast: the keys of a record are its labels.
    const labelNames = Object.keys(labels) as Label[]
    return startedAtZero(new Counter({ name, help, labelNames, registers }), labels)
  }
  const transactions = counter(
    'holdfast_store_transactions_total',
    'Transactions by outcome. After a conflict, the request decides again or is refused.',
    { outcome: ['committed', 'conflict', 'failed'] },
  )
  const retries = counter(
    'holdfast_store_retries_total',
    'Requests to DynamoDB that were repeated: throttled, in conflict or unanswered; decisions that were made again.',
    {},
  )
  const mails = counter('holdfast_mails_total', 'Emails by outcome.', {
    outcome: ['sent', 'refused', 'failed'],
  })
  const brokenTemplates = counter(
    'holdfast_broken_message_templates_total',
    'Templates of messages that failed, so that the built-in text was sent.',
    {},
  )
  const missedReminders = counter(
    'holdfast_reminders_missed_total',
    'Reminders that were not sent because their bookings had begun.',
    {},
  )
  const webhooks = counter('holdfast_webhook_messages_total', 'Webhook messages by outcome.', {
    outcome: ['delivered', 'rejected', 'failed'],
  })
  const tasks = counter(
    'holdfast_task_attempts_total',
    'Attempts of tasks by outcome. Dead tasks are dead letters.',
    { consumer: CONSUMER_NAMES, outcome: ['done', 'retried', 'dead'] },
  )
  return {
    registry,
    store: (store) =>
      storeWith(store, {
        async transact(writes, token, options) {
          try {
            const outcome = await store.transact(writes, token, options)
            transactions.inc({ outcome: outcome.committed ? 'committed' : 'conflict' })
            return outcome
          } catch (error) {
            transactions.inc({ outcome: 'failed' })
            throw error
          }
        },
      }),
    mailer: (mailer) => ({
      ...mailer,
      async send(mail, accountId) {
        try {
          const outcome = await mailer.send(mail, accountId)
          mails.inc({ outcome: outcome.kind })
          return outcome
        } catch (error) {
          mails.inc({ outcome: 'failed' })
          throw error
        }
      },
    }),
    webhookSender: (sender) => ({
      ...sender,
      async send(message) {
        const outcome = await sender.send(message)
        webhooks.inc({ outcome: webhookOutcome(outcome) })
        return outcome
      },
    }),
    onTaskOutcome: (consumer, outcome) => tasks.inc({ consumer, outcome }),
    onBrokenTemplate: () => brokenTemplates.inc(),
    onMissedReminder: () => missedReminders.inc(),
    onStoreRetry: () => retries.inc(),
  }
}

/**
 * Shows a counter from the start on with each of its labels. Otherwise its first value would be 1, and Prometheus sees no
 * increase in the first value of a series: the first dead letter would raise no alert.
 */
function startedAtZero<Label extends string>(
  counter: Counter<Label>,
  labels: Readonly<Record<Label, readonly string[]>>,
): Counter<Label> {
  const names = Object.keys(labels) as Label[]
  const combinations = names.reduce<Partial<Record<Label, string>>[]>(
    (known, name) =>
      known.flatMap((each) => labels[name].map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
  for (const each of combinations) counter.inc(each, 0)
  return counter
}

/** `delivered` if the receiver accepted the message, `rejected` if not, `failed` without an answer. */
function webhookOutcome(outcome: WebhookOutcome): 'delivered' | 'rejected' | 'failed' {
  if (outcome.kind === 'failed') return 'failed'
  return outcome.status >= 200 && outcome.status < 300 ? 'delivered' : 'rejected'
}
