import { eventTypeSlugEntity, slugOfEventType } from '../../booking/event-types/event-type.ts'
import { providerSlugEntity, slugOfProvider } from '../../booking/providers/provider.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, InShare } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { type Finding, finding } from './finding.ts'
import { nameOfKey } from './item-kind.ts'

/** The item that must reserve the slug of a provider or event type. None for a deleted one. */
export function expectedReservation(entry: ClassifiedItem): Item | undefined {
  if (entry.value === undefined) return undefined
  if (entry.kind !== 'event_type' && entry.kind !== 'provider') return undefined
  if (entry.value.deletedAtEpochSeconds !== undefined) return undefined
  return entry.kind === 'event_type'
    ? eventTypeSlugEntity.encode(slugOfEventType(entry.value))
    : providerSlugEntity.encode(slugOfProvider(entry.value))
}

/** The id of the provider or event type for which a slug is reserved. Undefined if it has none. */
export function ownerIdOf(entry: ClassifiedItem): string | undefined {
  if (entry.kind === 'provider_slug') return entry.value?.providerId
  return entry.kind === 'event_type_slug' ? entry.value?.eventTypeId : undefined
}

/** A provider or event type, and the item that must reserve its slug. */
interface Expected {
  readonly owner: ItemKey
  readonly reservation: Item
}

interface Reserved {
  readonly item: Item
  readonly ownerId: string | undefined
}

/**
 * Checks that each slug is reserved for exactly the provider or event type that has it. Its facts are two
 * per slug.
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
      if (kind === 'provider_slug' || kind === 'event_type_slug') {
        const name = nameOfKey(item)
        if (inShare(name)) reserved.set(name, { item, ownerId: ownerIdOf(entry) })
      } else if (kind === 'provider' || kind === 'event_type') {
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
        const sentence = 'The slug is reserved, but not for a provider or event type that has it.'
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
