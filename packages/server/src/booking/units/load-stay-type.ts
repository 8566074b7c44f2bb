import {
  CANDIDATES_MAX,
  invariant,
  ok,
  type Result,
  type StayDays,
  type StayRules,
} from '@holdfast/engine'
import { readById } from '../../kernel/read-by-id.ts'
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
  const eventType = await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId))
  if (
    eventType === undefined ||
    eventType.accountId !== accountId ||
    eventType.deletedAtEpochSeconds !== undefined
  ) {
    return notFound('event_type', eventTypeId)
  }
  if (eventType.stay === undefined) {
    return invalid(
      pointer,
      pointer.startsWith('/path/')
        ? 'must name an event type of nights: read the slots of this one at `/slots`'
        : 'is not possible for an event type of time: send `start`',
    )
  }
  const loaded = await withUnits(deps, eventType)
  return loaded ? ok(loaded) : notFound('event_type', eventTypeId)
}

/** An event type of nights with its units and property. Undefined if the unit whose page it has is deleted. */
export const withUnits = async (
  deps: Pick<BookingDependencies, 'store'>,
  eventType: EventType,
): Promise<LoadedStayType | undefined> => (await withUnitsOfEach(deps, [eventType]))[0]

/** Event types of nights with their units and properties, read together. Those whose own unit is deleted are left out. */
export async function withUnitsOfEach(
  { store }: Pick<BookingDependencies, 'store'>,
  eventTypes: readonly EventType[],
): Promise<readonly LoadedStayType[]> {
  const types = eventTypes.map((eventType) => {
    const { id, stay } = eventType
    invariant(stay !== undefined, `event type ${id} is of time`)
    return { eventType, stay }
  })
  const unitIds = types.flatMap(({ eventType: { providerId }, stay: { pool } }) => [
    providerId,
    ...(pool?.providerIds ?? []),
  ])
  const propertyIds = types.map(({ stay }) => stay.propertyId)
  const [properties, named] = await Promise.all([
    readById(store, propertyEntity, propertyKey, propertyIds),
    readById(store, providerEntity, providerKey, unitIds),
  ])
  // A pool without a list has the first units of its property.
  const unnamed = types.flatMap(({ stay: { pool, propertyId } }) =>
    pool && !pool.providerIds ? unitsOfPool(properties.get(propertyId)) : [],
  )
  const others = await readById(store, providerEntity, providerKey, unnamed)
  const units = new Map([...named, ...others])
  return types.flatMap(({ eventType, stay: { pool, propertyId } }) => {
    const provider = units.get(eventType.providerId)
    if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) return []
    const property = properties.get(propertyId)
    invariant(isUnit(provider) && property, `event type ${eventType.id} has no unit`)
    if (pool === undefined) return { eventType, provider, property, units: [provider] }
    const all = (pool.providerIds ?? unitsOfPool(property)).map((id) => units.get(id))
    return { eventType, provider, property, units: all.filter(isOfPool(propertyId)) }
  })
}

const unitsOfPool = (property: Pick<Property, 'unitIds'> | undefined): readonly string[] =>
  property?.unitIds.slice(0, CANDIDATES_MAX) ?? []

/** Whether the page of an event type takes bookings. */
export const isOpen = ({ eventType, provider, units }: LoadedStayType): boolean =>
  eventType.status === 'active' &&
  provider.isInactive !== true &&
  units.some(({ isInactive }) => isInactive !== true)

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
