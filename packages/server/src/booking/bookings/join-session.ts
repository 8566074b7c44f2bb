import {
  type Booking,
  type ClassSession,
  EMPTY_SET,
  explainSlot,
  type SlotPolicy,
  type SlotRefusal,
  seatsLeft,
} from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { sessionKey } from '../keys.ts'
import { sessionFromItem } from '../seats/session-item.ts'
import { isLiveSession } from '../seats/session-slots.ts'
import type { LoadedEventType } from './offer.ts'

/** Reads the session at a start as it is now. One that nobody is in any more, and that can begin again, is undefined. */
export async function sessionAt(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  eventTypeId: string,
  startEpochSeconds: number,
): Promise<ClassSession | undefined> {
  const item = await deps.store.get(sessionKey(eventTypeId, startEpochSeconds), {
    consistent: true,
  })
  const session = item && sessionFromItem(item).session
  const stands = session?.closed ?? (session && isLiveSession(session, epochSeconds(deps.clock)))
  return stands ? session : undefined
}

/** The rules that remain for who joins a live session: its start is neither past, too soon nor too far ahead. */
const RULES_OF_JOINING: ReadonlySet<string> = new Set(['in_the_past', 'too_soon', 'too_far'])

/** Why nobody can join a session at its start, whatever its seats; empty if one can. */
export const joinRefusals = (
  policy: SlotPolicy,
  startEpochSeconds: number,
  nowEpochSeconds: number,
): readonly SlotRefusal[] =>
  explainSlot(policy, startEpochSeconds, nowEpochSeconds, EMPTY_SET).filter(({ code }) =>
    RULES_OF_JOINING.has(code),
  )

/** Why a session takes no party: too few seats are left, or all of it was cancelled or moved to another start. */
export type SessionRefusal =
  | { readonly code: 'session_full'; readonly seatsLeft: number }
  | { readonly code: 'session_cancelled' }

/**
 * Explains why a party cannot join the session at a start; empty if it can. Undefined if there is none: then a new one
 * would have to begin.
 */
export async function explainSession(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  { eventType, policy }: LoadedEventType,
  startEpochSeconds: number,
  party: number,
): Promise<readonly (SlotRefusal | SessionRefusal)[] | undefined> {
  if (eventType.seats === undefined) return undefined
  const session = await sessionAt(deps, eventType.id, startEpochSeconds)
  if (session === undefined) return undefined
  const now = epochSeconds(deps.clock)
  const rules = joinRefusals(policy, startEpochSeconds, now)
  if (session.closed) return [...rules, { code: 'session_cancelled' }]
  const left = seatsLeft(session, eventType.seats.capacity, now)
  return [...rules, ...(left < party ? [{ code: 'session_full', seatsLeft: left } as const] : [])]
}

/** The session at the new start of a booking with seats, if there is one. */
export const sessionToJoin = async (
  deps: Pick<Dependencies, 'store' | 'clock'>,
  { eventTypeId, seats }: Booking,
  startEpochSeconds: number,
): Promise<ClassSession | undefined> =>
  seats === undefined || eventTypeId === undefined
    ? undefined
    : await sessionAt(deps, eventTypeId, startEpochSeconds)
