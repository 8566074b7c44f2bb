import {
  bookableTime,
  type CalendarTime,
  type CandidateTime,
  type Interval,
  type IntervalSet,
  type LimitCheck,
  type SlotPolicy,
  type WorkingTime,
  withCalendars,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { occupiedTime, type ReadDay, readLedger } from '../../ledger/occupied-time.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type EventType, slotPolicy } from '../event-types/event-type.ts'
import { openRulesOf, type Schedules, scheduleIdOf, workingHours } from '../hours/working-hours.ts'
import { limitsReached, readLimits } from '../limits/read-limits.ts'
import type { Provider } from '../providers/provider.ts'
import type { Team } from '../requirements/team.ts'

/** What was read of one candidate. */
export interface CandidateFacts {
  readonly provider: Provider
  readonly days: readonly ReadDay[]
  readonly calendars: readonly CalendarTime[]
  readonly working: WorkingTime | undefined
  /** Its working hours less its time off. Undefined: always. */
  readonly bookable: IntervalSet | undefined
  /** Its own limits; empty without them. */
  readonly limits: readonly LimitCheck[]
}

/** How to read the time of a team. */
export interface TeamTimeQuestion {
  /** The claims to read. */
  readonly ledgerReach: Interval
  /** The time within which hours and calendars are needed. */
  readonly reach: Interval
  readonly consistent: boolean
  readonly schedules: Schedules
  /** Whether hours, time off, limits and calendars are skipped. Default: no. */
  readonly isLedgerOnly?: boolean
  /** Ledgers that are being read already, by provider. */
  readonly ledgers?: ReadonlyMap<string, Promise<readonly ReadDay[]>>
}

/** Reads the ledgers, hours and calendars of all candidates, side by side. */
export async function readTeamTime(
  deps: BookingDependencies,
  { candidates }: Team,
  { ledgerReach, reach, consistent, schedules, ledgers, isLedgerOnly = false }: TeamTimeQuestion,
): Promise<readonly CandidateFacts[]> {
  const [working, ...times] = await Promise.all([
    isLedgerOnly ? undefined : workingHours(deps, candidates, reach, { consistent, schedules }),
    ...candidates.map(async (provider) => {
      const [days, calendars, limits] = await Promise.all([
        ledgers?.get(provider.id) ?? readLedger(deps, provider.id, ledgerReach, consistent),
        isLedgerOnly ? [] : deps.connectedCalendars.list(deps, provider, reach, { consistent }),
        isLedgerOnly ? [] : readOwnLimits(deps, provider, reach, consistent),
      ])
      return { provider, days, calendars, limits }
    }),
  ])
  return times.map((facts) => {
    const own = working?.get(facts.provider.id)
    return { ...facts, working: own, bookable: own && bookableTime(own) }
  })
}

/** Reads the limits of one candidate for the starts in a range. */
export const readOwnLimits = (
  deps: BookingDependencies,
  provider: Provider,
  reach: Interval,
  consistent: boolean,
): Promise<readonly LimitCheck[]> =>
  readLimits(
    deps,
    provider.limits ? [provider] : [],
    { fromEpochMinutes: reach.startEpochMinutes, toEpochMinutes: reach.endEpochMinutes },
    { consistent },
  )

/** The time of candidates for a duration as the engine needs it, at one instant. */
export function candidateTimes(
  deps: Pick<BookingDependencies, 'clock'>,
  facts: readonly CandidateFacts[],
  durationMinutes: number,
): readonly CandidateTime[] {
  const now = epochSeconds(deps.clock)
  return facts.map(({ days, calendars, bookable, limits }) => ({
    bookable,
    ...(limits.length > 0 && {
      hasRoomAt: (start: number) => limitsReached(limits, start * 60, durationMinutes).length === 0,
    }),
    occupied: withCalendars(occupiedTime(days, now), calendars),
  }))
}

/**
 * The policies whose grids offer the starts of a team: that of the event type if it has hours or a schedule
 * of its own, else one for each schedule of its candidates.
 */
export function teamGrids(
  eventType: EventType,
  owner: Provider,
  { candidates }: Team,
  schedules: Schedules,
): readonly SlotPolicy[] {
  if (eventType.availabilityRules !== undefined || eventType.scheduleId !== undefined) {
    return [slotPolicy(eventType, openRulesOf(eventType, owner, schedules))]
  }
  const byId = new Map(
    candidates.flatMap((candidate) => {
      const id = scheduleIdOf(eventType, candidate)
      const rules = openRulesOf(eventType, candidate, schedules)
      return id === undefined ? [] : [[id, slotPolicy(eventType, rules)] as const]
    }),
  )
  return [...byId.values()]
}
