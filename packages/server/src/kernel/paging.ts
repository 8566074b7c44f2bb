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

/** Pages that one call of a filtered list reads at most; then it answers what it found, with a cursor. */
const FILTER_PAGES = 10

/**
 * Reads pages until `limit` resources pass the filter, the range ends, or the bound on work is reached.
 * In the last case the answer has a cursor, so that nothing is skipped.
 */
export async function listFiltered<Resource>(
  store: Store,
  request: ListRequest,
  page: Page,
  fromItem: (item: Item) => Resource,
  keep: (resource: Resource) => boolean,
): Promise<Listed<Resource>> {
  const data: Resource[] = []
  let cursor = page.cursor
  for (let pages = 0; pages < FILTER_PAGES; pages += 1) {
    const found: Listed<Resource> = await listPage(
      store,
      request,
      { limit: page.limit - data.length, ...(cursor === undefined ? {} : { cursor }) },
      fromItem,
    )
    for (const resource of found.data) if (keep(resource)) data.push(resource)
    cursor = found.cursor
    if (cursor === undefined || data.length >= page.limit) break
  }
  return cursor === undefined ? { data } : { data, cursor }
}
