import { claimOf } from '../claims/claim.ts'
import { hasDays, lengthAt, spansAt } from '../claims/spans.ts'
import { MINUTES_PER_DAY, parseDate } from '../time/dates.ts'
import { formatInstant } from '../time/instants.ts'
import { wallToEpochMinutes } from '../time/zones.ts'
import { type Booking, claimOfBooking } from './booking.ts'
import type { BookingDecision } from './decision.ts'

const WALL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/

/** When a booking is, and when it needs whom. */
export type PlannedTime = Pick<Booking, 'startEpochSeconds' | 'endEpochSeconds' | 'assignments'>

/**
 * The time of an open booking by the tz table in use, if it is no longer the stored one: its start by the agreed wall time, and
 * each day of its spans by the same wall time on that date. Undefined if the stored start still shows the agreed wall time,
 * also as its second occurrence, and so do the days.
 */
export function timeByWallTime(booking: Booking): PlannedTime | undefined {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return undefined
  const { assignments = [], timeZone, startEpochSeconds: stored } = booking
  const isKept = formatInstant(stored / 60, timeZone).startsWith(booking.localStart)
  // The days of a session are those of all who are in it.
  if (isKept && (booking.seats !== undefined || !assignments.some(hasDays))) return undefined
  const wallMinutes = wallMinutesOf(booking.localStart)
  if (wallMinutes === undefined) return undefined
  const day = Math.floor(wallMinutes / MINUTES_PER_DAY)
  const minute = wallMinutes - day * MINUTES_PER_DAY
  const startEpochSeconds = isKept ? stored : wallToEpochMinutes(timeZone, day, minute) * 60
  const at = { timeZone, startEpochMinutes: startEpochSeconds / 60, wallMinutes }
  const moved = assignments.map((assignment) => spansAt(assignment, at))
  const isSame = moved.every((assignment, index) => assignment === assignments[index])
  if (isSame && startEpochSeconds === stored) return undefined
  const length = lengthAt(assignments, (booking.endEpochSeconds - stored) / 60, at)
  return {
    startEpochSeconds,
    endEpochSeconds: startEpochSeconds + length * 60,
    ...(booking.assignments && { assignments: moved }),
  }
}

/** By how many seconds the first part of a booking that moves to another time does so; 0 if none does. */
export function firstShiftSeconds(booking: Booking, to: PlannedTime | undefined): number {
  if (to === undefined) return 0
  const shifts = (booking.assignments ?? []).flatMap(({ spans = [] }, index) =>
    spans.map((span, position) => {
      const there = to.assignments?.[index]?.spans?.[position] ?? span
      return (there.offsetMinutes - span.offsetMinutes) * 60
    }),
  )
  const ofStart = to.startEpochSeconds - booking.startEpochSeconds
  return ofStart !== 0 ? ofStart : (shifts.find((shift) => shift !== 0) ?? 0)
}

/** A wall time `YYYY-MM-DDTHH:MM` in minutes since 1970-01-01T00:00. */
function wallMinutesOf(localStart: string): number | undefined {
  const [, date = '', hours, minutes] = WALL_TIME.exec(localStart) ?? []
  const day = parseDate(date)
  return day === undefined
    ? undefined
    : day * MINUTES_PER_DAY + ((Number(hours) * 60 + Number(minutes)) % MINUTES_PER_DAY)
}

/** The time of a booking by the tz table in use, and that table. */
export type ResolvedTime = PlannedTime & { readonly tzdbVersion: string }

/** Moves a booking to the time that its agreed wall time has by a newer tz table. */
export function moveToWallTime(
  booking: Booking,
  time: ResolvedTime,
  nowEpochSeconds: number,
): BookingDecision {
  const { unresolvedTzdbVersion: _, ...rest } = booking
  const { startEpochSeconds, endEpochSeconds } = time
  const longerSeconds =
    endEpochSeconds - startEpochSeconds - (booking.endEpochSeconds - booking.startEpochSeconds)
  const durationMinutes = booking.policy.durationMinutes + longerSeconds / 60
  const holdUntilEpochSeconds = booking.holdExpiresAtEpochSeconds
  return {
    booking: {
      ...rest,
      ...time,
      version: booking.version + 1,
      policy: { ...booking.policy, durationMinutes },
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
