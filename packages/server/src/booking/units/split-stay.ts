import { type BookedNights, type Booking, type EarlierNights, nightsByUnit } from '@holdfast/engine'
import type { BookingDependencies } from '../dependencies.ts'
import { providerKey } from '../keys.ts'
import { providerEntity, type Unit } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import { markTaken } from '../teams/mark-taken.ts'
import type { ClosedNights } from './load-stay-type.ts'
import type { UnitClaim } from './unit-claim.ts'

const DAY_SECONDS = 86_400

/** A stay as its present unit has it. */
export type UnitStay = Booking & { readonly stay: BookedNights }

/** The nights of a stay that are over, by unit, and the day from which another unit can have it. */
export interface SplitStay {
  readonly earlier: readonly EarlierNights[]
  /** Whether nights in the present unit are among those that are over. */
  readonly hasSlept: boolean
  /** Its first night that another unit can have. */
  readonly restDay: number
}

/** The units that have nights of a stay, in their order. Empty for a booking of time. */
export const unitsOf = ({ stay, providerId }: Booking): readonly string[] =>
  stay === undefined ? [] : [...(stay.earlier ?? []).map((each) => each.providerId), providerId]

/**
 * When a stay that has changed units is in one of them, in epoch seconds: from its hour of check-in there to its hour of
 * check-out, as far as no clock has changed meanwhile. Undefined for any other booking, and for other units.
 */
export function timeInUnit(
  booking: Pick<Booking, 'stay' | 'providerId' | 'startEpochSeconds' | 'endEpochSeconds'>,
  unitId: string,
): { readonly startEpochSeconds: number; readonly endEpochSeconds: number } | undefined {
  const { stay, providerId, startEpochSeconds, endEpochSeconds } = booking
  if (stay?.earlier === undefined) return undefined
  const nights =
    unitId === providerId
      ? nightsByUnit(stay).at(-1)
      : stay.earlier.find((each) => each.providerId === unitId)
  if (nights === undefined) return undefined
  const { arrivalDay, departureDay } = nights
  return {
    startEpochSeconds: startEpochSeconds + (arrivalDay - stay.arrivalDay) * DAY_SECONDS,
    endEpochSeconds: endEpochSeconds - (stay.departureDay - departureDay) * DAY_SECONDS,
  }
}

/** Splits a confirmed stay that has begun: the nights before today stay with the units that had them. */
export function splitStay(
  { status, stay, providerId, assignments }: UnitStay,
  today: number,
): SplitStay {
  const { earlier = [], calendarId } = stay
  const since = nightsByUnit(stay).at(-1)?.arrivalDay ?? stay.arrivalDay
  if (status !== 'confirmed' || today <= since) return { earlier, hasSlept: false, restDay: since }
  const providerName = assignments?.find((each) => each.providerId === providerId)?.providerName
  const slept = { calendarId, providerId, providerName: providerName ?? '' }
  return {
    earlier: [...earlier, { ...slept, arrivalDay: since, departureDay: today }],
    hasSlept: true,
    restDay: today,
  }
}

/** Where a stay has spent nights before it takes a unit. One that goes back at once has spent none elsewhere. */
export const earlierIn = (
  { earlier, hasSlept }: SplitStay,
  unit: Unit,
): readonly EarlierNights[] =>
  !hasSlept && earlier.at(-1)?.providerId === unit.id ? earlier.slice(0, -1) : earlier

/** Whether a unit has nights of a stay. A month has one mark of it, so the stay does not return to such a unit. */
export const hasNights = (split: SplitStay, unit: Unit): boolean =>
  earlierIn(split, unit).some(({ providerId }) => providerId === unit.id)

/**
 * Records that lists of a unit look for marks, before a stay leaves nights in it: the index has the stay under its next unit.
 * Writes once in the life of a unit.
 */
export async function markLeft(
  deps: BookingDependencies,
  { providerId }: Pick<Booking, 'providerId'>,
): Promise<void> {
  const unit = await providerEntity.read(deps.store, providerKey(providerId))
  if (unit) await markTaken(deps, unit, { sharesBookings: true })
}

/** A claim of those of its units for which something holds, and which still exist if only one does. */
export async function claimIn(
  deps: BookingDependencies,
  claim: UnitClaim,
  isPossible: (unit: Unit, closedNights: ClosedNights) => boolean,
): Promise<UnitClaim> {
  const kept = claim.units
    .map((unit, index) => ({ unit, closedNights: claim.closedNights[index] ?? [] }))
    .filter(({ unit, closedNights }) => isPossible(unit, closedNights))
  const [only] = kept
  const isGone = kept.length === 1 && only && !(await abortPendingDeletion(deps, only.unit))
  const left = isGone ? [] : kept
  const closedNights = left.map((each) => each.closedNights)
  return { ...claim, units: left.map(({ unit }) => unit), closedNights }
}
