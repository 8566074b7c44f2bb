import {
  type Assignment,
  type Booking,
  reassignBooking as decideReassignment,
  invariant,
  mayReassign,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { propose } from '../../ledger/alternatives.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { chosenProviders, type Team, type TeamNeed } from '../requirements/team.ts'
import { combinationsOf } from '../teams/assign-team.ts'
import { loadTeam } from '../teams/load-team.ts'
import { attemptChange, type ChangeAttempt } from './change-booking.ts'
import { changeOfOne, commitBookings, decidedBy } from './commit-booking.ts'
import { withReassignedLimits } from './limit-decisions.ts'
import { loadEventType } from './offer.ts'

/** Who gives a booking to whom. */
export interface Reassignment {
  /** Who leaves. Absent: the only provider, or whoever serves the requirement that `to` can serve, or the first. */
  readonly from?: string | undefined
  /** Who takes over. Absent: the best of the other candidates who is free. */
  readonly to?: string | undefined
}

/**
 * Gives a live booking to another candidate of the same requirement, at the same time. Who leaves is free at
 * once, in the same transaction. Refuses a provider that the requirement does not have (`not_a_candidate`),
 * and `no_candidate_free` if nobody else works and is free.
 */
export const reassignBooking = (
  deps: BookingDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  reassignment: Reassignment,
): Promise<Result<Booking, Refusal>> =>
  attemptChange(deps, caller, bookingId, attemptOf(deps, caller, reassignment))

const attemptOf =
  (deps: BookingDependencies, caller: Caller<Booking>, { from, to }: Reassignment): ChangeAttempt =>
  async (before, now) => {
    const allowed = mayReassign(before, now)
    if (!allowed.ok) return allowed
    const { assignments = [], eventTypeId, status, seats } = before
    // Its session takes the providers, with everybody else who is in it.
    if (seats !== undefined) {
      const reason = 'in_session'
      return refuse({ code: 'invalid_transition', action: 'reassign', status, reason })
    }
    if (from !== undefined && !assignments.some(({ providerId }) => providerId === from)) {
      return refuse({ code: 'not_a_candidate', providerId: from })
    }
    const nobody =
      to === undefined
        ? refuse({ code: 'no_candidate_free', bookingId: before.id })
        : refuse({ code: 'not_a_candidate', providerId: to })
    if (eventTypeId === undefined) return nobody
    const loaded = await loadEventType(deps, caller.accountId, eventTypeId, true)
    if (!loaded.ok) return loaded
    const { eventType, policy } = loaded.value
    const { requirements } = eventType
    if (requirements === undefined) return nobody
    const known = { ...loaded.value, requirements }
    const { team, schedules } = await loadTeam(deps, known, { consistent: true })
    const leaving = whoLeaves(assignments, team, from, to)
    const need = leaving && needWithout(team, leaving, assignments, to)
    if (leaving === undefined || need === undefined) return nobody
    const { startEpochSeconds, id: bookingId } = before
    const claim = {
      team,
      needs: [need],
      policy: { ...policy, ...before.policy },
      schedules,
      startEpochSeconds,
      bookingId,
      isOverride: false,
      isShared: assignments.length > 1,
    }
    const next = combinationsOf(deps, claim, async ([joining]) => {
      invariant(joining !== undefined, 'a need of one was served by nobody')
      const changed = assignments.map((each) => (each === leaving ? joining : each))
      const decision = decideReassignment(before, changed, now)
      invariant(decision.ok, 'a reassignment became impossible')
      const others = chosenProviders(team, [joining])
      const limited = withReassignedLimits(before, decision.value, others)
      const decided = decidedBy(caller, limited)
      return propose(await changeOfOne(deps, before, decided, decided.booking))
    })
    const committed = await commitBookings(deps, caller, next)
    if (committed.kind === 'stale') return CONFLICT
    return committed.kind === 'refused'
      ? refuse(asNobodyFree(committed.refusal, bookingId))
      : ok(committed.value)
  }

/** Whatever keeps the candidates from taking a booking over, nobody is free. */
export function asNobodyFree(refusal: Refusal, bookingId: string): Refusal {
  const { code } = refusal
  const isOfTime =
    code === 'slot_taken' || code === 'slot_not_bookable' || code === 'calendar_unavailable'
  return isOfTime ? { code: 'no_candidate_free', bookingId } : refusal
}

/** The assignment that changes: as named, else the first that can pass to `to`, else the first. */
export function whoLeaves(
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
export function needWithout(
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
  return { ...need, candidates: possible, count: 1 }
}
