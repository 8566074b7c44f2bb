import { eventTypeFromItem, eventTypeSlugEntity, slugOfEventType } from '../../booking/event-types/event-type.ts'
import { providerFromItem, providerSlugEntity, slugOfProvider } from '../../booking/providers/provider.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, IsMine } from './check.ts'
import { type Finding, finding } from './finding.ts'
import type { KindedItem } from './item-kind.ts'

/** The item that must hold the slug of a provider or event type; a deleted provider has given it back. */
export function sentinelOf({ kind, item }: Pick<KindedItem, 'kind' | 'item'>): Item | undefined {
  if (kind === 'event_type') return eventTypeSlugEntity.encode(slugOfEventType(eventTypeFromItem(item)))
  if (kind !== 'provider') return undefined
  const provider = providerFromItem(item)
  return provider.deletedAtEpochSeconds === undefined ? providerSlugEntity.encode(slugOfProvider(provider)) : undefined
}

/** The id of the provider or event type that a held slug names. */
export const namedBySentinel = (sentinel: Item): string =>
  String(sentinel.eventTypeId ?? sentinel.providerId)

/** A provider or event type, and the item that holds its slug. */
interface Wanted {
  readonly owner: ItemKey
  readonly sentinel: Item
}

const nameOf = ({ PK, SK }: ItemKey): string => JSON.stringify([PK, SK])

/**
 * Checks that each slug is held for exactly the provider or event type that has it. It remembers
 * every slug, twice.
 */
export function slugsCheck(isMine: IsMine): Check {
  const wanted = new Map<string, Wanted[]>()
  const held = new Map<string, Item>()
  const unsound = new Set<string>()
  let count = 0

  const noteWanted = (owner: Item, sentinel: Item) => {
    if (!isMine(nameOf(sentinel))) return
    const name = nameOf(sentinel)
    const same = wanted.get(name) ?? []
    wanted.set(name, same)
    same.push({ owner: { PK: owner.PK, SK: owner.SK }, sentinel })
    count += 1
  }

  return {
    note(entry) {
      const { kind, item, partitionId } = entry
      if (kind === 'provider_slug' || kind === 'event_type_slug') {
        if (isMine(nameOf(item))) held.set(nameOf(item), item)
      } else if (kind === 'provider' || kind === 'event_type') {
        const sentinel = entry.problems.length === 0 ? sentinelOf(entry) : undefined
        if (sentinel) noteWanted(item, sentinel)
        if (entry.problems.length > 0) unsound.add(partitionId)
      }
    },
    get factCount() {
      return count + held.size + unsound.size
    },
    *findings() {
      for (const [name, owners] of wanted) yield* judgeWanted(owners, held.get(name))
      for (const [name, sentinel] of held) {
        const known = wanted.get(name) ?? []
        const isRight = known.some((each) => sameMembers(each.sentinel, sentinel))
        if (!isRight && known.length < 2 && !unsound.has(namedBySentinel(sentinel))) {
          yield finding('slug_stale', [sentinel], 'a slug that is held for nobody who has it')
        }
      }
    },
  }
}

function judgeWanted(owners: readonly Wanted[], held: Item | undefined): readonly Finding[] {
  const [first, ...others] = owners
  if (first === undefined) return []
  const { owner, sentinel } = first
  if (others.length > 0) {
    const keys = owners.map((each) => each.owner).toSorted((a, b) => (a.PK < b.PK ? -1 : 1))
    return [finding('slug_shared', [sentinel, ...keys], 'several have one slug')]
  }
  if (held && sameMembers(held, sentinel)) return []
  return [finding('slug_missing', [sentinel, owner], 'the slug is not held for who has it')]
}
