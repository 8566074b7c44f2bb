import type { Entity } from '../entity.ts'
import type { Item, ItemKey, Store } from '../ports/store.ts'
import type { NamedWrites } from '../transaction.ts'
import type { Finding, FindingCode } from './finding.ts'

/** An item as the doctor reads it. */
export interface VisitedItem<Value = unknown> {
  readonly kind: string
  readonly item: Item
  /** The first variable part of the partition key: a provider's id, a slug, a hash. May be empty. */
  readonly partitionId: string
  /** The first variable part of the sort key: a date, a block's id, a slug. May be empty. */
  readonly sortId: string
  /** The decoded value. Undefined if the item has problems, or if the doctor does not decode its kind. */
  readonly value: Value | undefined
}

/**
 * Whether the current scan remembers the facts of a join key. Items that are compared share a join key,
 * such as a provider's id or an index partition. A store too big for the memory is read in several
 * scans, each of which remembers the facts of its share of the join keys.
 */
export type InShare = (joinKey: string) => boolean

/** What a check remembers during a scan, and what it finds at its end. */
export interface Findings {
  /** The number of facts in memory; it is bounded. */
  readonly factCount: number
  /** The findings, after all items were visited. `nowEpochSeconds` is the time after the last item. */
  findings(nowEpochSeconds: number): Iterable<Finding> | AsyncIterable<Finding>
}

/**
 * A check visits every item of its kinds once, in any order, and reports its findings at the end. What it
 * remembers in between are its facts.
 */
export interface RuleCheck<Values extends object> extends Findings {
  /** Visits an item, by its kind. */
  readonly visit: { readonly [Kind in keyof Values]: (entry: VisitedItem<Values[Kind]>) => void }
}

/** How a repair reads, always consistently. */
export interface RepairReader {
  readonly store: Store
  /** Reads an item of any kind. Undefined if it does not exist or no key is given. */
  readonly read: (key: ItemKey | undefined) => Promise<VisitedItem | undefined>
  /** Reads an item as the kind of an entity. An item of another kind has no value. */
  readonly readAs: <Value extends object>(
    entity: Entity<Value>,
    key: ItemKey | undefined,
  ) => Promise<VisitedItem<Value> | undefined>
}

/**
 * Decides anew how to repair a finding, on items that are read now. Resolves with the writes of one
 * transaction, or with none if the problem is gone. The writes are conditioned on everything that the
 * decision depends on.
 */
export type ItemRepair = (reader: RepairReader, keys: readonly ItemKey[]) => Promise<NamedWrites>

/** The repairs of some codes, in their order: stale items are removed before missing ones are added. */
export type ItemRepairs = readonly (readonly [FindingCode, ItemRepair])[]

/**
 * A rule about several items of a context. The doctor runs its check over every scan, and its repairs on what that
 * finds. `Values` are the kinds of items that it compares, each with its decoded value; `undefined` for a kind that the
 * doctor does not decode.
 */
export interface DoctorRule<Values extends object> {
  /** Begins to check a scan. */
  readonly check: (inShare: InShare) => RuleCheck<Values>
  /** Absent: people decide. */
  readonly repairs?: ItemRepairs
}
