import { type ClassSession, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { cursorsOf } from '../../kernel/cursors.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { StartRange } from '../limits/read-limits.ts'
import { isLiveSession, readSessions } from '../seats/session-slots.ts'
import { listSlots } from '../slots/slots.ts'
import { emptySession } from './offered-session.ts'
import type { SessionsQuery } from './sessions-query.ts'

/** How much of the range is computed at once, until a page is full. */
const WINDOW_SECONDS = 7 * 86_400

/**
 * Lists the sessions of an event type that somebody is in, and beside them the starts that it offers and that nobody
 * has booked, by start. A cursor is the last start of its page: the starts that are offered are computed anew with each
 * page, so one that was offered or booked meanwhile is where it belongs.
 */
export async function listWithOffered(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  query: SessionsQuery,
  { limit, cursor }: Page,
): Promise<Result<Listed<ClassSession>, Refusal>> {
  const loaded = await loadEventType(deps, caller.accountId, eventTypeId, true)
  if (!loaded.ok) return loaded
  const { fromEpochSeconds, toEpochSeconds } = query
  const cursors = cursorsOf(['offered', eventTypeId, fromEpochSeconds, toEpochSeconds])
  let from = cursor === undefined ? fromEpochSeconds : positionOf(cursors.open(cursor)) + 60
  const sessions: ClassSession[] = []
  while (from < toEpochSeconds && sessions.length <= limit) {
    const to = Math.min(from + WINDOW_SECONDS, toEpochSeconds)
    const found = await sessionsIn(deps, caller, loaded.value, {
      fromEpochMinutes: from / 60,
      toEpochMinutes: to / 60,
    })
    if (!found.ok) return found
    sessions.push(...found.value)
    from = to
  }
  const data = sessions.slice(0, limit)
  const last = sessions.length > limit ? data.at(-1) : undefined
  return ok({ data, ...(last && { cursor: cursors.seal(String(last.startEpochSeconds)) }) })
}

function positionOf(position: string): number {
  if (!/^\d{1,11}$/.test(position)) throw new InvalidCursor('the cursor has no start')
  return Number(position)
}

/** The sessions and the empty starts of a part of the range, by start. All ranges are of whole minutes. */
async function sessionsIn(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  loaded: LoadedEventType,
  range: StartRange,
): Promise<Result<readonly ClassSession[], Refusal>> {
  const { id, seats } = loaded.eventType
  const slots =
    seats &&
    (await listSlots(deps, caller, id, {
      from: { epochMinutes: range.fromEpochMinutes },
      to: { epochMinutes: range.toEpochMinutes },
      includeUnavailable: false,
    }))
  if (slots?.ok === false) return slots
  const now = epochSeconds(deps.clock)
  const stored = await readSessions(deps, id, range, { consistent: true })
  const live = stored.filter((session) => isLiveSession(session, now))
  // What is stored decides: the list of slots may be a moment older.
  const known = new Set(
    stored
      .filter((session) => session.closed !== undefined || isLiveSession(session, now))
      .map(({ startEpochSeconds }) => startEpochSeconds),
  )
  const empty = (slots?.value.starts ?? [])
    .map((startEpochMinutes) => startEpochMinutes * 60)
    .filter((startEpochSeconds) => !known.has(startEpochSeconds))
    .map((startEpochSeconds) => emptySession(deps, loaded, startEpochSeconds))
  return ok([...live, ...empty].sort((a, b) => a.startEpochSeconds - b.startEpochSeconds))
}
