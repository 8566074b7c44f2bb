import type { Item, QueryRequest, Store } from '../ports/store.ts'

/** Items per request; small enough that a page of the largest items fits into memory easily. */
const PAGE = 100

/** Reads all items of a range, page by page, as they are now; which items an index has may be a moment old. */
export async function* queryItems(
  store: Pick<Store, 'query'>,
  request: Omit<QueryRequest, 'limit' | 'cursor'>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const page = await store.query({
      consistent: true,
      ...request,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    })
    yield* page.items
    cursor = page.cursor
  } while (cursor !== undefined)
}
