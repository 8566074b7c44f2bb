import { eventTypeSlugEntity, slugOfEventType } from '../../booking/event-types/event-type.ts'
import { providerSlugEntity, slugOfProvider } from '../../booking/providers/provider.ts'
import { accountSlugEntity, slugOfAccount } from '../../identity/accounts/account.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, InShare } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { type Finding, finding } from './finding.ts'
import { type ItemKind, nameOfKey } from './item-kind.ts'

/**
 * The item that must reserve the slug of an account, provider or event type. None for a deleted one, and for
 * an account that has no slug or is being deleted.
 */
export function expectedReservation(entry: ClassifiedItem): Item | undefined {
  if (entry.value === undefined) return undefined
  if (entry.kind === 'account') {
    const slug = entry.value.status === 'deleting' ? undefined : slugOfAccount(entry.value)
    return slug && accountSlugEntity.encode(slug)
  }
  if (entry.kind !== 'event_type' && entry.kind !== 'provider') return undefined
  if (entry.value.deletedAtEpochSeconds !== undefined) return undefined
  return entry.kind === 'event_type'
    ? eventTypeSlugEntity.encode(slugOfEventType(entry.value))
    : providerSlugEntity.encode(slugOfProvider(entry.value))
}

/** The id of the resource for which a slug is reserved. Undefined if it has none. */
export function ownerIdOf(entry: ClassifiedItem): string | undefined {
  if (entry.kind === 'account_slug') return entry.value?.accountId
  if (entry.kind === 'provider_slug') return entry.value?.providerId
  return entry.kind === 'event_type_slug' ? entry.value?.eventTypeId : undefined
}

/** A resource with a slug, and the item that must reserve it. */
interface Expected {
  readonly owner: ItemKey
  readonly reservation: Item
}

interface Reserved {
  readonly item: Item
  readonly ownerId: string | undefined
}

const RESERVATIONS: ReadonlySet<ItemKind> = new Set([
  'account_slug',
  'provider_slug',
  'event_type_slug',
])
const OWNERS: ReadonlySet<ItemKind> = new Set(['account', 'provider', 'event_type'])

/**
 * Checks that each slug is reserved for exactly the account, provider or event type that has it. Its facts are
 * two per slug.
 */
export function slugsCheck(inShare: InShare): Check {
  const expected = new Map<string, Expected[]>()
  const reserved = new Map<string, Reserved>()
  const invalidIds = new Set<string>()
  let count = 0

  const addExpected = (owner: Item, reservation: Item) => {
    const name = nameOfKey(reservation)
    if (!inShare(name)) return
    const same = expected.get(name) ?? []
    expected.set(name, same)
    same.push({ owner: { PK: owner.PK, SK: owner.SK }, reservation })
    count += 1
  }

  return {
    visit(entry) {
      const { kind, item, partitionId } = entry
      if (RESERVATIONS.has(kind)) {
        const name = nameOfKey(item)
        if (inShare(name)) reserved.set(name, { item, ownerId: ownerIdOf(entry) })
      } else if (OWNERS.has(kind)) {
        const reservation = expectedReservation(entry)
        if (reservation) addExpected(item, reservation)
        if (entry.value === undefined) invalidIds.add(partitionId)
      }
    },
    get factCount() {
      return count + reserved.size + invalidIds.size
    },
    *findings() {
      for (const [name, owners] of expected) yield* missing(owners, reserved.get(name)?.item)
      for (const [name, { item, ownerId }] of reserved) {
        const owners = expected.get(name) ?? []
        const isRight = owners.some(({ reservation }) => sameMembers(reservation, item))
        const isUnknown = ownerId !== undefined && invalidIds.has(ownerId)
        if (isRight || owners.length > 1 || isUnknown) continue
        const sentence = 'The slug is reserved, but not for a resource that has it.'
        yield finding('slug_stale', [item], sentence)
      }
    },
  }
}

function missing(owners: readonly Expected[], reserved: Item | undefined): readonly Finding[] {
  const [first, ...others] = owners
  if (first === undefined) return []
  const { owner, reservation } = first
  if (others.length > 0) {
    const keys = owners.map((each) => each.owner).toSorted((a, b) => (a.PK < b.PK ? -1 : 1))
    return [finding('slug_shared', [reservation, ...keys], 'Several resources have the same slug.')]
  }
  if (reserved && sameMembers(reserved, reservation)) return []
  const sentence = 'The slug is not reserved for the resource that has it.'
  return [finding('slug_missing', [reservation, owner], sentence)]
}
