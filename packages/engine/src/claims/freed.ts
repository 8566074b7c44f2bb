import {
  fromUnsorted,
  type Interval,
  type IntervalSet,
  subtract,
  toIntervals,
} from '../availability/interval-set.ts'
import { type ClaimInterval, wholeQuanta } from './claim.ts'
import type { Yields } from './ledger.ts'

const FREED = 'free:'

/**
 * The owner of the mark that keeps freed time: of a booking, at the version that freed it. `piece`: which part of the time at
 * one provider, from 0.
 */
export const ownerOfFreed = (bookingId: string, version: number, piece: number): string =>
  `${FREED}${bookingId}.${version}.${piece}`

/** The booking that freed the time of a mark. Undefined for any other mark. */
export const freedBy = (ownerId: string): string | undefined =>
  ownerId.startsWith(FREED) ? ownerId.slice(FREED.length).split('.', 1)[0] : undefined

/**
 * Which marks of freed time give way to a booking: those that it left itself, and with `takesFreed` all of them. `ownerId`: the
 * booking, or the mark of one of its claims.
 */
export const yieldsTo =
  (ownerId: string, takesFreed: boolean): Yields =>
  (markId) => {
    const bookingId = freedBy(markId)
    return bookingId !== undefined && (takesFreed || bookingId === ownerId.split('.', 1)[0])
  }

/** The parts of some time that are free once other time is claimed, in whole quanta, ascending. */
export function leftFree(
  freed: readonly ClaimInterval[],
  claimed: readonly ClaimInterval[],
): readonly Interval[] {
  const setOf = (times: readonly ClaimInterval[]): IntervalSet =>
    fromUnsorted(times.map(wholeQuanta))
  return toIntervals(subtract(setOf(freed), setOf(claimed)))
}
