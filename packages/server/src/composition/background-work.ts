import type { Logger } from 'pino'
import { finishBlock } from '../booking/blocks/grow-block.ts'
import { expireDue, type SweepReport } from '../booking/bookings/expire-due.ts'
import type { BookingDependencies } from '../booking/dependencies.ts'
import { indexGuests } from '../booking/guests/guest-index.ts'
import { runDueLines } from '../booking/waiting/run-due-waitlists.ts'
import type { Bus } from '../delivery/events/publish.ts'
import { relayOutbox } from '../delivery/events/relay.ts'
import { resolveBookings } from '../delivery/schedule/resolution.ts'
import { runSchedule, type ScheduleDependencies } from '../delivery/schedule/run-schedule.ts'
import { refreshDueConnections } from '../external-calendars/connections/refresh.ts'
import type { ExternalCalendarsDependencies } from '../external-calendars/dependencies.ts'
import type { Dependencies } from '../kernel/dependencies.ts'
import { consumerQueue } from '../kernel/keys.ts'
import type { DueReport } from '../kernel/queue/due-work.ts'
import type { Lease } from '../kernel/queue/lease.ts'
import { type Consumer, type QueueDependencies, runQueue } from '../kernel/queue/queue.ts'
import type { ConsumerName } from '../kernel/queue/task.ts'
import type { AccountRemovalDependencies } from '../ops/accounts/release-item.ts'
import { hasDueRemovals, removeAccounts } from '../ops/accounts/remove-accounts.ts'
import type { ErasureDependencies } from '../ops/privacy/erasure-work.ts'
import { runRetention } from '../ops/privacy/retention.ts'
import { runErasures } from '../ops/privacy/run-erasures.ts'
import { runDuePayments } from '../payments/payment/due-payments.ts'
import type { PaymentTaskDependencies } from '../payments/payment/payment-dependencies.ts'
import { removeCalendars } from '../stays/calendars/remove-calendars.ts'
import type { WritingStep } from './crash-points.ts'

/** How many items one run processes at most: per shard, except for deleted calendars. */
export const RUN_LIMITS = {
  lapsedHolds: 100,
  deletedCalendars: 10,
  deletedAccounts: 10,
  erasures: 10,
  retention: 10,
  resolvedBookings: 100,
  outboxEvents: 50,
  scheduledActions: 25,
  connections: 25,
  payments: 25,
  dueLines: 25,
  tasks: 25,
  localTasks: 100,
  deliveries: 100,
} as const

/** How many tasks of a consumer run at once that calls other systems. */
const TASKS_AT_ONCE = 8
/** How many tasks of a consumer run at once that calls none. They share commits. */
const LOCAL_TASKS_AT_ONCE = 64

/** The consumers that need only the store. */
const STORE_CONSUMERS: ReadonlySet<ConsumerName> = new Set(['webhooks', 'contacts', 'schedule'])

type Log = Pick<Logger, 'info'>

/** A kind of background work. */
export interface BackgroundWork {
  /** Its name in logs. */
  readonly name: string
  /** How often a server looks for work that causes no wake-up. */
  readonly pollMilliseconds: number
  /** Does a bounded part of the due work; resolves with whether more is due. */
  run(): Promise<boolean>
}

/** Background work on a queue that is spread over shards. */
export interface QueueWork extends BackgroundWork {
  /** The queue whose wake-ups it follows, as `queueOfPartition` names it. */
  readonly queue: string
  /** Default: all shards. */
  run(shards?: readonly number[]): Promise<boolean>
}

/** Expires the holds that are due, and removes unfinished blocks, at most 100 a shard. */
export const sweep = (deps: Dependencies): Promise<SweepReport> =>
  expireDue(deps, RUN_LIMITS.lapsedHolds, (trigger) => finishBlock(deps, trigger))

/** The work that expires lapsed holds. */
export const sweepWork = (deps: Dependencies, logger: Log): BackgroundWork => ({
  name: 'sweep',
  pollMilliseconds: 500,
  async run() {
    const report = await sweep(deps)
    if (report.expired > 0) logger.info(report, 'expired holds')
    return report.more
  },
})

/** The work that removes deleted calendars. */
export const calendarRemovalWork = (deps: Dependencies): BackgroundWork => ({
  name: 'calendars',
  pollMilliseconds: 1_000,
  run: async () => (await removeCalendars(deps, RUN_LIMITS.deletedCalendars)).more,
})

/** The erasure of people: on request, and by the retention of their accounts. */
export const privacyWork = (deps: ErasureDependencies, logger: Log): readonly BackgroundWork[] => [
  {
    name: 'erasures',
    pollMilliseconds: 1_000,
    async run() {
      const { completed, more } = await runErasures(deps, RUN_LIMITS.erasures)
      if (completed > 0) logger.info({ people: completed }, 'erased people')
      return more
    },
  },
  {
    name: 'retention',
    // It is due once a day.
    pollMilliseconds: 60_000,
    run: async () => (await runRetention(deps, RUN_LIMITS.retention)).more,
  },
  {
    name: 'guests',
    // It is done once.
    pollMilliseconds: 60_000,
    run: async () => (await indexGuests(deps)).more,
  },
]

/**
 * The deletion of accounts. `lease`: lets one server at a time do it, where there are several. That only saves
 * work.
 */
