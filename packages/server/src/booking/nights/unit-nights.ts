import {
  type FreeNight,
  freeNights,
  fullNights,
  invariant,
  isFreeFor,
  ok,
  type Result,
  type StayDays,
  type StayRefusal,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { rulesBroken } from '../bookings/stay-offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventTypeNights, Occupancy } from '../event-types/event-type.ts'
import type { Property } from '../properties/property.ts'
import { textOfName } from '../public/provider-name.ts'
import { type EventTypeName, findPublicStayType } from '../public/public-event-type.ts'
import { planOfStay } from '../rates/price-stay.ts'
import type { LoadedPlan } from '../rates/rate-plan.ts'
import {
  closedInAll,
  isClosed,
  isOpen,
  type LoadedStayType,
  loadStayType,
  outOfOrderIn,
  readClosedNights,
  type UnitOutOfOrder,
} from '../units/load-stay-type.ts'
import { nightsOfUnits } from '../units/unit-books.ts'

/** The nights of an event type, and its rules for stays. */
export interface UnitNights {
  readonly nights: readonly FreeNight[]
  /** In which of them units are out of order. */
  readonly outOfOrder: readonly UnitOutOfOrder[]
  readonly stay: EventTypeNights
}

/** The nights of an event type with what its booking page says. */
export interface PublicNights extends UnitNights {
  readonly property: Property
  readonly maxAdvanceDays: number
  readonly occupancy: Occupancy | undefined
}

/** Whether nights can be booked, and why not. */
export interface StayExplained {
  readonly reasons: readonly StayRefusal[]
  /** Those in which no unit is free, though not all units are closed, as days since 1970-01-01. */
  readonly takenDays: readonly number[]
  /** In which of the nights units are out of order. */
  readonly outOfOrder: readonly UnitOutOfOrder[]
  /** Whether one unit is free in all nights. */
  readonly isFree: boolean
  /** The first such unit, or that of the event type. */
  readonly unitId: string
}

/** The most nights of one answer: two years and a leap day. */
const MAX_NIGHTS_LISTED = 731

/** Lists the nights `[arrivalDay, departureDay)` of an event type. A closed night has no unit left. */
export async function listUnitNights(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  { ratePlanId, ...range }: AskedNights,
): Promise<Result<PricedNights, Refusal>> {
  const wrong = checkRange(range, '/query/to')
  if (!wrong.ok) return wrong
  const found = await loadStayType(deps, caller.accountId, eventTypeId, '/path/id')
  if (!found.ok) return found
  const plan = await planAsked(deps, found.value, ratePlanId)
  if (!plan.ok) return plan
  return ok({ ...(await nightsOfType(deps, found.value, range)), plan: plan.value })
}

/** The nights that a caller asks for, and the plan. */
export interface AskedNights extends StayDays {
  readonly ratePlanId?: string | undefined
}

/** The nights of an event type, and the plan whose prices and restrictions count. */
export interface PricedNights extends UnitNights {
  readonly plan: LoadedPlan | undefined
}

/** The plan that a caller names, or the only one of the event type; undefined if it has several or none. */
const planAsked = (
  deps: BookingDependencies,
  found: LoadedStayType,
  ratePlanId: string | undefined,
): Promise<Result<LoadedPlan | undefined, Refusal>> =>
  ratePlanId === undefined && (found.eventType.ratePlanIds ?? []).length !== 1
    ? Promise.resolve(ok(undefined))
    : planOfStay(deps, found, { ratePlanId })

/** Lists the nights of an event type with a public page, with the property. */
export async function listPublicNights(
  deps: BookingDependencies,
  name: EventTypeName,
  range: StayDays,
): Promise<Result<PublicNights, Refusal>> {
  const wrong = checkRange(range, '/query/to')
  if (!wrong.ok) return wrong
  const found = await findOpenStayType(deps, name)
  if (!found.ok) return found
  const { eventType, property } = found.value
  const { maxAdvanceDays, occupancy } = eventType
  const nights = await nightsOfType(deps, found.value, range)
  return ok({ ...nights, property, maxAdvanceDays, occupancy })
}

/** An event type of nights whose page takes bookings. */
export async function findOpenStayType(
  deps: BookingDependencies,
  name: EventTypeName,
): Promise<Result<LoadedStayType, Refusal>> {
  const found = await findPublicStayType(deps, name)
  if (!found.ok) return found
  return isOpen(found.value)
    ? found
    : notFound('event_type', `${textOfName(name)}/${name.eventTypeSlug}`)
}

/** The nights of a range, and the rules for stays. */
async function nightsOfType(
  deps: BookingDependencies,
  type: LoadedStayType,
  range: StayDays,
): Promise<UnitNights> {
  const units = await nightsOfUnits(deps, type.units, range)
  const nights = freeNights(units, range)
  const { id, stay } = type.eventType
  invariant(stay !== undefined, `event type ${id} is of time`)
  return { nights, stay, outOfOrder: outOfOrderIn(type.units, range) }
}

/** Explains nights by the same rules and the same ledger as a booking of them. */
export async function explainNights(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  { ratePlanId, ...nights }: AskedNights,
): Promise<Result<StayExplained, Refusal>> {
  const wrong = checkRange(nights, '/query/departure')
  if (!wrong.ok) return wrong
  const found = await loadStayType(deps, caller.accountId, eventTypeId, '/path/id')
  if (!found.ok) return found
  const plan = await planAsked(deps, found.value, ratePlanId)
  if (!plan.ok) return plan
  const { units, provider } = found.value
  const closedNights = await readClosedNights(deps, units)
  const reasons = rulesBroken(deps, { ...found.value, closedNights }, nights, plan.value)
  const taken = await nightsOfUnits(deps, units, nights, closedNights)
  const free = units.find((_, index) => taken[index] && isFreeFor(taken[index], nights))
  const closed = closedInAll(closedNights, nights)
  return ok({
    reasons,
    takenDays: fullNights(taken, nights).filter((day) => !isClosed(closed, day)),
    outOfOrder: outOfOrderIn(units, nights),
    isFree: free !== undefined,
    unitId: (free ?? provider).id,
  })
}

function checkRange({ arrivalDay, departureDay }: StayDays, pointer: string) {
  if (departureDay <= arrivalDay) return invalid(pointer, 'must be after the first night')
  return departureDay - arrivalDay > MAX_NIGHTS_LISTED
    ? invalid(pointer, `must be at most ${MAX_NIGHTS_LISTED} days after the first night`)
    : ok(undefined)
}
