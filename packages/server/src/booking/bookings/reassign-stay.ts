import {
  type BookedNights,
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
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import { nightsIn, type UnitClaim, unitAssignment, unitsFor } from '../units/choose-unit.ts'
import {
  closesAny,
  type LoadedStayType,
  loadStayType,
  readClosedNights,
} from '../units/load-stay-type.ts'
import { changeOfOne, commitBookings, decidedBy } from './commit-booking.ts'

/** The unit that a stay gets. */
export interface UnitWanted {
  /** Absent: another one that is free. */
  readonly to?: string | undefined
  /** Whether it keeps that unit from now on. Default: if it is named. */
  readonly isPinned?: boolean | undefined
}

/**
 * Gives a stay to another unit of its pool, for the same nights; its own unit is free at once. Refuses a unit that the pool does not
 * have (`not_a_candidate`) and one that is not free (`night_taken`), and `no_candidate_free` if none is. `CONFLICT`: it changed meanwhile.
 */
export async function reassignStay(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  before: Booking & { readonly stay: BookedNights },
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
  const claim = await claimOfOthers(deps, loaded.value, before, to)
  if (claim.units.length === 0) {
    return to === undefined
      ? refuse({ code: 'no_candidate_free', bookingId })
      : refuse({ code: 'not_a_candidate', providerId: to })
  }
  const next = unitsFor(deps, claim, async (unit) => {
    const decision = decideReassignment(before, [unitAssignment(claim, unit)], now)
    invariant(decision.ok, 'a reassignment became impossible')
    const { placing: _, calendarId: _calendarId, ...nights } = stay
    const moved = {
      ...decision.value.booking,
      stay: nightsIn({ ...claim, isPinned }, unit, nights),
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
  { eventType, units: all, property }: LoadedStayType,
  { stay, providerId }: Booking & { readonly stay: BookedNights },
  to: string | undefined,
): Promise<UnitClaim> {
  const { stay: rules } = eventType
  invariant(rules !== undefined, `event type ${eventType.id} is of time`)
  const others = all.filter(({ id }) => id !== providerId && (to === undefined || id === to))
  const closed = await readClosedNights(deps, others)
  const kept = others
    .map((unit, index) => ({ unit, closedNights: closed[index] ?? [] }))
    // The house may put a guest into a unit that it has closed.
    .filter(({ closedNights }) => to !== undefined || !closesAny(closedNights, stay))
  const units = kept.map(({ unit }) => unit)
  const closedNights = kept.map((each) => each.closedNights)
  const [only] = units
  const isThere = units.length > 1 || (only && (await abortPendingDeletion(deps, only)))
  const { timeZone } = property
  const rest = { nights: stay, rules, timeZone, closedNights, isOverride: to !== undefined }
  return { ...rest, units: isThere ? units : [] }
}
