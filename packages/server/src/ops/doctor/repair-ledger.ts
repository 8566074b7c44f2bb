import { parseDate } from '@holdfast/engine'
import { EMPTY_LEDGER } from '../../kernel/items/ledger-item.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Item, ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { readDay, UncertainProviders } from './check-ledger.ts'
import { classify } from './classified-item.ts'
import { kindOfKey, nameOfKey } from './item-kind.ts'
import { type DayFacts, keyOfDay, keyOfOwner } from './ledger-day.ts'
import { type Owner, ownedParts } from './ledger-owners.ts'
import { repairDay } from './repair-day.ts'

interface LoadedDay extends DayFacts {
  readonly owners: Owner[]
}

/**
 * Loads ledger days for their repair: first the days, then, in a scan of the whole store, all their owners.
 * In this order, an owner whose quanta are in a day was committed before the scan began, so the scan finds
 * it. A later claim or release changes `rev`. So a write on condition of `rev` never takes quanta from an
 * owner.
 */
export async function loadDays(
  store: Store,
  keys: readonly ItemKey[],
): Promise<readonly LoadedDay[]> {
  const days = new Map<string, LoadedDay>()
  const items = await readItems(store, keys, { consistent: true })
  keys.forEach((key, index) => {
    const day = dayWithoutOwners(key, items[index])
    if (day) days.set(nameOfKey(key), day)
  })
  const uncertain = new UncertainProviders()
  for await (const page of store.scan()) {
    for (const item of page) addOwner(item, days, uncertain)
  }
  return [...days.values()].filter(({ providerId }) => !uncertain.has(providerId))
}

function dayWithoutOwners(key: ItemKey, item: Item | undefined): LoadedDay | undefined {
  const { partitionId: providerId, sortId } = kindOfKey(key)
  const dayNumber = parseDate(sortId)
  const read = item === undefined ? { state: EMPTY_LEDGER } : readDay(item)
  if (dayNumber === undefined || 'problem' in read) return undefined
  return { providerId, dayNumber, state: read.state, owners: [] }
}

function addOwner(
  item: Item,
  days: ReadonlyMap<string, LoadedDay>,
  uncertain: UncertainProviders,
): void {
  const entry = classify(item)
  uncertain.visit(entry)
  for (const part of ownedParts(entry)) {
    const { owner } = part
    const owners = days.get(nameOfKey(keyOfDay(part)))?.owners
    // A scan may return an item that moves a second time.
    const earlier = owners?.findIndex((other) => other.id === owner.id) ?? -1
    if (earlier >= 0) owners?.splice(earlier, 1)
    owners?.push(owner)
  }
}

/** The transaction that repairs a loaded day. Empty if there is nothing to repair. */
export function dayWrites(day: DayFacts, nowEpochSeconds: number): NamedWrites {
  const repaired = repairDay(day, nowEpochSeconds)
  if (repaired === undefined) return {}
  const checks = repaired.restored.map((owner): readonly [string, Write] => [
    `owner:${owner.id}`,
    { kind: 'check-version', key: keyOfOwner(day, owner), version: owner.version },
  ])
  return {
    day: { kind: 'ledger-replace', key: keyOfDay(day), ifRev: day.state.rev, next: repaired.next },
    ...Object.fromEntries(checks),
  }
}
