import {
  type Assignment,
  invariant,
  isShared,
  ok,
  type PolicySnapshot,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { type Next, propose } from '../../ledger/alternatives.ts'
import type { BookingCommitted, BookingFailed } from '../booking-committed.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Provider } from '../providers/provider.ts'
import { chosenProviders, type Team, type TeamNeed } from '../requirements/team.ts'
import { combinationsOf, type TeamClaim } from '../teams/assign-team.ts'
import { neededAt } from '../teams/booked-times.ts'
import { loadTeam } from '../teams/load-team.ts'
import { loadEventType } from './offer.ts'

/** Who gives a booking to whom. */
export interface Reassignment {
  /** Who leaves. Absent: the only provider, or whoever serves the requirement that `to` can serve, or the first. */
  readonly from?: string | undefined
  /** Who takes over. Absent: the best of the other candidates who is free. */
  readonly to?: string | undefined
}

/** A booking or a whole session that takes people of an event type. */
export interface Reassignable {
  /** What the ledger calls it. */
  readonly id: string
  /** Absent if it takes no candidates. */
  readonly eventTypeId?: string | undefined
  readonly assignments?: readonly Assignment[] | undefined
  readonly startEpochSeconds: number
  readonly policy: PolicySnapshot
}

/** Who takes part from now on, if somebody takes over. */
export interface Replacement {
  readonly assignments: readonly Assignment[]
  readonly leaving: Assignment
  readonly joining: readonly Provider[]
}

/** How something is given to others: the change for a replacement, and how it is committed. */
export interface Replacing<Change, Value> {
  readonly changeTo: (replacement: Replacement) => Change | Promise<Change>
  readonly commit: (next: Next<Change, BookingFailed>) => Promise<BookingCommitted<Value>>
}

/**
 * Gives something to another candidate of the same requirement, at the same time. Refuses a provider that the requirement does
 * not have (`not_a_candidate`), and `no_candidate_free` if nobody else works and is free. `CONFLICT`: it changed meanwhile.
 */
export async function replaceOne<Change, Value>(
  deps: BookingDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  of: Reassignable,
  { from, to }: Reassignment,
  { changeTo, commit }: Replacing<Change, Value>,
): Promise<Result<Value, Refusal> | typeof CONFLICT> {
  const { assignments = [], id: bookingId } = of
  const takingPart = assignments.map(({ providerId }) => providerId)
  if (from !== undefined && !takingPart.includes(from)) {
    return refuse({ code: 'not_a_candidate', providerId: from, takingPart })
  }
  const found = await findReplacements(deps, accountId, of, { from, to })
  if (!found.ok) return found
  if (found.value === undefined) {
    return to === undefined
      ? refuse({ code: 'no_candidate_free', bookingId })
      : refuse({ code: 'not_a_candidate', providerId: to })
  }
  const { claim, leaving } = found.value
  const next = combinationsOf(deps, claim, async ([joining]) => {
    invariant(joining !== undefined, 'a need of one was served by nobody')
    const changed = assignments.map((each) => (each === leaving ? joining : each))
    const joins = chosenProviders(claim.team, [joining])
    return propose(await changeTo({ assignments: changed, leaving, joining: joins }))
  })
  const committed = await commit(next)
  if (committed.kind === 'stale') return CONFLICT
  return committed.kind === 'refused'
    ? refuse(asNobodyFree(committed.refusal, bookingId))
    : ok(committed.value)
}

/** Who leaves, and the claim of whoever takes over. Undefined if nobody can. */
async function findReplacements(
  deps: BookingDependencies,
  accountId: string,
  { assignments = [], eventTypeId, id: bookingId, startEpochSeconds, policy: agreed }: Reassignable,
  { from, to }: Reassignment,
): Promise<
  Result<{ readonly claim: TeamClaim; readonly leaving: Assignment } | undefined, Refusal>
> {
  if (eventTypeId === undefined) return ok(undefined)
  const loaded = await loadEventType(deps, accountId, eventTypeId, true)
  if (!loaded.ok) return loaded
  const { eventType, policy } = loaded.value
  const { requirements } = eventType
  if (requirements === undefined) return ok(undefined)
  const known = { ...loaded.value, requirements }
  const { team, schedules } = await loadTeam(deps, known, { consistent: true })
  const leaving = whoLeaves(assignments, team, from, to)
  const need = leaving && needWithout(team, leaving, assignments, to)
  if (leaving === undefined || need === undefined) return ok(undefined)
  const claim = {
    team,
    needs: [need],
    policy: { ...policy, ...agreed },
    eventType,
    schedules,
    startEpochSeconds,
    bookingId,
    isOverride: false,
    named: to === undefined ? undefined : [to],
    isShared: isShared({ assignments }),
  }
  return ok({ claim, leaving })
}

/** Whatever keeps the candidates from taking a booking over, nobody is free. */
function asNobodyFree(refusal: Refusal, bookingId: string): Refusal {
  const { code } = refusal
  const isOfTime =
    code === 'slot_taken' || code === 'slot_not_bookable' || code === 'calendar_unavailable'
  return isOfTime ? { code: 'no_candidate_free', bookingId } : refusal
}

/** The assignment that changes: as named, else the first that can pass to `to`, else the first. */
function whoLeaves(
  assignments: readonly Assignment[],
  { candidates, needs }: Team,
  from: string | undefined,
  to: string | undefined,
): Assignment | undefined {
  if (from !== undefined) return assignments.find(({ providerId }) => providerId === from)
  if (to === undefined) return assignments[0]
  const joining = candidates.findIndex(({ id }) => id === to)
  return assignments.find(({ requirement }) =>
    needs.some((need) => need.name === requirement && need.candidates.includes(joining)),
  )
}

/** One place of the requirement that an assignment serves, for everybody who has no place yet. */
function needWithout(
  { candidates, needs }: Team,
  leaving: Assignment,
  assignments: readonly Assignment[],
  to: string | undefined,
): TeamNeed | undefined {
  const need = needs.find(({ name }) => name === leaving.requirement)
  if (need === undefined) return undefined
  const busy = new Set(assignments.map(({ providerId }) => providerId))
  const possible = need.candidates.filter((index) => {
    const id = candidates[index]?.id ?? ''
    return !busy.has(id) && (to === undefined || id === to)
  })
  if (possible.length === 0) return undefined
  return neededAt({ ...need, candidates: possible, count: 1 }, leaving)
}
