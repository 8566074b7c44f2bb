import {
  dayOfNight,
  formatDate,
  localDateOf,
  ok,
  parseDate,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import { type InputError, invalid, type Refusal } from '../../kernel/refusals.ts'
import { changedNow } from '../../kernel/resource.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { nightsFromMonth } from '../../ledger/keys.ts'
import { propertyKey } from '../keys.ts'
import type { UnitCalendars } from '../ports/unit-calendars.ts'
import { getProperty } from '../properties/properties.ts'
import { type Property, propertyEntity, UNITS_MAX } from '../properties/property.ts'
import { isUnit, type OutOfOrder, type Provider, type Unit, type UnitNights } from './provider.ts'

/** What creating and deleting units needs. */
export interface UnitDependencies extends Dependencies {
  readonly unitCalendars: UnitCalendars
}

/** Refuses a unit where time is needed. `pointer` names the id of the provider in the request. */
export const checkHasTime = (provider: Provider, pointer: string): Result<undefined, Refusal> =>
  isUnit(provider)
    ? invalid(pointer, 'is the id of a unit, which is booked by the night and has no hours')
    : ok(undefined)

/** The input for a provider, as far as it differs for units. */
export interface UnitInput {
  readonly kind?: string | undefined
  readonly timeZone?: string | undefined
  readonly propertyId?: string | undefined
  readonly calendarId?: string | undefined
}

/** The members of a provider that a unit has no use for. */
const OF_HOURS = ['specialty', 'listed', 'scheduleId', 'limits'] as const

/** Members that a unit does not have, as far as they are sent. */
export const hoursOfUnit = (
  input: { readonly [Name in (typeof OF_HOURS)[number]]?: unknown },
): readonly InputError[] =>
  OF_HOURS.filter((name) => input[name] != null && input[name] !== false).map((name) => ({
    pointer: `/${name}`,
    message: 'is not possible for a unit, which is booked by the night',
  }))

/** A new unit's place, and the writes that give it. */
export interface NewUnit {
  readonly unit: UnitNights
  readonly writes: NamedWrites<'property' | 'calendar' | 'format'>
}

/**
 * The place of a new unit: its property and its calendar, with the writes of both. The first unit of a store raises its
 * format: an earlier version does not know the kind. A conflict in the writes means: decide again.
 */
export async function newUnit(
  deps: UnitDependencies,
  caller: Pick<Caller, 'accountId' | 'actor'>,
  { id, name }: { readonly id: string; readonly name: string },
  { propertyId, calendarId, timeZone }: UnitInput,
): Promise<Result<NewUnit, Refusal>> {
  if (propertyId === undefined) return invalid('/propertyId', 'is required for a unit')
  const found = await getProperty(deps, caller, propertyId)
  if (!found.ok) return found
  const property = found.value
  if (timeZone !== property.timeZone) {
    return invalid('/timeZone', `must be that of its property, "${property.timeZone}"`)
  }
  if (property.unitIds.length >= UNITS_MAX) {
    return invalid('/propertyId', `names a property with ${UNITS_MAX} units, the most of one`)
  }
  const of = { id, name, timeZone: property.timeZone }
  const given = await deps.unitCalendars.give(deps, caller, of, calendarId)
  if (!given.ok) return given
  return ok({
    unit: { propertyId, calendarId: given.value.calendarId },
    writes: {
      property: withUnits(deps, caller, property, [...property.unitIds, id]),
      calendar: given.value.write,
      format: await formatWrite(deps.store),
    },
  })
}

/** The writes that end the place of a unit, to be committed with its deletion. */
export async function unitLeaves(
  deps: UnitDependencies,
  caller: Pick<Caller, 'actor'>,
  { id, unit: { propertyId, calendarId } }: Unit,
): Promise<NamedWrites<'property' | 'calendar'>> {
  const property = await propertyEntity.read(deps.store, propertyKey(propertyId))
  const unitIds = property?.unitIds.filter((unitId) => unitId !== id)
  return {
    property: property && unitIds && withUnits(deps, caller, property, unitIds),
    calendar: await deps.unitCalendars.takeBack(deps, caller, id, calendarId),
  }
}

const withUnits = (
  deps: Dependencies,
  { actor }: Pick<Caller, 'actor'>,
  before: Property,
  unitIds: readonly string[],
) =>
  propertyEntity.replace(before, {
    ...before,
    unitIds,
    ...changedNow(deps, { actor }, before),
  })

/** Refuses a property or a calendar of a provider that is no unit, and what a unit has no use for. */
export function checkUnitInput(input: UnitInput & Parameters<typeof hoursOfUnit>[0]) {
  const errors: readonly InputError[] =
    input.kind === 'unit'
      ? hoursOfUnit(input)
      : [
          ...(['propertyId', 'calendarId'] as const)
            .filter((name) => input[name] !== undefined)
            .map((name) => ({ pointer: `/${name}`, message: 'is only possible for a unit' })),
        ]
  return errors.length === 0 ? ok(undefined) : refuse({ code: 'validation_failed', errors })
}

/** Refuses a change that makes a provider a unit or a unit something else, or that gives a unit hours. */
export function checkUnitChange(
  before: Provider,
  change: Pick<UnitInput, 'kind' | 'timeZone'> &
    Parameters<typeof hoursOfUnit>[0] & { readonly outOfOrder?: readonly OutOfOrder[] | undefined },
): Result<undefined, Refusal> {
  const kind = change.kind ?? before.kind
  if ((kind === 'unit') !== isUnit(before)) {
    return invalid('/kind', 'cannot change to or from "unit": create another provider')
  }
  if (!isUnit(before)) {
    return change.outOfOrder === undefined
      ? ok(undefined)
      : invalid('/outOfOrder', 'is only possible for a unit')
  }
  const { timeZone = before.timeZone, outOfOrder = [] } = change
  const errors = [
    ...outOfOrder.flatMap(({ fromDay, toDay }, index) =>
      fromDay < toDay
        ? []
        : [{ pointer: `/outOfOrder/${index}/to`, message: 'must be after `from`' }],
    ),
    ...hoursOfUnit(change),
    ...(timeZone === before.timeZone
      ? []
      : [{ pointer: '/timeZone', message: `must be that of its property, "${before.timeZone}"` }]),
  ]
  return errors.length === 0 ? ok(undefined) : refuse({ code: 'validation_failed', errors })
}

/** The bookings, also holds that stand, that have one of the nights in which a unit is out of order. In no order. */
export async function bookingsOutOfOrder(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  { unit: { calendarId, outOfOrder = [] } }: Unit,
): Promise<readonly string[]> {
  if (outOfOrder.length === 0) return []
  const now = epochSeconds(deps.clock)
  const first = formatDate(Math.min(...outOfOrder.map(({ fromDay }) => fromDay)))
  const months = await deps.store.query({
    ...nightsFromMonth(calendarId, first.slice(0, 'YYYY-MM'.length)),
    consistent: true,
  })
  const ids = months.items.flatMap((item) => {
    const { holds, bookings = [] } = ledgerFromItem(item)
    const month = keyTail(item.SK)
    return [...bookings, ...holds.filter((hold) => hold.expiresAtEpochSeconds > now)]
      .filter(({ firstQuantum, quantumCount }) => {
        const day = dayOfNight(month, firstQuantum)
        return outOfOrder.some(({ fromDay, toDay }) => fromDay < day + quantumCount && day < toDay)
      })
      .map(({ bookingId }) => bookingId)
  })
  return [...new Set(ids)]
}

/** Whether bookings, or holds that stand, have nights of a unit from today on. Stays of its calendar are no bookings. */
export async function hasNightsFromNowOn(deps: Dependencies, unit: Unit): Promise<boolean> {
  const now = epochSeconds(deps.clock)
  const todayText = localDateOf(unit.timeZone, Math.floor(now / 60))
  const today = parseDate(todayText) ?? 0
  const months = await deps.store.query({
    ...nightsFromMonth(unit.unit.calendarId, todayText.slice(0, 'YYYY-MM'.length)),
    consistent: true,
  })
  return months.items.some((item) => {
    const { holds, bookings = [] } = ledgerFromItem(item)
    const live = [...bookings, ...holds.filter((hold) => hold.expiresAtEpochSeconds > now)]
    const month = keyTail(item.SK)
    return live.some(
      ({ firstQuantum, quantumCount }) => dayOfNight(month, firstQuantum) + quantumCount > today,
    )
  })
}
