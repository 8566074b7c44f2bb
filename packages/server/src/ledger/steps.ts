import type { ClaimInterval, OwnerClaim, StayDays } from '@holdfast/engine'

/** What an owner has before a step. Without the end of a hold, the hold may end at any time. */
export type Had = OwnerClaim | { readonly kind: 'held'; readonly untilEpochSeconds?: never }

/** No right. */
export const NONE = { kind: 'none' } as const

/** A right for good. */
export const FINAL = { kind: 'final' } as const

/** A hold, whenever it ends. */
export const HELD = { kind: 'held' } as const

/** A hold until a second, or a right for good without one. */
export const rightUntil = (untilEpochSeconds: number | undefined): OwnerClaim =>
  untilEpochSeconds === undefined ? FINAL : { kind: 'held', untilEpochSeconds }

/**
 * What happens where the owner's mark is gone, because another claim took its place after it had lapsed. `lost`: the step is
 * impossible. `nothing`: there is nothing to do. `again`: it is claimed anew.
 */
export type IfGone = 'lost' | 'nothing' | 'again'

/** How a right to time or nights is marked in the ledger. A hold always has a mark. */
export interface Mark {
  /** A booking, a session with seats, or a block. */
  readonly ownerId: string
  /** The mark of a right for good before the step. Absent: it has none. */
  readonly was?: 'booking' | 'block'
  /** The same after the step. */
  readonly is?: 'booking' | 'block'
  /** How long the marks of holds outlast them, so that a line comes first. Default: not at all. */
  readonly lineSeconds?: number
  /** Whether it may take time that is kept after it was freed. Default: only what the owner itself freed. */
  readonly takesFreed?: true
}

/** A change of an owner's right to quanta of the ledger, whatever they are. */
interface RightStep {
  readonly from: Had
  readonly to: OwnerClaim
  readonly ifGone: IfGone
  readonly mark: Mark
  /** Which owner of the commit it belongs to. */
  readonly index: number
}

/**
 * A change of an owner's right to some time of a provider. A move is two steps: one gives back, one claims. If `from` and `to`
 * are equal, the step is a condition: the right must still exist.
 */
export interface TimeStep extends RightStep {
  readonly providerId: string
  readonly range: ClaimInterval
  /** Whether a day that was not read is taken for empty, if a condition on its quanta would be too long. Default: it is read. */
  readonly assumesEmpty?: boolean
}

/** A change of an owner's right to some nights of a calendar, as a `TimeStep` is one to some time. */
export interface NightStep extends RightStep {
  readonly calendarId: string
  readonly nights: StayDays
}

/** A change of a right to quanta that lie in ledger items. */
export type RangeStep = TimeStep | NightStep

/** A change of an owner's part of a count. */
export interface AmountStep {
  readonly counter: string
  readonly amount: number
  /** The largest count allowed, for a claim. */
  readonly max?: number | undefined
  readonly from: Had
  readonly to: OwnerClaim
  readonly ifGone: IfGone
  /** A booking, or a session with seats. */
  readonly ownerId: string
}

/** What a step does to what is stored. `change`: it gives back a right and claims another one to the same. */
export type StepKind = 'claim' | 'confirm' | 'release' | 'extend' | 'keep' | 'change'

/** What a step does. */
export function kindOfStep({
  from,
  to,
  ifGone,
}: Pick<TimeStep, 'from' | 'to' | 'ifGone'>): StepKind {
  if (from.kind === 'none') return 'claim'
  if (to.kind === 'none') return 'release'
  if (from.kind === 'final') return 'change'
  if (to.kind === 'final') return 'confirm'
  if (ifGone === 'again') return 'extend'
  return from.untilEpochSeconds === to.untilEpochSeconds ? 'keep' : 'change'
}
