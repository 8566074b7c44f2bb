import { type ClassSession, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { isOfClaims } from '../bookings/change-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { readSession, type SessionAt } from '../seats/read-session.ts'
import type { StoredSession } from '../seats/session-item.ts'
import { offeredSession } from './offered-session.ts'

/** The refusal for a start at which nobody is in a session of the account. */
export const noSession = ({ eventTypeId, startEpochSeconds }: SessionAt) =>
  notFound('session', `${eventTypeId}@${new Date(startEpochSeconds * 1000).toISOString()}`)

/** Reads the session of an event type of the account at a start. */
export async function findSession(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  at: SessionAt,
): Promise<Result<StoredSession, Refusal>> {
  const found = await readSession(deps, at)
  return found === undefined || found.session.accountId !== accountId ? noSession(at) : ok(found)
}

/**
 * The answer of an attempt to change a session as it was read. Claims that another request made for this session meanwhile
 * look like those of others, so a refusal because of claims is a `CONFLICT` if the session has changed.
 */
export async function ifUnchanged<Value>(
  deps: Pick<Dependencies, 'store'>,
  { session, rev }: StoredSession,
  answer: Result<Value, Refusal> | typeof CONFLICT,
): Promise<Result<Value, Refusal> | typeof CONFLICT> {
  if (answer === CONFLICT || answer.ok || !isOfClaims(answer.refusal)) return answer
  return (await readSession(deps, session))?.rev === rev ? answer : CONFLICT
}

/** Why a whole session cannot be moved or given away, for its caller: it is closed, nobody is in it, or it is none. */
export async function wholeRefusal(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  at: SessionAt,
  stored: ClassSession | undefined,
): Promise<{ readonly ok: false; readonly refusal: Refusal }> {
  if (stored?.closed) return refuse({ code: 'session_closed', by: stored.closed.kind })
  const offered = await offeredSession(deps, caller, at, stored)
  return offered === undefined ? noSession(at) : refuse({ code: 'session_empty' })
}
