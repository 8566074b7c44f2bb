import { randomUUID } from 'node:crypto'
import { contactsConsumer } from '../delivery/contacts/contacts.ts'
import { relayOutbox } from '../delivery/events/relay.ts'
import { mailsConsumer } from '../delivery/mails/mails.ts'
import { runSchedule, scheduleConsumer } from '../delivery/schedule/schedule.ts'
import { deliveriesConsumer, webhooksConsumer } from '../delivery/webhooks/deliver.ts'
import { calendarSyncConsumer } from '../external-calendars/calendar-sync/calendar-sync-consumer.ts'
import { refreshDueConnections } from '../external-calendars/connections/refresh.ts'
import type { ExternalCalendarsDependencies } from '../external-calendars/dependencies.ts'
import type { VendorAccess } from '../external-calendars/oauth/vendor-access.ts'
import { consumerQueue } from '../kernel/keys.ts'
import { createLease } from '../kernel/queue/lease.ts'
import { type Consumer, enqueueFor, runQueue } from '../kernel/queue/queue.ts'
import { createSlowAttempts } from '../kernel/queue/slow-attempts.ts'
import type { Config } from './config.ts'
import type { CrashPoints, WritingStep } from './crash-points.ts'
import type { Integrations } from './integrations.ts'
import { type ShardWorker, startShardWorker } from './shard-worker.ts'
import type { WorkNotice } from './work-notices.ts'

/** What the work on events is done with. */
export interface EventParts {
  readonly deps: ExternalCalendarsDependencies
  readonly integrations: Integrations
  readonly crashPoints: CrashPoints
  readonly vendorAccess: VendorAccess
}

/** The work on events of a process. */
export interface EventWorkers {
  readonly workers: readonly ShardWorker[]
  /** Called when this process has put work into a queue. */
  onWork(notice: WorkNotice): void
  /** Lets others do the work, once the workers have stopped and what they began has ended. */
  release(): Promise<void>
}

const RELAY_LIMIT = 50
const QUEUE_LIMIT = 25
const QUEUE_CONCURRENCY = 8
// A receiver that takes longer than this to answer holds up the messages to others no longer.
const PATIENCE_MILLISECONDS = 3_000
const SLOW_DELIVERIES = 256
const SLOW_DELIVERIES_EACH = 16
// Other servers put events into the outbox, and no one tells of them.
const OUTBOX_POLL_MILLISECONDS = 1_000
// Into the other queues, other servers put only what was redriven, and what this one has taken over.
const QUEUE_POLL_MILLISECONDS = 5_000
const DUE_POLL_MILLISECONDS = 2_000
const CONNECTIONS_POLL_MILLISECONDS = 5_000
// A server that dies leaves its share of the work to another one after this long.
const LEASE_MILLISECONDS = 6_000

/** Starts the relay, a loop for each consumer so that none holds up another, and the schedule. */
export function startEvents(
  config: Config,
  { deps: plain, integrations, crashPoints, vendorAccess }: EventParts,
  onError: (work: string) => (error: unknown) => void,
): EventWorkers {
  const { mailer, webhookSender, publications } = integrations
  const deps = { ...plain, mailer, webhookSender, publicUrl: config.publicUrl, random: Math.random }
  const at = (step: WritingStep) => ({ ...deps, store: crashPoints.store(step, deps.store) })
  const lease = createLease(deps, {
    name: 'events',
    owner: randomUUID(),
    machineEpochMilliseconds: Date.now,
    durationMilliseconds: config.leaseMilliseconds ?? LEASE_MILLISECONDS,
  })
  // Without a vendor there is no calendar to write into, and events need no queue for it.
  const knowsVendors = Object.keys(plain.vendors ?? {}).length > 0
  const consumers: readonly Consumer[] = [
    mailsConsumer(at('mails.write')),
    webhooksConsumer(at('webhooks.write')),
    deliveriesConsumer(at('deliveries.write')),
    contactsConsumer(at('contacts.write')),
    scheduleConsumer(at('schedule.write')),
    ...(knowsVendors ? [calendarSyncConsumer({ ...at('mirrors.write'), vendorAccess })] : []),
  ]
  const start = (
    work: string,
    pollMilliseconds: number,
    run: (shards: readonly number[]) => Promise<boolean>,
  ): ShardWorker =>
    startShardWorker({
      run,
      lease,
      nowEpochMilliseconds: () => deps.clock.nowEpochMilliseconds(),
      pollMilliseconds,
      onError: onError(work),
    })
  const bus = { enqueue: enqueueFor(deps, consumers), onPublished: publications.published }
  const relaying = at('relay.write')
  const relay = start('relay', OUTBOX_POLL_MILLISECONDS, async (shards) => {
    const { errors, more } = await relayOutbox(relaying, bus, RELAY_LIMIT, shards)
    for (const [eventId, error] of errors) onError('relay')(new Error(`${eventId}: ${error}`))
    return more
  })
  const doing = at('due.write')
  const schedule = start(
    'schedule',
    DUE_POLL_MILLISECONDS,
    async (shards) => (await runSchedule(doing, QUEUE_LIMIT, shards)).more,
  )
  const connections = start('connections', CONNECTIONS_POLL_MILLISECONDS, async (shards) => {
    const { errors, more } = await refreshDueConnections(doing, QUEUE_LIMIT, shards)
    for (const error of errors) onError('connections')(error)
    return more
  })
  // Only messages to webhooks go to many receivers, of which one may be slow and the others not.
  const slow = createSlowAttempts({
    softTimeoutMilliseconds: PATIENCE_MILLISECONDS,
    most: SLOW_DELIVERIES,
    mostPerSubject: SLOW_DELIVERIES_EACH,
    onError: onError('deliveries'),
  })
  const queues = consumers.map((consumer): readonly [string, ShardWorker] => {
    const acknowledging = at(`${consumer.name}.ack`)
    const size = {
      limit: QUEUE_LIMIT,
      concurrency: QUEUE_CONCURRENCY,
      ...(consumer.name === 'deliveries' && { slow }),
    }
    const worker = start(
      consumer.name,
      QUEUE_POLL_MILLISECONDS,
      async (shards) => (await runQueue(acknowledging, consumer, { ...size, shards })).more,
    )
    return [consumerQueue(consumer.name), worker]
  })
  const byQueue = new Map([
    ['OUTBOX', relay],
    ['DUE', schedule],
    ['CONNECTIONDUE', connections],
    ...queues,
  ])
  return {
    workers: [...byQueue.values()],
    onWork: ({ queue, shard, dueEpochMilliseconds }) =>
      byQueue.get(queue)?.wakeFor(shard, dueEpochMilliseconds),
    async release() {
      await slow.ended()
      await lease.release()
    },
  }
}
