import {
  type Booking,
  claimDays,
  claimOfBooking,
  type DayClaim,
  hasClaim,
  type QuantumRange,
} from '@holdfast/engine'
import { blockEntity } from '../../booking/blocks/block.ts'
import { bookingFromItem } from '../../booking/bookings/booking-item.ts'
import type { KindedItem } from './item-kind.ts'

/**
 * Who claims a part of a ledger day, as a booking or a block itself tells it.
 *
 * - `firm`: a confirmed, completed or missed booking; its quanta are taken without a mark.
 * - `held`: a pending booking; its quanta are its own as long as its hold mark is there.
 * - `block`: a block; its quanta are taken under its mark.
 */
export interface Owner extends QuantumRange {
  readonly standing: 'firm' | 'held' | 'block'
  /** The id of the booking or block. */
  readonly id: string
  readonly version: number
  /** `held` only: from this second on (closed) the time is free for others. */
  readonly expiresAtEpochSeconds?: number
}

/** An owner and the ledger day that it claims a part of. */
export interface OwnedPart {
  readonly providerId: string
  readonly dayNumber: number
  readonly owner: Owner
}

/** The parts of ledger days that a sound booking or block claims; none for every other item. */
export function ownedParts({ kind, item, partitionId }: KindedItem): readonly OwnedPart[] {
  if (kind === 'booking') return bookedParts(bookingFromItem(item))
  if (kind !== 'block') return []
  const { id, version, startEpochSeconds, endEpochSeconds } = blockEntity.decode(item)
  const interval = {
    startEpochMinutes: startEpochSeconds / 60,
    endEpochMinutes: endEpochSeconds / 60,
  }
  return partsOf(partitionId, claimDays(interval), { standing: 'block', id, version })
}

function bookedParts(booking: Booking): readonly OwnedPart[] {
  if (!hasClaim(booking)) return []
  const { id, version, providerId, status, holdExpiresAtEpochSeconds } = booking
  return partsOf(providerId, claimDays(claimOfBooking(booking)), {
    standing: status === 'pending' ? 'held' : 'firm',
    id,
    version,
    ...(holdExpiresAtEpochSeconds === undefined
      ? {}
      : { expiresAtEpochSeconds: holdExpiresAtEpochSeconds }),
  })
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
