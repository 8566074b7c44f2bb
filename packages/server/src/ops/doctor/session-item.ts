import {
  claimOfSession,
  finalCount,
  InvariantViolated,
  type OwnerClaim,
  sessionOfOwner,
  sessionOwnerId,
  withoutClaimIndex,
} from '@holdfast/engine'
import { bookingKey, sessionKey } from '../../booking/keys.ts'
import { type StoredSession, sessionFromItem } from '../../booking/seats/session-item.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey, StoredCount } from '../../kernel/ports/store.ts'

/** A decoded value, or why an item is malformed. */
export type Read<Value> = { readonly value: Value } | { readonly problem: string }

function attempt<Value>(read: () => Value): Read<Value> {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof InvariantViolated) return { problem: error.message }
    throw error
  }
}

/** Decodes a count item that may be malformed. */
export function readCount(item: Item): Read<StoredCount> {
  const read = attempt(() => countFromItem(item))
  if ('problem' in read) return read
  const { rev, used, holds } = read.value
  if (!Number.isSafeInteger(rev) || rev < 1) {
    return { problem: 'The attribute rev is not a whole number from 1 up.' }
  }
  if (!Number.isSafeInteger(used) || used < 0) {
    return { problem: 'The attribute used is not a whole number from 0 up.' }
  }
  const areWhole = holds.every(
    ({ amount, expiresAtEpochSeconds }) =>
      Number.isSafeInteger(amount) && amount >= 1 && Number.isSafeInteger(expiresAtEpochSeconds),
  )
  return areWhole ? read : { problem: 'The amount or the expiry of a mark is not a whole number.' }
}

/** Decodes the item of a session that may be malformed. */
export function readSession(item: Item): Read<StoredSession> {
  const count = readCount(item)
  return 'problem' in count ? count : attempt(() => sessionFromItem(item))
}

/** The name of a session by its key: as owner of its providers' time, and of counts of limits. */
export const sessionName = ({
  partitionId,
  item,
}: {
  partitionId: string
  item: ItemKey
}): string => sessionOwnerId(partitionId, Number(keyTail(item.SK)))

/** The key of the booking or the session that has a mark. */
export function keyOfMarkOwner(ownerId: string): ItemKey {
  const session = sessionOfOwner(ownerId)
  return session
    ? sessionKey(session.eventTypeId, session.startEpochSeconds)
    : bookingKey(withoutClaimIndex(ownerId))
}

/**
 * What a session has of its providers' time and of limits, also if its last hold has lapsed. A session in which
 * somebody is confirmed is final, even if it does not say so.
 */
export const everClaimed = (session: StoredSession['session']): OwnerClaim =>
  finalCount(session) > 0 ? { kind: 'final' } : claimOfSession(session, 0)
