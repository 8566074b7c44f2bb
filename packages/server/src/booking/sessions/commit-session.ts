import {
  type ClassSession,
  claimOfSession,
  claimsAt,
  invariant,
  isShared,
  ownerOfClaim,
  providersOf,
  sessionOwnerId,
  withSequence,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import {
  type Alternative,
  type ClaimsFailed,
  inWordsOf,
  type Next,
} from '../../ledger/alternatives.ts'
import { commitClaims } from '../../ledger/commit-claims.ts'
import { providerOfCounter } from '../../ledger/keys.ts'
import type { Claims, Steps } from '../../ledger/owner.ts'
import type { Impossible } from '../../ledger/plan-claims.ts'
import type { TimeStep } from '../../ledger/steps.ts'
import type { BookingCommitted, BookingFailed } from '../booking-committed.ts'
import { sessionKey } from '../keys.ts'
import { amountSteps } from '../limits/amount-steps.ts'
import { limitReached } from '../limits/limit-reached.ts'
import { countsOfSession, marksOfSession } from '../seats/session-counts.ts'
import { type StoredSession, sessionWrite } from '../seats/session-item.ts'

/** What becomes of the session at one start. `before`: as it was read; undefined if there never was one. */
export interface SessionChange {
  readonly before: StoredSession | undefined
  readonly after: ClassSession
}

/** A change of a whole session: of the one at its start and, if it moves, of the one at its new start. */
export interface WholeChange<Value> {
  readonly changes: readonly [SessionChange, ...SessionChange[]]
  /** The largest count of each counter that is claimed. */
  readonly limits?: ReadonlyMap<string, number> | undefined
  /** Events and tasks. Called once for each attempt to commit. */
  readonly further: () => readonly Write[]
  readonly value: Value
}

/**
 * Commits a change of a whole session in one transaction: the session at each start, the time of all providers, the parts
 * of limits, events, tasks and the idempotency answer; of several alternatives, the first one that is possible. `stale`: a session
 * changed meanwhile.
 */
export async function commitSession<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  next: Next<WholeChange<Value>, BookingFailed>,
): Promise<BookingCommitted<Value>> {
  const claims = inWordsOf(next, (wanted) => claimsOf(deps, wanted))
  return await commitClaims(deps, caller, claims)
}

function claimsOf<Value>(
  deps: Dependencies,
  { changes, limits, further, value }: WholeChange<Value>,
): Alternative<Value, BookingFailed> {
  const now = epochSeconds(deps.clock)
  const steps: Steps = {
    kind: 'steps',
    times: changes.flatMap((change, index) => timesOfChange(change, index, now)),
    amounts: changes.flatMap(({ before, after }) => {
      const had = marksOfSession(before?.session, now)
      return amountSteps(ownerIdOf(after), had, countsOfSession(after, now), limits)
    }),
    sources: [],
  }
  const claims: Claims = {
    owners: changes.map(({ before, after }) => ({
      entity: {
        key: sessionKey(after.eventTypeId, after.startEpochSeconds),
        rev: before?.rev,
      },
      writes: () => [
        { role: 'basis', write: sessionWrite(before, withSequence(before?.session, after, now)) },
      ],
    })),
    steps: () => steps,
    further: () => further().map((write) => ({ role: 'effect', write })),
  }
  const [{ after }] = changes
  return {
    claims,
    value,
    options: { name: `session ${ownerIdOf(after)}` },
    failed: (failure) => sessionFailed(changes, failure),
  }
}

const ownerIdOf = ({ eventTypeId, startEpochSeconds }: ClassSession): string =>
  sessionOwnerId(eventTypeId, startEpochSeconds)

/** What becomes of the time of each provider: who leaves is free, and who joins is claimed. */
function timesOfChange(
  { before, after }: SessionChange,
  index: number,
  now: number,
): readonly TimeStep[] {
  const had = claimOfSession(before?.session, now)
  const has = claimOfSession(after, now)
  const earlier = had.kind === 'none' || !before ? [] : providersOf(before.session)
  const later = has.kind === 'none' ? [] : providersOf(after)
  const ownerId = ownerIdOf(after)
  const kinds = {
    ...(before && isShared(before.session) && { was: 'booking' as const }),
    ...(isShared(after) && { is: 'booking' as const }),
  }
  const leaving = earlier.filter((id) => !later.includes(id))
  const joining = later.filter((id) => !earlier.includes(id))
  const none = { kind: 'none' } as const
  const stepsOf = (
    session: ClassSession,
    providerIds: readonly string[],
    change: Pick<TimeStep, 'from' | 'to' | 'ifGone'>,
  ) =>
    providerIds.flatMap((providerId) =>
      claimsAt(session, providerId).map((range, claim): TimeStep => {
        const mark = { ownerId: ownerOfClaim(ownerId, claim), ...kinds }
        return { providerId, range, mark, index, ...change }
      }),
    )
  return [
    ...stepsOf(before?.session ?? after, leaving, { from: had, to: none, ifGone: 'nothing' }),
    ...stepsOf(after, joining, { from: none, to: has, ifGone: 'lost' }),
  ]
}

function sessionFailed(
  changes: WholeChange<unknown>['changes'],
  failure: ClaimsFailed,
): BookingFailed {
  if (failure.kind === 'too-many') throw new Error('a change of a session has too many writes')
  return failure.kind === 'impossible' ? refused(changes, failure) : failure
}

function refused(changes: WholeChange<unknown>['changes'], impossible: Impossible): BookingFailed {
  if ('providerId' in impossible) {
    const { startEpochSeconds } = (changes.at(-1) ?? changes[0]).after
    const refusal = { code: 'slot_taken', startEpochSeconds } as const
    return { kind: 'refused', refusal, takenProviderId: impossible.providerId }
  }
  invariant('counter' in impossible, 'a session claims no nights')
  const { counter, max } = impossible
  // A provider whose limit is reached cannot take it; another one may.
  const takenProviderId = providerOfCounter(counter)
  return {
    kind: 'refused',
    refusal: limitReached(counter, max),
    ...(takenProviderId && { takenProviderId }),
  }
}
