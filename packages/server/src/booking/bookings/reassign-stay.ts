import {
  type Booking,
  reassignBooking as decideReassignment,
  invariant,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { propose } from '../../ledger/alternatives.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { todayAt } from '../rates/price-stay.ts'
import { unitsFor } from '../units/choose-unit.ts'
import {
  closesAny,
  type LoadedStayType,
  loadStayType,
  readClosedNights,
} from '../units/load-stay-type.ts'
import {
  claimIn,
  earlierIn,
  hasNights,
  markLeft,
  type SplitStay,
  splitStay,
  type UnitStay,
} from '../units/split-stay.ts'
import { nightsIn, type UnitClaim, unitAssignment } from '../units/unit-claim.ts'
import { changeOfOne, commitBookings, decidedBy } from './commit-booking.ts'

/** The unit that a stay gets. */
export interface UnitWanted {
  /** Absent: another one that is free. */
  readonly to?: string | undefined
  /** Whether it keeps that unit from now on. Default: if it is named. */
  readonly isPinned?: boolean | undefined
  /** Whether `to` was sent as a unit, which only a stay has. Default: false. */
  readonly isUnit?: boolean | undefined
}

/**
 * Gives a stay to another unit of its pool, for the same nights; its own unit is free at once. Nights that are over stay with the unit
 * that had them. Refuses a unit that the pool does not
 * have (`not_a_candidate`) and one that is not free (`night_taken`), and `no_candidate_free` if none is. `CONFLICT`: it changed meanwhile.
 */
export async function reassignStay(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  before: UnitStay,
  { to, isPinned = to !== undefined }: UnitWanted,
  now: number,
): Promise<Result<Booking, Refusal> | typeof CONFLICT> {
  const { stay, eventTypeId = '', id: bookingId } = before
  const loaded = await loadStayType(deps, caller.accountId, eventTypeId, '/unitId')
  if (!loaded.ok) return loaded
  const { pool } = loaded.value.eventType.stay ?? {}
  if (pool === undefined) {
    return invalid('/unitId', 'is not possible for this stay: its event type has one unit')
  }
  const split = splitStay(before, todayAt(deps, loaded.value.property.timeZone))
  if (split.restDay >= stay.departureDay) {
    return invalid('/unitId', 'is not possible: no night of the stay is left')
  }
  const claim = await claimOfOthers(deps, loaded.value, before, split, to)
  if (claim.units.length === 0) {
    return to === undefined
      ? refuse({ code: 'no_candidate_free', bookingId })
      : refuse({ code: 'not_a_candidate', providerId: to })
  }
  if (split.hasSlept) await markLeft(deps, before)
  const next = unitsFor(deps, claim, async (unit) => {
    const decision = decideReassignment(before, [unitAssignment(claim, unit)], now)
    invariant(decision.ok, 'a reassignment became impossible')
    const { placing: _, calendarId: _calendarId, earlier: _earlier, ...nights } = stay
    const earlier = earlierIn(split, unit)
    const moved = {
      ...decision.value.booking,
      stay: {
        ...nightsIn({ ...claim, isPinned }, unit, nights),
        ...(earlier.length > 0 && { earlier }),
      },
    }
    const decided = decidedBy(caller, { ...decision.value, booking: moved })
    return propose(await changeOfOne(deps, before, decided, decided.booking))
  })
  const committed = await commitBookings(deps, caller, next)
  if (committed.kind === 'stale') return CONFLICT
  if (committed.kind === 'done') return ok(committed.value)
  const { refusal } = committed
  return refusal.code === 'night_taken' && to === undefined
    ? refuse({ code: 'no_candidate_free', bookingId })
    : refuse(refusal)
}

/** The units that can take a stay over: those of its pool, or the one that is wanted, as far as their calendars are open. */
async function claimOfOthers(
  deps: BookingDependencies,
  { eventType, units: all, property: { timeZone } }: LoadedStayType,
  { providerId, stay: { departureDay } }: UnitStay,
  split: SplitStay,
  to: string | undefined,
): Promise<UnitClaim> {
  const { stay: rules } = eventType
  invariant(rules !== undefined, `event type ${eventType.id} is of time`)
  const nights = { arrivalDay: split.restDay, departureDay }
  const units = all.filter(
    (unit) =>
      unit.id !== providerId && (to === undefined || unit.id === to) && !hasNights(split, unit),
  )
  const closedNights = await readClosedNights(deps, units)
  const claim = { units, closedNights, nights, rules, timeZone, isOverride: to !== undefined }
  // The house may put a guest into a unit that it has closed.
  return await claimIn(deps, claim, (_, closed) => to !== undefined || !closesAny(closed, nights))
}
