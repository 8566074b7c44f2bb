import {
  type ClassSession,
  type CountedClaim,
  countersOf,
  reassignSession as decideReassignment,
  invariant,
  type LimitedCounts,
  mayChangeWhole,
  ok,
  parseCounter,
  type Result,
  refuse,
  sessionOwnerId,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { propose } from '../../ledger/alternatives.ts'
import { loadEventType } from '../bookings/offer.ts'
import {
  asNobodyFree,
  needWithout,
  type Reassignment,
  whoLeaves,
} from '../bookings/reassign-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Provider } from '../providers/provider.ts'
import { chosenProviders } from '../requirements/team.ts'
import type { SessionAt } from '../seats/read-session.ts'
import type { StoredSession } from '../seats/session-item.ts'
import { combinationsOf } from '../teams/assign-team.ts'
import { loadTeam } from '../teams/load-team.ts'
import { commitSession, type WholeChange } from './commit-session.ts'
import { findSession, ifUnchanged, wholeRefusal } from './find-session.ts'
import type { ChangedSession } from './session-state.ts'
import { emailWrite, followWrite } from './session-tasks.ts'

type Attempted = Result<ChangedSession, Refusal> | typeof CONFLICT

/**
 * Gives a whole session to another candidate of the same requirement, at the same time. Who leaves is free at once, in the
 * same transaction; a task then gives each booking to the same people. Refuses a provider that the requirement does
 * not have (`not_a_candidate`), and `no_candidate_free` if nobody else works and is free.
 */
export const reassignSession = (
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  at: SessionAt,
  reassignment: Reassignment,
): Promise<Result<ChangedSession, Refusal>> =>
  retryOnConflict(`session ${at.eventTypeId}@${at.startEpochSeconds}`, async () => {
    const found = await findSession(deps, caller, at)
    if (!found.ok) return await wholeRefusal(deps, caller, at, undefined)
    const { session } = found.value
    const allowed = mayChangeWhole(session, epochSeconds(deps.clock))
    if (!allowed.ok) return await wholeRefusal(deps, caller, at, session)
    return await ifUnchanged(
      deps,
      found.value,
      await attempt(deps, caller, found.value, reassignment),
    )
  })

async function attempt(
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  before: StoredSession,
  { from, to }: Reassignment,
): Promise<Attempted> {
  const { session } = before
  const { assignments = [], eventTypeId, startEpochSeconds } = session
  const bookingId = sessionOwnerId(eventTypeId, startEpochSeconds)
  if (from !== undefined && !assignments.some(({ providerId }) => providerId === from)) {
    return refuse({ code: 'not_a_candidate', providerId: from })
  }
  const nobody =
    to === undefined
      ? refuse({ code: 'no_candidate_free', bookingId })
      : refuse({ code: 'not_a_candidate', providerId: to })
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
  const claim = {
    team,
    needs: [need],
    policy: { ...policy, ...session.policy },
    schedules,
    startEpochSeconds,
    bookingId,
    isOverride: false,
    isShared: assignments.length > 1,
  }
  const next = combinationsOf(deps, claim, ([joining]) => {
    invariant(joining !== undefined, 'a need of one was served by nobody')
    const changed = assignments.map((each) => (each === leaving ? joining : each))
    const joins = chosenProviders(team, [joining])
    const { counts, maxima } = countsOf(session, leaving.providerId, joins)
    const after = withCounts(decideReassignment(session, changed), counts)
    return propose(changeTo(deps, caller, before, after, maxima))
  })
  const committed = await commitSession(deps, caller, next)
  if (committed.kind === 'stale') return CONFLICT
  return committed.kind === 'refused'
    ? refuse(asNobodyFree(committed.refusal, bookingId))
    : ok(committed.value)
}

function changeTo(
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  before: StoredSession,
  after: ClassSession,
  limits: ReadonlyMap<string, number>,
): WholeChange<ChangedSession> {
  const value: ChangedSession = { session: after }
  const further = () => [
    followWrite(deps, caller, after),
    ...(after.isFinal ? [emailWrite(deps, caller, value, before.session)] : []),
  ]
  return { changes: [{ before, after }], limits, further, value }
}

/** What a session claims of limits once somebody has taken over from somebody else. Whoever stays keeps what was counted. */
function countsOf(
  { counts = [], startEpochSeconds, policy }: ClassSession,
  leavingId: string,
  joining: readonly Provider[],
): LimitedCounts {
  const kept = counts.filter(({ counter }) => parseCounter(counter).subjectId !== leavingId)
  const added = countersOf(joining, {
    startEpochMinutes: startEpochSeconds / 60,
    durationMinutes: policy.durationMinutes,
  })
  return { counts: [...kept, ...added.counts], maxima: added.maxima }
}

function withCounts(
  { counts: _, ...session }: ClassSession,
  counts: readonly CountedClaim[],
): ClassSession {
  return counts.length > 0 ? { ...session, counts } : session
}
