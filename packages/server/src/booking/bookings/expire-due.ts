import { systemCaller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type DueWork, runDue } from '../../kernel/queue/due-work.ts'
import { transact } from '../../kernel/transaction.ts'
import { triggersDue } from '../keys.ts'
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

type Swept = 'expired' | 'dropped' | 'kept' | 'block'

/** The expiration triggers that are due. `finishBlock` gets those of unfinished blocks. */
export const dueTriggers = (
  finishBlock?: FinishBlock,
): DueWork<Dependencies, ExpirationTrigger, Swept> => ({
  ...triggersDue,
  decode: expirationTriggerEntity.decode,
  dueEpochMilliseconds: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds * 1000,
  async run(deps, [trigger]) {
    if (trigger.blockOfProviderId === undefined) return await expireOne(deps, trigger)
    // biome-ignore lint/nursery/useAwaitThenable: the rule does not see the promise behind the type.
    await finishBlock?.(trigger)
    return 'block'
  },
})

/**
 * Expires the holds that are due, at most `limit` a shard and call. It stores no position: completed
 * work deletes its trigger, so an interrupted sweep is continued by the next. Several sweepers may
 * duplicate work; its effects are idempotent. `finishBlock` gets the triggers of unfinished blocks. If some
 * fail, it rejects with the first error once the others are done.
 */
export async function expireDue(
  deps: Dependencies,
  limit: number,
  finishBlock?: FinishBlock,
): Promise<SweepReport> {
  const { done, errors, more } = await runDue(deps, dueTriggers(finishBlock), limit)
  if (errors.length > 0) throw errors[0]
  const count = (swept: Swept) => done.filter((each) => each === swept).length
  return { expired: count('expired'), dropped: count('dropped'), more }
}

async function expireOne(deps: Dependencies, trigger: ExpirationTrigger): Promise<Swept> {
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
