import { parseDate } from '@holdfast/engine'
import { EMPTY_LEDGER } from '../../kernel/items/ledger-item.ts'
import {
  type Item,
  type ItemKey,
  STORE_LIMITS,
  type Store,
  type Write,
} from '../../kernel/ports/store.ts'
import { Distrust, readDay } from './check-ledger.ts'
import { kindOf } from './item-kind.ts'
import { type DayFacts, keyOfDay, keyOfOwner } from './ledger-day.ts'
import { type Owner, ownedParts } from './ledger-owners.ts'
import { mendDay } from './mend-day.ts'

interface KnownDay extends DayFacts {
  readonly owners: Owner[]
}

const nameOf = ({ PK, SK }: ItemKey): string => JSON.stringify([PK, SK])

/**
 * Gathers what is to be known of ledger days in order to mend them: first the days, then, in a scan
 * of the whole store, everybody who claims a part of them. In that order an owner whose quanta are
 * in a day was committed before the scan began, so the scan sees it; and whoever claims or gives
 * back later changes `rev`. A day that is written on condition of its `rev` therefore never
 * takes from anybody what is theirs.
 */
export async function knowDays(
  store: Store,
  keys: readonly ItemKey[],
): Promise<readonly KnownDay[]> {
  const days = new Map<string, KnownDay>()
  for (let at = 0; at < keys.length; at += STORE_LIMITS.keysPerGetMany) {
    const batch = keys.slice(at, at + STORE_LIMITS.keysPerGetMany)
    const items = await store.getMany(batch, { consistent: true })
    batch.forEach((key, index) => {
      const day = emptyDay(key, items[index])
      if (day) days.set(nameOf(key), day)
    })
  }
  const distrust = new Distrust()
  for await (const page of store.scan()) {
    for (const item of page) noteOwner(item, days, distrust)
  }
  return [...days.values()].filter(({ providerId }) => !distrust.has(providerId))
}

function emptyDay(key: ItemKey, item: Item | undefined): KnownDay | undefined {
  const { partitionId: providerId, sortId } = kindOf({ ...key })
  const dayNumber = parseDate(sortId)
  const read = item === undefined ? { state: EMPTY_LEDGER } : readDay(item)
  if (dayNumber === undefined || 'problem' in read) return undefined
  return { providerId, dayNumber, state: read.state, owners: [] }
}

function noteOwner(item: Item, days: ReadonlyMap<string, KnownDay>, distrust: Distrust): void {
  const entry = kindOf(item)
  if (entry.kind !== 'booking' && entry.kind !== 'block') return
  distrust.note(entry)
  if (entry.problems.length > 0) return
  for (const part of ownedParts(entry)) {
    const { owner } = part
    const owners = days.get(nameOf(keyOfDay(part)))?.owners
    const known = owners?.findIndex((other) => other.id === owner.id) ?? -1
    if (known >= 0) owners?.splice(known, 1)
    owners?.push(owner)
  }
}

/** The transaction that mends a day as it is known; undefined if there is nothing to mend. */
export function mendingWrites(
  day: DayFacts,
  nowEpochSeconds: number,
): readonly Write[] | undefined {
  const mended = mendDay(day, nowEpochSeconds)
  if (mended === undefined) return undefined
  return [
    { kind: 'ledger-replace', key: keyOfDay(day), ifRev: day.state.rev, next: mended.next },
    ...mended.given.map(
      (owner): Write => ({
        kind: 'check-version',
        key: keyOfOwner(day, owner),
        version: owner.version,
      }),
    ),
  ]
}
