import type { Logger } from 'pino'
import { expireDue } from '../booking/bookings/expire-due.ts'
import type { Conflict } from '../booking/conflict.ts'
import { createConflictReporter } from '../delivery/events/report-conflicts.ts'
import { type Dependencies, epochSeconds } from '../kernel/dependencies.ts'
import { removeCalendars } from '../stays/calendars/remove-calendars.ts'
import type { Config } from './config.ts'
import { type EventParts, startEvents } from './event-workers.ts'
import type { OpenedStore } from './open-store.ts'
import type { WorkNotice } from './work-notices.ts'
import { startWorker, type Worker } from './worker.ts'

/** The work that goes on without a request. */
export interface Background {
  /** Called when this process has put work into a queue. */
  onWork(notice: WorkNotice): void
  /** Called when a booking was refused because its time is taken. */
  onConflict(conflict: Conflict): void
  /** Called when the time was moved: everything looks for what is due now. */
  onClockMoved(): void
  stop(): Promise<void>
}

const POLL_MILLISECONDS = 1_000
const SWEEP_MILLISECONDS = 500
const SWEEP_LIMIT = 100
const REMOVAL_LIMIT = 10
const GARBAGE_MILLISECONDS = 60_000
const GARBAGE_LIMIT = 500

/** What the background work is done with. */
export interface BackgroundParts extends EventParts {
  readonly opened: Pick<OpenedStore, 'removeExpired'>
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
    onWork: (notice) => events?.onWork(notice),
    onConflict: conflicts.record,
    onClockMoved() {
      for (const worker of all) worker.wake()
    },
    async stop() {
      await Promise.all(all.map((worker) => worker.stop()))
      await conflicts.close()
      await events?.release()
    },
  }
}

/** When a worker looks again: at once where more is waiting, else at its interval. */
const again = (more: boolean): number => (more ? 0 : Number.POSITIVE_INFINITY)

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
