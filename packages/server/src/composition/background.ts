import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createMailbox, type Mailbox } from '../adapters/mail/mailbox.ts'
import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { createOutboundHttp } from '../adapters/outbound/outbound-http.ts'
import { createWebhookSender } from '../adapters/webhooks/sender.ts'
import { expireDue } from '../application/bookings/expire-due.ts'
import { removeCalendars } from '../application/calendars/calendars.ts'
import { contactsConsumer } from '../application/contacts/contacts.ts'
import { type Dependencies, epochSeconds } from '../application/dependencies.ts'
import type { Conflict } from '../application/events/conflict.ts'
import { createPublications, type Publications } from '../application/events/publications.ts'
import { relayOutbox } from '../application/events/relay.ts'
import { createConflictReporter } from '../application/events/report-conflicts.ts'
import { mailsConsumer } from '../application/mails/mails.ts'
import type { Mailer } from '../application/ports/mailer.ts'
import type { OutboundHttp } from '../application/ports/outbound-http.ts'
import type { WebhookSender } from '../application/ports/webhook-sender.ts'
import { createLease, type Lease } from '../application/queue/lease.ts'
import {
  type Consumer,
  enqueueFor,
  type QueueDependencies,
  runQueue,
} from '../application/queue/queue.ts'
import { runSchedule, scheduleConsumer } from '../application/schedule/schedule.ts'
import { deliveriesConsumer, webhooksConsumer } from '../application/webhooks/deliver.ts'
import type { Config } from './config.ts'
import type { CrashPoints, WritingStep } from './crash-points.ts'
import type { OpenedStore } from './open-store.ts'
import { startWorker, type Worker } from './worker.ts'

/** What reaches out of the server, beside its store. */
export interface Outside {
  readonly mailer: Mailer
  /** Set where mails are kept instead of sent. */
  readonly mailbox: Mailbox | undefined
  readonly outbound: OutboundHttp
  readonly webhookSender: WebhookSender
  /** Rings where this process has published events. */
  readonly publications: Publications
}

/** Opens what reaches out of the server. */
export function openOutside(config: Config, version: string, crashPoints: CrashPoints): Outside {
  const options = { fromAddress: config.mailFrom }
  const mailbox =
    config.smtpUrl === undefined ? createMailbox(join(config.dataDir, 'mails'), options) : undefined
  const mailer =
    mailbox ??
    createSmtpMailer(config.smtpUrl as string, {
      ...options,
      timeoutMilliseconds: milliseconds(config.smtpTimeoutSeconds),
    })
  const outbound = createOutboundHttp({ allowPrivateNetwork: config.allowPrivateNetwork })
  const webhookSender = createWebhookSender({
    outbound,
    userAgent: `Holdfast/${version}`,
    timeoutMilliseconds: milliseconds(config.webhookTimeoutSeconds),
  })
  return {
    mailer: crashPoints.mailer(mailer),
    mailbox,
    outbound,
    webhookSender: crashPoints.webhookSender(webhookSender),
    publications: createPublications(),
  }
}

const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000

/** The work that goes on without a request. */
export interface Background {
  /** Called when a commit has put an event into the outbox. */
  onCommit(): void
  /** Called when a booking was refused because its time is taken. */
  onConflict(conflict: Conflict): void
  /** Called when the time was moved: everything looks for what is due now. */
  onClockMoved(): void
  stop(): Promise<void>
}

const POLL_MILLISECONDS = 1_000
const SWEEP_MILLISECONDS = 500
const SWEEP_LIMIT = 100
const RELAY_LIMIT = 50
const REMOVAL_LIMIT = 10
const QUEUE_LIMIT = 25
const QUEUE_CONCURRENCY = 8
const GARBAGE_MILLISECONDS = 60_000
const GARBAGE_LIMIT = 500
// A server that dies leaves its share of the work to another one after this long.
const LEASE_MILLISECONDS = 6_000

/** What the background work is done with. */
export interface BackgroundParts {
  readonly deps: Dependencies
  readonly outside: Outside
  readonly opened: Pick<OpenedStore, 'removeExpired'>
  readonly crashPoints: CrashPoints
  readonly logger: Logger
}

/** Starts the background work of a server that the settings allow. */
export function startBackground(config: Config, parts: BackgroundParts): Background {
  const { crashPoints, logger } = parts
  const { removeExpired } = parts.opened
  const onError = (work: string) => (error: unknown) =>
    logger.error({ err: error, work }, 'background work failed')
  const deps = { ...parts.deps, store: crashPoints.store('sweep.write', parts.deps.store) }
  const sweeping = config.sweeper
    ? [sweeper(deps, logger, onError('sweep')), calendarRemover(deps, onError('calendars'))]
    : []
  const garbage =
    removeExpired && config.sweeper
      ? [garbageCollector(deps, removeExpired, onError('garbage'))]
      : []
  const events = config.relay ? startEvents(config, parts, onError) : undefined
  const conflicts = createConflictReporter(deps, onError('conflicts'))
  const conflictsDue = startWorker({
    tick: async () => {
      await conflicts.publishDue()
      return again(false)
    },
    intervalMilliseconds: POLL_MILLISECONDS,
    onError: onError('conflicts'),
  })
  const all = [...sweeping, ...garbage, conflictsDue, ...(events?.workers ?? [])]
  return {
    onCommit: () => events?.relay.wake(),
    onConflict: conflicts.note,
    onClockMoved() {
      for (const worker of all) worker.wake()
    },
    async stop() {
      await Promise.all(all.map((worker) => worker.stop()))
      await conflicts.close()
      await events?.lease.release()
    },
  }
}

