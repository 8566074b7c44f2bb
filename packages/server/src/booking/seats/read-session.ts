import type { Dependencies } from '../../kernel/dependencies.ts'
import { sessionKey } from '../keys.ts'
import { type StoredSession, sessionFromItem } from './session-item.ts'

type StoreOnly = Pick<Dependencies, 'store'>

/** The event type and the start of a session. */
export interface SessionAt {
  readonly eventTypeId: string
  readonly startEpochSeconds: number
}

/** Reads the session of an event type at a start; undefined if there never was one. */
export async function readSession(
  { store }: StoreOnly,
  { eventTypeId, startEpochSeconds }: SessionAt,
): Promise<StoredSession | undefined> {
  const key = sessionKey(eventTypeId, startEpochSeconds)
  const item = await store.get(key, { consistent: true })
  return item && sessionFromItem(item)
}

/** The most moves of one session that are followed. */
const MOVES_MAX = 100

/**
 * Reads the session that those who booked a start are in now: where the session at that start was moved to, however
 * often. Undefined if there never was one.
 */
export async function readCurrentSession(
  deps: StoreOnly,
  { eventTypeId, startEpochSeconds }: SessionAt,
): Promise<StoredSession | undefined> {
  let start = startEpochSeconds
  for (let moves = 0; moves < MOVES_MAX; moves += 1) {
    const found = await readSession(deps, { eventTypeId, startEpochSeconds: start })
    const closed = found?.session.closed
    if (closed?.kind !== 'moved') return found
    start = closed.startEpochSeconds
  }
  throw new Error(`session ${eventTypeId}@${startEpochSeconds} leads nowhere`)
}
