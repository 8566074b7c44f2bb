import type { Interval } from '@holdfast/engine'
import { MAX_STAY_NIGHTS } from '../../ledger/longest-stay.ts'

/**
 * Indexes list bookings by their starts. Who looks for bookings that have not ended, or that claim a part of an interval, has to look
 * back by as long as a booking can last. That is decided here alone.
 */

/** The longest duration of a booking, and the longest buffer beside it. */
const LONGEST_SECONDS = 86_400

/** The longest time from arrival to departure: a day more than the nights, for late departures. */
const LONGEST_STAY_SECONDS = (MAX_STAY_NIGHTS + 1) * 86_400

/** The earliest start of a booking that has not ended at a second. Only bookings of nights last longer than a day. */
export const earliestStartOfLasting = (epochSeconds: number, ofNights = false): number =>
  Math.max(0, epochSeconds - (ofNights ? LONGEST_STAY_SECONDS : LONGEST_SECONDS))

/** The starts, in seconds, of bookings that can claim a part of an interval: both inclusive, buffers included. */
export const startsOfClaims = ({ startEpochMinutes, endEpochMinutes }: Interval) => ({
  firstEpochSeconds: Math.max(0, startEpochMinutes * 60 - 2 * LONGEST_SECONDS),
  lastEpochSeconds: endEpochMinutes * 60 + LONGEST_SECONDS,
})
