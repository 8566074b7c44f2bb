import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { BOOKED_BY_NIGHT, type LoadedEventType } from '../bookings/offer.ts'
import { type EventType, eventTypeEntity, slotPolicy } from '../event-types/event-type.ts'
import { openRulesOf, readSchedules, scheduleIdsOf } from '../hours/working-hours.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

/** The most event types of one call. */
export const EVENT_TYPES_ASKED = 100

/**
 * Loads the event types of a query by their ids, with their providers and schedules. Refuses all if one is not of the account,
 * or of nights: an answer without its slots would say that it is booked out.
 */
export async function eventTypesById(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeIds: readonly string[],
): Promise<Result<readonly LoadedEventType[], Refusal>> {
  const ids = [...new Set(eventTypeIds)]
  const items = await readExisting(deps.store, ids.map(eventTypeKey))
  const eventTypes: EventType[] = []
  for (const [index, item] of items.entries()) {
    const eventType = item && eventTypeEntity.decode(item)
    const isKnown =
      eventType?.accountId === caller.accountId && eventType.deletedAtEpochSeconds === undefined
    if (!isKnown) return notFound('event_type', ids[index] as string)
    eventTypes.push(eventType)
  }
  const errors = eventTypes
    .filter(({ stay }) => stay !== undefined)
    .map(({ id }) => ({
      pointer: `/query/eventTypeIds/${eventTypeIds.indexOf(id)}`,
      message: `"${id}" ${BOOKED_BY_NIGHT}`,
    }))
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const providerIds = [...new Set(eventTypes.map(({ providerId }) => providerId))]
  const providers = new Map<string, Provider>()
  for (const item of await readExisting(deps.store, providerIds.map(providerKey))) {
    const provider = item && providerEntity.decode(item)
    if (provider) providers.set(provider.id, provider)
  }
  const offers: Offered[] = []
  for (const eventType of eventTypes) {
    const provider = providers.get(eventType.providerId)
    if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
      return notFound('event_type', eventType.id)
    }
    offers.push({ eventType, provider })
  }
  return ok(await withSchedules(deps, offers))
}

/** An event type with its own provider. */
export interface Offered {
  readonly eventType: EventType
  readonly provider: Provider
}

/** Adds the schedules that event types are open by. */
export async function withSchedules(
  deps: Dependencies,
  offers: readonly Offered[],
): Promise<readonly LoadedEventType[]> {
  const ids = offers.flatMap(({ eventType, provider }) => scheduleIdsOf(eventType, [provider]))
  const schedules = await readSchedules(deps, ids, { consistent: false })
  return offers.map(({ eventType, provider }) => ({
    eventType,
    provider,
    schedules,
    policy: slotPolicy(eventType, openRulesOf(eventType, provider, schedules)),
  }))
}
