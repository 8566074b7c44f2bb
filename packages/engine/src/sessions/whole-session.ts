import type { Assignment, Booking } from '../bookings/booking.ts'
import type { CountedClaim } from '../counts/count-steps.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'
import { type ClassSession, claimOfSession } from './session.ts'

/** Why a whole session cannot change: nobody is in it, or it is closed already. */
export type WholeSessionRefusal =
  | { readonly code: 'session_empty' }
  | { readonly code: 'session_closed' }

/** Checks whether somebody is in a session that is open; then all of them can be cancelled, moved or reassigned. */
export function mayChangeWhole(
  session: ClassSession | undefined,
  nowEpochSeconds: number,
): Result<ClassSession, WholeSessionRefusal> {
  if (session?.closed) return refuse({ code: 'session_closed' })
  return session === undefined || claimOfSession(session, nowEpochSeconds).kind === 'none'
    ? refuse({ code: 'session_empty' })
    : ok(session)
}

/**
 * Closes a session for good. Its bookings keep their seats, and the session its time, until each of them is cancelled.
 */
export const cancelSession = (session: ClassSession, reason: string | undefined): ClassSession => ({
  ...session,
  closed: { kind: 'cancelled', ...(reason !== undefined && { reason }) },
})

/** The new time of a session, with the providers and the counts that it has there. */
export type NewSessionTime = Pick<
  Booking,
  | 'startEpochSeconds'
  | 'endEpochSeconds'
  | 'policy'
  | 'timeZone'
  | 'localStart'
  | 'tzdbVersion'
  | 'providerId'
> & {
  readonly assignments?: readonly Assignment[] | undefined
  readonly counts?: readonly CountedClaim[] | undefined
}

/**
 * Moves a session with everybody in it to another start. `left` remains at the old start and leads to the new one, so
 * that bookings that do not know of the move yet find their seats; `arrived` has all seats and marks.
 */
export function moveSession(
  session: ClassSession,
  to: NewSessionTime,
): { readonly left: ClassSession; readonly arrived: ClassSession } {
  const { isFinal: _final, counts: _counts, ...facts } = session
  const { assignments: _assignments, firstStartEpochSeconds: _first, ...kept } = facts
  const { assignments, counts, ...time } = to
  const firstStartEpochSeconds = firstStartOf(session)
  return {
    left: {
      ...facts,
      used: 0,
      holds: [],
      closed: { kind: 'moved', startEpochSeconds: to.startEpochSeconds },
    },
    arrived: {
      ...kept,
      ...time,
      ...(assignments && { assignments }),
      ...(counts && counts.length > 0 && { counts }),
      ...(session.isFinal && { isFinal: true }),
      ...(firstStartEpochSeconds !== to.startEpochSeconds && { firstStartEpochSeconds }),
    },
  }
}

/** Gives a session with everybody in it to other providers at the same time. The first of them becomes its provider. */
export const reassignSession = (
  session: ClassSession,
  assignments: readonly Assignment[],
): ClassSession => ({
  ...session,
  assignments,
  providerId: assignments[0]?.providerId ?? session.providerId,
})

/**
 * The start under which calendars know a session: that of its first time, so that a calendar entry follows a move of
 * the whole session.
 */
export const firstStartOf = ({
  startEpochSeconds,
  firstStartEpochSeconds = startEpochSeconds,
}: Pick<ClassSession, 'startEpochSeconds' | 'firstStartEpochSeconds'>): number =>
  firstStartEpochSeconds
