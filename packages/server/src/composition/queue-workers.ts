import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createTemplateEngine } from '../adapters/liquid/template-engine.ts'
import type { Telemetry } from '../adapters/telemetry/telemetry.ts'
import type { BookingDependencies } from '../booking/dependencies.ts'
import type { BrokenTemplate } from '../delivery/mails/custom-text.ts'
import type { SuppressedMail } from '../delivery/mails/send-mails.ts'
import type { MissedReminder } from '../delivery/schedule/run-schedule.ts'
import type { ExternalCalendarsDependencies } from '../external-calendars/dependencies.ts'
import type { VendorAccess } from '../external-calendars/oauth/vendor-access.ts'
import { prepareFor } from '../kernel/queue/first-attempts.ts'
import { createLease } from '../kernel/queue/lease.ts'
import { type Consumer, enqueueFor } from '../kernel/queue/queue.ts'
import type { PaymentTaskDependencies } from '../payments/payment/payment-dependencies.ts'
import { type QueueWork, queueWork } from './background-work.ts'
import type { ClockGuard } from './clock-guard.ts'
import type { Config } from './config.ts'
import { createConsumers } from './consumers.ts'
import type { CrashPoints, WritingStep } from './crash-points.ts'
import { DELIVERIES_QUEUE, startDeliveryWorker } from './delivery-worker.ts'
import type { Integrations } from './integrations.ts'
import type { ServerMetrics } from './metrics.ts'
import { openSms } from './open-sms.ts'
import { type MailerReports, reportingMailer } from './reporting-mailer.ts'
import { startShardWorker } from './shard-worker.ts'
import type { QueueWakeUp } from './wake-ups.ts'
import type { Worker } from './worker.ts'

/** The parts of a server that the work on queues needs. */
export interface QueueWorkParts {
  readonly deps: BookingDependencies & ExternalCalendarsDependencies & PaymentTaskDependencies
  readonly integrations: Integrations
  readonly crashPoints: CrashPoints
  readonly vendorAccess: VendorAccess
  /** Counts what passes through the queues. */
  readonly metrics: Pick<
    ServerMetrics,
    'mailer' | 'webhookSender' | 'onTaskOutcome' | 'onBrokenTemplate' | 'onMissedReminder'
  >
  readonly clockGuard: ClockGuard
  readonly logger: Logger
  /** Traces the attempts of tasks. Absent: they are not traced. */
  readonly telemetry?: Pick<Telemetry, 'consumers'>
}

/** The workers on the queues of a process. */
export interface QueueWorkers {
  readonly workers: readonly Worker[]
  /** Wakes the workers for work that this process, or another one, has committed. */
  wake(wakeUps: readonly QueueWakeUp[]): void
  /** Releases the lease, once the workers have stopped and slow deliveries have ended. */
  release(): Promise<void>
}

/** If a server dies, another one takes over its work after this long. */
export const LEASE_MILLISECONDS = 6_000

/** Logs emails that a limit suppressed. */
export const logSuppressed =
  (logger: Logger) =>
  (mail: SuppressedMail): void =>
    logger.warn({ work: 'mails', ...mail }, 'email suppressed by a limit')

const mailerReports = (logger: Logger): MailerReports => ({
  onFailing: (words) =>
    logger.error({ work: 'mails', words }, 'the mail server takes no emails: they wait'),
  onWorking: () => logger.warn({ work: 'mails' }, 'the mail server takes emails again'),
})

/** Logs templates of messages that failed; the built-in text was sent. */
export const logBrokenTemplate =
  (logger: Logger) =>
  (template: BrokenTemplate): void =>
    logger.warn({ work: 'mails', ...template }, 'message template failed')

/** The message in the log about a reminder that came too late. */
export const MISSED = 'reminder missed'

/** Logs reminders that were not sent because their bookings had begun. */
export const logMissedReminder =
  (logger: Logger) =>
  (missed: MissedReminder): void =>
    logger.warn({ work: 'schedule', ...missed }, MISSED)

