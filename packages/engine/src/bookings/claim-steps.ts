import type { ClaimInterval } from '../claims/claim.ts'
import { invariant } from '../kernel/invariant.ts'
import { type Booking, claimsAt, hasOwnTimes, isShared, providersOf } from './booking.ts'
import type { BookingDecision, ClaimStep } from './decision.ts'

/** The change of one provider's ledger that belongs to a decision. */
export interface ProviderStep {
  readonly providerId: string
  readonly step: ClaimStep
  /** Which claim of the booking at that provider it is. Absent: the first. */
  readonly claimIndex?: number
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
  decision: BookingDecision,
): readonly ProviderStep[] {
  const steps = wholeSteps(before, decision)
  const { booking } = decision
  return hasOwnTimes(booking) || (before && hasOwnTimes(before))
    ? stepsOfEachClaim(steps, before, booking)
    : steps
}

/** The changes for each claim of each provider. */
function stepsOfEachClaim(
  steps: readonly ProviderStep[],
  before: Booking | undefined,
  booking: Booking,
): readonly ProviderStep[] {
  return steps.flatMap(({ providerId, step }) => {
    const claimsOf = (of: Booking | undefined) =>
      of && providersOf(of).includes(providerId) ? claimsAt(of, providerId) : []
    return stepsOfClaims(step, claimsOf(before ?? booking), claimsOf(booking)).map(
      (own, claimIndex) => ({ providerId, step: own, claimIndex }),
    )
  })
}

/** A step of one provider for each of the claims that the booking had there, and has now. */
function stepsOfClaims(
  step: ClaimStep,
  had: readonly ClaimInterval[],
  has: readonly ClaimInterval[],
): readonly ClaimStep[] {
  switch (step.kind) {
    case 'none':
      return []
    case 'claim':
      return has.map((to) => ({ ...step, to }))
    case 'confirm':
      return had.map((at) => ({ ...step, at }))
    case 'release':
      return had.map((from) => ({ ...step, from }))
    case 'move': {
      const { kind: _, wasFinal, holdUntilEpochSeconds } = step
      const held = holdUntilEpochSeconds !== undefined && wasFinal !== true
      const until = holdUntilEpochSeconds === undefined ? {} : { holdUntilEpochSeconds }
      return Array.from({ length: Math.max(had.length, has.length) }, (_each, index): ClaimStep => {
        const [from, to] = [had[index], has[index]]
        if (from && to) return { ...step, from, to }
        if (to) return { kind: 'claim', to, ...until }
        invariant(from !== undefined, 'a claim is neither before nor after a move')
        return { kind: 'release', from, held, ...(held && { isMove: true as const }) }
      })
    }
    case 'reassign':
      throw new Error('a change of providers is a claim or a release of each of them')
  }
}

/** The changes as if each provider were taken for the whole booking. */
function wholeSteps(
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
