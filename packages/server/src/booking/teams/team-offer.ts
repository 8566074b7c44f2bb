import {
  buffersOf,
  claimReach,
  covers,
  durationsOf,
  hasDays,
  hasOwnTime,
  type Interval,
  type LimitCheck,
  MINUTES_PER_DAY,
  ok,
  type Result,
  type SlotPolicy,
} from '@holdfast/engine'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type ReadDay, readLedger } from '../../ledger/occupied-time.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { openRulesOf, type Schedules, schedulesOf } from '../hours/working-hours.ts'
import { providerKey, scheduleKey } from '../keys.ts'
import { subjectsOf } from '../limits/claimed-limits.ts'
import { readLimits, type StartRange } from '../limits/read-limits.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'
import { type ChosenCandidate, withChosen } from '../requirements/chosen-candidate.ts'
import type { Team, TeamNeed } from '../requirements/team.ts'
import { loadTeam, type TeamEventType } from './load-team.ts'
import { type CandidateFacts, readTeamTime, teamGrids } from './team-time.ts'

/** What this process read of a team last; it may be outdated. */
interface TeamHint {
  readonly providerIds: readonly string[]
  readonly scheduleIds: readonly string[]
  /** The widest policy: shows which days to read in advance. */
  readonly policy: SlotPolicy
}

const hints = new Map<string, TeamHint>()
const TEAMS_CACHED_MAX = 10_000

/** What is read of a team before its event type is known. */
export interface TeamPrefetch {
  readonly reach: Interval
  readonly known: Promise<{
    readonly providers: ReadonlyMap<string, Provider>
    readonly schedules: Schedules
  }>
  readonly ledgers: ReadonlyMap<string, Promise<readonly ReadDay[]>>
}

/**
 * Starts reading the candidates, schedules and ledgers that the slots of an event type depended on when this
 * process listed them last. Undefined if it never did.
 */
export function prefetchTeam(
  deps: BookingDependencies,
  eventTypeId: string,
  range: StartRange,
): TeamPrefetch | undefined {
  const hint = hints.get(eventTypeId)
  if (hint === undefined) return undefined
  const reach = claimReach(hint.policy, range.fromEpochMinutes, range.toEpochMinutes)
  const { providerIds, scheduleIds } = hint
  const keys = [...providerIds.map(providerKey), ...scheduleIds.map(scheduleKey)]
  const read = readItems(deps.store, keys, { consistent: false }).then((items) => ({
    providers: new Map(
      items.slice(0, providerIds.length).flatMap((item) => {
        const provider = item && providerEntity.decode(item)
        return provider ? [[provider.id, provider] as const] : []
      }),
    ),
    schedules: schedulesOf(items.slice(providerIds.length)),
  }))
  const ledgers = new Map(
    providerIds.map((id) => [id, mayBeDropped(readLedger(deps, id, reach, false))] as const),
  )
  return { reach, known: mayBeDropped(read), ledgers }
}

/** A promise that nobody may wait for, if the answer turns out not to need it. Its failure is no crash then. */
function mayBeDropped<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined)
  return promise
}

/** What decides the starts of a team in a range. */
export interface TeamOffer {
  readonly team: Team
  readonly schedules: Schedules
  readonly grids: readonly SlotPolicy[]
  /** The zone in which the days of its spans begin. */
  readonly timeZone: string
  /** With the chosen candidate, if there is one. */
  readonly needs: readonly TeamNeed[]
  /** Has the longest duration and the longest buffers. */
  readonly policy: SlotPolicy
  /** What was read of the candidates, in their order. */
  readonly facts: readonly CandidateFacts[]
  /** The limits of the event type itself. */
  readonly limits: readonly LimitCheck[]
}

/** Reads what decides the starts of a team; undefined if nobody has hours. */
export async function readTeamOffer(
  deps: BookingDependencies,
  wanted: TeamEventType,
  range: StartRange,
  {
    consistent,
    chosen,
    named,
    prefetched,
  }: {
    readonly consistent: boolean
    readonly chosen?: ChosenCandidate | undefined
    /** Who is offered although they are kept back. */
    readonly named?: readonly string[] | undefined
    readonly prefetched?: TeamPrefetch | undefined
  },
): Promise<Result<TeamOffer | undefined, Refusal>> {
  const { eventType, provider } = wanted
  const { providers, schedules: early } = (await prefetched?.known) ?? {}
  const known = { ...wanted, schedules: new Map([...wanted.schedules, ...(early ?? [])]) }
  const read = { consistent, ...(providers && { known: providers }) }
  const { team, scheduleIds, schedules } = await loadTeam(deps, known, read)
  const grids = teamGrids(eventType, provider, team, schedules)
  const needs = withChosen(team, chosen)
  if (!needs.ok) return needs
  const [grid] = grids
  if (grid === undefined) return ok(undefined)
  const policy = widestOf(eventType, grid)
  if (hints.size >= TEAMS_CACHED_MAX) hints.clear()
  const providerIds = team.candidates.map(({ id }) => id)
  hints.set(eventType.id, { providerIds, scheduleIds, policy })
  const reach = claimReach(policy, range.fromEpochMinutes, range.toEpochMinutes)
  const ledgers = prefetched && covers(prefetched.reach, reach) ? prefetched.ledgers : undefined
  const [facts, limits] = await Promise.all([
    readTeamTime(deps, team, {
      ledgerReach: reach,
      reach,
      consistent,
      schedules,
      eventType,
      named,
      ...(ledgers && { ledgers }),
    }),
    readLimits(deps, limitsOfType(wanted), range, { consistent }),
  ])
  const { timeZone } = openRulesOf(eventType, provider, schedules)
  return ok({ team, schedules, grids, timeZone, needs: needs.value, policy, facts, limits })
}

/** A policy with the longest duration and the longest buffers of the event type: shows which time to read. */
export function widestOf(eventType: EventType, policy: SlotPolicy): SlotPolicy {
  const { candidateRules, requirements = [] } = eventType
  const needed = requirements.filter(hasOwnTime).map((each) => buffersOf(each, policy))
  if (candidateRules === undefined && needed.length === 0) return policy
  // Clocks that change between its days make a booking longer.
  const more = requirements.some(hasDays) ? MINUTES_PER_DAY : 0
  return {
    ...policy,
    durationMinutes: Math.max(policy.durationMinutes, ...durationsOf(eventType)) + more,
    bufferBeforeMinutes: Math.max(
      policy.bufferBeforeMinutes,
      ...needed.map((each) => each.bufferBeforeMinutes),
    ),
    bufferAfterMinutes: Math.max(
      policy.bufferAfterMinutes,
      ...needed.map((each) => each.bufferAfterMinutes),
    ),
  }
}

/** The limits of an event type itself; those of its candidates decide who is one. */
export const limitsOfType = ({ eventType, provider }: TeamEventType) =>
  subjectsOf({ eventType, owner: provider, providers: [] })