// Only deliveries go to many receivers, of which one may be slow.
const isDeliveries = ({ name }: Consumer): boolean => name === 'deliveries'

/** Starts a worker for each queue, so that a stuck consumer does not block the others. */
export function startQueueWorkers(
  config: Config,
  {
    deps: base,
    integrations,
    crashPoints,
    vendorAccess,
    metrics,
    clockGuard,
    logger,
    telemetry,
  }: QueueWorkParts,
  onError: (work: string, error: unknown) => void,
): QueueWorkers {
  const { publications } = integrations
  const deps = {
    ...base,
    mailer: metrics.mailer(reportingMailer(integrations.mailer, mailerReports(logger))),
    webhookSender: metrics.webhookSender(integrations.webhookSender),
    onTaskOutcome: metrics.onTaskOutcome,
    onMissedReminder(missed: MissedReminder) {
      metrics.onMissedReminder()
      logMissedReminder(logger)(missed)
    },
    publicUrl: config.publicUrl,
    random: Math.random,
  }
  const depsOf = (step: WritingStep) => ({ ...deps, store: crashPoints.store(step, deps.store) })
  const lease = createLease(deps, {
    name: 'events',
    owner: randomUUID(),
    machineEpochMilliseconds: Date.now,
    durationMilliseconds: config.leaseMilliseconds ?? LEASE_MILLISECONDS,
  })
  const created = createConsumers({
    mails:
      config.sendsMails === false
        ? undefined
        : {
            ...depsOf('mails.write'),
            templateEngine: createTemplateEngine(),
            sms: openSms(config, integrations.outbound, logger),
            ...(config.publicCaps && { publicCaps: config.publicCaps }),
            onSuppressed: logSuppressed(logger),
            onBrokenTemplate: (template) => {
              metrics.onBrokenTemplate()
              logBrokenTemplate(logger)(template)
            },
          },
    webhooks: depsOf('webhooks.write'),
    deliveries: depsOf('deliveries.write'),
    contacts: depsOf('contacts.write'),
    schedule: depsOf('schedule.write'),
    mirrors: { ...depsOf('mirrors.write'), vendorAccess },
  })
  const consumers = telemetry?.consumers(created) ?? created
  const bus = {
    enqueue: enqueueFor(deps, consumers),
    prepare: prepareFor(deps, consumers),
    onPublished: publications.published,
  }
  const sharesCommits = config.store !== 'dynamodb'
  const works = queueWork({
    depsOf,
    bus,
    consumers: consumers.filter((consumer) => !isDeliveries(consumer)),
    sharesCommits,
    keepsMails: integrations.mailbox !== undefined,
    onError,
  })
  // It completes bookings, and reminds of them once.
  const judged = (work: QueueWork) => (work.name === 'schedule' ? clockGuard.hold(work) : work)
  const byQueue = new Map(
    works.map(judged).map(({ name, queue, pollMilliseconds, run }) => {
      const worker = startShardWorker({
        run,
        lease,
        nowEpochMilliseconds: () => deps.clock.nowEpochMilliseconds(),
        pollMilliseconds,
        onError: (error) => onError(name, error),
      })
      return [queue, worker] as const
    }),
  )
  const [delivery] = consumers.filter(isDeliveries).map((consumer) =>
    startDeliveryWorker({
      deps: depsOf('deliveries.ack'),
      consumer,
      lease,
      sharesCommits,
      onError: (error) => onError('deliveries', error),
    }),
  )
  return {
    workers: [...byQueue.values(), ...(delivery ? [delivery] : [])],
    wake(wakeUps) {
      for (const wakeUp of wakeUps) {
        if (wakeUp.queue === DELIVERIES_QUEUE) delivery?.wakeFor(wakeUp)
        else byQueue.get(wakeUp.queue)?.wakeFor(wakeUp.shard, wakeUp.dueEpochMilliseconds)
      }
    },
    async release() {
      await delivery?.ended()
      await lease.release()
    },
  }
}
