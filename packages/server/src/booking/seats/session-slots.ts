import {
  bookableRange,
  type ClassSession,
  claimOfSession,
  type GridStarts,
  providersOf,
  type SlotPolicy,
  seatsLeft,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { sessionsRange } from '../keys.ts'
import type { StartRange } from '../limits/read-limits.ts'
import { sessionFromItem } from './session-item.ts'

/** Reads the sessions of an event type that start in a range, by start. Some may have nobody in them any more. */
export async function readSessions(
  deps: Pick<Dependencies, 'store'>,
  eventTypeId: string,
  { fromEpochMinutes, toEpochMinutes }: StartRange,
  { consistent }: { readonly consistent: boolean },
): Promise<readonly ClassSession[]> {
  const { items } = await deps.store.query({
    ...sessionsRange(eventTypeId, fromEpochMinutes * 60, toEpochMinutes * 60),
    consistent,
  })
  return items.map((item) => sessionFromItem(item).session)
}

/** Starts of sessions, ascending, in epoch minutes. The lists have one entry for each start. */
export interface SessionStarts {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly seatsLeft: readonly number[]
  /** Whether a party of the wanted size can book it. Absent: it can book all of them. */
  readonly available?: readonly boolean[]
}

/** What decides whether a party can book a start. */
export interface PartyQuery extends StartRange {
  readonly policy: SlotPolicy
  readonly capacity: number
  /** How many seats the party takes. */
  readonly seats: number
  readonly nowEpochSeconds: number
  /** A provider who must be part of the session. */
  readonly providerId?: string | undefined
}

/** Reports whether somebody is in a session, so that others can join it without its provider's time. */
export const isLiveSession = (session: ClassSession, nowEpochSeconds: number): boolean =>
  session.closed === undefined && claimOfSession(session, nowEpochSeconds).kind !== 'none'

/**
 * The starts at which a party can book: those where a new session could begin, which the grid has, and those of live
 * sessions with enough seats left. A live session needs neither the grid nor its provider's time, but notice and
 * advance count. A closed session takes its start away. With a grid of all starts, those that cannot be booked come too.
 */
export function sessionStarts(
  grid: Partial<GridStarts> & Pick<GridStarts, 'starts'> & { readonly ends?: readonly number[] },
  sessions: readonly ClassSession[],
  query: PartyQuery,
): SessionStarts {
  const { policy, capacity, seats, nowEpochSeconds } = query
  const { earliestEpochMinutes, endEpochMinutes } = bookableRange(policy, nowEpochSeconds)
  const listsAll = grid.available !== undefined
  const found = new Map<number, FoundStart>()
  for (const [index, start] of grid.starts.entries()) {
    const canBegin = grid.available?.[index] ?? true
    const end = grid.ends?.[index] ?? start + policy.durationMinutes
    found.set(start, { start, end, left: canBegin ? capacity : 0 })
  }
  for (const session of sessions) {
    const start = session.startEpochSeconds / 60
    const isLive = isLiveSession(session, nowEpochSeconds)
    if (session.closed || (isLive && !takes(session, query.providerId))) {
      found.delete(start)
      continue
    }
    if (!isLive) continue
    if (start < query.fromEpochMinutes || start >= query.toEpochMinutes) continue
    const isInTime = start >= earliestEpochMinutes && start < endEpochMinutes
    const left = isInTime ? seatsLeft(session, capacity, nowEpochSeconds) : 0
    found.set(start, { start, end: session.endEpochSeconds / 60, left })
  }
  const listed = [...found.values()]
    .filter(({ left }) => listsAll || left >= seats)
    .sort((a, b) => a.start - b.start)
  return {
    starts: listed.map(({ start }) => start),
    ends: listed.map(({ end }) => end),
    seatsLeft: listed.map(({ left }) => left),
    ...(listsAll && { available: listed.map(({ left }) => left >= seats) }),
  }
}

/** Whether a session takes a provider, if one is asked for. */
const takes = (session: ClassSession, providerId: string | undefined): boolean =>
  providerId === undefined || providersOf(session).includes(providerId)

interface FoundStart {
  readonly start: number
  readonly end: number
  readonly left: number
}
