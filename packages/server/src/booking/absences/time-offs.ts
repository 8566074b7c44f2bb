import { type Actor, areOverlapping, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { intervalOfFilter, type RangeFilter } from '../../kernel/list-range.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import {
  type ClosedTime,
  checkClosedTime,
  endsByEpochSeconds,
  intervalOfClosedTime,
} from '../closed-time/closed-time.ts'
import { timeOffEndingAfter } from '../keys.ts'
import { isTeam, type Provider, providerEntity } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { checkHasTime } from '../providers/units.ts'
import { readTimeOff, type TimeOff, timeOffEntity } from '../time-off/time-off.ts'
import { affectedBookings, affectedEvent, recheckWrite } from './affected-bookings.ts'

/** The input for time off. */
export interface TimeOffInput {
  readonly time: ClosedTime
  readonly reason?: string | undefined
}

/** New time off, and the live bookings in it. */
export interface CreatedTimeOff {
  readonly timeOff: TimeOff
  /** At most 1,000 ids, by start. */
  readonly affectedBookings: readonly string[]
}

/** The most time off of a provider that has not ended. Every list of slots in that time reads all of it. */
export const TIME_OFF_MAX = 200
/** The most days of one time off. Nothing can be booked further ahead. */
const TIME_OFF_DAYS = 1096

/**
 * Adds time off. Bookings in it stay and are named, in the answer and in an event; a task names those that
 * were being made at this moment. The provider is written too, so that a deletion of it and other time off
 * are decided one after the other.
 */
export async function createTimeOff(
  deps: Dependencies,
  caller: Caller<CreatedTimeOff>,
  providerId: string,
  { time, reason }: TimeOffInput,
): Promise<Result<CreatedTimeOff, Refusal>> {
  return retryOnConflict(`provider ${providerId}`, async () => {
    const found = await getProvider(deps, caller, providerId)
    if (!found.ok) return found
    const provider = found.value
    if (isTeam(provider)) return refuse({ code: 'provider_is_team', providerId })
    const hasTime = checkHasTime(provider, '/path/id')
    if (!hasTime.ok) return hasTime
    const wrong = checkClosedTime(time, provider.timeZone, {
      days: TIME_OFF_DAYS,
      message: `time off lasts at most ${TIME_OFF_DAYS} days`,
    })
    if (wrong) return wrong
    const now = epochSeconds(deps.clock)
    const current = await readTimeOff(deps, providerId, now / 60, { consistent: true })
    if (current.length >= TIME_OFF_MAX) {
      return invalid(
        '/start',
        `the provider has ${TIME_OFF_MAX} entries of time off that have not ended; delete one first`,
      )
    }
    const timeOff = {
      ...newResource(deps, caller.accountId, 'timeOff'),
      providerId,
      time,
      ...(reason !== undefined && { reason }),
      actor: caller.actor,
    }
    const { bookingIds, writes: own } = await newTimeOff(deps, provider, timeOff)
    const created = { timeOff, affectedBookings: bookingIds }
    const writes = {
      ...own,
      provider: providerEntity.replace(provider, withTimeOff(provider, [timeOff])),
    }
    return commitOrConflict(deps, caller, writes, created)
  })
}

/** The bookings in new time off, and its writes beside that of its provider. */
export async function newTimeOff(
  deps: Dependencies,
  provider: Provider,
  timeOff: TimeOff & { readonly actor: Actor },
) {
  const interval = intervalOfClosedTime(timeOff.time, provider.timeZone)
  const bookingIds = await affectedBookings(deps, provider, interval)
  const writes = {
    timeOff: timeOffEntity.create(timeOff),
    event: affectedEvent(deps, timeOff.actor, timeOff, bookingIds),
    recheck: recheckWrite(deps, timeOff, bookingIds),
  }
  return { bookingIds, writes }
}

/** The provider with more time off. A deletion that is being decided is aborted. */
export function withTimeOff(before: Provider, added: readonly Pick<TimeOff, 'time'>[]): Provider {
  const { deletionBeganAtEpochSeconds: _, ...rest } = before
  const ends = added.map(({ time }) => endsByEpochSeconds(time))
  const until = Math.max(before.timeOffUntilEpochSeconds ?? 0, ...ends)
  return { ...rest, version: before.version + 1, timeOffUntilEpochSeconds: until }
}

/** Lists the time off of a provider, about by its end. */
export async function listTimeOff(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
  page: Page,
  filter: RangeFilter = {},
): Promise<Result<Listed<TimeOff>, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const { timeZone } = provider.value
  const range = intervalOfFilter(filter, timeZone)
  if (!range.ok) return range
  const isListed = ({ time }: TimeOff): boolean =>
    areOverlapping(intervalOfClosedTime(time, timeZone), range.value)
  const request = {
    ...timeOffEndingAfter(providerId, range.value.startEpochMinutes * 60),
    filter,
  }
  return ok(await listFiltered(deps.store, request, page, timeOffEntity.decode, isListed))
}

/** Finds time off by its id, the latest first: its key begins with its end. */
async function findTimeOff(
  deps: Pick<Dependencies, 'store'>,
  providerId: string,
  timeOffId: string,
): Promise<Result<TimeOff, Refusal>> {
  const range = timeOffEndingAfter(providerId, 0)
  for await (const item of queryItems(deps.store, { ...range, descending: true })) {
    const timeOff = timeOffEntity.decode(item)
    if (timeOff.id === timeOffId) return ok(timeOff)
  }
  return notFound('time_off', timeOffId)
}

/** Deletes time off. Its time is offered again at once. */
export async function deleteTimeOff(
  deps: Dependencies,
  caller: Caller<undefined>,
  providerId: string,
  timeOffId: string,
): Promise<Result<undefined, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const read = () => findTimeOff(deps, providerId, timeOffId)
  return decideOn(caller, `time off ${timeOffId}`, read, (before) =>
    commitOrConflict(deps, caller, { timeOff: timeOffEntity.remove(before) }, undefined),
  )
}
