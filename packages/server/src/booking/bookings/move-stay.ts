import {
  type Booking,
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
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { nightsIn, unitAssignment, unitsFor } from '../units/choose-unit.ts'
import { attemptChange, changerOf } from './change-booking.ts'
import { changeOfOne, commitBookings, decidedBy } from './commit-booking.ts'
import { decideMove, newTime } from './decide-move.ts'
import { followPayment, followPrice } from './follow-payment.ts'
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

/** Moves a stay to other nights, in its unit if that is free, else in another one of its pool. The nights that it keeps are never free meanwhile. */
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
    if (left !== undefined && !(staysSplit && wanted == null)) {
      const since = formatDate(left)
      return invalid(
        '/departure',
        `must be after ${since}, with the same \`arrival\` and unit: the stay has changed units on ${since}`,
      )
    }
    // Until a hold is confirmed, no price is agreed.
    const isNew = isRepriced || before.confirmedAtEpochSeconds === undefined
    const agreed = { nights: had, quote, isRepriced: isNew }
    const isKept = earlier !== undefined || (wanted === undefined && had.placing === 'pinned')
    const chosen = isKept
      ? { providerId: before.providerId, isBooker: false }
      : (wanted ?? undefined)
    const input = {
      ...stay,
      isOverride,
      chosen,
      isPinned: earlier ? had.placing === 'pinned' : chosen !== undefined,
    }
    const found = await stayOffer(deps, caller.accountId, eventTypeId, input, agreed)
    if (!found.ok) return found
    const offer = found.value
    const asked = { by, expectedAmount, isRepriced: isNew }
    const priced = await priceOfMove(deps, before, offer, asked)
    if (!priced.ok) return priced
    const { policy, startEpochSeconds } = offer
    const move = { before, now, by, offer, policy, startEpochSeconds, isOverride } as const
    const { quote: price } = offer
    const next = unitsFor(deps, offer.units, async (unit) => {
      const isOther = unit.id !== before.providerId
      const to = {
        ...newTime(deps, move, isOther ? [unitAssignment(offer.units, unit)] : undefined),
        stay: { ...nightsIn(offer.units, unit, offer.nights), ...(earlier && { earlier }) },
        ...(price && { quote: price }),
      }
      const decision = decideMove(move, to)
      if (!decision.ok) return { kind: 'refused', refusal: decision.refusal }
      const moved = decidedBy(caller, decision.value)
      const decided = priced.value
        ? await followPrice(deps, before, moved, priced.value)
        : await followPayment(deps, before, moved)
      return propose(await changeOfOne(deps, before, decided, decided.booking))
    })
    const committed = await commitBookings(deps, caller, next)
    if (committed.kind === 'stale') return CONFLICT
    return committed.kind === 'done' ? ok(committed.value) : refuse(committed.refusal)
  })
}
