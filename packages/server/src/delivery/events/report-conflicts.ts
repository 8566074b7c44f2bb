import type { Conflict } from '../../booking/conflict.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { instantText } from '../../kernel/representations.ts'

/**
 * Tells refusals of taken times as `slot.conflict_detected`. Nothing is committed with a refusal, so
 * the event is written by itself, after the answer was decided; what is lost in a crash is lost.
 */
export interface ConflictReporter {
  /** Counts a refusal. The first of an event type is told at once. */
  note(conflict: Conflict): void
  /** Tells what was counted in the minute after an event, once that minute has passed. */
  publishDue(): Promise<void>
  /** Tells all that was counted; resolves when everything is written. */
  close(): Promise<void>
}

/** Events of one event type are this far apart, however many refusals there are. */
const QUIET_MILLISECONDS = 60_000

/** What was counted for one event type since its last event. */
interface Counted {
  readonly toldAtEpochMilliseconds: number
  readonly refusalCount: number
  readonly firstRefusedAtEpochMilliseconds: number
  /** The refusal that came last. */
  readonly conflict: Conflict
}

/** Makes the reporter of one process; with several servers each tells what it refused. */
export function createConflictReporter(
  deps: Dependencies,
  onError: (error: unknown) => void,
): ConflictReporter {
  const counts = new Map<string, Counted>()
  const writing = new Set<Promise<void>>()

  const tell = (key: string, counted: Counted) => {
    const now = deps.clock.nowEpochMilliseconds()
    counts.set(key, { ...counted, toldAtEpochMilliseconds: now, refusalCount: 0 })
    const written = write(deps, counted, now)
      .catch(onError)
      .finally(() => writing.delete(written))
    writing.add(written)
  }
  const isQuiet = ({ toldAtEpochMilliseconds }: Counted): boolean => {
    const age = deps.clock.nowEpochMilliseconds() - toldAtEpochMilliseconds
    // A test clock can be moved back, too.
    return age >= 0 && age < QUIET_MILLISECONDS
  }
  const tellAll = async (of: (counted: Counted) => boolean) => {
    for (const [key, counted] of counts) {
      if (!of(counted)) continue
      if (counted.refusalCount === 0) counts.delete(key)
      else tell(key, counted)
    }
    await Promise.all(writing)
  }

  return {
    note(conflict) {
      const key = conflict.eventTypeId ?? conflict.providerId
      const before = counts.get(key)
      const now = deps.clock.nowEpochMilliseconds()
      const counted: Counted =
        before === undefined || before.refusalCount === 0
          ? {
              toldAtEpochMilliseconds: before?.toldAtEpochMilliseconds ?? now,
              refusalCount: 1,
              firstRefusedAtEpochMilliseconds: now,
              conflict,
            }
          : { ...before, refusalCount: before.refusalCount + 1, conflict }
      if (before !== undefined && isQuiet(before)) counts.set(key, counted)
      else tell(key, counted)
    },
    publishDue: () => tellAll((counted) => !isQuiet(counted)),
    close: () => tellAll(() => true),
  }
}

async function write(
  deps: Dependencies,
  { conflict, refusalCount, firstRefusedAtEpochMilliseconds }: Counted,
  nowEpochMilliseconds: number,
): Promise<void> {
  const { accountId, providerId, eventTypeId, resourceVersion, startEpochSeconds } = conflict
  const event = outboxWrite(
    deps,
    {
      type: 'slot.conflict_detected',
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
  await deps.store.transact([event], deps.ids.next('event', nowEpochMilliseconds))
}