export const accountRemovalWork = (
  deps: AccountRemovalDependencies,
  logger: Log,
  lease?: Pick<Lease, 'acquire'>,
): BackgroundWork => ({
  name: 'accounts',
  pollMilliseconds: 2_000,
  async run() {
    if (lease && !((await hasDueRemovals(deps)) && (await lease.acquire()))) return false
    const report = await removeAccounts(deps, RUN_LIMITS.deletedAccounts)
    for (const accountId of report.deletedAccountIds) {
      logger.info({ accountId }, 'deleted an account with all its data')
    }
    return report.more
  },
})

/** Resolves future bookings again after the tz table changed; until that, it reads nothing. */
export function resolutionWork(deps: Dependencies, logger: Log): BackgroundWork {
  let isDone = false
  return {
    name: 'tzdata',
    pollMilliseconds: 60_000,
    async run() {
      if (isDone) return false
      const report = await resolveBookings(deps, RUN_LIMITS.resolvedBookings)
      isDone = report.isDone
      const { moved, conflicts } = report
      if (moved + conflicts > 0) {
        logger.info({ moved, conflicts }, 'resolved wall times by the new tz table')
      }
      return report.more
    },
  }
}

/** What the work on the outbox needs. */
export interface RelayWorkOptions {
  /** The dependencies of a step. They differ by step only while a test simulates a crash. */
  readonly depsOf: (step: WritingStep) => Dependencies
  readonly bus: Bus
  /** Leaves events that are younger than this to the function that is notified of them. Default: 0. */
  readonly graceMilliseconds?: number
  /** Called with each failure that does not end a run. */
  readonly onError: (work: string, error: unknown) => void
}

/** What the work on queues needs. */
export interface QueueWorkOptions extends RelayWorkOptions {
  readonly depsOf: (
    step: WritingStep,
  ) => BookingDependencies &
    ExternalCalendarsDependencies &
    PaymentTaskDependencies &
    ScheduleDependencies &
    QueueDependencies
  readonly consumers: readonly Consumer[]
  /** Whether a transaction of many writes costs less than many of one write: not on DynamoDB. Default: false. */
  readonly sharesCommits?: boolean
  /** Whether emails are stored on this machine instead of sent, so that many can be at once. Default: false. */
  readonly keepsMails?: boolean
  /** Called after a run in which tasks failed for good. */
  readonly onDeadLetters?: (consumer: string, count: number) => void
}

/** The work on the outbox. */
export const relayWork = ({
  depsOf,
  bus,
  graceMilliseconds = 0,
  onError,
}: RelayWorkOptions): QueueWork => ({
  name: 'relay',
  queue: 'OUTBOX',
  // Other servers write into the outbox, too, and wake no worker here.
  pollMilliseconds: 1_000,
  async run(shards) {
    const deps = depsOf('relay.write')
    const report = await relayOutbox(deps, bus, RUN_LIMITS.outboxEvents, shards, graceMilliseconds)
    for (const [id, error] of report.errors) onError('relay', new Error(`${id}: ${error}`))
    return report.more
  },
})

/** The work on the outbox, the schedule, the connected calendars and the queue of each consumer. */
export function queueWork(options: QueueWorkOptions): readonly QueueWork[] {
  const { depsOf, consumers, onError } = options
  const { scheduledActions, connections, payments, dueLines } = RUN_LIMITS
  const dueWork = (
    name: string,
    queue: string,
    pollMilliseconds: number,
    work: (
      deps: ReturnType<QueueWorkOptions['depsOf']>,
      shards?: readonly number[],
    ) => Promise<Pick<DueReport<unknown>, 'errors' | 'more'>>,
  ): QueueWork => ({
    name,
    queue,
    pollMilliseconds,
    async run(shards) {
      const report = await work(depsOf('due.write'), shards)
      for (const error of report.errors) onError(name, error)
      return report.more
    },
  })
  return [
    relayWork(options),
    dueWork('schedule', 'DUE', 2_000, (deps, shards) =>
      runSchedule(deps, scheduledActions, shards),
    ),
    dueWork('connections', 'CONNECTIONDUE', 5_000, (deps, shards) =>
      refreshDueConnections(deps, connections, shards),
    ),
    // Webhooks that other servers receive wake no worker here.
    dueWork('payments', 'PAYMENTDUE', 2_000, (deps, shards) =>
      runDuePayments(deps, payments, shards),
    ),
    // Cancellations at other servers wake no worker here.
    dueWork('waitlists', 'WAITLISTDUE', 2_000, (deps, shards) =>
      runDueLines(deps, dueLines, shards),
    ),
    ...consumers.map((consumer) => consumerWork(consumer, options)),
  ]
}

function consumerWork(
  consumer: Consumer,
  { depsOf, sharesCommits = false, keepsMails, onDeadLetters }: QueueWorkOptions,
): QueueWork {
  const { name } = consumer
  const isLocal = STORE_CONSUMERS.has(name) || (name === 'mails' && keepsMails === true)
  const options = {
    limit: isLocal ? RUN_LIMITS.localTasks : RUN_LIMITS.tasks,
    concurrency: isLocal ? LOCAL_TASKS_AT_ONCE : TASKS_AT_ONCE,
    removesTogether: sharesCommits,
  }
  return {
    name: consumer.name,
    queue: consumerQueue(consumer.name),
    // Other servers put only redriven tasks into these queues, and what they had claimed before.
    pollMilliseconds: 5_000,
    async run(shards) {
      const deps = depsOf(`${consumer.name}.ack`)
      const report = await runQueue(deps, consumer, { ...options, ...(shards && { shards }) })
      if (report.dead > 0) onDeadLetters?.(consumer.name, report.dead)
      return report.more
    },
  }
}
