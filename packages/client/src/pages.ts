import { unwrap } from './problem.ts'

/** One page of a list, as the API returns it. */
interface ListPage<Item> {
  readonly data: readonly Item[]
  readonly nextCursor: string | null
}

/** The query parameters of the next page. Empty for the first. */
export interface PageQuery {
  readonly cursor?: string
}

/** Calls a list of the API with the parameters of a page. */
type ReadPage<Item> = (page: PageQuery) => Promise<{
  readonly data?: ListPage<Item>
  readonly error?: unknown
  readonly response: Response
}>

/**
 * Yields the pages of a list in order, each as an array. It reads a page when it is asked for it. Throws a
 * `HoldfastError` if the API responds with a problem.
 */
export async function* eachPage<Item>(read: ReadPage<Item>): AsyncGenerator<readonly Item[]> {
  let cursor: string | null = null
  do {
    const page: ListPage<Item> = await unwrap(read(cursor === null ? {} : { cursor }))
    yield page.data
    cursor = page.nextCursor
  } while (cursor !== null)
}

/**
 * Yields the items of a list in order, from all its pages:
 * `for await (const booking of eachItem((page) => client.GET('/v1/bookings', { params: { query: page } })))`.
 */
export async function* eachItem<Item>(read: ReadPage<Item>): AsyncGenerator<Item> {
  for await (const items of eachPage(read)) yield* items
}
