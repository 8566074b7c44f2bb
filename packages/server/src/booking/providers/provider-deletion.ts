import { occupiedQuanta, ok, QUANTUM_MINUTES, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { deletionMarkOf } from '../../kernel/deletion-mark.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import { ledgerFromDate } from '../../ledger/keys.ts'
import { yieldsFreed } from '../../ledger/occupied-time.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { timeOffEndingAfter } from '../keys.ts'
import { useSchedule } from '../schedules/schedule-users.ts'
import { timeOffEntity } from '../time-off/time-off.ts'
import {
  isUnit,
  type Provider,
  providerEntity,
  providerSlugEntity,
  slugOfProvider,
} from './provider.ts'
import { getProvider } from './read-providers.ts'
import { hasNightsFromNowOn, unitLeaves } from './units.ts'

const PAGE = 100

/** Removes all time off of a provider that was deleted. Repeating it changes nothing. */
async function removeAllTimeOff(deps: Dependencies, providerId: string): Promise<void> {
  for (;;) {
    const range = timeOffEndingAfter(providerId, 0)
    const { items } = await deps.store.query({ ...range, limit: PAGE, consistent: true })
    if (items.length === 0) return
    const removals = items.map((item) => [
      item.SK,
      timeOffEntity.discard(timeOffEntity.decode(item)),
    ])
    await transact(deps, Object.fromEntries(removals))
  }
}

const deletionMark = deletionMarkOf(providerEntity)

/**
 * Deletes a provider without bookings from now on. Two steps: mark the deletion as pending, read the
 * ledger, then delete on condition that the mark is still there. Code that needs the provider removes
 * the mark (`abortPendingDeletion`). Only a booking that was in flight before the mark can commit after
 * the deletion; the consumer of its event cancels it. An interrupted deletion leaves a provider like any
 * other. See ADR 15.
 */
export async function deleteProvider(
  deps: BookingDependencies,
  caller: Caller<undefined>,
  providerId: string,
): Promise<Result<undefined, Refusal>> {
  const refused = refuse({ code: 'provider_has_bookings', providerId })
  const read = () => getProvider(deps, caller, providerId)
  return decideOn(caller, `provider ${providerId}`, read, async (before) => {
    // Checked before the mark as well, so that the common refusal writes nothing.
    if (await isBookedFromNowOn(deps, before)) return refused
    const pending = await deletionMark.set(deps, before)
    if (pending === undefined) return CONFLICT
    if (await isBookedFromNowOn(deps, pending)) {
      await deletionMark.clear(deps, pending)
      return refused
    }
    const use = { userId: providerId, before: pending.scheduleId, after: undefined }
    const used = await useSchedule(deps, caller, use)
    if (!used.ok) return used
    const writes = {
      ...used.value,
      ...(isUnit(pending) && (await unitLeaves(deps, caller, pending))),
      provider: providerEntity.replace(pending, deletedProvider(deps, pending)),
      slug: providerSlugEntity.discard(slugOfProvider(pending)),
    }
    const committed = await commit(deps, caller, writes, undefined)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    if (committed.kind === 'conflict') return CONFLICT
    // A crash before this is harmless: a connection of a deleted provider ends at its next refresh, and
    // nothing reads its time off.
    if (pending.timeOffUntilEpochSeconds !== undefined) await removeAllTimeOff(deps, providerId)
    await deps.connectedCalendars.disconnectAll(deps, caller, providerId)
    return ok(undefined)
  })
}

function deletedProvider(deps: Dependencies, pending: Provider): Provider {
  const { deletionBeganAtEpochSeconds: _, scheduleId: _schedule, ...rest } = pending
  const now = epochSeconds(deps.clock)
  return {
    ...rest,
    version: pending.version + 1,
    updatedAtEpochSeconds: now,
    deletedAtEpochSeconds: now,
  }
}

/**
 * Removes the mark of a pending deletion, because the provider is needed. Answers whether the provider
 * exists: false if it was deleted for good.
 */
export const abortPendingDeletion = (deps: Dependencies, provider: Provider): Promise<boolean> =>
  deletionMark.abort(deps, provider)

async function isBookedFromNowOn(deps: Dependencies, provider: Provider): Promise<boolean> {
  if (isUnit(provider)) return await hasNightsFromNowOn(deps, provider)
  const nowSeconds = epochSeconds(deps.clock)
  const today = new Date(nowSeconds * 1000).toISOString().slice(0, 10)
  const answer = await deps.store.query({ ...ledgerFromDate(provider.id, today), consistent: true })
  const quantumNow = Math.floor((nowSeconds % 86_400) / 60 / QUANTUM_MINUTES)
  return answer.items.some((item) => {
    const day = ledgerFromItem(item)
    // Time that is kept after it was freed is nobody's.
    const booked = new Set(occupiedQuanta(day, nowSeconds, yieldsFreed))
    for (const block of day.blocks) {
      for (let i = 0; i < block.quantumCount; i += 1) booked.delete(block.firstQuantum + i)
    }
    if (keyTail(item.SK) !== today) return booked.size > 0
    for (const quantum of booked) if (quantum >= quantumNow) return true
    return false
  })
}
