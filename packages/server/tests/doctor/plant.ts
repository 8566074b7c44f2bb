import type { FindingCode } from '../../src/kernel/doctor/finding.ts'
import { ledgerFromItem } from '../../src/kernel/items/ledger-item.ts'
import type {
  AttributeValue,
  Item,
  ItemKey,
  LedgerDay,
  LedgerState,
  Store,
  Write,
} from '../../src/kernel/ports/store.ts'
import { ledgerKey } from '../../src/ledger/keys.ts'
import { freshToken } from '../ports/suite/harness.ts'
import type { LivedIn } from './lived-in-store.ts'

/**
 * A kind of damage to a store with some resources: how to plant it, its findings, and which of them a repair
 * leaves.
 */
export interface Damage<Made = LivedIn> {
  readonly name: string
  readonly plant: (store: Store, made: Made) => Promise<void>
  /** The codes of all findings, sorted. */
  readonly codes: readonly FindingCode[]
  /** The findings that a repair leaves. Default: none. */
  readonly left?: readonly FindingCode[]
}

/** Commits writes that no use case would. */
export async function write(store: Store, ...writes: readonly Write[]): Promise<void> {
  const outcome = await store.transact(writes, freshToken())
  if (!outcome.committed) throw new Error(`Not planted: ${JSON.stringify(outcome.failed)}`)
}

/** Reads an item; throws if it does not exist. */
export const read = async (store: Store, key: ItemKey): Promise<Item> => {
  const item = await store.get(key, { consistent: true })
  if (item === undefined) throw new Error(`${key.PK} ${key.SK} does not exist.`)
  return item
}

type Attributes = Readonly<Record<string, AttributeValue | undefined>>

/** Changes attributes of an item without conditions; undefined removes one. */
export async function alter(store: Store, key: ItemKey, attributes: Attributes): Promise<void> {
  const changed = Object.entries({ ...(await read(store, key)), ...attributes })
  const item = Object.fromEntries(changed.filter(([, value]) => value !== undefined)) as Item
  await write(store, { kind: 'delete', key })
  await write(store, { kind: 'put-if-absent', item })
}

/** Deletes an item. */
export const remove = (store: Store, key: ItemKey) => write(store, { kind: 'delete', key })
/** Writes a new item. */
export const put = (store: Store, item: Item) => write(store, { kind: 'put-if-absent', item })

/** Replaces the content of a ledger day. */
export async function alterDay(
  store: Store,
  key: ItemKey,
  change: (state: LedgerState) => Partial<LedgerDay>,
): Promise<void> {
  const state = ledgerFromItem(await read(store, key))
  const next = { ...state, ...change(state) }
  await write(store, { kind: 'ledger-replace', key, ifRev: state.rev, next })
}

/** The ledger day with most bookings. */
export const tuesday = (made: LivedIn): ItemKey => ledgerKey(made.providerId, '2026-04-28')
