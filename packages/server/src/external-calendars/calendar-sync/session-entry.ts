import {
  type Booking,
  type ClassSession,
  calendarIdOf,
  finalCount,
  sessionOfOwner,
  sessionOwnerId,
} from '@holdfast/engine'
import { bookingsAtStart } from '../../booking/bookings/session-bookings.ts'
import { readCurrentSession } from '../../booking/seats/read-session.ts'
import { textHash } from '../../kernel/items/text-hash.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'

/**
 * Connected calendars show a session with seats once, not each of its bookings. Its entry has the name that the session had
 * first, so that it follows a move of the whole session.
 */

/**
 * The names of the entries that a booking with seats may concern: of the session that it is in, and of one that it has
 * left, alone or with all others.
 */
export async function sessionEntriesOf(
  deps: ExternalCalendarsDependencies,
  { eventTypeId = '', startEpochSeconds, rescheduledFromEpochSeconds }: Booking,
): Promise<readonly string[]> {
  const starts = [startEpochSeconds, rescheduledFromEpochSeconds].filter(
    (start) => start !== undefined,
  )
  const ids = new Set<string>()
  for (const start of starts) {
    const at = { eventTypeId, startEpochSeconds: start }
    ids.add(sessionOwnerId(eventTypeId, start))
    const stored = await readCurrentSession(deps, at)
    if (stored) ids.add(calendarIdOf(stored.session))
  }
  return [...ids]
}

/** Whether the name of an entry is that of a session. */
export const isSessionEntry = (entryId: string): boolean => sessionOfOwner(entryId) !== undefined

/** One of the confirmed parties of a session. The index may lack those of the last moment. */
async function anyParty(
  deps: ExternalCalendarsDependencies,
  { eventTypeId, startEpochSeconds }: ClassSession,
): Promise<Booking | undefined> {
  const parties = await bookingsAtStart(deps, eventTypeId, startEpochSeconds)
  return parties.find(({ status }) => status === 'confirmed')
}

/**
 * A session as calendars show it: like one booking whose `seats` are those that are confirmed. Its `version` stands for what
 * is shown, and its place is that of `party`. Cancelled if nobody is confirmed, or if the session has another entry now.
 * Undefined if there never was one.
 */
export async function sessionEntry(
  deps: ExternalCalendarsDependencies,
  entryId: string,
  party: Pick<Booking, 'location'> | undefined,
): Promise<Booking | undefined> {
  const at = sessionOfOwner(entryId)
  const stored = at && (await readCurrentSession(deps, at))
  if (stored === undefined) return undefined
  const { session } = stored
  const { accountId, eventTypeId, startEpochSeconds, endEpochSeconds, policy } = session
  const { timeZone, localStart, tzdbVersion, providerId, assignments } = session
  const isShown =
    session.isFinal === true && session.closed === undefined && calendarIdOf(session) === entryId
  const seats = isShown ? finalCount(session) : 0
  const location = (party ?? (await anyParty(deps, session)))?.location
  const people = assignments?.map((each) => each.providerId) ?? [providerId]
  return {
    id: entryId,
    accountId,
    eventTypeId,
    providerId,
    ...(assignments && { assignments }),
    version: 1 + textHash(JSON.stringify([startEpochSeconds, endEpochSeconds, seats, people])),
    status: isShown ? 'confirmed' : 'cancelled',
    confirmation: 'instant',
    startEpochSeconds,
    endEpochSeconds,
    policy,
    timeZone,
    localStart,
    tzdbVersion,
    seats,
    ...(location && { location }),
    sequence: 0,
    manageTokenHash: new Uint8Array(),
    createdAtEpochSeconds: 0,
    updatedAtEpochSeconds: 0,
  }
}
