import { clip, ok, type Result, startOfLocalDay, toIntervals } from '@holdfast/engine'
import { getProvider } from '../../booking/providers/providers.ts'
import { checkRange, type RangeEnd } from '../../booking/slots/slots.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { busyOf } from './busy-months.ts'
import { readStoredTimes } from './calendar-time.ts'

/** Time that a connected calendar says is busy: epoch minutes `[start, end)`. */
export interface BusyTime {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
  readonly source: ConnectionKind
}

/**
 * Lists what the calendars of a provider said is busy when they were read last, in the order of time. A
 * date stands for its midnight in the provider's zone.
 */
export async function listBusyTimes(
  deps: ExternalCalendarsDependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
  range: { readonly from: RangeEnd; readonly to: RangeEnd },
): Promise<Result<readonly BusyTime[], Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const { timeZone } = provider.value
  const minutesOf = (end: RangeEnd): number =>
    'dayNumber' in end ? startOfLocalDay(timeZone, end.dayNumber) : end.epochMinutes
  const [from, to] = [minutesOf(range.from), minutesOf(range.to)]
  const checked = checkRange({ fromEpochMinutes: from, toEpochMinutes: to })
  if (!checked.ok) return checked
  const reach = { startEpochMinutes: from, endEpochMinutes: to }
  const { connections, months } = await readStoredTimes(deps, providerId, reach, true)
  const times = connections.flatMap(({ kind }) => {
    const kept = busyOf(months.filter((month) => month.kind === kind))
    return toIntervals(clip(kept, from, to)).map((interval) => ({ ...interval, source: kind }))
  })
  return ok(times.sort((a, b) => a.startEpochMinutes - b.startEpochMinutes))
}
