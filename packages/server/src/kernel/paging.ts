import { cursorsOf } from './cursors.ts'
import type { Item, QueryRequest, Store } from './ports/store.ts'

/** What a list asks for: at most `limit` resources, from an opaque position on. */
export interface Page {
  readonly limit: number
  readonly cursor?: string
}

/** One page of a list; no cursor: the end was reached. */
export interface Listed<Resource> {
  readonly data: readonly Resource[]
  readonly cursor?: string
}

/** What a list reads. */
export interface ListRequest extends QueryRequest {
  /** What of it is left out afterwards; its cursors lead on in no list that leaves out something else. */
  readonly filter?: unknown
}

/**
 * Reads a page of items and turns each into its resource. A cursor of another list, or of this one
 * with another filter, is refused.
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
    ...range,
    limit,
    ...(cursor === undefined ? {} : { cursor: cursors.open(cursor) }),
  })
  const data = answer.items.map(fromItem)
  return answer.cursor === undefined ? { data } : { data, cursor: cursors.seal(answer.cursor) }
}

/** How many pages a filtered list reads at most before it answers with what it found and a cursor. */
const FILTER_PAGES = 10

/**
 * Reads pages until `limit` resources pass the filter, the range ends, or the bound on work is
 * reached; then the cursor leads on, so nothing is passed over.
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
