import { daysBetween } from '../../shared/time/dates.ts'
import type { Booking } from '../api.ts'
import { providerIdsOf } from './candidates.ts'

/** A part of a booking in which it takes somebody. */
export interface BookedTime {
  readonly start: string
  readonly end: string
  /** What is done then. Null if that is not said. */
  readonly label: string | null
}

/** A booking, as far as it says whom it takes, and when. */
type Timed = Pick<
  Booking,
  'start' | 'end' | 'assignments' | 'providerId' | 'arrival' | 'departure' | 'earlierUnits'
>

/** The nights `[from, to)` that a stay has in a unit. */
export interface UnitNights {
  readonly providerId: string
  /** The name of a unit that the stay has left. Undefined: it is there now. */
  readonly providerName?: string
  readonly from: string
  readonly to: string
}

/** The nights of a stay by the units that it has them in, in order. Empty for a booking of time. */
export function nightsByUnit({
  arrival,
  departure,
  providerId,
  earlierUnits,
}: Timed): readonly UnitNights[] {
  if (arrival === null || departure === null) return []
  return [...earlierUnits, { providerId, from: earlierUnits.at(-1)?.to ?? arrival, to: departure }]
}

/** Whether a booking takes a provider, or has left a unit. */
export const isIn = (booking: Booking, providerId: string): boolean =>
  providerIdsOf(booking).includes(providerId) ||
  booking.earlierUnits.some((each) => each.providerId === providerId)

/** When a stay is in a unit: from the hour of its check-in to the hour of its check-out, on the days that it has there. */
function timeInUnit(booking: Timed, { from, to }: UnitNights): BookedTime {
  const { start, end, arrival, departure } = booking
  return {
    start: shifted(start, daysBetween(arrival ?? from, from)),
    end: shifted(end, daysBetween(departure ?? to, to)),
    label: null,
  }
}

const shifted = (instant: string, days: number): string =>
  days === 0 ? instant : new Date(Date.parse(instant) + days * DAY_MILLISECONDS).toISOString()

const DAY_MILLISECONDS = 86_400_000

/**
 * When a booking takes any of some providers, in order; all the time, unless each of them is needed in spans. Spans that
 * overlap are one. A stay takes each of its units for the nights that it has there.
 */
export function timesOf(booking: Timed, providerIds: ReadonlySet<string>): readonly BookedTime[] {
  const { start, end, assignments, earlierUnits } = booking
  if (earlierUnits.length > 0) {
    return nightsByUnit(booking)
      .filter(({ providerId }) => providerIds.has(providerId))
      .map((nights) => timeInUnit(booking, nights))
  }
  const own = assignments.filter(({ providerId }) => providerIds.has(providerId))
  if (own.length === 0 || own.some(({ spans }) => spans === undefined)) {
    return [{ start, end, label: null }]
  }
  const times: BookedTime[] = []
  const all = own.flatMap(({ spans = [] }) => spans)
  for (const span of all.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const last = times.at(-1)
    if (last === undefined || Date.parse(last.end) <= Date.parse(span.start)) times.push(span)
    else times[times.length - 1] = joined(last, span)
  }
  return times
}

const joined = (a: BookedTime, b: BookedTime): BookedTime => ({
  start: a.start,
  end: Date.parse(a.end) < Date.parse(b.end) ? b.end : a.end,
  label: a.label === b.label ? a.label : null,
})
