import { claimOf } from '../claims/claim.ts'
import { MINUTES_PER_DAY, parseDate } from '../time/dates.ts'
import { formatInstant } from '../time/instants.ts'
import { wallToEpochMinutes } from '../time/zones.ts'
import { type Booking, claimOfBooking } from './booking.ts'
import type { BookingDecision } from './decision.ts'

const WALL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/

/**
 * The start of an open booking by the tz table in use, in epoch seconds, if it is no longer the stored
 * one. Undefined if the stored start still shows the agreed wall time, also as its second occurrence.
 */
export function startByWallTime(booking: Booking): number | undefined {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return undefined
  const shown = formatInstant(booking.startEpochSeconds / 60, booking.timeZone)
  if (shown.startsWith(booking.localStart)) return undefined
  const [, date = '', hours, minutes] = WALL_TIME.exec(booking.localStart) ?? []
  const day = parseDate(date)
  if (day === undefined) return undefined
  const minute = (Number(hours) * 60 + Number(minutes)) % MINUTES_PER_DAY
  const startEpochSeconds = wallToEpochMinutes(booking.timeZone, day, minute) * 60
  return startEpochSeconds === booking.startEpochSeconds ? undefined : startEpochSeconds
}

/** The start of a booking by the tz table in use, and that table. */
export interface ResolvedStart {
  readonly startEpochSeconds: number
  readonly tzdbVersion: string
}

/** Moves a booking to the instant that its agreed wall time has by a newer tz table. */
export function moveToWallTime(
  booking: Booking,
  { startEpochSeconds, tzdbVersion }: ResolvedStart,
  nowEpochSeconds: number,
): BookingDecision {
  const { unresolvedTzdbVersion: _, ...rest } = booking
  const endEpochSeconds = startEpochSeconds + (booking.endEpochSeconds - booking.startEpochSeconds)
  const holdUntilEpochSeconds = booking.holdExpiresAtEpochSeconds
  return {
    booking: {
      ...rest,
      version: booking.version + 1,
      startEpochSeconds,
      endEpochSeconds,
      tzdbVersion,
      clockChangeVersion: booking.version + 1,
      rescheduledFromEpochSeconds: booking.startEpochSeconds,
      sequence: booking.sequence + 1,
      updatedAtEpochSeconds: nowEpochSeconds,
    },
    claim: {
      kind: 'move',
      from: claimOfBooking(booking),
      to: claimOf(startEpochSeconds / 60, endEpochSeconds / 60, booking.policy),
      ...(holdUntilEpochSeconds === undefined ? {} : { holdUntilEpochSeconds }),
    },
    events: ['booking.rescheduled'],
  }
}
