import {
  type Booking,
  claimDays,
  claimOfBooking,
  type DayClaim,
  hasClaim,
  isShared,
  providersOf,
  type QuantumRange,
} from '@holdfast/engine'
import type { ClassifiedItem } from './classified-item.ts'

/**
 * A claim on a part of a ledger day, by a booking or a block.
 *
 * - `firm`: a confirmed, completed or no-show booking of one provider. Its quanta are taken without a
 *   mark.
 * - `shared`: such a booking of several providers. Its quanta are taken with its mark at each of them.
 * - `held`: a pending booking. Its quanta are its own while its hold mark exists.
 * - `block`: a block. Its quanta are taken with its mark.
 */
export interface Owner extends QuantumRange {
  readonly claim: 'firm' | 'shared' | 'held' | 'block'
  /** The id of the booking or block. */
  readonly id: string
  readonly version: number
  /** `held` only: from this second on (closed), the time is free for others. */
  readonly expiresAtEpochSeconds?: number
}

/** An owner and its ledger day. */
export interface OwnedPart {
  readonly providerId: string
  readonly dayNumber: number
  readonly owner: Owner
}

/** The parts of ledger days that a valid booking or block claims. Empty for any other item. */
export function ownedParts(entry: ClassifiedItem): readonly OwnedPart[] {
  if (entry.kind === 'booking' && entry.value) return partsOfBooking(entry.value)
  if (entry.kind !== 'block' || entry.value === undefined) return []
  const { id, version, startEpochSeconds, endEpochSeconds } = entry.value
  const interval = {
    startEpochMinutes: startEpochSeconds / 60,
    endEpochMinutes: endEpochSeconds / 60,
  }
  return partsOf(entry.partitionId, claimDays(interval), { claim: 'block', id, version })
}

function partsOfBooking(booking: Booking): readonly OwnedPart[] {
  if (!hasClaim(booking)) return []
  const { id, version, status, holdExpiresAtEpochSeconds } = booking
  const final = isShared(booking) ? 'shared' : 'firm'
  const days = claimDays(claimOfBooking(booking))
  return providersOf(booking).flatMap((providerId) =>
    partsOf(providerId, days, {
      claim: status === 'pending' ? 'held' : final,
      id,
      version,
      ...(holdExpiresAtEpochSeconds === undefined
        ? {}
        : { expiresAtEpochSeconds: holdExpiresAtEpochSeconds }),
    }),
  )
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
