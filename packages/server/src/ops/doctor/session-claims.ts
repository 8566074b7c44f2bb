import {
  type Booking,
  type Claiming,
  claimOfStatus,
  type OwnerClaim,
  providersOf,
  sessionOwnerId,
} from '@holdfast/engine'
import type { StoredSession } from '../../booking/seats/session-item.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { type OwnedPart, partsOfClaims } from './ledger-owners.ts'
import { everClaimed, readSession, sessionName } from './session-item.ts'

/** A session that has no item, as its bookings tell it. */
interface Booked {
  readonly time: Claiming
  readonly claim: OwnerClaim
}

/**
 * Collects the parts of ledger days that sessions claim. A session without an item claims what its bookings say, so
 * that its time is not taken for time without an owner.
 */
export class SessionClaims {
  readonly #inShare: InShare
  /** The names of all sessions that have an item. */
  readonly #names = new Set<string>()
  readonly #stored = new Map<string, readonly OwnedPart[]>()
  readonly #booked = new Map<string, Booked>()

  /** @param inShare decides which providers' parts are kept. */
  constructor(inShare: InShare) {
    this.#inShare = inShare
  }

  visit(entry: ClassifiedItem): void {
    if (entry.kind === 'class_session') {
      const name = sessionName(entry)
      this.#names.add(name)
      this.#booked.delete(name)
      const read = readSession(entry.item)
      // The claims of a malformed session are unknown.
      const parts = 'value' in read ? partsOfSession(name, read.value) : []
      const inShare = parts.filter(({ providerId }) => this.#inShare(providerId))
      // A scan may return an item twice, the second time without a claim.
      if (inShare.length > 0) this.#stored.set(name, inShare)
      else this.#stored.delete(name)
    } else if (entry.kind === 'booking' && entry.value?.seats !== undefined) {
      this.#visitSeats(entry.value)
    }
  }

  get factCount(): number {
    return this.#stored.size + this.#booked.size
  }

  *parts(): Iterable<OwnedPart> {
    for (const parts of this.#stored.values()) yield* parts
    for (const [name, { time, claim }] of this.#booked) {
      yield* partsOf(name, time, claim).filter(({ providerId }) => this.#inShare(providerId))
    }
  }

  #visitSeats(booking: Booking): void {
    const { eventTypeId, startEpochSeconds } = booking
    if (eventTypeId === undefined) return
    const name = sessionOwnerId(eventTypeId, startEpochSeconds)
    const claim = claimOfStatus(booking)
    if (this.#names.has(name) || claim.kind === 'none') return
    if (!providersOf(booking).some(this.#inShare)) return
    const earlier = this.#booked.get(name)
    this.#booked.set(name, {
      time: earlier?.time ?? booking,
      claim: earlier ? longer(earlier.claim, claim) : claim,
    })
  }
}

function longer(one: OwnerClaim, other: OwnerClaim): OwnerClaim {
  if (one.kind !== 'held') return one
  if (other.kind !== 'held') return other
  return one.untilEpochSeconds >= other.untilEpochSeconds ? one : other
}

const partsOfSession = (name: string, stored: StoredSession): readonly OwnedPart[] =>
  partsOf(name, stored.session, everClaimed(stored.session), stored)

function partsOf(
  id: string,
  time: Claiming,
  claim: OwnerClaim,
  session?: StoredSession,
): readonly OwnedPart[] {
  if (claim.kind === 'none') return []
  return partsOfClaims(time, {
    id,
    // Sessions have a `rev`; no item has version 0, so nothing is repaired for a session without an item.
    version: 0,
    isHeld: claim.kind === 'held',
    ...(claim.kind === 'held' && { expiresAtEpochSeconds: claim.untilEpochSeconds }),
    ...(session && { session }),
  })
}
