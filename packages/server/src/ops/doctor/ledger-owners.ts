import {
  type Booking,
  type ClaimInterval,
  type Claiming,
  claimDays,
  claimsAt,
  type DayClaim,
  hasClaim,
  isShared,
  LINE_FIRST_SECONDS,
  ownerOfClaim,
  providersOf,
  type QuantumRange,
} from '@holdfast/engine'
import { partsOfBlock } from '../../booking/blocks/block.ts'
import type { StoredSession } from '../../booking/seats/session-item.ts'
import type { ClassifiedItem } from './classified-item.ts'

/**
 * A claim on a part of a ledger day, by a booking, a session or a block. A booking with seats claims no time:
 * its session does.
 *
 * - `firm`: a confirmed, completed or no-show booking of one provider, or a final session. Its quanta are
 *   taken without a mark.
 * - `shared`: such a booking or session of several providers. Its quanta are taken with its mark at each of
 *   them.
 * - `held`: a pending booking, or a session without a confirmed seat. Its quanta are its own while its hold
 *   mark exists.
 * - `block`: a block. Its quanta are taken with its mark.
 */
export interface Owner extends QuantumRange {
  readonly claim: 'firm' | 'shared' | 'held' | 'block'
  /** The id of the booking or block, or the name of the session. */
  readonly id: string
  /** 0 for a session. */
  readonly version: number
  /** The session as it is stored. Absent: it is a booking or a block, or the session has no item. */
  readonly session?: StoredSession
  /** `held` only: from this second on (closed), the time is free for others. */
  readonly expiresAtEpochSeconds?: number
}

/** An owner and its ledger day. */
export interface OwnedPart {
  readonly providerId: string
  readonly dayNumber: number
  readonly owner: Owner
}

/**
 * The parts of ledger days that a valid booking or block claims by itself. Empty for any other item; `SessionClaims`
 * has those of sessions.
 */
export function ownedParts(entry: ClassifiedItem): readonly OwnedPart[] {
  if (entry.kind === 'booking' && entry.value) return partsOfBooking(entry.value)
  if (entry.kind !== 'block' || entry.value === undefined) return []
  const { id, version } = entry.value
  return partsOf(entry.partitionId, partsOfBlock(entry.value), { claim: 'block', id, version })
}

function partsOfBooking(booking: Booking): readonly OwnedPart[] {
  // A stay claims nights, which the check of months compares.
  if (!hasClaim(booking) || booking.seats !== undefined || booking.stay) return []
  const { id, version, status, holdExpiresAtEpochSeconds } = booking
  return partsOfClaims(booking, {
    id,
    version,
    isHeld: status === 'pending',
    ...(holdExpiresAtEpochSeconds === undefined
      ? {}
      : {
          expiresAtEpochSeconds:
            holdExpiresAtEpochSeconds + (booking.linesFirst ? LINE_FIRST_SECONDS : 0),
        }),
  })
}

/** Who claims the time of providers, and whether for good. */
type Claimant = Pick<Owner, 'id' | 'version' | 'expiresAtEpochSeconds' | 'session'> & {
  readonly isHeld: boolean
}

/** The parts of all claims of a booking or session on the ledger days of its providers. */
export const partsOfClaims = (who: Claiming, claimant: Claimant): readonly OwnedPart[] =>
  providersOf(who).flatMap((providerId) =>
    claimsAt(who, providerId).flatMap((claim, index) => {
      const owner = { ...claimant, id: ownerOfClaim(claimant.id, index) }
      return partsAt(providerId, claim, { ...owner, isShared: isShared(who) })
    }),
  )

/** The parts of an interval on the ledger days of one provider. */
function partsAt(
  providerId: string,
  interval: ClaimInterval,
  { isHeld, isShared: isMarked, ...claimant }: Claimant & { readonly isShared: boolean },
): readonly OwnedPart[] {
  const final = isMarked ? 'shared' : 'firm'
  return partsOf(providerId, claimDays(interval), { ...claimant, claim: isHeld ? 'held' : final })
}

const partsOf = (
  providerId: string,
  days: readonly DayClaim[],
  claimant: Omit<Owner, keyof QuantumRange>,
): readonly OwnedPart[] =>
  days.map(({ dayNumber, firstQuantum, quantumCount }) => ({
    providerId,
    dayNumber,
    owner: { ...claimant, firstQuantum, quantumCount },
  }))
