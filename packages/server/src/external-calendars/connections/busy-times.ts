import { clip, ok, type Result, toIntervals } from '@holdfast/engine'
import { getProvider } from '../../booking/providers/read-providers.ts'
import { checkRange } from '../../booking/slots/slots.ts'
import type { Caller } from '../../kernel/caller.ts'
import { minutesOfEnd, type RangeEnd } from '../../kernel/list-range.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { busyOf } from './busy-months.ts'
import { readStoredTimes } from './calendar-time.ts'

/** A busy time of a connected calendar, in epoch minutes `[start, end)`. */
export interface BusyTime {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
  readonly source: ConnectionKind
}

/**
 * Lists the busy times of a provider's calendars as of their last read, in chronological order. A date
 * in the range stands for its midnight in the provider's zone.
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
  const [from, to] = [minutesOfEnd(range.from, timeZone), minutesOfEnd(range.to, timeZone)]
  const checked = checkRange({ fromEpochMinutes: from, toEpochMinutes: to })
  if (!checked.ok) return checked
  const interval = { startEpochMinutes: from, endEpochMinutes: to }
  const { connections, months } = await readStoredTimes(deps, providerId, interval, true)
  const times = connections.flatMap(({ kind }) => {
    const busy = busyOf(months.filter((month) => month.kind === kind))
    return toIntervals(clip(busy, from, to)).map((each) => ({ ...each, source: kind }))
  })
  return ok(times.sort((a, b) => a.startEpochMinutes - b.startEpochMinutes))
}
