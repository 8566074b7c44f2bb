import {
  buffersOf,
  canServe,
  claimReach,
  computeTeamGrid,
  computeTeamSlots,
  EMPTY_SET,
  explainSlot,
  type GridStarts,
  hasDays,
  type LimitRefusal,
  lengthAt,
  minutesOf,
  type NeededTime,
  ok,
  type Result,
  type SlotPolicy,
  type SlotRefusal,
  spansAt,
  stretchesOf,
  unionOfSpans,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { occupiedTime, withKept, yieldsFreed } from '../../ledger/occupied-time.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { openRulesOf } from '../hours/working-hours.ts'
import { limitsReached, readLimits, type StartRange, withinLimits } from '../limits/read-limits.ts'
import type { Provider } from '../providers/provider.ts'
import type { TeamRefusal } from '../refusals.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { ruledNeedOf, type Team, type TeamNeed } from '../requirements/team.ts'
import { teamAt } from './booked-times.ts'
import { limitsWithout, type Movable } from './leaving.ts'
import { loadTeam, type TeamEventType } from './load-team.ts'
import { poolOf, teamOfRow } from './price-rows.ts'
import { limitsOfType, readTeamOffer, type TeamPrefetch, widestOf } from './team-offer.ts'
import { rowsOf, type TeamRows } from './team-rows.ts'
import {
  type CandidateFacts,
  candidateTimes,
  lastStart,
  readTeamTime,
  teamGrids,
} from './team-time.ts'

/**
 * Computes the slots of an event type with requirements in a range: the starts at which each requirement finds
 * its count of candidates who work and are free. A chosen candidate must be one of them. The reads may be
 * slightly outdated.
 */
export async function teamSlots(
  deps: BookingDependencies,
  wanted: TeamEventType,
  range: StartRange,
  options: {
    readonly includeUnavailable: boolean
    readonly chosen?: ChosenCandidate | undefined
    readonly prefetched?: TeamPrefetch | undefined
    readonly durationMinutes?: number | undefined
    readonly takesFreed?: boolean | undefined
    /** Who is offered although they are kept back. Default: nobody. */
    readonly named?: readonly string[] | undefined
    /** The bookings whose own time and limits count as free. Default: none. */
    readonly leaving?: readonly Movable[] | undefined
  },
): Promise<Result<TeamStarts, Refusal>> {
  const { eventType, provider } = wanted
  const read = await readTeamOffer(deps, wanted, range, { ...options, consistent: false })
  if (!read.ok) return read
  if (read.value === undefined) return ok({ starts: [] })
  const { team, schedules, grids, timeZone, needs, facts, limits } = read.value
  const [policy = read.value.policy] = grids
  const nowEpochSeconds = epochSeconds(deps.clock)
  const yields = options.takesFreed ? yieldsFreed : undefined
  const { leaving = [] } = options
  const ruled = ruledNeedOf(team, eventType.candidateRules)
  if (ruled !== undefined) {
    const { usualMinutes = eventType.durationMinutes } = wanted
    const as = (minutes: number) => ({ ...eventType, durationMinutes: minutes })
    const rows = rowsOf({
      eventType,
      team,
      mayChoose: team.needs[ruled]?.bookerMayChoose === true,
      pool: poolOf(team, ruled, options.chosen).map((candidate) => ({
        candidate,
        needs: needs.map((need) => withOnly(need, team.needs[ruled]?.name, candidate)),
      })),
      usualMinutes,
      durationMinutes: options.durationMinutes,
      gridsFor: (minutes) => teamGrids(as(minutes), provider, team, schedules),
      timesFor: (minutes) => candidateTimes(deps, facts, minutes, yields, leaving),
      limits: limitsWithout(limits, leaving),
      includeUnavailable: options.includeUnavailable,
      range,
      timeZone,
      nowEpochSeconds,
    })
    return ok({ ...rows, ...endsOf(rows.starts, team.needs, policy, timeZone) })
  }
  const { durationMinutes } = policy
  const candidates = candidateTimes(deps, facts, durationMinutes, yields, leaving)
  const query = { grids, needs, candidates, ...range, timeZone, nowEpochSeconds }
  const listed = options.includeUnavailable
    ? computeTeamGrid(query)
    : { starts: computeTeamSlots(query) }
  const ownLimits = limitsWithout(limits, leaving)
  const within = withinLimits(listed, ownLimits, countedMinutes(team.needs, policy, timeZone))
  return ok({ ...within, ...endsOf(within.starts, team.needs, policy, timeZone) })
}

/** Starts of a team, and for each whether it can be booked; absent if all can. */
export type TeamStarts = Partial<GridStarts> &
  Pick<GridStarts, 'starts'> & {
    /** When each ends. Absent: all last equally long. */
    readonly ends?: readonly number[]
    /** What is particular about each, if candidates have rules of their own. */
    readonly rows?: TeamRows['rows']
  }

/** A need of that name with one candidate alone; after a choice of that candidate, there is a second one that takes nobody. */
const withOnly = (need: TeamNeed, name: string | undefined, candidate: number): TeamNeed =>
  need.name === name && need.count > 0 ? { ...need, candidates: [candidate] } : need

/** The minutes that the limits of an event type count: those in which a booking needs anybody; of several days, by its start. */
export function countedMinutes(
  needs: readonly TeamNeed[],
  policy: SlotPolicy,
  timeZone: string,
): number | ((startEpochMinutes: number) => number) {
  const times = needs.map(({ time = {} }) => time)
  if (!times.some(hasDays)) return minutesNeeded(needs, policy)
  return (startEpochMinutes) => {
    const at = { timeZone, startEpochMinutes }
    const durationMinutes = lengthAt(times, policy.durationMinutes, at)
    const there = times.map((time) => ({ time: spansAt(time, at) }))
    return minutesNeeded(there, { durationMinutes })
  }
}

/** The minutes in which a booking needs anybody. */
const minutesNeeded = (
  needs: readonly Pick<TeamNeed, 'time'>[],
  policy: Pick<SlotPolicy, 'durationMinutes'>,
): number =>
  minutesOf(
    unionOfSpans(
      needs.map(({ time = {} }) => time),
      policy,
    ),
  )

/** When bookings of several days end, if clocks change between the days of some. */
function endsOf(
  starts: readonly number[],
  needs: readonly TeamNeed[],
  { durationMinutes }: SlotPolicy,
  timeZone: string,
): Pick<TeamStarts, 'ends'> {
  const times = needs.map(({ time = {} }) => time)
  if (!times.some(hasDays)) return {}
  const ends = starts.map(
    (start) => start + lengthAt(times, durationMinutes, { timeZone, startEpochMinutes: start }),
  )
  const isSame = ends.every((end, index) => end === (starts[index] as number) + durationMinutes)
  return isSame ? {} : { ends }
}

/** Lists every reason why a team cannot be booked at a start; empty if it can. */
export async function explainTeamStart(
  deps: BookingDependencies,
  wanted: TeamEventType,
  startEpochSeconds: number,
): Promise<readonly (SlotRefusal | TeamRefusal | LimitRefusal)[]> {
  const { eventType, provider } = wanted
  const loaded = await loadTeam(deps, wanted, { consistent: true })
  const { schedules } = loaded
  const { timeZone } = openRulesOf(eventType, provider, schedules)
  const startEpochMinutes = Math.floor(startEpochSeconds / 60)
  const at = { timeZone, startEpochMinutes }
  const there = teamAt(loaded.team, at)
  const grids = teamGrids(eventType, provider, there, schedules)
  const [grid] = grids
  const { durationMinutes } = eventType
  const row = { ...wanted, durationMinutes, timeZone: provider.timeZone, startEpochMinutes }
  const fitting = teamOfRow(there, row)
  const team = fitting.ok ? fitting.value : there
  if (grid === undefined) return teamRefusals(team, [], undefined, startEpochSeconds)
  const policy = { ...grid, durationMinutes: lengthAt(wanted.requirements, durationMinutes, at) }
  const start = Math.floor(startEpochSeconds / 60)
  const reach = claimReach(widestOf(eventType, policy), start, start + 1)
  const range = { fromEpochMinutes: start, toEpochMinutes: start + 1 }
  const [facts, limits] = await Promise.all([
    readTeamTime(deps, team, { ledgerReach: reach, reach, consistent: true, schedules, eventType }),
    readLimits(deps, limitsOfType(wanted), range, { consistent: true }),
  ])
  const now = epochSeconds(deps.clock)
  return [
    ...offGrid(grids, startEpochSeconds, now),
    ...teamRefusals(team, facts, policy, startEpochSeconds, now).map((refusal) => ({
      ...refusal,
      candidates: refusal.candidates.map(({ providerId, reasons }) => {
        const { days = [] } = facts.find(({ provider: { id } }) => id === providerId) ?? {}
        return { providerId, reasons: withKept(reasons, days, now) }
      }),
    })),
    ...limitsReached(limits, startEpochSeconds, minutesNeeded(team.needs, policy)),
  ]
}

/** Why a start is on none of the grids, or too soon or too far ahead on the first of them; empty if it is. */
export function offGrid(
  grids: readonly SlotPolicy[],
  startEpochSeconds: number,
  nowEpochSeconds: number,
): readonly SlotRefusal[] {
  const broken = grids.map((policy) =>
    explainSlot(policy, startEpochSeconds, nowEpochSeconds, EMPTY_SET),
  )
  return broken.some((reasons) => reasons.length === 0) ? [] : (broken[0] ?? [])
}

/**
 * For each requirement that does not find its count of free candidates, who of them lacks what. If each finds
 * enough but not all different, every requirement is named.
 */
export function teamRefusals(
  { candidates, needs }: Team,
  facts: readonly CandidateFacts[],
  policy: SlotPolicy | undefined,
  startEpochSeconds: number,
  nowEpochSeconds = 0,
): readonly TeamRefusal[] {
  const now = nowEpochSeconds
  const byTime = new Map<NeededTime | undefined, readonly CandidateReasons[]>()
  const reasonsFor = ({ time }: TeamNeed, candidate: number): CandidateReasons | undefined => {
    if (policy === undefined) return undefined
    const known =
      byTime.get(time) ??
      facts.map((each) => candidateReasons(each, policy, startEpochSeconds, now, time))
    byTime.set(time, known)
    return known[candidate]
  }
  const isFreeFor = (need: TeamNeed) => (candidate: number) =>
    reasonsFor(need, candidate)?.length === 0
  if (canServe(needs, (candidate, need) => isFreeFor(needs[need] as TeamNeed)(candidate))) return []
  const freeCount = (need: TeamNeed) => need.candidates.filter(isFreeFor(need)).length
  const short = needs.filter((need) => freeCount(need) < need.count)
  return (short.length > 0 ? short : needs).map((need) => ({
    code: 'too_few_candidates',
    requirement: need.name,
    neededCount: need.count,
    freeCount: freeCount(need),
    candidates: need.candidates
      .filter((candidate) => !isFreeFor(need)(candidate))
      .map((candidate) => ({
        providerId: (candidates[candidate] as Provider).id,
        reasons: reasonsFor(need, candidate) ?? [],
      })),
  }))
}

type CandidateReasons = readonly (SlotRefusal | LimitRefusal)[]

/** Why one candidate cannot serve a start whenever it is needed; the grid of the team does not count. */
function candidateReasons(
  { days, calendars, working, limits, keptBackMinutes }: CandidateFacts,
  policy: SlotPolicy,
  startEpochSeconds: number,
  nowEpochSeconds: number,
  needed: NeededTime = {},
): CandidateReasons {
  const occupied = occupiedTime(days, nowEpochSeconds)
  const bounds = { calendars, working }
  const reasons = stretchesOf(needed, policy).flatMap(({ offsetMinutes, durationMinutes }) => {
    const own = { ...policy, ...buffersOf(needed, policy), durationMinutes }
    const start = startEpochSeconds + offsetMinutes * 60
    return explainSlot(own, start, nowEpochSeconds, occupied, bounds)
  })
  return [
    ...reasons.filter(({ code }) => OF_CANDIDATE.has(code)),
    ...keptBackAt(startEpochSeconds, nowEpochSeconds, keptBackMinutes),
    ...limitsReached(limits, startEpochSeconds, policy.durationMinutes, [], needed),
  ]
}

/** Why a candidate who is kept back is not offered for a start; empty if it is. */
function keptBackAt(
  startEpochSeconds: number,
  nowEpochSeconds: number,
  untilMinutesBefore: number | undefined,
): readonly SlotRefusal[] {
  const start = startEpochSeconds / 60
  const { lastStartEpochMinutes = start } = lastStart(untilMinutesBefore, nowEpochSeconds)
  if (untilMinutesBefore === undefined || start <= lastStartEpochMinutes) return []
  const offeredFromEpochMinutes = start - untilMinutesBefore
  return [{ code: 'kept_back', untilMinutesBefore, offeredFromEpochMinutes }]
}

const OF_CANDIDATE: ReadonlySet<string> = new Set([
  'taken',
  'calendar_busy',
  'calendar_unknown',
  'outside_working_hours',
  'time_off',
  'closed',
])
