import type { Conflict } from '../../booking/conflict.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { instantText } from '../../kernel/representations.ts'
import { transact } from '../../kernel/transaction.ts'

/**
 * Reports bookings refused with `slot_taken` as `slot.conflict_detected` events. A refusal commits
 * nothing, so the event has a transaction of its own after the refusal. A crash loses unreported
 * counts.
 */
export interface ConflictReporter {
  /** Counts a refusal. The first refusal of an event type is reported at once. */
  record(conflict: Conflict): void
  /** Reports the counts whose event type had its last event at least a minute ago. */
  publishDue(): Promise<void>
  /** Reports all counts; resolves when every event is written. */
  close(): Promise<void>
}

/** The minimum time between two events of one event type, however many refusals there are. */
const INTERVAL_MILLISECONDS = 60_000

/** The refusals of one event type since its last event. */
interface ConflictCount {
  readonly reportedAtEpochMilliseconds: number
  readonly refusalCount: number
  readonly firstRefusedAtEpochMilliseconds: number
  /** The latest refusal. */
  readonly conflict: Conflict
}

/** Creates the reporter of one process. Each server reports its own refusals. */
export function createConflictReporter(
  deps: Dependencies,
  onError: (error: unknown) => void,
): ConflictReporter {
  const counts = new Map<string, ConflictCount>()
  const pendingWrites = new Set<Promise<void>>()

  const report = (key: string, count: ConflictCount) => {
    const now = deps.clock.nowEpochMilliseconds()
    counts.set(key, { ...count, reportedAtEpochMilliseconds: now, refusalCount: 0 })
    const pendingWrite = writeEvent(deps, count, now)
      .catch(onError)
      .finally(() => pendingWrites.delete(pendingWrite))
    pendingWrites.add(pendingWrite)
  }
  const wasJustReported = ({ reportedAtEpochMilliseconds }: ConflictCount): boolean => {
    const age = deps.clock.nowEpochMilliseconds() - reportedAtEpochMilliseconds
    // The age is negative after a test has moved the clock back.
    return age >= 0 && age < INTERVAL_MILLISECONDS
  }
  const reportWhere = async (isDue: (count: ConflictCount) => boolean) => {
    for (const [key, count] of counts) {
      if (!isDue(count)) continue
      if (count.refusalCount === 0) counts.delete(key)
      else report(key, count)
    }
    await Promise.all(pendingWrites)
  }

  return {
    record(conflict) {
      const key = conflict.eventTypeId ?? conflict.providerId
      const before = counts.get(key)
      const now = deps.clock.nowEpochMilliseconds()
      const count: ConflictCount =
        before === undefined || before.refusalCount === 0
          ? {
              reportedAtEpochMilliseconds: before?.reportedAtEpochMilliseconds ?? now,
              refusalCount: 1,
              firstRefusedAtEpochMilliseconds: now,
              conflict,
            }
          : { ...before, refusalCount: before.refusalCount + 1, conflict }
      if (before !== undefined && wasJustReported(before)) counts.set(key, count)
      else report(key, count)
    },
    publishDue: () => reportWhere((count) => !wasJustReported(count)),
    close: () => reportWhere(() => true),
  }
}

async function writeEvent(
  deps: Dependencies,
  { conflict, refusalCount, firstRefusedAtEpochMilliseconds }: ConflictCount,
  nowEpochMilliseconds: number,
): Promise<void> {
  const { accountId, providerId, eventTypeId, resourceVersion, startEpochSeconds } = conflict
  const event = outboxWrite(
    deps,
    {
      type: 'slot.conflict_detected',
      actor: { kind: 'system' },
      accountId,
      resourceId: eventTypeId ?? providerId,
      resourceVersion,
      data: {
        conflict: {
          providerId,
          eventTypeId: eventTypeId ?? null,
          start: instantText(startEpochSeconds),
          refusalCount,
          firstRefusedAt: instantText(Math.floor(firstRefusedAtEpochMilliseconds / 1000)),
        },
      },
    },
    nowEpochMilliseconds,
  )
  await transact(deps, { event })
}
