import { invariant } from '../kernel/invariant.ts'

/** Length of one quantum. Zone offsets are multiples of 15 minutes, so a UTC grid of 5 fits every zone. */
export const QUANTUM_MINUTES = 5
/** Quanta in one UTC day; quantum 108 begins at 09:00. */
export const QUANTA_PER_DAY = 288
const MINUTES_PER_DAY = 1440

/** A stretch of a resource's time: epoch minutes, half-open `[start, end)`. */
export interface ClaimInterval {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
}

/** The part of a claim that lies on one UTC day: quanta `[first, first + count)`. */
export interface DayClaim {
  /** Days since 1970-01-01. */
  readonly dayNumber: number
  readonly firstQuantum: number
  readonly quantumCount: number
}

/**
 * The time that a booking claims: its own, and its buffers before and after. Claims never overlap,
 * so the gap between two bookings is at least the sum of the buffers that meet there (additive).
 */
export function claimOf(
  startEpochMinutes: number,
  endEpochMinutes: number,
  buffers: { readonly bufferBeforeMinutes: number; readonly bufferAfterMinutes: number },
): ClaimInterval {
  return {
    startEpochMinutes: startEpochMinutes - buffers.bufferBeforeMinutes,
    endEpochMinutes: endEpochMinutes + buffers.bufferAfterMinutes,
  }
}

/**
 * Splits a claim by UTC day into quanta, rounded outward: 09:03–09:32 becomes the quanta
 * 108–114, that is 09:00–09:35. Days are in order; every day of the claim is there once.
 */
export function claimDays(claim: ClaimInterval): readonly DayClaim[] {
  invariant(claim.endEpochMinutes > claim.startEpochMinutes, 'a claim must not be empty')
  const first = Math.floor(claim.startEpochMinutes / QUANTUM_MINUTES)
  const end = Math.ceil(claim.endEpochMinutes / QUANTUM_MINUTES)
  const days: DayClaim[] = []
  for (let at = first; at < end; ) {
    const dayNumber = Math.floor(at / QUANTA_PER_DAY)
    const dayStart = dayNumber * QUANTA_PER_DAY
    const until = Math.min(end, dayStart + QUANTA_PER_DAY)
    days.push({ dayNumber, firstQuantum: at - dayStart, quantumCount: until - at })
    at = until
  }
  return days
}

/** The UTC days `[first, last]`, as day numbers, whose ledger a range of epoch minutes touches. */
export function ledgerDaysOf(
  startEpochMinutes: number,
  endEpochMinutes: number,
): { readonly first: number; readonly last: number } {
  return {
    first: Math.floor(startEpochMinutes / MINUTES_PER_DAY),
    last: Math.floor((endEpochMinutes - 1) / MINUTES_PER_DAY),
  }
}
