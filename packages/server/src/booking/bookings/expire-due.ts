import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { dueTriggersRange } from '../keys.ts'
import { expireBooking } from './change-booking.ts'

/** What one sweep did. */
export interface SweepReport {
  readonly expired: number
  /** Triggers of bookings that needed nothing any more. */
  readonly dropped: number
  /** Whether due triggers were left for the next sweep. */
  readonly more: boolean
}

/**
 * Expires the holds that are due, at most `limit` a shard and call. It keeps no position: what was
 * done has lost its trigger, so a sweep that was interrupted goes on where it stopped. Several
 * sweepers at once do the same work at most twice, with one effect.
 */
export async function expireDue(deps: Dependencies, limit: number): Promise<SweepReport> {
  const now = epochSeconds(deps.clock)
  const reports = await Promise.all(ALL_SHARDS.map((shard) => sweepShard(deps, shard, now, limit)))
  return {
    expired: reports.reduce((sum, report) => sum + report.expired, 0),
    dropped: reports.reduce((sum, report) => sum + report.dropped, 0),
    more: reports.some((report) => report.more),
  }
}

async function sweepShard(
  deps: Dependencies,
  shard: number,
  now: number,
  limit: number,
): Promise<SweepReport> {
  const due = await deps.store.query({ ...dueTriggersRange(shard, now), limit, consistent: true })
  let expired = 0
  let dropped = 0
  for (const trigger of due.items) {
    if (await expireOne(deps, trigger)) expired += 1
    else dropped += 1
  }
  return { expired, dropped, more: due.cursor !== undefined }
}

async function expireOne(deps: Dependencies, trigger: Item): Promise<boolean> {
  const caller: Caller = {
    accountId: trigger.accountId as string,
    requestId: 'sweeper',
    role: 'account',
  }
  const answer = await expireBooking(deps, caller, trigger.bookingId as string)
  if (answer.ok) return true
  // Settled by somebody else meanwhile, and the trigger with it; or it never had a booking.
  await deps.store.transact(
    [{ kind: 'delete', key: { PK: trigger.PK, SK: trigger.SK } }],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
  return false
}
