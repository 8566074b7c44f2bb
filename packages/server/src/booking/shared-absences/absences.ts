import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, systemCaller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { absenceKey, absencesRange, providerKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'
import { getPastProvider } from '../providers/read-providers.ts'
import { type Absence, absenceEntity } from './absence.ts'
import { type AbsenceWithBookings, type DateRange, EVERY_DATE, settled } from './absence-changes.ts'
import { DATES_MAX, dateOfAbsence } from './absence-dates.ts'
import { addEntries, datesTaken } from './add-entries.ts'
import { takenEntries } from './entry-conflicts.ts'
import { removeDates } from './remove-dates.ts'

/** Reads an absence of the account, without what an interrupted change left. */
export async function getAbsence(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  absenceId: string,
): Promise<Result<Absence, Refusal>> {
  const stored = await absenceEntity.read(deps.store, absenceKey(accountId, absenceId))
  const absence = stored && settled(stored)
  return absence ? ok(absence) : notFound('absence', absenceId)
}

/** Which absences to list. */
export interface AbsenceFilter {
  readonly providerId?: string | undefined
  /** Only those with a date on or after this one. */
  readonly from?: string | undefined
}

/** Lists the absences of an account, the oldest first. Refuses a provider that it never had. */
export async function listAbsences(
  deps: Dependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  page: Page,
  { providerId, from }: AbsenceFilter,
): Promise<Result<Listed<Absence>, Refusal>> {
  if (providerId !== undefined) {
    const provider = await getPastProvider(deps, { accountId }, providerId)
    if (!provider.ok) return provider
  }
  const keep = (absence: Absence): boolean => {
    const dates = settled(absence)?.dates ?? []
    const isTheirs = providerId === undefined || absence.providerIds.includes(providerId)
    return (
      isTheirs && dates.length > 0 && (from === undefined || (dates.at(-1)?.date ?? '') >= from)
    )
  }
  const request = { ...absencesRange(accountId), filter: { providerId, from } }
  const listed = await listFiltered(deps.store, request, page, absenceEntity.decode, keep)
  return ok({ ...listed, data: listed.data.flatMap((absence) => settled(absence) ?? []) })
}

/** Reads an absence to change it, once what an interrupted change left is removed. */
async function absenceToChange(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId' | 'actor' | 'ifVersion'>,
  absenceId: string,
): Promise<Result<Absence, Refusal>> {
  const stored = await absenceEntity.read(deps.store, absenceKey(caller.accountId, absenceId))
  if (stored === undefined || settled(stored) === undefined) return notFound('absence', absenceId)
  const stale = versionMismatch(caller, stored.version)
  if (stale) return stale
  if (stored.unfinished === undefined) return ok(stored)
  const finished = await removeDates(deps, { actor: caller.actor }, stored, stored.unfinished)
  if (!finished.ok) return finished
  const { ifVersion: _, ...rest } = caller
  return await absenceToChange(deps, rest, absenceId)
}

/** Adds one date to an absence, for all of its providers that still exist. A date that it has stays as it is. */
export const addAbsenceDate = (
  deps: Dependencies,
  caller: Caller<AbsenceWithBookings>,
  absenceId: string,
  date: string,
): Promise<Result<AbsenceWithBookings, Refusal>> =>
  retryOnConflict(`absence ${absenceId}`, () => addDate(deps, caller, absenceId, date))

async function addDate(
  deps: Dependencies,
  caller: Caller<AbsenceWithBookings>,
  absenceId: string,
  date: string,
): Promise<Result<AbsenceWithBookings, Refusal> | typeof CONFLICT> {
  const found = await absenceToChange(deps, caller, absenceId)
  if (!found.ok) return found
  const absence = found.value
  if (absence.dates.some((each) => each.date === date)) {
    return await answerUnchanged(deps, caller, { absence, affectedBookings: [] })
  }
  if (absence.dates.length >= DATES_MAX) {
    return refuse({
      code: 'validation_failed',
      errors: [
        {
          pointer: '/path/date',
          message: `an absence has at most ${DATES_MAX} dates; create another`,
        },
      ],
    })
  }
  const providers = await readItems(deps.store, absence.providerIds.map(providerKey))
  const left = providers.flatMap((item) => (item ? providerEntity.decode(item) : []))
  const at = dateOfAbsence(absence, date)
  const wanted = left
    .filter(({ deletedAtEpochSeconds }) => deletedAtEpochSeconds === undefined)
    .map(({ id }) => ({ ...at, providerId: id }))
  const taken = absence.kind === 'block' ? await takenEntries(deps, wanted) : []
  if (taken.length > 0 || wanted.length === 0) return refuse(await datesTaken(deps, taken))
  return await addEntries(deps, caller, {
    stored: absence,
    absence,
    wanted,
    onConflict: 'refuse',
    range: { fromDate: date, toDate: date },
  })
}

/** Removes one date of an absence, or that and all after it. Its time is free again. */
export async function removeAbsenceDate(
  deps: Dependencies,
  caller: Caller<undefined>,
  absenceId: string,
  { date, scope }: { readonly date: string; readonly scope: 'this' | 'following' },
): Promise<Result<undefined, Refusal>> {
  const found = await absenceToChange(deps, caller, absenceId)
  if (!found.ok) return found
  if (!found.value.dates.some((each) => each.date === date)) return notFound('absence_date', date)
  const toDate = scope === 'this' ? date : EVERY_DATE.toDate
  return await removeDates(deps, caller, found.value, { fromDate: date, toDate })
}

/** Removes an absence with all of its dates. Its time is free again. */
export async function deleteAbsence(
  deps: Dependencies,
  caller: Caller<undefined>,
  absenceId: string,
): Promise<Result<undefined, Refusal>> {
  const found = await absenceToChange(deps, caller, absenceId)
  return found.ok ? await removeDates(deps, caller, found.value, EVERY_DATE) : found
}

/** Removes what an interrupted change of an absence left. Does nothing if the change was completed. */
export async function finishAbsence(deps: Dependencies, event: DomainEvent): Promise<Attempt> {
  const stored = await absenceEntity.read(deps.store, absenceKey(event.accountId, event.resourceId))
  const range: (DateRange & { readonly finishByEpochSeconds: number }) | undefined =
    stored?.unfinished
  if (stored === undefined || range === undefined) return { kind: 'done' }
  const { finishByEpochSeconds } = range
  if (finishByEpochSeconds > epochSeconds(deps.clock)) {
    return { kind: 'later', atEpochMilliseconds: finishByEpochSeconds * 1000 }
  }
  await removeDates(deps, systemCaller(event.accountId, 'schedule'), stored, range)
  return { kind: 'done' }
}
