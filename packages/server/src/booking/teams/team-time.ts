import {
  type CalendarTime,
  type CandidateTime,
  hasDays,
  type Interval,
  type LimitCheck,
  type NeededTime,
  type OpenRules,
  type PolicySnapshot,
  type SlotHours,
  type SlotPolicy,
  slotHours,
  unionOfSpans,
  type WorkingTime,
  withCalendars,
  type Yields,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { occupiedTime, type ReadDay, readLedger } from '../../ledger/occupied-time.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type EventType, slotPolicy } from '../event-types/event-type.ts'
import {
  closedAsWell,
  openRulesOf,
  type Schedules,
  scheduleIdOf,
  workingHours,
} from '../hours/working-hours.ts'
import { limitsReached, readLimits } from '../limits/read-limits.ts'
import type { Provider } from '../providers/provider.ts'
import { keptBackMinutes } from '../requirements/kept-back.ts'
import type { Team } from '../requirements/team.ts'
import { countsOf, type Movable, occupiedWithout } from './leaving.ts'

/** What was read of one candidate. */
export interface CandidateFacts {
  readonly provider: Provider
  readonly days: readonly ReadDay[]
  readonly calendars: readonly CalendarTime[]
  readonly working: WorkingTime | undefined
  /** How its working time bounds the booking. */
  readonly bounds: Pick<CandidateTime, 'bookable' | 'endsIn'>
  /** Its own limits; empty without them. */
  readonly limits: readonly LimitCheck[]
  /** For how many minutes before a start it is offered. Undefined: at any time. */
  readonly keptBackMinutes: number | undefined
}

/** How to read the time of a team. */
export interface TeamTimeQuestion {
  /** The claims to read. */
  readonly ledgerReach: Interval
  /** The time within which hours and calendars are needed. */
  readonly reach: Interval
  readonly consistent: boolean
  readonly schedules: Schedules
  /** What is booked. Its own schedule closes it too. */
  readonly eventType: EventType
  /** Whether hours, time off, limits, calendars, and who is kept back are skipped. Default: no. */
  readonly isLedgerOnly?: boolean
  /** Who is offered although they are kept back: the account named them. Default: nobody. */
  readonly named?: readonly string[] | undefined
  /** Ledgers that are being read already, by provider. */
  readonly ledgers?: ReadonlyMap<string, Promise<readonly ReadDay[]>>
}

const UNBOUND: CandidateFacts['bounds'] = { bookable: undefined }

const boundsOf = ({ hours, endsIn }: SlotHours): CandidateFacts['bounds'] => ({
  bookable: hours,
  ...(endsIn && { endsIn }),
})

/** Reads the ledgers, hours and calendars of all candidates, side by side. */
export async function readTeamTime(
  deps: BookingDependencies,
  { candidates }: Team,
  question: TeamTimeQuestion,
): Promise<readonly CandidateFacts[]> {
  const { ledgerReach, reach, consistent, schedules, ledgers, isLedgerOnly = false } = question
  const { eventType, named = [] } = question
  const isOffered = (id: string) => isLedgerOnly || named.includes(id)
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
    const read = working?.get(facts.provider.id)
    const own = read && closedAsWell(eventType, read)
    const { id } = facts.provider
    return {
      ...facts,
      working: own,
      bounds: own ? boundsOf(slotHours(own, eventType)) : UNBOUND,
      keptBackMinutes: isOffered(id) ? undefined : keptBackMinutes(eventType.keptBack, id),
    }
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

/** The last start for which a candidate is offered now, if it is kept back. */
export const lastStart = (
  keptBack: number | undefined,
  nowEpochSeconds: number,
): Pick<CandidateTime, 'lastStartEpochMinutes'> =>
  keptBack === undefined ? {} : { lastStartEpochMinutes: nowEpochSeconds / 60 + keptBack }

/** The time of candidates for a duration as the engine needs it, at one instant. `leaving`: the bookings whose own time and limits are free. */
export function candidateTimes(
  deps: Pick<BookingDependencies, 'clock'>,
  facts: readonly CandidateFacts[],
  durationMinutes: number,
  yields?: Yields,
  leaving: readonly Movable[] = [],
): readonly CandidateTime[] {
  const now = epochSeconds(deps.clock)
  const own = countsOf(leaving)
  return facts.map(({ provider, days, calendars, bounds, limits, keptBackMinutes: kept }) => ({
    ...bounds,
    ...lastStart(kept, now),
    ...(limits.length > 0 && {
      hasRoomAt: (start: number, needed: NeededTime) =>
        limitsReached(limits, start * 60, durationMinutes, own, needed).length === 0,
    }),
    occupied: withCalendars(
      occupiedWithout(occupiedTime(days, now, yields), leaving, provider.id),
      calendars,
    ),
  }))
}

/**
 * The policies whose grids offer the starts of a team: that of the event type if it has hours or a schedule
 * of its own, else one for each schedule of its candidates. With spans, an event type is open whenever somebody is needed;
 * if they are on several days, in each span, and perhaps not in the nights between. Of a candidate's schedule, only the start
 * must lie on the grid: whoever is taken works whenever they are needed.
 * `agreed`: duration and buffers, where they differ from those of the event type.
 */
export function teamGrids(
  eventType: EventType,
  owner: Provider,
  { candidates, needs }: Team,
  schedules: Schedules,
  agreed?: PolicySnapshot,
): readonly SlotPolicy[] {
  const times = needs.map(({ time = {} }) => time)
  const hasSpans = times.some(({ spans }) => spans !== undefined)
  const policyOf = (rules: OpenRules, isOwn: boolean): SlotPolicy => {
    const policy = slotPolicy(eventType, rules)
    const length = agreed ? { ...policy, ...agreed } : policy
    if (!hasSpans) return length
    const openSpans = times.some(hasDays)
      ? times.flatMap(({ spans = [] }) => spans)
      : unionOfSpans(times, length)
    return { ...length, openSpans: isOwn ? openSpans : [] }
  }
  if (eventType.availabilityRules !== undefined || eventType.scheduleId !== undefined) {
    return [policyOf(openRulesOf(eventType, owner, schedules), true)]
  }
  const byId = new Map(
    candidates.flatMap((candidate) => {
      const id = scheduleIdOf(eventType, candidate)
      const rules = openRulesOf(eventType, candidate, schedules)
      return id === undefined ? [] : [[id, policyOf(rules, false)] as const]
    }),
  )
  return [...byId.values()]
}
