import { claimReach, type Interval, type Occupied, withCalendars } from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { occupiedTime, readLedger } from '../../ledger/occupied-time.ts'
import type { LoadedEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type ProviderWorkingTime, workingHours } from '../hours/working-hours.ts'
import type { StartRange } from '../limits/read-limits.ts'
import type { Provider } from '../providers/provider.ts'

/** The time of a provider that decides its slots in one window. */
export interface ProviderTime {
  readonly occupied: Occupied
  /** Undefined: no bound. */
  readonly working: ProviderWorkingTime | undefined
}

/** Reads the time of a provider. Each provider is read at most once, when it is asked for first. */
export type ReadProviderTime = (provider: Provider) => Promise<ProviderTime>

const hull = (a: Interval | undefined, b: Interval): Interval => ({
  startEpochMinutes: Math.min(
    a?.startEpochMinutes ?? Number.POSITIVE_INFINITY,
    b.startEpochMinutes,
  ),
  endEpochMinutes: Math.max(a?.endEpochMinutes ?? Number.NEGATIVE_INFINITY, b.endEpochMinutes),
})

/**
 * A reader of the providers of some event types, for the slots that start in one window. Event types of
 * one provider share its ledger, calendars and working hours. The reads may be slightly outdated.
 */
export function providerTimeReader(
  deps: BookingDependencies,
  eventTypes: readonly LoadedEventType[],
  { fromEpochMinutes, toEpochMinutes }: StartRange,
): ReadProviderTime {
  const reaches = new Map<string, Interval>()
  for (const { provider, policy } of eventTypes) {
    const reach = claimReach(policy, fromEpochMinutes, toEpochMinutes)
    reaches.set(provider.id, hull(reaches.get(provider.id), reach))
  }
  const schedules = new Map(eventTypes.flatMap((each) => [...each.schedules]))
  const known = new Map<string, Promise<ProviderTime>>()
  const read = async (provider: Provider, reach: Interval): Promise<ProviderTime> => {
    const [days, calendars, working] = await Promise.all([
      readLedger(deps, provider.id, reach, false),
      deps.connectedCalendars.list(deps, provider, reach, { consistent: false }),
      workingHours(deps, [provider], reach, { consistent: false, schedules }),
    ])
    const occupied = withCalendars(occupiedTime(days, epochSeconds(deps.clock)), calendars)
    return { occupied, working: working.get(provider.id) }
  }
  return (provider) => {
    const reach = reaches.get(provider.id)
    if (reach === undefined) throw new Error(`${provider.id} is no provider of these event types`)
    const time = known.get(provider.id) ?? read(provider, reach)
    known.set(provider.id, time)
    return time
  }
}
