import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { type Block, blockEntity, partsOfBlock } from '../blocks/block.ts'
import { claimBlocks } from '../blocks/commit-parts.ts'
import type { Absence, AbsenceDate } from './absence.ts'
import {
  type AbsenceChange,
  type AbsenceWithBookings,
  absenceOwner,
  changed,
  type DateRange,
  ENTRY_WRITES,
  type EntriesAdded,
  type NewEntry,
  unfinishedFrom,
  withEntries,
} from './absence-changes.ts'
import { addTimeOff, TIME_OFF_WRITES } from './add-time-off.ts'
import { conflictsOf, instantsOf, type WantedEntry } from './entry-conflicts.ts'
import { removeDates } from './remove-dates.ts'

/** Entries to add to an absence. */
export interface Addition {
  /** The absence as it is stored. Absent: it is new. */
  readonly stored?: Absence
  /** The same, or the new one without dates. */
  readonly absence: Absence
  readonly wanted: readonly WantedEntry[]
  readonly onConflict: 'refuse' | 'skip'
  /** The dates that are removed again if the call is interrupted or refused. */
  readonly range: DateRange
}

/** The writes that an entry needs: a block and its ledger days, or time off with its event and its task. */
function writesOf({ time }: WantedEntry, kind: Absence['kind']): number {
  return kind === 'time_off' ? TIME_OFF_WRITES : 1 + partsOfBlock(instantsOf(time)).length
}

/** The first entries, as many as one transaction can add. */
function fitting(wanted: readonly WantedEntry[], kind: Absence['kind']): readonly WantedEntry[] {
  let writes = 0
  const end = wanted.findIndex((entry) => {
    writes += writesOf(entry, kind)
    return writes > ENTRY_WRITES
  })
  return end < 0 ? wanted : wanted.slice(0, end)
}

/**
 * Adds entries in as many transactions as they need. Between them the absence lists what it has, and is marked as unfinished, so that a
 * task removes the new dates if the process dies. A block whose time was taken in the meantime is skipped, or everything is
 * removed again. A conflict means that somebody changed the absence before anything was added.
 */
export async function addEntries(
  deps: Dependencies,
  caller: Caller<AbsenceWithBookings>,
  { stored, absence, wanted, onConflict, range }: Addition,
): Promise<Result<AbsenceWithBookings, Refusal> | typeof CONFLICT> {
  const idKind = absence.kind === 'block' ? 'block' : 'timeOff'
  const mark = unfinishedFrom(deps, range, caller.idempotency?.scopeHash)
  let before = stored
  let next = absence
  let left = wanted
  const affected: string[] = []
  let refusal: Refusal | undefined
  while (refusal === undefined && (left.length > 0 || before?.unfinished)) {
    const chunk = fitting(left, absence.kind).map((entry) => ({
      ...entry,
      ...newResource(deps, absence.accountId, idKind),
    }))
    const isLast = chunk.length === left.length
    const after = changedBy(deps, caller, next, before, {
      dates: withEntries(next.dates, chunk),
      unfinished: isLast ? undefined : mark,
    })
    const change = { before, after }
    const committer = isLast ? caller : {}
    const outcome =
      absence.kind === 'block'
        ? await addBlocks(deps, committer, change, chunk)
        : await addTimeOff(deps, committer, change, chunk, affected)
    switch (outcome.kind) {
      case 'done':
        affected.push(...outcome.affectedBookings)
        before = after
        next = after
        left = left.slice(chunk.length)
        break
      case 'taken': {
        const taken = left[outcome.index] as WantedEntry
        if (onConflict === 'skip') {
          next = { ...next, skipped: [...next.skipped, taken] }
          left = left.filter((entry) => entry !== taken)
        } else refusal = await datesTaken(deps, [taken])
        break
      }
      case 'refused':
        refusal = outcome.refusal
        break
      case 'stale':
        if (before === stored) return CONFLICT
        throw new StoreUnavailable(`absence ${absence.id} was changed meanwhile`, 'not-applied')
    }
  }
  if (refusal !== undefined || before === undefined) {
    if (before !== undefined && before !== stored)
      await removeDates(deps, { actor: caller.actor }, before, range)
    return refuse(refusal ?? (await datesTaken(deps, wanted)))
  }
  return ok({ absence: before, affectedBookings: affected })
}

/** The refusal that names what is in the way. */
export const datesTaken = async (
  deps: Dependencies,
  taken: readonly WantedEntry[],
): Promise<Refusal> => ({ code: 'dates_taken', conflicts: await conflictsOf(deps, taken) })

/** The next version of an absence, or the first one. */
function changedBy(
  deps: Dependencies,
  { actor }: Pick<Caller, 'actor'>,
  next: Absence,
  before: Absence | undefined,
  { dates, unfinished }: { dates: readonly AbsenceDate[]; unfinished: Absence['unfinished'] },
): Absence {
  const after = changed(deps, actor, next, dates, unfinished)
  return before === undefined ? { ...after, version: 1 } : after
}

async function addBlocks(
  deps: Dependencies,
  caller: Pick<Caller<AbsenceWithBookings>, 'idempotency' | 'audit'>,
  change: AbsenceChange & { readonly after: Absence },
  entries: readonly NewEntry[],
): Promise<EntriesAdded> {
  const { after } = change
  const blocks = entries.map(({ date: _, time, ...entry }) => {
    const block: Block = {
      ...entry,
      ...instantsOf(time),
      ...(after.reason !== undefined && { reason: after.reason }),
      absenceId: after.id,
      ...(after.actor && { actor: after.actor }),
    }
    const own = [{ role: 'basis', write: blockEntity.create(block) }] as const
    return { block, parts: partsOfBlock(block), own }
  })
  const committed = await claimBlocks(deps, caller, {
    blocks,
    owner: absenceOwner(deps, change),
    value: { absence: after, affectedBookings: [] },
    name: `absence ${after.id}`,
  })
  return committed.kind === 'done' ? { kind: 'done', affectedBookings: [] } : committed
}
