import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Item, ItemKey, Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commitList } from '../../kernel/transaction.ts'
import { blockEntity, partsOfBlock } from '../blocks/block.ts'
import { freeBlocks } from '../blocks/commit-parts.ts'
import { endsByEpochSeconds } from '../closed-time/closed-time.ts'
import { absenceKey, blockKey, timeOffKey } from '../keys.ts'
import { timeOffEntity } from '../time-off/time-off.ts'
import { type Absence, type AbsenceDate, absenceEntity } from './absence.ts'
import {
  type AbsenceChange,
  absenceOwner,
  changed,
  type DateRange,
  ENTRY_WRITES,
  isIn,
  unfinishedFrom,
  withoutEntries,
} from './absence-changes.ts'
import { instantsOf } from './entry-conflicts.ts'

/** An entry with its date. */
interface Entry extends Pick<AbsenceDate, 'date' | 'time'> {
  readonly id: string
  readonly providerId: string
}

type Remover = Pick<Caller<undefined>, 'actor' | 'idempotency' | 'audit'>

/**
 * Removes the dates of a range from an absence, the last ones first, in as many transactions as they need. An absence without dates
 * ends. If the process dies, a task continues.
 */
export async function removeDates(
  deps: Dependencies,
  { actor, ...caller }: Pick<Caller, 'actor'> & Partial<Remover>,
  absence: Absence,
  range: DateRange,
): Promise<Result<undefined, Refusal>> {
  let current: Absence | undefined = absence
  for (;;) {
    const removed = await removeSome(deps, { actor, ...caller }, current, range)
    if (!removed.ok) return removed
    current = removed.value
    if (current === undefined) return ok(undefined)
  }
}

/** Removes as many entries as one transaction can; answers the absence if it still has some in the range. */
const removeSome = (
  deps: Dependencies,
  caller: Remover,
  absence: Absence,
  range: DateRange,
): Promise<Result<Absence | undefined, Refusal>> =>
  retryOnConflict(`absence ${absence.id}`, async (round) => {
    const before = round === 0 ? absence : await readAgain(deps, absence)
    if (before === undefined) return ok(undefined)
    const entries = before.dates
      .filter(({ date }) => isIn(range, date))
      .flatMap(({ entries: own, date, time }) => own.map((entry) => ({ ...entry, date, time })))
    if (entries.length === 0 && before.unfinished === undefined) return ok(undefined)
    const chunk = lastFitting(entries, before.kind)
    const isLast = chunk.length === entries.length
    const dates = withoutEntries(before.dates, new Set(chunk.map(({ id }) => id)))
    const unfinished = isLast ? undefined : (before.unfinished ?? unfinishedFrom(deps, range))
    const after =
      dates.length === 0 ? undefined : changed(deps, caller.actor, before, dates, unfinished)
    const items = await readItems(
      deps.store,
      chunk.map((entry) => keyOf(before, entry)),
    )
    const stored = items.filter((item) => item !== undefined)
    const committer = isLast ? caller : {}
    const outcome =
      before.kind === 'block'
        ? await freeStored(deps, committer, { before, after }, stored)
        : await removeStored(deps, committer, { before, after }, stored)
    if (outcome === CONFLICT || !outcome.ok) return outcome
    return ok(isLast ? undefined : after)
  })

const readAgain = (deps: Dependencies, { accountId, id }: Absence): Promise<Absence | undefined> =>
  absenceEntity.read(deps.store, absenceKey(accountId, id))

const keyOf = ({ kind }: Absence, { providerId, id, time }: Entry): ItemKey =>
  kind === 'block' ? blockKey(providerId, id) : timeOffKey(providerId, endsByEpochSeconds(time), id)

/** The last entries, as many as one transaction can remove. */
function lastFitting(entries: readonly Entry[], kind: Absence['kind']): readonly Entry[] {
  let writes = 0
  const before = entries.findLastIndex(({ time }) => {
    writes += kind === 'block' ? 1 + partsOfBlock(instantsOf(time)).length : 1
    return writes > ENTRY_WRITES
  })
  return entries.slice(before + 1)
}

type Outcome = Result<undefined, Refusal> | typeof CONFLICT

/** Frees the blocks that are left of some entries. One that somebody deleted is passed over. */
async function freeStored(
  deps: Dependencies,
  caller: Pick<Caller<undefined>, 'idempotency' | 'audit'>,
  change: AbsenceChange,
  items: readonly Item[],
): Promise<Outcome> {
  const blocks = items.map((item) => {
    const block = blockEntity.decode(item)
    const own = [{ role: 'basis', write: blockEntity.remove(block) }] as const
    return { block, parts: partsOfBlock(block), own }
  })
  const committed = await freeBlocks(deps, caller, {
    blocks,
    owner: absenceOwner(deps, change),
    value: undefined,
    name: 'an absence',
  })
  if (committed.kind === 'refused') return refuse(committed.refusal)
  return committed.kind === 'done' ? ok(undefined) : CONFLICT
}

/** Removes the time off that is left of some entries. */
async function removeStored(
  deps: Dependencies,
  caller: Pick<Caller<undefined>, 'idempotency' | 'audit'>,
  change: AbsenceChange,
  items: readonly Item[],
): Promise<Outcome> {
  const writes: Write[] = [
    ...absenceOwner(deps, change)
      .writes()
      .map(({ write }) => write),
    ...items.map((item) => timeOffEntity.remove(timeOffEntity.decode(item))),
  ]
  const committed = await commitList(deps, caller, writes, undefined)
  return answerOf(committed, undefined)
}
