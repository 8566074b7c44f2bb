import type { ClassSession } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type LoadedEventType, loadEventType, offerAt, wallTimeOf } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { SessionAt } from '../seats/read-session.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'

/**
 * A session at a start that an event type with seats offers and that nobody is in: with no seat taken, and without the time
 * of any provider. `stored`: what is left of an earlier one there. Undefined if the start is not offered.
 */
export async function offeredSession(
  deps: BookingDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  { eventTypeId, startEpochSeconds }: SessionAt,
  stored: ClassSession | undefined,
): Promise<ClassSession | undefined> {
  const loaded = await loadEventType(deps, accountId, eventTypeId, true)
  if (!loaded.ok || loaded.value.eventType.seats === undefined) return undefined
  const start = await explainEventTypeSlot(deps, { accountId }, eventTypeId, startEpochSeconds)
  if (!start.ok || !start.value.available) return undefined
  return stored ?? emptySession(deps, loaded.value, startEpochSeconds)
}

/** A session that nobody is in. */
export function emptySession(
  { tzdbVersion }: Pick<Dependencies, 'tzdbVersion'>,
  loaded: LoadedEventType,
  startEpochSeconds: number,
): ClassSession {
  const { eventType, provider, policy } = offerAt(loaded, startEpochSeconds)
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, timeZone } = policy
  return {
    accountId: eventType.accountId,
    eventTypeId: eventType.id,
    startEpochSeconds,
    endEpochSeconds: startEpochSeconds + durationMinutes * 60,
    policy: { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes },
    timeZone,
    localStart: wallTimeOf(startEpochSeconds, timeZone),
    tzdbVersion,
    providerId: provider.id,
    used: 0,
    holds: [],
  }
}
