import { randomUUID } from 'node:crypto'
import type { Conflict } from '../booking/conflict.ts'
import { createConflictReporter } from '../delivery/events/report-conflicts.ts'
import { type Dependencies, epochSeconds } from '../kernel/dependencies.ts'
import { checkFormat, StoreTooNew } from '../kernel/format.ts'
import { createLease } from '../kernel/queue/lease.ts'
import {
  accountRemovalWork,
  type BackgroundWork,
  calendarRemovalWork,
  privacyWork,
  resolutionWork,
  sweep,
  sweepWork,
} from './background-work.ts'
import type { Config } from './config.ts'
import type { WritingStep } from './crash-points.ts'
import type { OpenedStore } from './opened-store.ts'
import { LEASE_MILLISECONDS, type QueueWorkParts, startQueueWorkers } from './queue-workers.ts'
import type { QueueWakeUp } from './wake-ups.ts'
import { startWorker } from './worker.ts'

/** The background work of a server. */
export interface Background {
  /** Call it with the work that this process has committed. */
  wake(wakeUps: readonly QueueWakeUp[]): void
  /** Call it when a booking was refused because its time is taken. */
  reportConflict(conflict: Conflict): void
  /** Call it when a test has moved the clock: all workers look for due work. */
  onClockMoved(): void
  stop(): Promise<void>
}

const GARBAGE_LIMIT = 500

/** The parts of a server that its background work needs. */
export interface BackgroundParts extends QueueWorkParts {
  readonly opened: Pick<OpenedStore, 'removeExpired' | 'purgeDeleted'>
  /** Called when a later version has written what this one would damage: the server must stop. */
  readonly onStoreTooNew: (error: StoreTooNew) => void
}

/** Starts the background work that the settings enable. */
export function startBackground(config: Config, parts: BackgroundParts): Background {
  const { crashPoints, logger } = parts
  const { removeExpired } = parts.opened
  const onError = (work: string, err: unknown) =>
    logger.error({ err, work }, 'background work failed')
  const deps = { ...parts.deps, store: crashPoints.store('sweep.write', parts.deps.store) }
  const conflicts = createConflictReporter(deps, (error) => onError('conflicts', error))
  const works: BackgroundWork[] = [
    {
      name: 'conflicts',
      pollMilliseconds: 1_000,
      async run() {
        await conflicts.publishDue()
        return false
      },
    },
    {
      name: 'format',
      pollMilliseconds: config.leaseMilliseconds ?? LEASE_MILLISECONDS,
      async run() {
        try {
          await checkFormat(parts.deps.store)
        } catch (error) {
          if (!(error instanceof StoreTooNew)) throw error
          parts.onStoreTooNew(error)
        }
        return false
      },
    },
  ]
  const { clockGuard } = parts
  works.push(clockGuard.work)
  if (config.sweeper) {
    works.push(sweepWork(deps, logger))
    works.push(calendarRemovalWork(deps))
    works.push(resolutionWork(parts.deps, logger))
    if (removeExpired) works.push(clockGuard.hold(garbageCollection(deps, removeExpired)))
    works.push(clockGuard.hold(accountRemoval(parts)))
    works.push(...privacyWork(deletingWith(parts, 'erasures.write'), logger).map(clockGuard.hold))
  }
  const queues = config.relay ? startQueueWorkers(config, parts, onError) : undefined
  const workers = [
    ...works.map(({ name, pollMilliseconds, run }) =>
      startWorker({
        // Looks again at once if more is due.
        tick: async () => ((await run()) ? 0 : Number.POSITIVE_INFINITY),
        intervalMilliseconds: pollMilliseconds,
        onError: (error) => onError(name, error),
      }),
    ),
    ...(queues?.workers ?? []),
  ]
  return {
    wake: (wakeUps) => queues?.wake(wakeUps),
    reportConflict: conflicts.record,
    onClockMoved() {
      for (const worker of workers) worker.wake()
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await conflicts.close()
      await queues?.release()
    },
  }
}

/** What the work needs that deletes people or accounts, also where their data is beside the items of the store. */
const deletingWith = (
  { deps, opened, integrations, crashPoints }: BackgroundParts,
  step: WritingStep,
) => ({
  ...deps,
  store: crashPoints.store(step, deps.store),
  ...(integrations.mailbox && { keptMails: integrations.mailbox }),
  ...(opened.purgeDeleted && { purgeDeleted: opened.purgeDeleted }),
})

// If a server dies, another one continues the deletion of an account after this long.
const ACCOUNTS_LEASE_MILLISECONDS = 15_000

const accountRemoval = (parts: BackgroundParts): BackgroundWork =>
  accountRemovalWork(
    deletingWith(parts, 'accounts.write'),
    parts.logger,
    createLease(parts.deps, {
      name: 'accounts',
      owner: randomUUID(),
      machineEpochMilliseconds: Date.now,
      durationMilliseconds: ACCOUNTS_LEASE_MILLISECONDS,
    }),
  )

/**
 * Removes items whose `ttl` has passed, in stores that do not remove them themselves. Sweeps all lapsed
 * holds first: the trigger of a hold is garbage a day after the hold's expiry, and after a long downtime
 * the bookings of such triggers are still pending.
 */
const garbageCollection = (
  deps: Dependencies,
  removeExpired: NonNullable<OpenedStore['removeExpired']>,
): BackgroundWork => ({
  name: 'garbage',
  pollMilliseconds: 60_000,
  async run() {
    const now = epochSeconds(deps.clock)
    if ((await sweep(deps)).more) return true
    return (await removeExpired(now, GARBAGE_LIMIT)) === GARBAGE_LIMIT
  },
})
