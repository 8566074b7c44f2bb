import {
  type ClassSession,
  type CountedClaim,
  reassignSession as decideReassignment,
  type LimitedCounts,
  mayChangeWhole,
  parseCounter,
  type Result,
  sessionOwnerId,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import type { Next } from '../../ledger/alternatives.ts'
import type { BookingFailed } from '../booking-committed.ts'
import { type Reassignment, replaceOne } from '../bookings/replace-one.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { countsOfProviders } from '../limits/claimed-limits.ts'
import type { Provider } from '../providers/provider.ts'
import type { SessionAt } from '../seats/read-session.ts'
import type { StoredSession } from '../seats/session-item.ts'
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

const attempt = (
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  before: StoredSession,
  reassignment: Reassignment,
): Promise<Attempted> => {
  const { session } = before
  const { eventTypeId, startEpochSeconds } = session
  const of = { ...session, id: sessionOwnerId(eventTypeId, startEpochSeconds) }
  return replaceOne(deps, caller, of, reassignment, {
    commit: (next: Next<WholeChange<ChangedSession>, BookingFailed>) =>
      commitSession(deps, caller, next),
    changeTo({ assignments, leaving, joining }) {
      const given = decideReassignment(session, assignments)
      const { counts, maxima } = countsOf(given, leaving.providerId, joining)
      const after = withCounts(given, counts)
      return changeTo(deps, caller, before, after, maxima)
    },
  })
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
  session: ClassSession,
  leavingId: string,
  joining: readonly Provider[],
): LimitedCounts {
  const kept = (session.counts ?? []).filter(
    ({ counter }) => parseCounter(counter).subjectId !== leavingId,
  )
  const added = countsOfProviders(joining, session)
  return { counts: [...kept, ...added.counts], maxima: added.maxima }
}

function withCounts(
  { counts: _, ...session }: ClassSession,
  counts: readonly CountedClaim[],
): ClassSession {
  return counts.length > 0 ? { ...session, counts } : session
}
