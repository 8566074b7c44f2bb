import { vi } from 'vitest'
import type { Item, ItemKey, QueryRequest, Store, Write } from '../../../src/kernel/ports/store.ts'

/** A store under test. `reopen` closes it like the end of a process and opens the same data again. */
export interface OpenedStore {
  readonly store: Store
  readonly reopen?: () => Promise<Store>
  close(): Promise<void>
}

/** Opens a fresh, empty store. */
export type OpenStore = () => Promise<OpenedStore>

/** Returns the store that the tests of a suite share. Each test uses its own partitions. */
export type SharedStore = () => Store

let serial = 0
/** A partition that no other test of this run has used. */
export const freshPartition = (): string => {
  serial += 1
  return `TEST#${process.pid}#${serial}`
}
/** A token that no other transaction of this run has used. */
export const freshToken = (): string => {
  serial += 1
  return `token-${process.pid}-${Date.now().toString(36)}-${serial}`
}
/** A key that no other test of this run has used. */
export const freshKey = (SK = 'ITEM'): ItemKey => ({ PK: freshPartition(), SK })

/** Commits under a new token. */
export const transact = (store: Store, ...writes: Write[]) => store.transact(writes, freshToken())

/** Writes new items, 100 per transaction. */
export async function seed(store: Store, items: readonly Item[]): Promise<void> {
  for (let i = 0; i < items.length; i += 100) {
    const writes = items.slice(i, i + 100).map((item): Write => ({ kind: 'put-if-absent', item }))
    const outcome = await transact(store, ...writes)
    if (!outcome.committed) throw new Error('The seed items were not written.')
  }
}

/** Reads an item consistently. */
export const read = (store: Store, key: ItemKey) => store.get(key, { consistent: true })

/** Reads all pages of a request; throws if they do not end. */
export async function readPages(
  store: Store,
  request: QueryRequest,
): Promise<readonly (readonly Item[])[]> {
  const pages: (readonly Item[])[] = []
  let cursor: string | undefined
  for (let page = 0; page < 1_000; page += 1) {
    const answer = await store.query(cursor === undefined ? request : { ...request, cursor })
    pages.push(answer.items)
    if (answer.cursor === undefined) return pages
    cursor = answer.cursor
  }
  throw new Error('The pages do not end.')
}

/** The sort keys of the items of a request, over all pages. */
export const sortKeys = async (store: Store, request: QueryRequest): Promise<readonly string[]> =>
  (await readPages(store, request)).flat().map((item) => item.SK)

/** Repeats a check until it passes, since a secondary index may lag behind the table. */
export const eventually = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 10_000, interval: 20 })
