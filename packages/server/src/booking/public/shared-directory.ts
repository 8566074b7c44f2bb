import { cursorsOf } from '../../kernel/cursors.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { InvalidCursor, type Item } from '../../kernel/ports/store.ts'
import { bookingIndexKeys } from '../keys.ts'
import { directoryRange, type Provider, providerEntity } from '../providers/provider.ts'

type StoreOnly = Pick<Dependencies, 'store'>

/** The sort keys of a part of the directory, both ends inclusive. */
interface Range {
  readonly from?: string
  readonly to?: string
}

/**
 * Lists a page of the index of the shared directory by specialty. Check `hasSpecialty` and `isInSharedDirectory`
 * after the read. The providers may be as they were a moment ago. Throws `InvalidCursor` for a cursor of another list.
 */
export async function listShared(
  deps: StoreOnly,
  specialty: string | undefined,
  { limit, cursor }: Page,
): Promise<Listed<Provider>> {
  const whole: Range = specialty === undefined ? {} : directoryRange(specialty)
  const cursors = cursorsOf(['directory', whole])
  const range =
    cursor === undefined ? whole : { ...whole, from: following(cursors.open(cursor), whole) }
  const items = await itemsIn(deps, range, limit + 1)
  const data = items.slice(0, limit)
  const last = data.at(-1)
  return {
    data: data.map(providerEntity.decode),
    ...(last && items.length > limit && { cursor: cursors.seal(entryOf(last)) }),
  }
}

// The cast: a query of GSI3 answers only items with its sort key.
const entryOf = ({ GSI3SK }: Item): string => GSI3SK as string

/** The smallest sort key after an entry. All entries end with an id, and ids have one length. */
function following(entry: string, { from = '' }: Range): string {
  if (!/#prv_[0-9a-z]{26}$/.test(entry) || !entry.startsWith(from)) {
    throw new InvalidCursor('the cursor belongs to another list')
  }
  return `${entry}0`
}

/** Queries of partitions at once. Most are empty or have more than a page, so the first is read alone. */
const PARTITIONS_AT_ONCE = 9

/**
 * The first items of a range, in its order: of its partitions, one after another until there are enough, and of the
 * partition that held all of them before.
 */
async function itemsIn(deps: StoreOnly, range: Range, count: number): Promise<readonly Item[]> {
  const read = async (partition: string) =>
    (await deps.store.query({ index: 'GSI3', partition, ...range, limit: count })).items
  const partitions = partitionsOf(range)
  const found = new Map<string, Item>()
  const add = (pages: readonly (readonly Item[])[]) => {
    for (const item of pages.flat()) found.set(item.PK, item)
  }
  /** The items of the first partitions, earlier entries of their letters included. */
  const itemsOf = (readPartitions: readonly string[]) =>
    [...found.values()].filter((item) =>
      readPartitions.includes(bookingIndexKeys.directoryPartition(entryOf(item))),
    )
  let done = 1
  const first = [bookingIndexKeys.earlierDirectory, ...partitions.slice(0, done)]
  add(await Promise.all(first.map(read)))
  while (done < partitions.length && itemsOf(partitions.slice(0, done)).length < count) {
    const next = partitions.slice(done, done + PARTITIONS_AT_ONCE)
    add(await Promise.all(next.map(read)))
    done += next.length
  }
  return itemsOf(partitions.slice(0, done)).sort(byEntry).slice(0, count)
}

/** The partitions of a range, in its order. The range of a specialty is in one. */
function partitionsOf({ from, to }: Range): readonly string[] {
  const all = bookingIndexKeys.directoryPartitions
  const first = from === undefined ? 0 : all.indexOf(bookingIndexKeys.directoryPartition(from))
  return to === undefined ? all.slice(first) : all.slice(first, first + 1)
}

// Stores sort by the bytes of UTF-8, strings compare by UTF-16.
const byEntry = (a: Item, b: Item): number =>
  Buffer.compare(Buffer.from(entryOf(a)), Buffer.from(entryOf(b)))
