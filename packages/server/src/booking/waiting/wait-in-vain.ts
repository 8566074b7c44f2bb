import { fitsWish, type OfferableStart, offerableStart } from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { isOffered } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { readSessions } from '../seats/session-slots.ts'
import type { WaitlistPlace } from '../waitlist/entry.ts'
import { LineWindows, type LookedThrough } from './line-windows.ts'

/**
 * Those on the wait list who wait for sessions that were cancelled, and for nothing else: no other start that the event type has
 * from now on, free or taken, fits their wish. Empty for an event type without seats, or that is offered to nobody now.
 */
export async function waitInVain(
  deps: BookingDependencies,
  looked: LookedThrough,
  places: readonly WaitlistPlace[],
): Promise<ReadonlySet<WaitlistPlace>> {
  const { eventType, provider } = looked.loaded
  const inVain = new Set<WaitlistPlace>()
  if (eventType.seats === undefined || places.length === 0 || !isOffered(looked.loaded)) {
    return inVain
  }
  const now = epochSeconds(deps.clock)
  const from = Math.min(...places.map((place) => place.fromEpochSeconds))
  const to = Math.max(...places.map((place) => place.toEpochSeconds))
  const range = { fromEpochMinutes: Math.ceil(from / 60), toEpochMinutes: Math.ceil(to / 60) }
  const sessions = await readSessions(deps, eventType.id, range, { consistent: true })
  const cancelled = sessions
    .filter(({ closed }) => closed?.kind === 'cancelled')
    .map(({ startEpochSeconds }) => offerableStart(startEpochSeconds, provider.timeZone, undefined))
  if (cancelled.length === 0) return inVain
  const windows = new LineWindows(deps, looked, true)
  for (const place of places) {
    const { seats: _, ...wish } = place
    const ahead = { ...wish, fromEpochSeconds: Math.max(now, place.fromEpochSeconds) }
    const fits = (start: OfferableStart): boolean => fitsWish(ahead, start)
    if (!cancelled.some((start) => fitsWish(wish, start))) continue
    const reach = { from: ahead.fromEpochSeconds, to: place.toEpochSeconds }
    if ((await windows.firstOf(reach, fits)) === undefined) inVain.add(place)
  }
  return inVain
}
