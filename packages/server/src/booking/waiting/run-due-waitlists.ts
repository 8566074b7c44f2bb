import { systemCaller } from '../../kernel/caller.ts'
import { type DueReport, type DueWork, runDue } from '../../kernel/queue/due-work.ts'
import { transact } from '../../kernel/transaction.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { waitlistsDue } from '../keys.ts'
import { type DueLine, dueLineEntity, nextTurn } from '../waitlist/due-line.ts'
import { offerToWaitlist } from './offer-to-waitlist.ts'

/** The wait lists that are due to be looked at. Done: how many people got an offer. */
export const dueLines: DueWork<BookingDependencies, DueLine, number> = {
  ...waitlistsDue,
  decode: dueLineEntity.decode,
  dueEpochMilliseconds: (entry) => entry.dueEpochMilliseconds,
  subject: ({ eventTypeId }) => eventTypeId,
  run: workOff,
}

/**
 * Looks at the wait lists that are due, the longest due first, at most `limit` queue entries a shard, and offers free time
 * to those on the wait list. It stores no position: an entry of the queue is deleted after the work, so a wait list is
 * looked at again after a crash. Several servers may duplicate work; nobody gets two offers.
 */
export const runDueLines = (
  deps: BookingDependencies,
  limit: number,
  shards?: readonly number[],
): Promise<DueReport<number>> => runDue(deps, dueLines, limit, shards)

/** Looks at a wait list, deletes its entries of the queue, and adds the one of its next turn while somebody waits. */
async function workOff(
  deps: BookingDependencies,
  entries: readonly [DueLine, ...DueLine[]],
): Promise<number> {
  const [first] = entries
  const caller = systemCaller(first.accountId, 'waitlist')
  const { offered, isWaitedFor } = await offerToWaitlist(deps, caller, first.eventTypeId)
  if (isWaitedFor) {
    const turn = nextTurn(first, deps.clock.nowEpochMilliseconds())
    // If it fails, somebody else added the same one.
    await transact(deps, { turn: dueLineEntity.create(turn) })
  }
  for (const entry of entries) await transact(deps, { entry: dueLineEntity.discard(entry) })
  return offered
}
