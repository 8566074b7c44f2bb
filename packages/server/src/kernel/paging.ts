import { cursorsOf } from './cursors.ts'
import type { Item, QueryRequest, Store } from './ports/store.ts'

/** The part of a list to read: at most `limit` resources, after an opaque cursor. */
export interface Page {
  readonly limit: number
  readonly cursor?: string
}

/** One page of a list. Without a cursor it is the last one. */
export interface Listed<Resource> {
  readonly data: readonly Resource[]
  readonly cursor?: string
}

/** The query behind a list. */
export interface ListRequest extends QueryRequest {
  /** The filter that is applied after the read; part of the identity of the list's cursors. */
  readonly filter?: unknown
}

/**
 * Reads a page of items and decodes each, as they are now; which items an index has may be a moment old. With
 * `consistent: false` in the request, the items may be as old, at half the price. Throws `InvalidCursor` for a cursor of another list, or of
 * this one with another filter.
 */
export async function listPage<Resource>(
  store: Store,
  request: ListRequest,
  page: Page,
  fromItem: (item: Item) => Resource,
): Promise<Listed<Resource>> {
  const { limit, cursor } = page
  const { filter: _, ...range } = request
  const cursors = cursorsOf(request)
  const answer = await store.query({
    consistent: true,
    ...range,
    limit,
    ...(cursor === undefined ? {} : { cursor: cursors.open(cursor) }),
  })
  const data = answer.items.map(fromItem)
  return answer.cursor === undefined ? { data } : { data, cursor: cursors.seal(answer.cursor) }
}

/** How many items a call of a filtered list reads at most, of pages of `limit`. */
const FILTER_PAGES = 10

/** How many items are read at once after a page that the filter left incomplete, where `mostRead` allows it. */
const BLOCK_ITEMS = 500

/** A filtered list. */
export interface FilteredRequest extends ListRequest {
  /** The most items that one call reads, if ten pages are fewer. Default: ten pages. */
  readonly mostRead?: number
}

/**
 * Reads until `limit` resources pass the filter, the range ends, or the bound on work is reached: ten pages, or `mostRead` items.
 * In the last case the answer has a cursor, so that nothing is skipped, and may be empty. The first read is of one page, so a
 * filter that leaves all costs nothing.
 */
export async function listFiltered<Resource>(
  store: Store,
  { mostRead = 0, ...request }: FilteredRequest,
  { limit, cursor: from }: Page,
  fromItem: (item: Item) => Resource,
  keep: (resource: Resource) => boolean,
): Promise<Listed<Resource>> {
  const most = Math.max(limit * FILTER_PAGES, mostRead)
  const data: Resource[] = []
  let read = 0
  let cursor = from
  /** Reads so far that no more pass than are missing: the cursor is after the last one. */
  const readBlock = async (size: number): Promise<Listed<Resource>> => {
    const page = { limit: size, ...(cursor === undefined ? {} : { cursor }) }
    const found = await listPage(store, request, page, fromItem)
    read += found.data.length
    const kept = found.data.filter(keep)
    const missing = limit - data.length
    if (kept.length <= missing) return { ...found, data: kept }
    return readBlock(found.data.lastIndexOf(kept[missing - 1] as Resource) + 1)
  }
  for (;;) {
    const missing = limit - data.length
    const isFirst = read === 0
    const block = isFirst || mostRead === 0 ? missing : Math.max(missing, BLOCK_ITEMS)
    const found = await readBlock(Math.min(block, most - read))
    data.push(...found.data)
    cursor = found.cursor
    if (cursor === undefined) return { data }
    if (data.length >= limit || read >= most) return { data, cursor }
  }
}
