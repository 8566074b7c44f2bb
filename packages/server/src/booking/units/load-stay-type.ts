import {
  CANDIDATES_MAX,
  invariant,
  ok,
  type Result,
  type StayDays,
  type StayRules,
} from '@holdfast/engine'
import { readItems } from '../../kernel/items/read-items.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { eventTypeKey, propertyKey, providerKey } from '../keys.ts'
import { type Property, propertyEntity } from '../properties/property.ts'
import {
  isUnit,
  type OutOfOrder,
  type Provider,
  providerEntity,
  type Unit,
} from '../providers/provider.ts'
import type { UnitPool } from '../requirements/unit-pool.ts'

/** An event type of nights with its units and property. */
export interface LoadedStayType {
  readonly eventType: EventType
  /** The unit whose page it has; without a pool, the one that a booking takes. */
  readonly provider: Unit
  /** The units of which a booking takes one, in the order of the pool. Empty if all of a pool are inactive. */
  readonly units: readonly Unit[]
  readonly property: Property
}

/** The nights that a unit does not offer. */
export type ClosedNights = StayRules['closedNights']

/** Reads an event type of nights of the account with its units and its property. Refuses one of time at `pointer`. */
export async function loadStayType(
  deps: BookingDependencies,
  accountId: string,
  eventTypeId: string,
  pointer: string,
): Promise<Result<LoadedStayType, Refusal>> {
  const eventType = await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId), {
    consistent: true,
  })
  if (
    eventType === undefined ||
    eventType.accountId !== accountId ||
    eventType.deletedAtEpochSeconds !== undefined
  ) {
    return notFound('event_type', eventTypeId)
  }
  if (eventType.stay === undefined) {
    return invalid(pointer, 'is not possible for an event type of time: send `start`')
  }
  const loaded = await withUnits(deps, eventType)
  return loaded ? ok(loaded) : notFound('event_type', eventTypeId)
}

/** An event type of nights with its units and property. Undefined if the unit whose page it has is deleted. */
export async function withUnits(
  deps: Pick<BookingDependencies, 'store'>,
  eventType: EventType,
): Promise<LoadedStayType | undefined> {
  const { id, stay, providerId } = eventType
  invariant(stay !== undefined, `event type ${id} is of time`)
  const named = stay.pool?.providerIds ?? []
  const keys = [propertyKey(stay.propertyId), ...[providerId, ...named].map(providerKey)]
  const [propertyItem, ...items] = await readItems(deps.store, keys, { consistent: true })
  const [provider, ...units] = items.map((item) => item && providerEntity.decode(item))
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
    return undefined
  }
  invariant(isUnit(provider) && propertyItem, `event type ${id} has no unit`)
  const property = propertyEntity.decode(propertyItem)
  const loaded = { eventType, provider, property }
  if (stay.pool === undefined) return { ...loaded, units: [provider] }
  const all = stay.pool.providerIds ? units : await unitsOfProperty(deps, property)
  return { ...loaded, units: all.filter(isOfPool(stay.propertyId)) }
}

/** Whether the page of an event type takes bookings. */
export const isOpen = ({ eventType, provider, units }: LoadedStayType): boolean =>
  eventType.status === 'active' &&
  provider.isInactive !== true &&
  units.some(({ isInactive }) => isInactive !== true)

/** The units of a property that a pool without a list has: the first ones. */
export async function unitsOfProperty(
  { store }: Pick<BookingDependencies, 'store'>,
  { unitIds }: Pick<Property, 'unitIds'>,
): Promise<readonly (Provider | undefined)[]> {
  const keys = unitIds.slice(0, CANDIDATES_MAX).map(providerKey)
  const items = await readItems(store, keys, { consistent: true })
  return items.map((item) => item && providerEntity.decode(item))
}

const isOfPool =
  (propertyId: string) =>
  (provider: Provider | undefined): provider is Unit =>
    provider !== undefined &&
    isUnit(provider) &&
    provider.unit.propertyId === propertyId &&
    !provider.isInactive &&
    provider.deletedAtEpochSeconds === undefined

/** The nights that each unit does not offer, in their order: those that its calendar closes, and those in which it is out of order. */
export const readClosedNights = async (
  deps: BookingDependencies,
  units: readonly Unit[],
): Promise<readonly ClosedNights[]> => {
  const calendarIds = units.map(({ unit }) => unit.calendarId)
  const closed = await deps.unitCalendars.closedNights(deps, calendarIds)
  return closed.map((nights = [], index) => {
    const { outOfOrder = [] } = units[index]?.unit ?? {}
    return outOfOrder.length === 0 ? nights : [...nights, ...outOfOrder]
  })
}

/** Nights in which a unit is out of order. */
export interface UnitOutOfOrder extends OutOfOrder {
  readonly unitId: string
}

/** In which of some nights units are out of order. */
export const outOfOrderIn = (
  units: readonly Unit[],
  { arrivalDay, departureDay }: StayDays,
): readonly UnitOutOfOrder[] =>
  units.flatMap(({ id, unit: { outOfOrder = [] } }) =>
    outOfOrder
      .filter(({ fromDay, toDay }) => fromDay < departureDay && arrivalDay < toDay)
      .map((each) => ({ ...each, unitId: id })),
  )

/** Whether a night is closed. */
export const isClosed = (ranges: ClosedNights, day: number): boolean =>
  ranges.some(({ fromDay, toDay }) => fromDay <= day && day < toDay)

/** The house by which bookers know an event type that has several units. Undefined: they know its provider. */
export const houseOfPool = (
  { stay }: Pick<EventType, 'stay'>,
  property: Property | undefined,
): Property | undefined => (stay?.pool ? property : undefined)

/** Whether a night of a stay is closed. */
export const closesAny = (ranges: ClosedNights, { arrivalDay, departureDay }: StayDays): boolean =>
  ranges.some(({ fromDay, toDay }) => fromDay < departureDay && arrivalDay < toDay)

/** The nights of a stay that all units close. Those that only some close are taken there. */
export function closedInAll(
  closed: readonly ClosedNights[],
  { arrivalDay, departureDay }: StayDays,
): ClosedNights {
  const [first = [], ...others] = closed
  if (others.length === 0) return first
  return Array.from({ length: departureDay - arrivalDay }, (_, at) => arrivalDay + at)
    .filter((day) => closed.every((each) => isClosed(each, day)))
    .map((day) => ({ fromDay: day, toDay: day + 1 }))
}

/** What a booking of an event type names the unit that it takes. */
export const nameOfUnit = (pool: UnitPool | undefined): string => pool?.name ?? 'unit'
