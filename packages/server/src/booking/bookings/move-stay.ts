import {
  type Booking,
  type EarlierNights,
  formatDate,
  mayReschedule,
  ok,
  type Result,
  refuse,
  type StayDays,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { propose } from '../../ledger/alternatives.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Unit } from '../providers/provider.ts'
import { todayAt } from '../rates/price-stay.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { unitsFor } from '../units/choose-unit.ts'
import {
  claimIn,
  earlierIn,
  hasNights,
  markLeft,
  splitStay,
  type UnitStay,
} from '../units/split-stay.ts'
import { nightsIn, type UnitClaim, unitAssignment } from '../units/unit-claim.ts'
import { attemptChange, changerOf } from './change-booking.ts'
import { changeOfOne, commitBookings, decidedBy } from './commit-booking.ts'
import { decideMove, newTime } from './decide-move.ts'
import { followPayment } from './follow-payment.ts'
import { priceOfMove } from './price-of-move.ts'
import { stayOffer } from './stay-offer.ts'

/** The new nights of a stay. */
export interface StayMove {
  readonly stay: StayDays
  /** Whether all of its nights are priced anew. Default: only those that it gains. */
  readonly isRepriced?: boolean | undefined
  /** What it is expected to cost then, in minor units. A booker says so if the price changes. */
  readonly expectedAmount?: number | undefined
  /** Whether the account moves it outside the rules. Default: no. */
  readonly isOverride?: boolean | undefined
  /** The unit that it gets. Null: any. Default: its own, if that is pinned; else any, first its own. */
  readonly chosen?: ChosenCandidate | null | undefined
}

/**
 * Moves a stay to other nights, in its unit if that is free, else in another one of its pool. The nights that it keeps are never free
 * meanwhile. Of a stay that has begun, those that are over stay with the unit that had them.
 */
export async function moveStay(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  { stay, isOverride = false, isRepriced = false, chosen: wanted, expectedAmount }: StayMove,
): Promise<Result<Booking, Refusal>> {
  const by = changerOf(caller)
  return await attemptChange(deps, caller, bookingId, async (before, now) => {
    const allowed = mayReschedule(before, now, by)
    if (!allowed.ok) return allowed
    const { stay: had, eventTypeId, quote } = before
    if (had === undefined || eventTypeId === undefined) {
      return invalid('/arrival', 'is not possible for a booking of time: send `start`')
    }
    const { earlier } = had
    const left = earlier?.at(-1)?.departureDay
    const staysSplit = stay.arrivalDay === had.arrivalDay && stay.departureDay > (left ?? 0)
    if (left !== undefined && !staysSplit) {
      const since = formatDate(left)
      return invalid(
        '/departure',
        `must be after ${since}, with the same \`arrival\`: the stay has changed units on ${since}`,
      )
    }
    // Until a hold is confirmed, no price is agreed.
    const isNew = isRepriced || before.confirmedAtEpochSeconds === undefined
    const agreed = { nights: had, quote, isRepriced: isNew }
    const isKept = wanted === undefined && had.placing === 'pinned'
    const chosen = isKept
      ? { providerId: before.providerId, isBooker: false }
      : (wanted ?? undefined)
    const input = { ...stay, isOverride, chosen, isPinned: chosen !== undefined }
    const found = await stayOffer(deps, caller.accountId, eventTypeId, input, agreed)
    if (!found.ok) return found
    const offer = found.value
    const asked = { by, expectedAmount, isRepriced: isNew }
    const priced = await priceOfMove(deps, before, offer, asked)
    if (!priced.ok) return priced
    const { policy, startEpochSeconds } = offer
    const move = { before, now, by, offer, policy, startEpochSeconds, isOverride } as const
    const { quote: price } = offer
    const { claim, earlierFor } = await unitsOfMove(deps, { ...before, stay: had }, offer.units)
    if (claim.units.length === 0) {
      const { providerId } = chosen ?? before
      return refuse({ code: 'not_a_candidate', providerId })
    }
    const next = unitsFor(deps, claim, async (unit) => {
      const isOther = unit.id !== before.providerId
      const spent = isOther ? earlierFor(unit) : (earlier ?? [])
      if (isOther && spent.length > 0) await markLeft(deps, before)
      const to = {
        ...newTime(deps, move, isOther ? [unitAssignment(claim, unit)] : undefined),
        stay: {
          ...nightsIn(claim, unit, offer.nights),
          ...(spent.length > 0 && { earlier: spent }),
        },
        ...(price && { quote: price }),
      }
      const decision = decideMove(move, to)
      if (!decision.ok) return { kind: 'refused', refusal: decision.refusal }
      const moved = decidedBy(caller, decision.value)
      const decided = await followPayment(deps, before, moved, priced.value)
      return propose(await changeOfOne(deps, before, decided, decided.booking))
    })
    const committed = await commitBookings(deps, caller, next)
    if (committed.kind === 'stale') return CONFLICT
    return committed.kind === 'done' ? ok(committed.value) : refuse(committed.refusal)
  })
}

/** The units that can have the new nights of a stay. */
interface UnitsOfMove {
  /** Of the nights that another unit than its own would have. */
  readonly claim: UnitClaim
  /** Where the stay has spent nights before it takes another unit. */
  readonly earlierFor: (unit: Unit) => readonly EarlierNights[]
}

/** Which units can have the new nights of a stay, so that nights that are over stay where they were. */
async function unitsOfMove(
  deps: BookingDependencies,
  before: UnitStay,
  claim: UnitClaim,
): Promise<UnitsOfMove> {
  const { nights: to, timeZone } = claim
  const split = splitStay(before, todayAt(deps, timeZone))
  const { restDay } = split
  // Nothing is over, or all nights are to come.
  if (split.earlier.length === 0 || to.arrivalDay >= restDay) return { claim, earlierFor: () => [] }
  const canSplit = to.arrivalDay === before.stay.arrivalDay && to.departureDay > restDay
  const nights = canSplit ? { ...to, arrivalDay: restDay } : to
  const isPossible = (unit: Unit) =>
    unit.id === before.providerId || (canSplit && !hasNights(split, unit))
  return {
    claim: await claimIn(deps, { ...claim, nights }, isPossible),
    earlierFor: (unit) => earlierIn(split, unit),
  }
}
