import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { bookingIndexKeys } from '../keys.ts'
import type { Unit } from '../providers/provider.ts'
import { type LoadedStayType, loadStayType } from '../units/load-stay-type.ts'

/** The event type with an id, or the only one by which a unit is booked. Refuses one that does not have the unit. */
export async function typeOfUnit(
  deps: BookingDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  unit: Unit,
  eventTypeId: string | undefined,
): Promise<Result<LoadedStayType, Refusal>> {
  const found = eventTypeId === undefined ? await onlyType(deps, accountId, unit) : ok(eventTypeId)
  if (!found.ok) return found
  const loaded = await loadStayType(deps, accountId, found.value, '/eventTypeId')
  if (!loaded.ok) return loaded
  return loaded.value.units.some(({ id }) => id === unit.id)
    ? loaded
    : invalid('/eventTypeId', 'must be the id of an event type that has this unit')
}

async function onlyType(
  { store }: Pick<BookingDependencies, 'store'>,
  accountId: string,
  unit: Unit,
): Promise<Result<string, Refusal>> {
  const partition = bookingIndexKeys.eventTypesOfAccount(accountId, 'nights')
  const ids: string[] = []
  for await (const item of queryItems(store, { index: 'GSI3', partition })) {
    const eventType = eventTypeEntity.decode(item)
    if (hasUnit(eventType, unit)) ids.push(eventType.id)
  }
  const [only] = ids
  if (only === undefined) {
    return invalid('/eventTypeId', 'is not possible yet: no event type has this unit')
  }
  return ids.length === 1
    ? ok(only)
    : invalid('/eventTypeId', `is required: ${ids.length} event types have this unit`)
}

function hasUnit(
  { stay, providerId, deletedAtEpochSeconds }: EventType,
  { id, unit: { propertyId } }: Unit,
): boolean {
  if (stay === undefined || deletedAtEpochSeconds !== undefined) return false
  if (stay.pool === undefined) return providerId === id
  return stay.pool.providerIds?.includes(id) ?? stay.propertyId === propertyId
}
