import {
  type Booking,
  MINUTES_PER_DAY,
  wallToEpochMinutes,
  zoneOffsetMinutes,
} from '@holdfast/engine'
import type { SmsKind } from '../texts.ts'

/** From when, and until when in the morning, nobody gets an SMS that can wait: minutes of the day on their clocks. */
export const QUIET_HOURS = { fromMinute: 21 * 60, untilMinute: 8 * 60 } as const

/** Who gets news in the morning still has this long before the booking. */
const ENOUGH_SECONDS = 2 * 60 * 60

/** The end of the quiet hours around an instant; undefined if they are not at that time. */
export function endOfQuietHours(epochSeconds: number, zone: string): number | undefined {
  const minute = Math.floor(epochSeconds / 60)
  const local = minute + zoneOffsetMinutes(zone, minute)
  const day = Math.floor(local / MINUTES_PER_DAY)
  const ofDay = local - day * MINUTES_PER_DAY
  if (ofDay >= QUIET_HOURS.untilMinute && ofDay < QUIET_HOURS.fromMinute) return undefined
  const morning = ofDay >= QUIET_HOURS.fromMinute ? day + 1 : day
  return wallToEpochMinutes(zone, morning, QUIET_HOURS.untilMinute) * 60
}

/** What the time of an SMS depends on. */
export interface SmsOccasion {
  readonly kind: SmsKind
  readonly booking: Pick<
    Booking,
    'startEpochSeconds' | 'rescheduledFromEpochSeconds' | 'cancelledBy'
  >
  /** The zone of the booker. */
  readonly zone: string
}

/**
 * When an SMS may be sent at the earliest, at or after `nowEpochSeconds`. What somebody waits for is sent at once: an
 * answer to a booking or request, and what the booker has cancelled. Other news waits for the end of the quiet hours, unless
 * the booking is soon after them.
 */
export function earliestFor({ kind, booking, zone }: SmsOccasion, nowEpochSeconds: number): number {
  if (kind === 'confirmed' || kind === 'requested') return nowEpochSeconds
  if (kind === 'cancelled' && booking.cancelledBy === 'booker') return nowEpochSeconds
  const morning = endOfQuietHours(nowEpochSeconds, zone)
  if (morning === undefined) return nowEpochSeconds
  const { startEpochSeconds: start, rescheduledFromEpochSeconds: from = start } = booking
  const isMove = kind === 'rescheduled' || kind === 'otherService'
  const first = isMove ? Math.min(start, from) : start
  const isSoon = first > nowEpochSeconds && first < morning + ENOUGH_SECONDS
  if (!isSoon) return morning
  // A reminder of a booking late in the morning still helps at 08:00.
  return kind === 'reminder' && first >= morning + ENOUGH_SECONDS / 4 ? morning : nowEpochSeconds
}
