import { type Booking, isShared, providersOf } from './booking.ts'
import type { BookingDecision, ClaimStep } from './decision.ts'

/** The change of one provider's ledger that belongs to a decision. */
export interface ProviderStep {
  readonly providerId: string
  readonly step: ClaimStep
}

/**
 * The changes of each provider's ledger that belong to a decision; commit all of them in one transaction
 * with the booking. A provider who stays keeps or moves the claim, one who leaves releases it, one who
 * joins claims the time. If a reassigned booking becomes shared or no longer is, a final claim that stays
 * is moved to its own time, because its mark changes. `before`: the booking before the decision; undefined
 * for a new one.
 */
export function claimSteps(
  before: Booking | undefined,
  { booking, claim }: BookingDecision,
): readonly ProviderStep[] {
  const now = providersOf(booking)
  if (claim.kind !== 'move' && claim.kind !== 'reassign') {
    return now.map((providerId) => ({ providerId, step: claim }))
  }
  const earlier = before === undefined ? [] : providersOf(before)
  const { holdUntilEpochSeconds } = claim
  const [from, to] = claim.kind === 'move' ? [claim.from, claim.to] : [claim.at, claim.at]
  const held = holdUntilEpochSeconds !== undefined && !('wasFinal' in claim)
  // Only final claims have a mark that says whether the booking is shared.
  const isMarkChanged =
    before !== undefined &&
    isShared(before) !== isShared(booking) &&
    holdUntilEpochSeconds === undefined
  const inPlace: ClaimStep = isMarkChanged ? { kind: 'move', from, to } : { kind: 'none' }
  const stay = claim.kind === 'move' ? claim : inPlace
  const join: ClaimStep = {
    kind: 'claim',
    to,
    ...(holdUntilEpochSeconds !== undefined && { holdUntilEpochSeconds }),
  }
  const isMove = claim.kind === 'move' && held
  const leave: ClaimStep = { kind: 'release', from, held, ...(isMove && { isMove }) }
  return [
    ...now.map((providerId) => ({
      providerId,
      step: earlier.includes(providerId) ? stay : join,
    })),
    ...earlier
      .filter((providerId) => !now.includes(providerId))
      .map((providerId) => ({ providerId, step: leave })),
  ]
}
