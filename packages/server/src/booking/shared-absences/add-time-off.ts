import { type Actor, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commitList } from '../../kernel/transaction.ts'
import { newTimeOff, TIME_OFF_MAX, withTimeOff } from '../absences/time-offs.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { readTimeOff } from '../time-off/time-off.ts'
import type { Absence } from './absence.ts'
import {
  type AbsenceChange,
  type AbsenceWithBookings,
  absenceOwner,
  type EntriesAdded,
  type NewEntry,
} from './absence-changes.ts'

/** The writes of one entry of time off: itself, its event, its task, and perhaps its provider. */
export const TIME_OFF_WRITES = 4

/** How many entries are looked at at once. */
const AT_ONCE = 20

/** Refuses more time off than a provider can have. */
export async function checkRoom(
  deps: Dependencies,
  { id, name }: Pick<Provider, 'id' | 'name'>,
  more: number,
): Promise<Result<undefined, Refusal>> {
  const current = await readTimeOff(deps, id, epochSeconds(deps.clock) / 60, { consistent: true })
  return current.length + more > TIME_OFF_MAX
    ? invalid(
        '/recurrence',
        `${name} has ${current.length} entries of time off that have not ended, and at most ${TIME_OFF_MAX} are possible; send fewer dates, or delete some first`,
      )
    : ok(undefined)
}

/**
 * Adds time off in one transaction with its absence. The providers are written too, as for time off that stands alone. `affected`:
 * the bookings in what was added before, for the answer.
 */
export const addTimeOff = (
  deps: Dependencies,
  caller: Pick<Caller<AbsenceWithBookings>, 'idempotency' | 'audit'>,
  change: AbsenceChange & { readonly after: Absence },
  entries: readonly NewEntry[],
  affected: readonly string[],
): Promise<EntriesAdded> =>
  retryOnConflict(`absence ${change.after.id}`, async () => {
    const { after } = change
    const writes: Write[] = absenceOwner(deps, change)
      .writes()
      .map(({ write }) => write)
    const bookingIds: string[] = []
    for (const [providerId, ofOne] of Map.groupBy(entries, (entry) => entry.providerId)) {
      const found = await getProvider(deps, after, providerId)
      if (!found.ok) return { kind: 'refused', refusal: found.refusal }
      const room = await checkRoom(deps, found.value, ofOne.length)
      if (!room.ok) return { kind: 'refused', refusal: room.refusal }
      const added = await timeOffOf(deps, after, found.value, ofOne)
      writes.push(providerEntity.replace(found.value, withTimeOff(found.value, ofOne)))
      writes.push(...added.writes)
      bookingIds.push(...added.bookingIds)
    }
    const value = { absence: after, affectedBookings: [...affected, ...bookingIds] }
    const committed = await commitList(deps, caller, writes, value)
    if (committed.kind === 'done') return { kind: 'done', affectedBookings: bookingIds }
    if (committed.kind === 'refused') return committed
    return committed.failed.some(({ index }) => index === 0) ? { kind: 'stale' } : CONFLICT
  })

/** The writes of time off of one provider, and the bookings in it. */
async function timeOffOf(
  deps: Dependencies,
  absence: Absence,
  provider: Provider,
  entries: readonly NewEntry[],
) {
  const actor: Actor = absence.actor ?? { kind: 'system' }
  const made = await mapAtMost(entries, AT_ONCE, ({ date: _, ...entry }) =>
    newTimeOff(deps, provider, {
      ...entry,
      ...(absence.reason !== undefined && { reason: absence.reason }),
      absenceId: absence.id,
      actor,
    }),
  )
  return {
    bookingIds: made.flatMap(({ bookingIds }) => bookingIds),
    writes: made.flatMap(({ writes: { timeOff, event, recheck } }) => [
      timeOff,
      ...(event ? [event] : []),
      recheck,
    ]),
  }
}
