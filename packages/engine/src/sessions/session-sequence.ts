import { providersOf } from '../bookings/booking.ts'
import type { ClassSession } from './session.ts'
import { sessionOwnerId } from './session.ts'
import { firstStartOf } from './whole-session.ts'

/**
 * 1 January 2026: SEQUENCE of a session is at least the seconds since then. Versions that did not store it sent the second of the email:
 * a stored one is higher than all that they sent.
 */
const FIRST_SEQUENCE_EPOCH_SECONDS = 1_767_225_600

/** The name of a session in calendars: the same after a move of all of it. */
export const calendarIdOf = (session: ClassSession): string =>
  sessionOwnerId(session.eventTypeId, firstStartOf(session))

/** What a session is in the calendars of its providers. Empty: it is in none. */
const entryOf = (session: ClassSession | undefined): string =>
  session?.isFinal && session.closed === undefined
    ? [session.startEpochSeconds, session.endEpochSeconds, ...providersOf(session)].join()
    : ''

/**
 * Gives a session that is written the SEQUENCE of its calendar entry (RFC 5545, 3.8.7.4). `before`: what is stored at its
 * start. It rises when the entry appears, moves, changes its providers or ends, and not with each seat.
 */
export function withSequence(
  before: ClassSession | undefined,
  after: ClassSession,
  nowEpochSeconds: number,
): ClassSession {
  const known = Math.max(before?.sequence ?? -1, after.sequence ?? -1)
  const isSame = entryOf(before) === entryOf(after)
  const sequence = isSame ? known : Math.max(known + 1, sequenceAt(nowEpochSeconds))
  return sequence < 0 ? after : { ...after, sequence }
}

/** The lowest SEQUENCE of a change at an instant. */
export const sequenceAt = (epochSeconds: number): number =>
  Math.max(0, Math.floor(epochSeconds) - FIRST_SEQUENCE_EPOCH_SECONDS)
