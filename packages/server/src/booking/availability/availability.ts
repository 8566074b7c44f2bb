import {
  formatDate,
  ok,
  parseDate,
  parseWindowTime,
  type Result,
  refuse,
  startOfLocalDay,
  wallToEpochMinutes,
} from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { type InputError, invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { availabilityKey, availabilityRange } from '../keys.ts'
import { getProvider } from '../providers/providers.ts'
import { type OpenedDate, type Opening, openedDateFromItem, openedDateItem } from './opening.ts'

/** What opens the slots of a date: `HH:MM` in the provider's zone, `24:00` allowed as an end. */
export interface AvailabilityInput {
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly slotDurationMinutes: number
}

/** What was opened, and how many slots it makes. */
export interface OpenedSlots {
  readonly providerId: string
  readonly date: string
  readonly version: number
  readonly opening: Opening
  readonly slotCount: number
}

/** The most openings of one provider on one date. */
const OPENINGS_PER_DATE = 50

/** Opens slots of a provider on one date. What overlaps an earlier opening of that date is refused. */
export async function openAvailability(
  deps: Dependencies,
  caller: Caller<OpenedSlots>,
  providerId: string,
  input: AvailabilityInput,
): Promise<Result<OpenedSlots, Refusal>> {
  const parsed = parseOpening(input)
  if (!parsed.ok) return parsed
  const { opening, dayNumber } = parsed.value
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const { timeZone } = provider.value
  if (startOfLocalDay(timeZone, dayNumber) === startOfLocalDay(timeZone, dayNumber + 1)) {
    return invalid('/date', `there was no ${input.date} in ${timeZone}: the zone skipped that day`)
  }
  // In exact time: 01:00–04:00 holds four half hours on the day that skips an hour, not six.
  const exactMinutes =
    wallToEpochMinutes(timeZone, dayNumber, opening.endMinute) -
    wallToEpochMinutes(timeZone, dayNumber, opening.startMinute)
  const slotCount = Math.floor(exactMinutes / opening.slotDurationMinutes)
  if (slotCount < 1) {
    return invalid(
      '/slotDurationMinutes',
      `${input.startTime} to ${input.endTime} is ${exactMinutes} minutes long: no slot of ${opening.slotDurationMinutes} minutes fits`,
    )
  }
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const item = await deps.store.get(availabilityKey(providerId, input.date), { consistent: true })
    const before = item && openedDateFromItem(item)
    const refused = before && cannotAdd(before, opening)
    if (refused) return refuse(refused)
    const after: OpenedDate = {
      accountId: caller.accountId,
      providerId,
      version: (before?.version ?? 0) + 1,
      date: input.date,
      openings: [...(before?.openings ?? []), opening].sort(
        (a, b) => a.startMinute - b.startMinute,
      ),
    }
    const write: Write = before
      ? { kind: 'put-if-version', item: openedDateItem(after), version: before.version }
      : { kind: 'put-if-absent', item: openedDateItem(after) }
    const opened = { providerId, date: input.date, version: after.version, opening, slotCount }
    const committed = await commit(deps, caller, [write], opened)
    if (committed.kind === 'done') return ok(opened)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`availability of ${providerId} on ${input.date}`)
}

/** Lists what a provider opened on the dates `[from, to)`, in their order. */
export async function listAvailability(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
  { from, to }: { readonly from: string; readonly to: string },
  page: Page,
): Promise<Result<Listed<OpenedDate>, Refusal>> {
  const dayNumber = parseDate(to)
  if (dayNumber === undefined || to <= from) {
    return invalid('to', '`to` must be a date after `from`; ranges are half-open')
  }
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const range = availabilityRange(providerId, from, formatDate(dayNumber - 1))
  return ok(await listPage(deps.store, range, page, openedDateFromItem))
}

/** Takes back all that a provider opened on a date. What is booked there stands. */
export async function closeAvailability(
  deps: Dependencies,
  caller: Caller<undefined>,
  providerId: string,
  date: string,
): Promise<Result<undefined, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const key = availabilityKey(providerId, date)
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const item = await deps.store.get(key, { consistent: true })
    if (item === undefined) return notFound('availability', date)
    const { version } = openedDateFromItem(item)
    const stale = versionMismatch(caller, version)
    if (stale) return stale
    const write: Write = { kind: 'delete-if-version', key, version }
    const committed = await commit(deps, caller, [write], undefined)
    if (committed.kind === 'done') return ok(undefined)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`availability of ${providerId} on ${date}`)
}

function cannotAdd(before: OpenedDate, opening: Opening): Refusal | undefined {
  const clash = before.openings.find(
    (other) => other.startMinute < opening.endMinute && opening.startMinute < other.endMinute,
  )
  if (clash) {
    return {
      code: 'availability_overlaps',
      date: before.date,
      startMinute: clash.startMinute,
      endMinute: clash.endMinute,
    }
  }
  if (before.openings.length < OPENINGS_PER_DATE) return undefined
  const message = `${before.date} has ${OPENINGS_PER_DATE} openings already, the most of one date`
  return { code: 'validation_failed', errors: [{ pointer: '/date', message }] }
}

function parseOpening(
  input: AvailabilityInput,
): Result<{ readonly opening: Opening; readonly dayNumber: number }, Refusal> {
  const errors: InputError[] = []
  const dayNumber = parseDate(input.date)
  const startMinute = parseWindowTime(input.startTime, false)
  const endMinute = parseWindowTime(input.endTime, true)
  if (dayNumber === undefined) {
    errors.push({ pointer: '/date', message: `"${input.date}" is not a date; use YYYY-MM-DD` })
  }
  if (startMinute === undefined) {
    const message = `"${input.startTime}" is not a time of day; use HH:MM from 00:00 to 23:59`
    errors.push({ pointer: '/startTime', message })
  }
  if (endMinute === undefined) {
    const message = `"${input.endTime}" is not a time of day; use HH:MM from 00:01 to 24:00`
    errors.push({ pointer: '/endTime', message })
  } else if (startMinute !== undefined && endMinute <= startMinute) {
    const message = `${input.endTime} is not after ${input.startTime}; an opening ends on its own date, at 24:00 at the latest`
    errors.push({ pointer: '/endTime', message })
  }
  if (dayNumber === undefined || startMinute === undefined || endMinute === undefined) {
    return refuse({ code: 'validation_failed', errors })
  }
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const { slotDurationMinutes } = input
  return ok({ opening: { startMinute, endMinute, slotDurationMinutes }, dayNumber })
}
