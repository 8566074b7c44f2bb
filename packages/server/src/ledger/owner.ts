import type { ItemKey, Write } from '../kernel/ports/store.ts'
import type { Refusal } from '../kernel/refusals.ts'
import type { KeyedWrite, Known, ToRead } from './known.ts'
import type { AmountStep, NightStep, TimeStep } from './steps.ts'

/** What owners claim and give back, as far as it follows from what is known; or why it does not. */
export type Steps =
  | {
      readonly kind: 'steps'
      readonly times: readonly TimeStep[]
      /** Absent: none. */
      readonly nights?: readonly NightStep[]
      readonly amounts: readonly AmountStep[]
      /** The items that these steps follow from. */
      readonly sources: readonly KeyedWrite[]
    }
  | { readonly kind: 'unread'; readonly items: readonly ToRead[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly index: number }
  /** An item is not as an owner was decided for. */
  | { readonly kind: 'stale'; readonly index: number }

/**
 * What a write of an owner means if its condition fails. `basis`: what was decided is no longer true, so the outcome is
 * `stale`. `effect`: it follows from the decision, which is made again.
 */
export type Role = 'basis' | 'effect'

/** A write of an owner beside its claims. */
export interface OwnWrite {
  readonly role: Role
  readonly write: Write
}

/**
 * The stored item of an owner, as it was read. It has a `version`, or a `rev` as the items of the ledger have; undefined:
 * there was none.
 */
export type Entity = { readonly key: ItemKey } & (
  | { readonly version: number }
  | { readonly rev: number | undefined }
)

/** Somebody who claims or gives back something: a booking, for example. */
export interface Owner {
  /** The stored item that says what the owner has, or takes over. Absent: the owner is new and has nothing. */
  readonly entity?: Entity
  /**
   * Its own writes, the first one that of the owner itself: it tells whether a lost answer was a commit. Made
   * for each attempt: an event id whose transaction was ruled out may be fenced off for ever.
   */
  writes(): readonly OwnWrite[]
}

/** What is to be committed in one transaction, for all of its owners or for none. */
export interface Claims {
  readonly owners: readonly Owner[]
  /**
   * What the first `ownerCount` owners claim and give back. Pure: several of them may share what their claims follow from, so
   * they are asked together.
   */
  steps(known: Known, ownerCount: number): Steps
  /** How many writes the transaction must have room for beside its own. Default: 0. */
  readonly spareWrites?: number
  /** Writes of the transaction that belong to no single owner. Made for each attempt. */
  further?(): readonly OwnWrite[]
}
