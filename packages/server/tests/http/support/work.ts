import { contactsConsumer } from '../../../src/delivery/contacts/contacts.ts'
import type { Bus } from '../../../src/delivery/events/publish.ts'
import { relayOutbox } from '../../../src/delivery/events/relay.ts'
import { mailsConsumer } from '../../../src/delivery/mails/mails.ts'
import type { Mailer } from '../../../src/delivery/ports/mailer.ts'
import { deliveriesConsumer, webhooksConsumer } from '../../../src/delivery/webhooks/deliver.ts'
import type { WebhookDependencies } from '../../../src/delivery/webhooks/endpoints.ts'
import type { Dependencies } from '../../../src/kernel/dependencies.ts'
import { type Consumer, enqueueFor, runQueue } from '../../../src/kernel/queue/queue.ts'
import type { TestApp } from './app.ts'

const LIMIT = 100

/** A consumer of all events of bookings that gives each of them up: a mail server that takes nothing. */
const givesUp: Consumer = {
  name: 'mails',
  wants: ({ type }) => type.startsWith('booking.'),
  handle: async () => ({ kind: 'dead', error: 'no such mailbox' }),
}

/** Publishes what is in the outbox. */
export const publish = (deps: Dependencies, bus: Bus = {}) => relayOutbox(deps, bus, LIMIT)

/**
 * Does the background work once, as far as there is any: publishes, links contacts, and gives up
 * every mail, which leaves a dead letter for each.
 */
export async function workOnce(plain: Dependencies): Promise<void> {
  const deps = { ...plain, random: () => 0.5 }
  const consumers = [contactsConsumer(deps), givesUp]
  await publish(deps, { enqueue: enqueueFor(deps, consumers) })
  for (const consumer of consumers) {
    await runQueue(deps, consumer, { limit: LIMIT, concurrency: 1 })
  }
}

/** Publishes, and sends the emails of what has happened. */
export async function mailOnce(plain: TestApp['deps'], mailer: Mailer): Promise<void> {
  const deps = { ...plain, mailer, random: () => 0.5 }
  const mails = mailsConsumer(deps)
  await publish(deps, { enqueue: enqueueFor(deps, [mails]) })
  await runQueue(deps, mails, { limit: LIMIT, concurrency: 1 })
}

/** Publishes, and sends what is due to the webhook endpoints. */
export async function deliverOnce(plain: WebhookDependencies): Promise<void> {
  const deps = { ...plain, random: () => 0.5 }
  const consumers = [webhooksConsumer(deps), deliveriesConsumer(deps)]
  await publish(deps, { enqueue: enqueueFor(deps, consumers) })
  for (const consumer of consumers) {
    await runQueue(deps, consumer, { limit: LIMIT, concurrency: 1 })
  }
}
