import { type CountOwner, type CountStep, countSteps, type OwnerClaim } from '@holdfast/engine'
import type { AmountStep } from '../../ledger/steps.ts'

/**
 * What an owner, a booking or a session, claims and gives back of counts between two states. `limits`: the largest count of each counter that is
 * claimed.
 */
export const amountSteps = (
  ownerId: string,
  before: CountOwner,
  after: CountOwner,
  limits: ReadonlyMap<string, number> | undefined,
): readonly AmountStep[] =>
  countSteps(before, after).map((step) => amountStep(ownerId, step, limits?.get(step.counter)))

/** A change of a count as a step of its owner. */
export function amountStep(ownerId: string, step: CountStep, max: number | undefined): AmountStep {
  const { counter, amount } = step
  const base = { ownerId, counter, amount, max }
  switch (step.kind) {
    case 'claim':
      return { ...base, from: NONE, to: rightOf(step.untilEpochSeconds), ifGone: 'lost' }
    case 'keep': {
      // It is claimed again if it is known how much there may be.
      const ifGone = max === undefined ? 'lost' : 'again'
      return { ...base, from: hadOf(step.isMarked), to: rightOf(step.untilEpochSeconds), ifGone }
    }
    case 'release':
      return { ...base, from: hadOf(step.isMarked), to: NONE, ifGone: 'nothing' }
  }
}

const NONE = { kind: 'none' } as const

const hadOf = (isMarked: boolean) =>
  isMarked ? ({ kind: 'held' } as const) : ({ kind: 'final' } as const)

const rightOf = (untilEpochSeconds: number | undefined): OwnerClaim =>
  untilEpochSeconds === undefined ? { kind: 'final' } : { kind: 'held', untilEpochSeconds }
