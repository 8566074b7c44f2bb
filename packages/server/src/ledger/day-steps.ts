import {
  type BookingMark,
  type ClaimInterval,
  type ClaimStep,
  claimDays,
  type DayClaim,
  type HoldMark,
} from '@holdfast/engine'

/** The owner of a claim, and when it claims. */
export interface Claimant {
  readonly providerId: string
  /** A booking, or a session with seats. */
  readonly ownerId: string
  readonly nowEpochSeconds: number
  /** Whether it takes several providers after the step, so that a final claim leaves a mark. Default: no. */
  readonly isShared?: boolean
  /** Whether it took several providers before the step. Default: no. */
  readonly wasShared?: boolean
  /** How long the marks of its holds outlast them, so that a line comes first. Default: not at all. */
  readonly lineSeconds?: number
}

/**
 * The change of a ledger that belongs to a change of a booking or of a session. `extend`: the mark of a session's hold
 * lasts until then; where it is gone, the time is claimed again. `shorten`: it ends then; where it is gone, nothing
 * changes, unless it must exist. `keep`: it must exist, and ends then as before.
 */
export type LedgerStep =
  | ClaimStep
  | {
      readonly kind: 'extend' | 'shorten' | 'keep'
      readonly at: ClaimInterval
      readonly holdUntilEpochSeconds: number
      readonly mustExist?: true
    }

/** The part of a step on one day. */
export type DayStep =
  | { readonly kind: 'claim'; readonly claim: DayClaim; readonly mark: ClaimMark }
  | { readonly kind: 'confirm'; readonly at: DayClaim }
  | {
      readonly kind: 'release'
      readonly release: DayClaim
      readonly held: boolean
      /** Whether the hold is lost where its mark is gone; otherwise nothing is done there. */
      readonly mustExist: boolean
    }
  | {
      readonly kind: 'move'
      readonly release: DayClaim
      readonly claim: DayClaim
      readonly mark: ClaimMark
      readonly held: boolean
      /** Whether nothing is done where the mark is gone; otherwise the hold is lost. */
      readonly isOptional: boolean
    }
  | { readonly kind: 'extend' | 'keep'; readonly hold: HoldMark }

/** The parts of a step by day, each day once. */
export function dayStepsOf(step: LedgerStep, claimant: Claimant): ReadonlyMap<number, DayStep> {
  switch (step.kind) {
    case 'none':
      return new Map()
    case 'claim':
      return eachDay(step.to, (claim) => ({
        kind: 'claim',
        claim,
        mark: claimMark(claimant, claim, step.holdUntilEpochSeconds),
      }))
    case 'confirm':
      return eachDay(step.at, (at) => ({ kind: 'confirm', at }))
    case 'release':
      return eachDay(step.from, (release) => ({
        kind: 'release',
        release,
        held: step.held,
        mustExist: step.isMove === true,
      }))
    case 'move':
      return moveSteps(step, claimant)
    case 'extend':
    case 'keep': {
      const { kind } = step
      return eachDay(step.at, (part) => ({
        kind,
        hold: holdMark(claimant, part, step.holdUntilEpochSeconds),
      }))
    }
    case 'shorten':
      return eachDay(step.at, (part) => ({
        kind: 'move',
        release: part,
        claim: part,
        mark: claimMark(claimant, part, step.holdUntilEpochSeconds),
        held: true,
        isOptional: step.mustExist !== true,
      }))
    case 'reassign':
      throw new Error('a change of providers is a claim or a release of each of them')
  }
}

const eachDay = (
  interval: ClaimInterval,
  stepOf: (part: DayClaim) => DayStep,
): ReadonlyMap<number, DayStep> =>
  new Map(claimDays(interval).map((part) => [part.dayNumber, stepOf(part)]))

function moveSteps(
  step: ClaimStep & { readonly kind: 'move' },
  claimant: Claimant,
): ReadonlyMap<number, DayStep> {
  const from = partsByDay(step.from)
  const to = partsByDay(step.to)
  const held = step.holdUntilEpochSeconds !== undefined && step.wasFinal !== true
  const steps = new Map<number, DayStep>()
  for (const dayNumber of new Set([...from.keys(), ...to.keys()])) {
    const release = from.get(dayNumber)
    const claim = to.get(dayNumber)
    const mark = claim ? claimMark(claimant, claim, step.holdUntilEpochSeconds) : {}
    if (release && claim) {
      steps.set(dayNumber, { kind: 'move', release, claim, mark, held, isOptional: false })
    } else if (claim) steps.set(dayNumber, { kind: 'claim', claim, mark })
    else if (release) steps.set(dayNumber, { kind: 'release', release, held, mustExist: held })
  }
  return steps
}

const partsByDay = (interval: ClaimInterval): ReadonlyMap<number, DayClaim> =>
  new Map(claimDays(interval).map((part) => [part.dayNumber, part]))

/** The mark that a claim leaves: of a hold, of a booking of several providers, or none. */
export interface ClaimMark {
  readonly hold?: HoldMark
  readonly booking?: BookingMark
}

function claimMark(
  claimant: Claimant,
  part: DayClaim,
  expiresAtEpochSeconds: number | undefined,
): ClaimMark {
  if (expiresAtEpochSeconds !== undefined) {
    return { hold: holdMark(claimant, part, expiresAtEpochSeconds) }
  }
  return claimant.isShared ? { booking: bookingMark(claimant, part) } : {}
}

/** The mark of an owner on a part of a day. */
export const bookingMark = (
  { ownerId: bookingId }: Claimant,
  { firstQuantum, quantumCount }: DayClaim,
): BookingMark => ({ bookingId, firstQuantum, quantumCount })

const holdMark = (claimant: Claimant, part: DayClaim, expiresAtEpochSeconds: number): HoldMark => ({
  ...bookingMark(claimant, part),
  expiresAtEpochSeconds: expiresAtEpochSeconds + (claimant.lineSeconds ?? 0),
})
