import type { DueQueue } from '../due-queue.ts'
import { ALL_SHARDS, prefixEnd } from '../keys.ts'
import type { Item, ItemKey, Store } from '../ports/store.ts'

/** A kind of due work: where its entries are, and how they are done. */
export interface DueWork<Deps, Entry, Done> extends DueQueue {
  /** Decodes an entry; throws if an attribute does not fit. */
  readonly decode: (item: Item) => Entry
  readonly dueEpochMilliseconds: (entry: Entry) => number
  /** Entries with one subject are done together. Absent: each is done alone. */
  readonly subject?: (entry: Entry) => string
  /**
   * Does entries that are due, and removes them from the queue. It must be idempotent: an entry stays in its queue
   * until it is done, and two workers may do one entry at once. Entries of an exception stay in the queue.
   */
  readonly run: (deps: Deps, entries: readonly [Entry, ...Entry[]]) => Promise<Done>
}

/** The results of entries that were done, and the errors of those that were not. */
export interface DueResults<Done> {
  readonly done: readonly Done[]
  readonly errors: readonly unknown[]
}

/** What one run over a queue did. */
export interface DueReport<Done> extends DueResults<Done> {
  /** Whether due entries are left that the next run can do at once. After an error, it pauses first. */
  readonly more: boolean
}

/** What running due work needs besides the dependencies of the work itself. */
interface RunDependencies {
  readonly store: Pick<Store, 'query' | 'getMany'>
  readonly clock: { nowEpochMilliseconds(): number }
}

/** How many subjects one run works on at once. */
const CONCURRENCY = 8

/**
 * Does the entries of a queue that are due, the longest due first, at most `limit` per shard. It stores no position:
 * each entry stays in the queue until it is done, so an interrupted run is continued by the next.
 */
export async function runDue<Deps extends RunDependencies, Entry, Done>(
  deps: Deps,
  work: DueWork<Deps, Entry, Done>,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
): Promise<DueReport<Done>> {
  const now = deps.clock.nowEpochMilliseconds()
  const pages = await Promise.all(
    shards.map((shard) =>
      deps.store.query({ ...work.rangeOf(shard, now), limit, consistent: true }),
    ),
  )
  const results = await runItems(
    deps,
    work,
    pages.flatMap(({ items }) => items),
  )
  const isLeft = pages.some(({ cursor }) => cursor !== undefined)
  return { ...results, more: isLeft && results.errors.length === 0 }
}

/** Does the entries with these keys, at most 100. Skips those that are gone or not due. */
export async function runDueAt<Deps extends RunDependencies, Entry, Done>(
  deps: Deps,
  work: DueWork<Deps, Entry, Done>,
  keys: readonly ItemKey[],
): Promise<DueResults<Done>> {
  const now = deps.clock.nowEpochMilliseconds()
  const items = await deps.store.getMany(keys, { consistent: true })
  return await runItems(
    deps,
    work,
    items.filter((item) => item !== undefined),
    now,
  )
}

async function runItems<Deps, Entry, Done>(
  deps: Deps,
  work: DueWork<Deps, Entry, Done>,
  items: readonly Item[],
  untilEpochMilliseconds = Number.POSITIVE_INFINITY,
): Promise<DueResults<Done>> {
  const { dueEpochMilliseconds: dueOf, subject } = work
  const errors: unknown[] = []
  const entries: Entry[] = []
  for (const item of items) {
    try {
      const entry = work.decode(item)
      if (dueOf(entry) <= untilEpochMilliseconds) entries.push(entry)
    } catch (error) {
      errors.push(error)
    }
  }
  entries.sort((a, b) => dueOf(a) - dueOf(b))
  const groups = Map.groupBy(entries, (entry) => subject?.(entry) ?? entry).values()
  const done: Done[] = []
  const runNext = async () => {
    for (const [first, ...others] of groups) {
      if (first === undefined) continue
      try {
        done.push(await work.run(deps, [first, ...others]))
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, entries.length) }, runNext))
  return { done, errors }
}

/** A page of entries that are due: their sort keys in one partition. */
export interface FoundEntries {
  readonly partition: string
  readonly sortKeys: readonly string[]
  /** Where the next page begins; undefined on the last page. */
  readonly next?: string
}

/**
 * Finds the entries of a shard that are due, without reading what they say. `from` is the `next` of an earlier page,
 * or any other sort key. The read is eventually consistent: an entry of the last seconds may be missing.
 */
export async function findDue(
  store: Pick<Store, 'query'>,
  { rangeOf }: DueQueue,
  shard: number,
  page: { readonly nowEpochMilliseconds: number; readonly from?: string; readonly limit: number },
): Promise<FoundEntries> {
  const range = rangeOf(shard, page.nowEpochMilliseconds)
  const { from = range.from, limit } = page
  if (from > range.to) return { partition: range.partition, sortKeys: [] }
  const { items, cursor } = await store.query({ ...range, from, limit })
  const sortKeys = items.map(({ SK }) => SK)
  const last = sortKeys.at(-1)
  return {
    partition: range.partition,
    sortKeys,
    ...(cursor !== undefined && last !== undefined && { next: prefixEnd(last) }),
  }
}
