import type { Interval } from '@holdfast/engine'
import { MAX_STAY_NIGHTS } from '../../ledger/longest-stay.ts'

/**
 * Indexes list bookings by their starts. Who looks for bookings that have not ended, or that claim a part of an interval, has to look
 * back by as long as a booking can last. That is decided here alone.
 */

const DAY_SECONDS = 86_400

/** The longest duration of a booking of time: 14 days, and a day for clocks that change meanwhile. */
const LONGEST_SECONDS = 15 * DAY_SECONDS

/** The longest time from arrival to departure: a day more than the nights, for late departures. */
const LONGEST_STAY_SECONDS = (MAX_STAY_NIGHTS + 1) * DAY_SECONDS

/** The earliest start of a booking that has not ended at a second. `ofNights`: also of one of nights. */
export const earliestStartOfLasting = (epochSeconds: number, ofNights = false): number =>
  Math.max(0, epochSeconds - (ofNights ? LONGEST_STAY_SECONDS : LONGEST_SECONDS))

/** How far back, in seconds, a list of what overlaps a range has to look for bookings of some providers: mostly a day. */
export const lookBackSeconds = (
  providers: readonly { readonly longestDays?: number | undefined }[],
): number => Math.max(1, ...providers.map(({ longestDays = 1 }) => longestDays)) * DAY_SECONDS

/**
 * The starts, in seconds, of bookings that can claim a part of an interval of a provider: both inclusive, buffers of up to a
 * day included.
 */
export const startsOfClaims = (
  { startEpochMinutes, endEpochMinutes }: Interval,
  provider: { readonly longestDays?: number | undefined },
) => ({
  firstEpochSeconds: Math.max(
    0,
    startEpochMinutes * 60 - lookBackSeconds([provider]) - DAY_SECONDS,
  ),
  lastEpochSeconds: endEpochMinutes * 60 + DAY_SECONDS,
})
