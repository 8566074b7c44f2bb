import {
  ALWAYS_WORKING,
  EMPTY_SET,
  fromUnsorted,
  hoursWithin,
  type Interval,
  type IntervalSet,
  localDayOf,
  type OpenRules,
  startOfLocalDay,
  toIntervals,
  type WorkingTime,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { intervalOfClosedTime } from '../closed-time/closed-time.ts'
import { type Closure, mayBeClosed, readClosures } from '../closures/closure.ts'
import { type EventType, ownRules } from '../event-types/event-type.ts'
import { scheduleKey } from '../keys.ts'
import type { Provider } from '../providers/provider.ts'
import { type Schedule, scheduleEntity } from '../schedules/schedule.ts'
import { readTimeOff, type TimeOff } from '../time-off/time-off.ts'

/** Schedules by id. */
export type Schedules = ReadonlyMap<string, Schedule>

/** Time off by the id of its provider. */
export type TimeOffByProvider = ReadonlyMap<string, readonly TimeOff[]>

/** The schedules of some items, by id. Absent items are left out. */
export const schedulesOf = (items: readonly (Item | undefined)[]): Schedules =>
  new Map(
    items.flatMap((item) => {
      const schedule = item && scheduleEntity.decode(item)
      return schedule ? [[schedule.id, schedule] as const] : []
    }),
  )

/**
 * Reads schedules that are not known yet, in one request; none if all are. Without `consistent`, they may be a moment
 * old, but a new one is not missing.
 */
export async function readSchedules(
  deps: Pick<Dependencies, 'store'>,
  scheduleIds: readonly string[],
  { consistent, known = new Map() }: { readonly consistent: boolean; readonly known?: Schedules },
): Promise<Schedules> {
  const missing = [...new Set(scheduleIds)].filter((id) => !known.has(id))
  if (missing.length === 0) return known
  const keys = missing.map(scheduleKey)
  const items = consistent
    ? await deps.store.getMany(keys, { consistent })
    : await readExisting(deps.store, keys)
  return new Map([...known, ...schedulesOf(items)])
}

/** The schedule that an event type is open by; undefined if it has hours of its own, or none at all. */
export const scheduleIdOf = (
  { availabilityRules, scheduleId }: EventType,
  provider: Pick<Provider, 'scheduleId'>,
): string | undefined =>
  availabilityRules === undefined ? (scheduleId ?? provider.scheduleId) : undefined

/** The ids of the schedules that the slots of an event type at some providers depend on. */
export const scheduleIdsOf = (
  eventType: EventType,
  providers: readonly Pick<Provider, 'scheduleId'>[],
): readonly string[] => [
  ...new Set(
    [eventType.scheduleId, ...providers.map(({ scheduleId }) => scheduleId)].filter(
      (id) => id !== undefined,
    ),
  ),
]

/**
 * The rules that an event type is open by at a provider: its own, else those of its schedule, else those of
 * the provider's schedule. Closed without any.
 */
export function openRulesOf(
  eventType: EventType,
  provider: Pick<Provider, 'scheduleId' | 'timeZone'>,
  schedules: Schedules,
): OpenRules {
  const schedule = schedules.get(scheduleIdOf(eventType, provider) ?? '')
  return schedule ?? ownRules(eventType, provider.timeZone)
}

/** What is known of the hours already, and how to read the rest. */
export interface WorkingHoursOptions {
  /** Sees every write that was acknowledged before the call. */
  readonly consistent: boolean
  readonly schedules?: Schedules
  /** Time off that was read for a range that begins no later than this one. */
  readonly timeOff?: TimeOffByProvider
  /** Closures of the account that were read for a range around this one. */
  readonly closures?: readonly Closure[]
}

/** The working time of a provider. */
export interface ProviderWorkingTime extends WorkingTime {
  /** When what is open by other schedules is closed, by the id of the schedule. */
  readonly closedBySchedule?: ReadonlyMap<string, IntervalSet>
}

/** Whether the time off of a provider can matter to a range. */
export const mayHaveTimeOff = (
  { timeOffUntilEpochSeconds = 0 }: Pick<Provider, 'timeOffUntilEpochSeconds'>,
  { startEpochMinutes }: Interval,
): boolean => startEpochMinutes * 60 < timeOffUntilEpochSeconds

/**
 * The working time of providers, by their ids: complete within a range of at most 400 days and on its first
 * and last local date. Reads the schedules and the time off that are not known yet, all in one parallel
 * round: each schedule once, time off only for providers that may have some in the range, and the closures of the account
 * if it may have some. A provider without any of them costs nothing. All providers are of one account.
 */
export async function workingHours(
  deps: Pick<Dependencies, 'store'>,
  providers: readonly Provider[],
  range: Interval,
  {
    consistent,
    schedules: known = new Map(),
    timeOff: knownTimeOff = new Map(),
    closures: knownClosures,
  }: WorkingHoursOptions,
): Promise<ReadonlyMap<string, ProviderWorkingTime>> {
  const scheduleIds = providers.flatMap(({ scheduleId }) => scheduleId ?? [])
  const closable = providers.find((provider) => mayBeClosed(provider, range))
  const isFree =
    closable === undefined && !providers.some((provider) => mayHaveTimeOff(provider, range))
  if (scheduleIds.length === 0 && isFree) {
    return new Map(providers.map(({ id, timeZone }) => [id, { ...ALWAYS_WORKING, timeZone }]))
  }
  const [schedules, closures, timeOff] = await Promise.all([
    readSchedules(deps, scheduleIds, { consistent, known }),
    closable
      ? (knownClosures ?? readClosures(deps, closable.accountId, range, { consistent }))
      : [],
    Promise.all(
      providers.map((provider) => {
        if (!mayHaveTimeOff(provider, range)) return []
        const { startEpochMinutes } = range
        return (
          knownTimeOff.get(provider.id) ??
          readTimeOff(deps, provider.id, startEpochMinutes, { consistent })
        )
      }),
    ),
  ])
  const hoursById = new Map<string, IntervalSet>()
  for (const [id, schedule] of schedules) {
    if (scheduleIds.includes(id)) hoursById.set(id, hoursOnDatesOf(schedule, range))
  }
  return new Map(
    providers.map((provider, index) => {
      const { id, scheduleId, timeZone } = provider
      const intervals = (timeOff[index] ?? []).map(({ time }) =>
        intervalOfClosedTime(time, timeZone),
      )
      return [
        id,
        {
          timeZone: schedules.get(scheduleId ?? '')?.timeZone ?? timeZone,
          // Closed without the schedule: a list may read an older state of the store.
          hours: scheduleId === undefined ? undefined : (hoursById.get(scheduleId) ?? EMPTY_SET),
          timeOff: fromUnsorted(intervals),
          ...(closures.length > 0 && closedTimes(provider, closures, schedules)),
        },
      ]
    }),
  )
}

/** The times in which a provider is closed, and, for each schedule, those in which event types that are open by it are. */
function closedTimes(
  { id, scheduleId, timeZone }: Provider,
  closures: readonly Closure[],
  schedules: Schedules,
): Required<Pick<ProviderWorkingTime, 'closed' | 'closedBySchedule'>> {
  const own: Interval[] = []
  const bySchedule = new Map<string, Interval[]>()
  for (const { scope, time } of closures) {
    if (scope.kind === 'schedule') {
      const zone = schedules.get(scope.scheduleId)?.timeZone ?? timeZone
      const interval = intervalOfClosedTime(time, zone)
      bySchedule.set(scope.scheduleId, [...(bySchedule.get(scope.scheduleId) ?? []), interval])
      if (scope.scheduleId === scheduleId) own.push(interval)
    } else if (scope.kind === 'all' || scope.providerIds.includes(id)) {
      own.push(intervalOfClosedTime(time, timeZone))
    }
  }
  return {
    closed: fromUnsorted(own),
    closedBySchedule: new Map([...bySchedule].map(([key, times]) => [key, fromUnsorted(times)])),
  }
}

/** The hours of rules in a range, from the beginning of its first local date to the end of its last. */
function hoursOnDatesOf(rules: OpenRules, { startEpochMinutes, endEpochMinutes }: Interval) {
  const { timeZone } = rules
  return hoursWithin(
    rules,
    startOfLocalDay(timeZone, localDayOf(timeZone, startEpochMinutes)),
    startOfLocalDay(timeZone, localDayOf(timeZone, endEpochMinutes) + 1),
  )
}

/**
 * The working time as a bound on an event type at a provider. Where the event type is open by the provider's
 * own schedule, its rules say so already, and only time off and closures are left.
 */
export const boundOf = (
  eventType: EventType,
  provider: Provider,
  working: ProviderWorkingTime = ALWAYS_WORKING,
): WorkingTime =>
  scheduleIdOf(eventType, provider) === provider.scheduleId
    ? { ...working, hours: undefined }
    : closedAsWell(eventType, working)

/** The working time of a provider for an event type, which is closed with its own schedule too. */
export function closedAsWell(
  { availabilityRules, scheduleId }: Pick<EventType, 'availabilityRules' | 'scheduleId'>,
  working: ProviderWorkingTime,
): WorkingTime {
  const id = availabilityRules === undefined ? scheduleId : undefined
  const more = id === undefined ? undefined : working.closedBySchedule?.get(id)
  if (more === undefined) return working
  const closed = fromUnsorted([...toIntervals(working.closed ?? EMPTY_SET), ...toIntervals(more)])
  return { ...working, closed }
}

/** A provider as its opened slots see it: its schedule does not bind them, its time off and closures do. */
export function withoutSchedule(provider: Provider): Provider {
  const { scheduleId: _, ...rest } = provider
  return rest
}
