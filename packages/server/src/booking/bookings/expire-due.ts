import { systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import { transact } from '../../kernel/transaction.ts'
import { dueTriggersRange } from '../keys.ts'
import { expireBooking } from './change-booking.ts'
import { type ExpirationTrigger, expirationTriggerEntity } from './expiration-trigger.ts'

/** Removes an unfinished block whose time to finish is over, with its trigger. */
export type FinishBlock = (trigger: ExpirationTrigger) => Promise<void>

/** What one sweep did. */
export interface SweepReport {
  readonly expired: number
  /** Triggers that were deleted because their bookings are not pending. */
  readonly dropped: number
  /** Whether due triggers are left for the next sweep. */
  readonly more: boolean
}

/**
 * Expires the holds that are due, at most `limit` a shard and call. It stores no position: completed
 * work deletes its trigger, so an interrupted sweep is continued by the next. Several sweepers may
 * duplicate work; its effects are idempotent. `finishBlock` gets the triggers of unfinished blocks.
 */
export async function expireDue(
  deps: Dependencies,
  limit: number,
  finishBlock?: FinishBlock,
): Promise<SweepReport> {
  const now = epochSeconds(deps.clock)
  const reports = await Promise.all(
    ALL_SHARDS.map((shard) => sweepShard(deps, shard, now, limit, finishBlock)),
  )
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
  finishBlock: FinishBlock | undefined,
): Promise<SweepReport> {
  const due = await deps.store.query({ ...dueTriggersRange(shard, now), limit, consistent: true })
  let expired = 0
  let dropped = 0
  for (const item of due.items) {
    const trigger = expirationTriggerEntity.decode(item)
    if (trigger.blockOfProviderId !== undefined) {
      // biome-ignore lint/nursery/useAwaitThenable: the rule does not see the promise behind the type.
      await finishBlock?.(trigger)
      continue
    }
    const outcome = await expireOne(deps, trigger)
    if (outcome === 'expired') expired += 1
    if (outcome === 'dropped') dropped += 1
  }
  return { expired, dropped, more: due.cursor !== undefined }
}

async function expireOne(
  deps: Dependencies,
  trigger: ExpirationTrigger,
): Promise<'expired' | 'dropped' | 'kept'> {
  const { accountId, bookingId } = trigger
  const caller = systemCaller(accountId, 'sweeper')
  const answer = await expireBooking(deps, caller, bookingId)
  if (answer.ok) return 'expired'
  // The clock stepped back after the trigger was found due: the hold is live and still needs it.
  const { refusal } = answer
  if (refusal.code === 'invalid_transition' && refusal.reason === 'not_expired') return 'kept'
  // The booking was closed meanwhile, and its trigger deleted with it; or it never existed.
  await transact(deps, { trigger: expirationTriggerEntity.discard(trigger) })
  return 'dropped'
}
