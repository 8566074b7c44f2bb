import { ERASED_BOOKER, isErasedBooker } from '@holdfast/engine'
import { systemCaller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { hashOfNoToken } from '../../kernel/manage-tokens.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ChangeDependencies } from '../bookings/follow-payment.ts'
import { waitlistEntryKey } from '../keys.ts'
import { type WaitlistEntry, waitlistEntryEntity } from '../waitlist/entry.ts'
import { leaveWaitlist } from './waitlist-entries.ts'

/**
 * Erases the person of an entry, after it has left the wait list. Its manage token ends. Publishes no event. Answers
 * whether it erased anything.
 */
export async function eraseEntry(
  deps: ChangeDependencies,
  { id, accountId }: Pick<WaitlistEntry, 'id' | 'accountId'>,
): Promise<boolean> {
  await leaveWaitlist(deps, systemCaller(accountId, 'erasure'), id)
  return await retryOnConflict(`wait-list entry ${id}`, async () => {
    const before = await waitlistEntryEntity.read(deps.store, waitlistEntryKey(id))
    if (before === undefined || isErasedBooker(before.booker)) return false
    const { isUnproven: _, ...kept } = before
    const after: WaitlistEntry = {
      ...kept,
      version: before.version + 1,
      booker: ERASED_BOOKER,
      personMark: '',
      manageTokenHash: hashOfNoToken(),
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const erased = await transact(deps, { entry: waitlistEntryEntity.replace(before, after) })
    return erased.kind === 'done' ? true : CONFLICT
  })
}
