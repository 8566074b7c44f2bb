import { systemCaller } from '../../kernel/caller.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import { transact } from '../../kernel/transaction.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { waitlistsDueRange } from '../keys.ts'
import { type DueLine, dueLineEntity, nextTurn } from '../waitlist/due-line.ts'
import { offerToLine } from './offer-to-line.ts'

/** What one run over the due lines did. */
export interface DueLinesReport {
  /** How many people got an offer. */
  readonly offered: number
  /** What ended the work on a line. It is tried again. */
  readonly errors: readonly unknown[]
  /** Whether due lines are left for the next run. */
  readonly more: boolean
}

/**
 * Looks at the lines that are due, the longest due first, at most `limit` queue entries a shard, and offers free time
 * to those in line. It stores no position: an entry of the queue is deleted after the work, so a line is
 * looked at again after a crash. Several servers may duplicate work; nobody gets two offers.
 */
export async function runDueLines(
  deps: BookingDependencies,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
): Promise<DueLinesReport> {
  const now = deps.clock.nowEpochMilliseconds()
  const pages = await Promise.all(
    shards.map((shard) =>
      deps.store.query({ ...waitlistsDueRange(shard, now), limit, consistent: true }),
    ),
  )
  const due = pages
    .flatMap((page) => page.items.map(dueLineEntity.decode))
    .sort((a, b) => a.dueEpochMilliseconds - b.dueEpochMilliseconds)
  let offered = 0
  const errors: unknown[] = []
  for (const ofLine of Map.groupBy(due, ({ eventTypeId }) => eventTypeId).values()) {
    try {
      offered += await workOff(deps, ofLine)
    } catch (error) {
      errors.push(error)
    }
  }
  return { offered, errors, more: pages.some((page) => page.cursor !== undefined) }
}

/** Looks at a line, deletes its entries of the queue, and adds the one of its next turn while somebody waits. */
async function workOff(deps: BookingDependencies, entries: readonly DueLine[]): Promise<number> {
  const [first] = entries
  if (first === undefined) return 0
  const caller = systemCaller(first.accountId, 'waitlist')
  const { offered, isWaitedFor } = await offerToLine(deps, caller, first.eventTypeId)
  if (isWaitedFor) {
    const turn = nextTurn(first, deps.clock.nowEpochMilliseconds())
    // If it fails, somebody else added the same one.
    await transact(deps, { turn: dueLineEntity.create(turn) })
  }
  for (const entry of entries) await transact(deps, { entry: dueLineEntity.discard(entry) })
  return offered
}
