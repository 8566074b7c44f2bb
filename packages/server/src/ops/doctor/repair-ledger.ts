import { parseDate } from '@holdfast/engine'
import { sessionWrite } from '../../booking/seats/session-item.ts'
import { EMPTY_LEDGER, ledgerReplace } from '../../kernel/items/ledger-item.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import type { Item, ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { readDay } from '../../ledger/read-day.ts'
import { UncertainProviders } from './check-ledger.ts'
import { classify } from './classified-item.ts'
import { kindOfKey } from './item-kind.ts'
import { type DayFacts, keyOfDay, keyOfOwner } from './ledger-day.ts'
import { type OwnedPart, type Owner, ownedParts } from './ledger-owners.ts'
import { repairDay } from './repair-day.ts'
import { SessionClaims } from './session-claims.ts'

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
  const items = await readItems(store, keys)
  keys.forEach((key, index) => {
    const day = dayWithoutOwners(key, items[index])
    if (day) days.set(nameOfKey(key), day)
  })
  const uncertain = new UncertainProviders()
  const sessions = new SessionClaims(() => true)
  for await (const page of store.scan()) {
    for (const item of page) {
      const entry = classify(item)
      uncertain.visit(entry)
      sessions.visit(entry)
      for (const part of ownedParts(entry)) addOwner(part, days)
    }
  }
  for (const part of sessions.parts()) addOwner(part, days)
  return [...days.values()].filter(({ providerId }) => !uncertain.has(providerId))
}

function dayWithoutOwners(key: ItemKey, item: Item | undefined): LoadedDay | undefined {
  const { partitionId: providerId, sortId } = kindOfKey(key)
  const dayNumber = parseDate(sortId)
  const read = item === undefined ? { state: EMPTY_LEDGER } : readDay(item)
  if (dayNumber === undefined || 'problem' in read) return undefined
  return { providerId, dayNumber, state: read.state, owners: [] }
}

function addOwner(part: OwnedPart, days: ReadonlyMap<string, LoadedDay>): void {
  const { owner } = part
  const owners = days.get(nameOfKey(keyOfDay(part)))?.owners
  // A scan may return an item that moves a second time.
  const earlier = owners?.findIndex((other) => other.id === owner.id) ?? -1
  if (earlier >= 0) owners?.splice(earlier, 1)
  owners?.push(owner)
}

/** The transaction that repairs a loaded day. Empty if there is nothing to repair. */
export function dayWrites(day: DayFacts, nowEpochSeconds: number): NamedWrites {
  const repaired = repairDay(day, nowEpochSeconds)
  if (repaired === undefined) return {}
  const checks = repaired.restored.map((owner): readonly [string, Write] => [
    `owner:${owner.id}`,
    checkOfOwner(day, owner),
  ])
  return {
    day: ledgerReplace(keyOfDay(day), day.state, repaired.next),
    ...Object.fromEntries(checks),
  }
}

/** The write that requires that an owner has not changed. A session is written again as it is: it has no version. */
const checkOfOwner = (day: DayFacts, owner: Owner): Write =>
  owner.session
    ? sessionWrite(owner.session, owner.session.session)
    : { kind: 'check-version', key: keyOfOwner(day, owner), version: owner.version }
