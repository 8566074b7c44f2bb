import { type DateRecurrence, invariant, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { type DateConflict, invalid, type Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { affectedBookings } from '../absences/affected-bookings.ts'
import { blockEntity } from '../blocks/block.ts'
import { type ClosedTime, intervalOfClosedTime } from '../closed-time/closed-time.ts'
import { readClosable } from '../closing/check-closure.ts'
import { absenceKey, blockKey } from '../keys.ts'
import type { Provider } from '../providers/provider.ts'
import { type Absence, type AbsenceDate, type AbsenceKind, absenceEntity } from './absence.ts'
import { type AbsenceWithBookings, EVERY_DATE, withEntries } from './absence-changes.ts'
import { expandDates } from './absence-dates.ts'
import { addEntries, datesTaken } from './add-entries.ts'
import { checkRoom } from './add-time-off.ts'
import { conflictsOf, takenEntries, type WantedEntry } from './entry-conflicts.ts'
import { removeDates } from './remove-dates.ts'

/** The input for an absence. */
export interface AbsenceDraft {
  readonly kind: AbsenceKind
  readonly providerIds: readonly string[]
  readonly time: ClosedTime
  /** Default: the zone of the first provider. */
  readonly timeZone?: string | undefined
  readonly recurrence?: DateRecurrence | undefined
  readonly reason?: string | undefined
  readonly onConflict: 'refuse' | 'skip'
}

/** The most entries of an absence: its providers times its dates. */
const ENTRIES_MAX = 1000

/** How many entries are looked at at once. */
const AT_ONCE = 20

/** What an absence would do. */
export interface PreviewedAbsence {
  readonly dates: readonly AbsenceDate[]
  readonly conflicts: readonly DateConflict[]
  readonly affectedBookings: readonly string[]
}

/** What is to be done for a draft. */
interface Plan {
  readonly absence: Absence
  readonly providers: ReadonlyMap<string, Provider>
  readonly wanted: readonly WantedEntry[]
  /** Those of `wanted` whose time is taken. Empty for time off. */
  readonly taken: readonly WantedEntry[]
}

/**
 * Blocks time or gives time off, for several providers and dates. With blocks, bookings, holds and other blocks in the way refuse all of
 * it, or are left out, and are named.
 */
export async function createAbsence(
  deps: Dependencies,
  caller: Caller<AbsenceWithBookings>,
  draft: AbsenceDraft,
): Promise<Result<AbsenceWithBookings, Refusal>> {
  let planned = await planAbsence(deps, caller, draft)
  if (!planned.ok) return planned
  if (await removeLeftovers(deps, caller, planned.value.taken)) {
    planned = await planAbsence(deps, caller, draft)
    if (!planned.ok) return planned
  }
  const { absence, wanted, taken } = planned.value
  const isRefused = taken.length === wanted.length || draft.onConflict === 'refuse'
  if (taken.length > 0 && isRefused) return refuse(await datesTaken(deps, taken))
  const added = await addEntries(deps, caller, {
    absence: { ...absence, skipped: taken.map(({ date, providerId }) => ({ date, providerId })) },
    wanted: wanted.filter((entry) => !taken.includes(entry)),
    onConflict: draft.onConflict,
    range: EVERY_DATE,
  })
  invariant(added !== CONFLICT, 'somebody changed an absence that did not exist')
  return added
}

/** Names what an absence would hit. Writes nothing. */
export async function previewAbsence(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId' | 'actor'>,
  draft: AbsenceDraft,
): Promise<Result<PreviewedAbsence, Refusal>> {
  const planned = await planAbsence(deps, caller, draft)
  if (!planned.ok) return planned
  const { wanted, taken, providers } = planned.value
  const free = wanted.filter((entry) => !taken.includes(entry))
  const hit = await mapAtMost(
    draft.kind === 'time_off' ? wanted : [],
    AT_ONCE,
    async ({ providerId, time }) => {
      const provider = providers.get(providerId) as Provider
      return await affectedBookings(deps, provider, intervalOfClosedTime(time, provider.timeZone))
    },
  )
  const entries = free.map((entry) => ({ ...entry, id: '' }))
  return ok({
    dates: withEntries([], entries),
    conflicts: await conflictsOf(deps, taken),
    affectedBookings: [...new Set(hit.flat())],
  })
}

async function planAbsence(
  deps: Dependencies,
  { accountId, actor }: Pick<Caller, 'accountId' | 'actor'>,
  { kind, time, recurrence, reason, ...draft }: AbsenceDraft,
): Promise<Result<Plan, Refusal>> {
  const providerIds = [...new Set(draft.providerIds)]
  const found = await readClosable(deps, accountId, providerIds)
  if (!found.ok) return found
  const providers = new Map(found.value.map((provider) => [provider.id, provider]))
  const timeZone = draft.timeZone ?? providers.get(providerIds[0] ?? '')?.timeZone ?? 'UTC'
  const expanded = expandDates(time, recurrence, timeZone)
  if (!expanded.ok) return expanded
  const { dates, pattern } = expanded.value
  if (dates.length * providerIds.length > ENTRIES_MAX) {
    const message = `makes ${dates.length} dates for ${providerIds.length} providers; at most ${ENTRIES_MAX} in all are possible`
    return invalid('/recurrence', message)
  }
  const wanted = dates.flatMap((each) => providerIds.map((providerId) => ({ ...each, providerId })))
  const taken = kind === 'block' ? await takenEntries(deps, wanted) : []
  for (const provider of kind === 'time_off' ? providers.values() : []) {
    const room = await checkRoom(deps, provider, dates.length)
    if (!room.ok) return room
  }
  const absence: Absence = {
    ...newResource(deps, accountId, 'absence'),
    version: 0,
    actor,
    kind,
    providerIds,
    timeZone,
    pattern,
    ...(reason !== undefined && { reason }),
    dates: [],
    skipped: [],
  }
  return ok({ absence, providers, wanted, taken })
}

/** Removes what an interrupted call with the same idempotency key left in the way. Answers whether there was something. */
async function removeLeftovers(
  deps: Dependencies,
  caller: Caller<AbsenceWithBookings>,
  taken: readonly WantedEntry[],
): Promise<boolean> {
  const { accountId, actor, idempotency } = caller
  if (idempotency === undefined || taken.length === 0) return false
  const conflicts = await conflictsOf(deps, taken)
  const keys = conflicts.flatMap(({ providerId, blockIds }) =>
    blockIds.map((blockId) => blockKey(providerId, blockId)),
  )
  const blocks = await readItems(deps.store, keys)
  const ids = new Set(
    blocks.flatMap((item) => (item ? (blockEntity.decode(item).absenceId ?? []) : [])),
  )
  const absences = await readItems(
    deps.store,
    [...ids].map((id) => absenceKey(accountId, id)),
  )
  const left = absences.flatMap((item) => (item ? absenceEntity.decode(item) : []))
  const own = left.filter(({ unfinished }) => unfinished?.requestHash === idempotency.scopeHash)
  for (const absence of own) {
    await removeDates(deps, { actor }, absence, absence.unfinished ?? EVERY_DATE)
  }
  return own.length > 0
}
