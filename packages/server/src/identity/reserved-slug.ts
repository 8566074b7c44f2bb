import { derivedItems } from '../kernel/doctor/derived-items.ts'
import type { Entity } from '../kernel/entity.ts'
import type { Item, ItemKey } from '../kernel/ports/store.ts'
import { identityFinding } from './findings.ts'

/** Who has a slug, and the item that reserves it. */
interface SlugOwner<
  Kind extends string,
  OwnerKind extends string,
  Owner extends object,
  Slug extends object,
> {
  readonly kind: Kind
  readonly entity: Entity<Slug>
  readonly owner: { readonly kind: OwnerKind; readonly entity: Entity<Owner> }
  /** The reservation that an owner must have. Undefined: none. */
  readonly slugOf: (owner: Owner) => Slug | undefined
  readonly ownerKey: (slug: Slug) => ItemKey
}

/** The rule that each slug is reserved for exactly the resource that has it. */
export const slugRule = <
  Kind extends string,
  OwnerKind extends string,
  Owner extends object,
  Slug extends object,
>({
  kind,
  entity,
  owner,
  slugOf,
  ownerKey,
}: SlugOwner<Kind, OwnerKind, Owner, Slug>) =>
  derivedItems({
    kind,
    owner,
    expected(value) {
      const slug = slugOf(value)
      return slug && entity.encode(slug)
    },
    ownerKey(item: Item) {
      const slug = entity.tryDecode(item)
      return slug.ok ? ownerKey(slug.value) : undefined
    },
    finding: identityFinding,
    missing: {
      code: 'slug_missing',
      sentence: 'The slug is not reserved for the resource that has it.',
    },
    stale: {
      code: 'slug_stale',
      sentence: 'The slug is reserved, but not for a resource that has it.',
      namesOwner: false,
    },
    shared: { code: 'slug_shared', sentence: 'Several resources have the same slug.' },
  })
