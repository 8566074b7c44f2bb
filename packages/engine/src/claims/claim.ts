import { invariant } from '../kernel/invariant.ts'

/** Length of one quantum. Zone offsets are multiples of 15 minutes, so a UTC grid fits every zone. */
export const QUANTUM_MINUTES = 5
/** Quanta in one UTC day; quantum 108 begins at 09:00. */
export const QUANTA_PER_DAY = 288
const MINUTES_PER_DAY = 1440

/** An interval of a provider's time in epoch minutes, half-open `[start, end)`. */
export interface ClaimInterval {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
}

/** The part of a claim on one UTC day: quanta `[first, first + count)`. */
export interface DayClaim {
  /** Days since 1970-01-01. */
  readonly dayNumber: number
  readonly firstQuantum: number
  readonly quantumCount: number
}

/**
 * The time that a booking claims: its own time and its buffers. Claims never overlap, so the gap
 * between two bookings is at least the buffer after the first plus the buffer before the second.
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

/** An interval rounded outward to quanta: 09:03–09:32 becomes 09:00–09:35. */
export const wholeQuanta = ({
  startEpochMinutes,
  endEpochMinutes,
}: ClaimInterval): ClaimInterval => ({
  startEpochMinutes: quantumFloor(startEpochMinutes),
  endEpochMinutes: quantumCeil(endEpochMinutes),
})

/** The start of the quantum of an instant. */
export const quantumFloor = (epochMinutes: number): number =>
  Math.floor(epochMinutes / QUANTUM_MINUTES) * QUANTUM_MINUTES

/** The end of the last quantum that begins before an instant. */
export const quantumCeil = (epochMinutes: number): number =>
  Math.ceil(epochMinutes / QUANTUM_MINUTES) * QUANTUM_MINUTES

/**
 * Splits a claim into its UTC days, rounded outward to quanta: 09:03–09:32 becomes the quanta
 * 108–114, which is 09:00–09:35. Returns each day of the claim once, in order.
 */
export function claimDays(claim: ClaimInterval): readonly DayClaim[] {
  invariant(
    claim.endEpochMinutes > claim.startEpochMinutes,
    'the end of a claim must be after its start',
  )
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

/** The UTC days `[first, last]` of a range of epoch minutes `[start, end)`, as days since 1970-01-01. */
export function ledgerDaysOf(
  startEpochMinutes: number,
  endEpochMinutes: number,
): { readonly first: number; readonly last: number } {
  return {
    first: Math.floor(startEpochMinutes / MINUTES_PER_DAY),
    last: Math.floor((endEpochMinutes - 1) / MINUTES_PER_DAY),
  }
}
