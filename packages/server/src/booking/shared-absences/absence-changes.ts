import type { Actor } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import type { newResource } from '../../kernel/resource.ts'
import type { Owner } from '../../ledger/owner.ts'
import type { BlocksCommitted } from '../blocks/commit-parts.ts'
import { type Absence, type AbsenceDate, absenceEntity, type UnfinishedAbsence } from './absence.ts'
import type { WantedEntry } from './entry-conflicts.ts'

/**
 * The writes of one transaction for the entries of an absence, beside the absence, its task, the answer to an idempotency key, and an
 * entry of the audit log.
 */
export const ENTRY_WRITES = 90

/** How long a change may take before a task removes what it left. */
const UNFINISHED_SECONDS = 300

/** The dates of a change, both inclusive. */
export type DateRange = Pick<UnfinishedAbsence, 'fromDate' | 'toDate'>

/** All dates. */
export const EVERY_DATE: DateRange = { fromDate: '0000-01-01', toDate: '9999-12-31' }

/** Whether a date is in a range. */
export const isIn = ({ fromDate, toDate }: DateRange, date: string): boolean =>
  fromDate <= date && date <= toDate

/** The mark of a change that begins now and needs more than one transaction. */
export const unfinishedFrom = (
  deps: Pick<Dependencies, 'clock'>,
  range: DateRange,
  requestHash?: string,
): UnfinishedAbsence => ({
  ...range,
  finishByEpochSeconds: epochSeconds(deps.clock) + UNFINISHED_SECONDS,
  ...(requestHash !== undefined && { requestHash }),
})

/** An absence without the dates that an interrupted change left; undefined if none is left. */
export function settled(absence: Absence): Absence | undefined {
  const { unfinished } = absence
  if (unfinished === undefined) return absence
  const dates = absence.dates.filter(({ date }) => !isIn(unfinished, date))
  return dates.length === 0 ? undefined : { ...absence, dates }
}

/** The next version of an absence, changed by somebody now. */
export function changed(
  deps: Pick<Dependencies, 'clock'>,
  actor: Actor,
  before: Absence,
  dates: readonly AbsenceDate[],
  unfinished: UnfinishedAbsence | undefined,
): Absence {
  const { unfinished: _, ...rest } = before
  return {
    ...rest,
    version: before.version + 1,
    actor,
    dates,
    ...(unfinished && { unfinished }),
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
}

/** An entry to add, with what its block or time off begins with. */
export type NewEntry = WantedEntry & ReturnType<typeof newResource>

/** Dates with more entries, in order. */
export function withEntries(
  dates: readonly AbsenceDate[],
  added: readonly (WantedEntry & { readonly id: string })[],
): readonly AbsenceDate[] {
  const byDate = new Map(dates.map((each) => [each.date, each]))
  for (const { date, time, providerId, id } of added) {
    const entries = [...(byDate.get(date)?.entries ?? []), { providerId, id }]
    byDate.set(date, { date, time, entries })
  }
  return [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** Dates without some entries. A date without any is left out. */
export const withoutEntries = (
  dates: readonly AbsenceDate[],
  removed: ReadonlySet<string>,
): readonly AbsenceDate[] =>
  dates
    .map((each) => ({ ...each, entries: each.entries.filter(({ id }) => !removed.has(id)) }))
    .filter(({ entries }) => entries.length > 0)

/** An absence, and the live bookings in its new time off. */
export interface AbsenceWithBookings {
  readonly absence: Absence
  /** By start. Empty for blocks. */
  readonly affectedBookings: readonly string[]
}

/** How a transaction ended that adds entries. */
export type EntriesAdded =
  | (BlocksCommitted & { readonly kind: 'refused' | 'stale' | 'taken' })
  | { readonly kind: 'done'; readonly affectedBookings: readonly string[] }

/** A change of an absence. Without `before` it is new, without `after` it ends. */
export interface AbsenceChange {
  readonly before?: Absence | undefined
  readonly after?: Absence | undefined
}

/** The absence as the owner of a transaction, with the task that finishes a change if it is interrupted. */
export function absenceOwner(deps: Dependencies, { before, after }: AbsenceChange): Owner {
  const begins = after?.unfinished !== undefined && before?.unfinished === undefined
  const write = after ? absenceEntity.put(before, after) : before && absenceEntity.remove(before)
  if (write === undefined) throw new Error('a change of an absence changes nothing')
  return {
    ...(before && { entity: { key: absenceEntity.key(before), version: before.version } }),
    writes: () => [
      { role: 'basis', write },
      ...(begins ? [{ role: 'effect', write: finishTask(deps, after) } as const] : []),
    ],
  }
}

const finishTask = (deps: Dependencies, { accountId, id, version }: Absence) =>
  ownTaskWrite(
    deps,
    'schedule',
    {
      type: 'absence.finish',
      accountId,
      resourceId: id,
      resourceVersion: version,
      data: {},
    },
    UNFINISHED_SECONDS * 1000,
  )
