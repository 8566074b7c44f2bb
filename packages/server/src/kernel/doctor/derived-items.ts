import type { Entity } from '../entity.ts'
import { nameOfKey } from '../keys.ts'
import type { Item, ItemKey } from '../ports/store.ts'
import { sameMembers } from '../same-value.ts'
import type { CreateFinding, Finding, FindingCode } from './finding.ts'
import { joinRule } from './join-rule.ts'
import { checkOf, creationOf, deletionOf, keyOf, NO_WRITES } from './repair-writes.ts'
import type { DoctorRule, ItemRepair, RuleCheck, VisitedItem } from './rule.ts'

/** What is found of a derived item. */
interface Problem<Code> {
  readonly code: Code
  readonly sentence: string
}

/** Items that follow from others, their owners: each must be as its owner implies, and exist only then. */
export interface DerivedItems<
  Kind extends string,
  OwnerKind extends string,
  Owner extends object,
  Code extends FindingCode,
> {
  readonly kind: Kind
  /** Whether a stored item of the kind is one of these. Absent: all are. */
  readonly includes?: (entry: VisitedItem) => boolean
  readonly owner: { readonly kind: OwnerKind; readonly entity: Entity<Owner> }
  /** The item that an owner must have. Undefined: none. */
  readonly expected: (owner: Owner) => Item | undefined
  /** The key of the owner that a stored item names. Undefined if it is malformed: it has no owner. */
  readonly ownerKey: (item: Item) => ItemKey | undefined
  readonly finding: CreateFinding<Code>
  /** An owner lacks its item. The keys are those of the item and the owner. */
  readonly missing: Problem<Code>
  /** An item does not follow from an owner. Its key is the only one, unless the owner's is named too. */
  readonly stale: Problem<Code> & { readonly namesOwner: boolean }
  /** Several owners need the same item. Absent: that is impossible. */
  readonly shared?: Problem<Code>
  /** Whether a stored item with other content is corrected, instead of removed and added again. */
  readonly isCorrected?: boolean
}

/** What is known of one key: the owners who need an item there, and the item that is stored there. */
interface Facts {
  readonly needed: Map<string, { readonly item: Item; readonly owner: ItemKey }>
  stored: Item | undefined
}

/** The kinds of derived items and of their owners. */
type Kinds<Kind extends string, OwnerKind extends string, Owner extends object> = {
  readonly [K in OwnerKind]: Owner
} & { readonly [K in Kind]: unknown }

/** The rule that derived items match their owners, with its repairs. Its facts are two per derived item. */
export const derivedItems = <
  Kind extends string,
  OwnerKind extends string,
  Owner extends object,
  Code extends FindingCode,
>(
  items: DerivedItems<Kind, OwnerKind, Owner, Code>,
): DoctorRule<Kinds<Kind, OwnerKind, Owner>> =>
  joinRule<Kinds<Kind, OwnerKind, Owner>, Facts>({
    empty: () => ({ needed: new Map(), stored: undefined }),
    visit({ at, invalidIds }) {
      const visitOwner = ({ item, value }: VisitedItem<Owner>): void => {
        const expected = value && items.expected(value)
        if (value === undefined) invalidIds.add(nameOfKey(item))
        if (expected === undefined) return
        const needed = { item: expected, owner: keyOf(item) }
        at(nameOfKey(expected)).needed.set(nameOfKey(item), needed)
      }
      const visitStored = (entry: VisitedItem): void => {
        if (items.includes?.(entry) === false) return
        at(nameOfKey(entry.item)).stored = entry.item
      }
      const visit = { [items.owner.kind]: visitOwner, [items.kind]: visitStored }
      // The compiler does not keep computed names.
      return visit as unknown as RuleCheck<Kinds<Kind, OwnerKind, Owner>>['visit']
    },
    findings: (_, facts, { invalidIds }) => findingsAt(items, facts, invalidIds),
    repairs: [
      [items.stale.code, correction(items)],
      [items.missing.code, addition(items)],
    ],
  })

function* findingsAt<Owner extends object, Code extends FindingCode>(
  items: DerivedItems<string, string, Owner, Code>,
  { needed, stored }: Facts,
  invalidOwners: ReadonlySet<string>,
): Iterable<Finding> {
  const { finding, missing, stale, shared } = items
  const [first, ...others] = needed.values()
  if (first && shared && others.length > 0) {
    const owners = [first, ...others].map(({ owner }) => owner)
    const keys = [first.item, ...owners.toSorted((a, b) => (a.PK < b.PK ? -1 : 1))]
    yield finding(shared.code, keys, shared.sentence)
    return
  }
  if (stored && first && sameMembers(stored, first.item)) return
  if (stored) {
    const owner = items.ownerKey(stored)
    const isUnknown = owner !== undefined && invalidOwners.has(nameOfKey(owner))
    const keys = owner && stale.namesOwner ? [stored, owner] : [stored]
    if (!isUnknown) yield finding(stale.code, keys, stale.sentence)
  }
  if (first === undefined || (stored && items.isCorrected)) return
  yield finding(missing.code, [first.item, first.owner], missing.sentence)
}

/** Adds the item of an owner. */
const addition =
  <Owner extends object, Code extends FindingCode>({
    owner: { entity },
    expected,
  }: DerivedItems<string, string, Owner, Code>): ItemRepair =>
  async ({ readAs }, [, key]) => {
    const owner = await readAs(entity, key)
    const item = owner?.value && expected(owner.value)
    return owner && item ? { item: creationOf(item), owner: checkOf(owner.item) } : NO_WRITES
  }

/**
 * Removes or corrects an item that does not follow from its owner. It reads the owner after the item: one transaction
 * wrote both, so a missing owner stays missing.
 */
const correction =
  <Owner extends object, Code extends FindingCode>(
    items: DerivedItems<string, string, Owner, Code>,
  ): ItemRepair =>
  async ({ read, readAs }, [key]) => {
    const entry = await read(key)
    if (entry?.kind !== items.kind || items.includes?.(entry) === false) return NO_WRITES
    const { item } = entry
    const ownerKey = items.ownerKey(item)
    const owner = await readAs(items.owner.entity, ownerKey)
    if (owner === undefined) return { item: deletionOf(item) }
    if (owner.value === undefined) return NO_WRITES
    const right = items.expected(owner.value)
    if (right && sameMembers(right, item)) return NO_WRITES
    const isInPlace = right !== undefined && nameOfKey(right) === nameOfKey(item)
    return {
      item:
        isInPlace && items.isCorrected ? { kind: 'put-if-present', item: right } : deletionOf(item),
      owner: checkOf(owner.item),
    }
  }
