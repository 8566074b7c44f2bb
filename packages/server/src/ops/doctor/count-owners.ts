import { type Booking, claimOfStatus, type OwnerClaim } from '@holdfast/engine'
import { bookingKey, photoCountKey, photoKey, sessionKey } from '../../booking/keys.ts'
import type { StoredSession } from '../../booking/seats/session-item.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { counterKey } from '../../ledger/keys.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { everClaimed, readSession, sessionName } from './session-item.ts'

/** What a booking, a session or a photo has of a count. */
export interface CountOwner {
  /** Its name in marks. */
  readonly id: string
  readonly key: ItemKey
  readonly amount: number
  /** The second (exclusive) until which it has a mark. Absent: the amount is its own without a mark. */
  readonly markedUntilEpochSeconds?: number
  /** The owner as it was read: the version of a booking or photo, or the whole session. */
  readonly seen: { readonly version: number } | StoredSession
  /** A booking with seats, as an owner of its session. */
  readonly booking?: Booking
}

/** An owner and the key of its count. */
export interface CountedPart {
  readonly key: ItemKey
  readonly owner: CountOwner
}

/** The parts of counts that a valid booking, session or photo has. Empty for any other item. */
export function countedParts(entry: ClassifiedItem): readonly CountedPart[] {
  if (entry.kind === 'photo' && entry.value) {
    const { id, accountId, version } = entry.value
    const owner = { id, key: photoKey(accountId, id), amount: 1, seen: { version } }
    return [{ key: photoCountKey(accountId), owner }]
  }
  if (entry.kind === 'booking' && entry.value) return partsOfBooking(entry.value)
  if (entry.kind !== 'class_session') return []
  const read = readSession(entry.item)
  if ('problem' in read) return []
  const { session } = read.value
  const { PK, SK } = entry.item
  const owner = {
    id: sessionName(entry),
    key: { PK, SK },
    seen: read.value,
  }
  return (session.counts ?? []).flatMap(({ counter, amount }) =>
    partOf(counterKey(counter), { ...owner, amount }, everClaimed(session)),
  )
}

function partsOfBooking(booking: Booking): readonly CountedPart[] {
  const { id, version, seats, counts = [], eventTypeId } = booking
  if (seats === undefined && counts.length === 0) return []
  const claim = claimOfStatus(booking)
  const owner = { id, key: bookingKey(id), seen: { version } }
  const ofLimits = counts.flatMap(({ counter, amount, endsWithBooking }) => {
    const ends = endsWithBooking && claim.kind === 'final'
    const marked: OwnerClaim = ends
      ? { kind: 'held', untilEpochSeconds: booking.endEpochSeconds }
      : claim
    return partOf(counterKey(counter), { ...owner, amount }, marked)
  })
  if (seats === undefined || eventTypeId === undefined) return ofLimits
  const key = sessionKey(eventTypeId, booking.startEpochSeconds)
  return [...ofLimits, ...partOf(key, { ...owner, amount: seats, booking }, claim)]
}

function partOf(key: ItemKey, owner: CountOwner, claim: OwnerClaim): readonly CountedPart[] {
  if (claim.kind === 'none') return []
  if (claim.kind === 'final') return [{ key, owner }]
  return [{ key, owner: { ...owner, markedUntilEpochSeconds: claim.untilEpochSeconds } }]
}
