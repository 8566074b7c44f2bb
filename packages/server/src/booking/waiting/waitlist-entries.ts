import { type Booking, cancelBooking, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { checkManageToken } from '../../kernel/manage-tokens.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { readOwn } from '../../kernel/read-own.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { changeBooking, changerOf } from '../bookings/change-booking.ts'
import type { ChangeDependencies } from '../bookings/follow-payment.ts'
import { getEventType } from '../event-types/event-types.ts'
import { bookingIndexKeys, waitlistEntryKey } from '../keys.ts'
import { isLive, type WaitlistEntry, waitlistEntryEntity } from '../waitlist/entry.ts'
import { leftEntry } from '../waitlist/entry-changes.ts'
import { entryWrites } from '../waitlist/entry-writes.ts'

/** Reads an entry of the account; sees every acknowledged write. */
export const getWaitlistEntry = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  entryId: string,
): Promise<Result<WaitlistEntry, Refusal>> => {
  const missing = notFound('waitlist_entry', entryId)
  return readOwn(deps, caller, waitlistEntryEntity, waitlistEntryKey(entryId), missing)
}

/** Reads the entry that a manage token belongs to; `expired` if the token has ended. Any other token finds nothing. */
export async function getManagedEntry(
  deps: Dependencies,
  entryId: string,
  manageToken: string,
): Promise<WaitlistEntry | 'expired' | undefined> {
  const entry = await waitlistEntryEntity.read(deps.store, waitlistEntryKey(entryId))
  if (entry === undefined) return undefined
  const managed = { ...entry, endEpochSeconds: entry.toEpochSeconds }
  const check = checkManageToken(deps, manageToken, managed)
  if (check === 'expired') return 'expired'
  return check === 'valid' ? entry : undefined
}

/** Lists the wait list of an event type, with those who have an offer now, who waits longest first. */
export async function listWaitlist(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  page: Page,
): Promise<Result<Listed<WaitlistEntry>, Refusal>> {
  const found = await getEventType(deps, caller, eventTypeId)
  if (!found.ok) return found
  const partition = bookingIndexKeys.waitlistOfEventType(eventTypeId)
  const request = { index: 'GSI1', partition } as const
  return ok(await listPage(deps.store, request, page, waitlistEntryEntity.decode))
}

/**
 * Takes somebody out of the wait list. An open offer is declined, so its time goes to the next. Does nothing for an
 * entry that has ended; a booking that came of it stays.
 */
export async function leaveWaitlist(
  deps: ChangeDependencies,
  caller: Caller<WaitlistEntry>,
  entryId: string,
): Promise<Result<WaitlistEntry, Refusal>> {
  const read = () => getWaitlistEntry(deps, caller, entryId)
  return await decideOn(caller, `wait-list entry ${entryId}`, read, async (entry) => {
    if (!isLive(entry) && entry.status !== 'unconfirmed') return ok(entry)
    const change = { actor: caller.actor, now: epochSeconds(deps.clock) }
    const left = leftEntry(entry, change)
    // First, so that the booking finds no entry whose offer it could be.
    const committed = await commit(deps, caller, entryWrites(deps, entry, left), left)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    if (committed.kind === 'conflict') return CONFLICT
    if (entry.status === 'offered' && entry.offer)
      await decline(deps, caller, entry.offer.bookingId)
    return ok(left)
  })
}

/** Cancels the hold of an offer, unless it was confirmed or has ended meanwhile. */
async function decline(
  deps: ChangeDependencies,
  { accountId, actor, requestId, role }: Caller<WaitlistEntry>,
  bookingId: string,
): Promise<void> {
  const caller: Caller<Booking> = { accountId, actor, requestId, role }
  await changeBooking(deps, caller, bookingId, async (booking, now) => {
    const { status } = booking
    return status === 'pending'
      ? cancelBooking(booking, now, changerOf(caller), undefined)
      : refuse({ code: 'invalid_transition', action: 'cancel', status, reason: 'status' })
  })
}