/** When a worker looks again: at once where more is waiting, else at its interval. */
const again = (more: boolean): number => (more ? 0 : Number.POSITIVE_INFINITY)

type OnError = (work: string) => (error: unknown) => void

function sweeper(deps: Dependencies, logger: Logger, onError: (error: unknown) => void): Worker {
  return startWorker({
    tick: async () => {
      const report = await expireDue(deps, SWEEP_LIMIT)
      if (report.expired > 0) logger.info(report, 'expired holds')
      return again(report.more)
    },
    intervalMilliseconds: SWEEP_MILLISECONDS,
    onError,
  })
}

/** Removes what is in calendars that were deleted, a piece of each at a time. */
function calendarRemover(deps: Dependencies, onError: (error: unknown) => void): Worker {
  return startWorker({
    tick: async () => again((await removeCalendars(deps, REMOVAL_LIMIT)).more),
    intervalMilliseconds: POLL_MILLISECONDS,
    onError,
  })
}

/**
 * Removes what has outlived its `ttl`, but first sweeps to the end: a trigger is garbage a day after
 * its time, and after a longer stop of the server the bookings of such triggers are still pending.
 */
function garbageCollector(
  deps: Dependencies,
  removeExpired: NonNullable<OpenedStore['removeExpired']>,
  onError: (error: unknown) => void,
): Worker {
  return startWorker({
    tick: async () => {
      const now = epochSeconds(deps.clock)
      if ((await expireDue(deps, SWEEP_LIMIT)).more) return again(true)
      return again((await removeExpired(now, GARBAGE_LIMIT)) === GARBAGE_LIMIT)
    },
    intervalMilliseconds: GARBAGE_MILLISECONDS,
    onError,
  })
}

interface Events {
  readonly relay: Worker
  readonly workers: readonly Worker[]
  readonly lease: Lease
}

/** The relay, a loop for each consumer so that none holds up another, and the schedule. */
function startEvents(
  config: Config,
  { deps: plain, outside: { mailer, webhookSender, publications }, crashPoints }: BackgroundParts,
  onError: OnError,
): Events {
  const deps = { ...plain, mailer, webhookSender, publicUrl: config.publicUrl, random: Math.random }
  const at = (step: WritingStep) => ({
    ...deps,
    store: crashPoints.store(step, deps.store),
  })
  const lease = createLease(deps, {
    name: 'events',
    owner: randomUUID(),
    machineEpochMilliseconds: Date.now,
    durationMilliseconds: config.leaseMilliseconds ?? LEASE_MILLISECONDS,
  })
  const consumers: readonly Consumer[] = [
    mailsConsumer(at('mails.write')),
    webhooksConsumer(at('webhooks.write')),
    deliveriesConsumer(at('deliveries.write')),
    contactsConsumer(at('contacts.write')),
    scheduleConsumer(at('schedule.write')),
  ]
  const leased = (work: string, tick: () => Promise<boolean>): Worker =>
    startWorker({
      tick: async () =>
        (await lease.take()) ? again(await tick()) : Math.max(1, lease.freeInMilliseconds()),
      intervalMilliseconds: POLL_MILLISECONDS,
      onError: onError(work),
    })
  const queues = new Map(
    consumers.map((consumer) => {
      const acknowledging = at(`${consumer.name}.ack`)
      return [consumer.name, leased(consumer.name, () => runConsumer(acknowledging, consumer))]
    }),
  )
  // What the webhooks consumer hands on is due at once at the deliveries.
  const runConsumer = async (of: QueueDependencies, consumer: Consumer): Promise<boolean> => {
    const options = { limit: QUEUE_LIMIT, concurrency: QUEUE_CONCURRENCY }
    const report = await runQueue(of, consumer, options)
    if (consumer.name === 'webhooks' && report.done > 0) queues.get('deliveries')?.wake()
    return report.more
  }
  const relaying = at('relay.write')
  const relay = leased('relay', async () => {
    const bus = { enqueue: enqueueFor(deps, consumers), onPublished: publications.published }
    const { published, errors, more } = await relayOutbox(relaying, bus, RELAY_LIMIT)
    for (const [eventId, error] of errors) onError('relay')(new Error(`${eventId}: ${error}`))
    if (published > 0) for (const queue of queues.values()) queue.wake()
    return more
  })
  const doing = at('due.write')
  const schedule = leased('schedule', async () => {
    const { more, reminded } = await runSchedule(doing, QUEUE_LIMIT)
    if (reminded > 0) queues.get('mails')?.wake()
    return more
  })
  return { relay, workers: [relay, schedule, ...queues.values()], lease }
}
