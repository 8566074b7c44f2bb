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
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { type InputError, invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { availabilityKey, availabilityRange } from '../keys.ts'
import { isTeam } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { checkHasTime } from '../providers/units.ts'
import { type OpenedDate, type Opening, openedDateEntity } from './opening.ts'

/** A window of a date to open: `HH:MM` in the provider's zone; `24:00` is allowed as the end. */
export interface AvailabilityInput {
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly slotDurationMinutes: number
}

/** A window that was opened, and how many slots fit into it. */
export interface OpenedSlots {
  readonly providerId: string
  readonly date: string
  readonly version: number
  readonly opening: Opening
  readonly slotCount: number
}

/** The maximum number of openings of a provider on one date. */
const OPENINGS_PER_DATE = 50

/** Opens slots of a provider on one date. A window that overlaps an earlier one of that date is refused. */
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
  if (isTeam(provider.value)) return refuse({ code: 'provider_is_team', providerId })
  const hasTime = checkHasTime(provider.value, '/path/id')
  if (!hasTime.ok) return hasTime
  const { timeZone } = provider.value
  if (startOfLocalDay(timeZone, dayNumber) === startOfLocalDay(timeZone, dayNumber + 1)) {
    return invalid('/date', `there was no ${input.date} in ${timeZone}: the zone skipped that day`)
  }
  // In exact time: 01:00–04:00 has four half hours on a day that skips an hour, not six.
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
  const key = availabilityKey(providerId, input.date)
  return retryOnConflict(`availability of ${providerId} on ${input.date}`, async () => {
    const before = await openedDateEntity.read(deps.store, key)
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
    const openedDate = openedDateEntity.put(before, after)
    const opened = { providerId, date: input.date, version: after.version, opening, slotCount }
    return commitOrConflict(deps, caller, { openedDate }, opened)
  })
}

/** Lists the openings of a provider on the dates `[from, to)`, in date order. */
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
  return ok(await listPage(deps.store, range, page, openedDateEntity.decode))
}

/** Closes all slots that a provider opened on a date. Bookings there stay. */
export async function closeAvailability(
  deps: Dependencies,
  caller: Caller<undefined>,
  providerId: string,
  date: string,
): Promise<Result<undefined, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const key = availabilityKey(providerId, date)
  return retryOnConflict(`availability of ${providerId} on ${date}`, async () => {
    const before = await openedDateEntity.read(deps.store, key)
    if (before === undefined) return notFound('availability', date)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const writes = { openedDate: openedDateEntity.remove(before) }
    return commitOrConflict(deps, caller, writes, undefined)
  })
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
