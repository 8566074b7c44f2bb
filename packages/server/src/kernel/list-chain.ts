import { type Listed, type ListRequest, listPage, type Page } from './paging.ts'
import { InvalidCursor, type Item, type Store } from './ports/store.ts'

/** A list of the chain by its place, and the cursor within it. Without one it is read from the beginning. */
const PLACE = /^(\d)~(.*)$/

/**
 * Reads a page of several lists, one after the other, as if they were one. Throws `InvalidCursor` for a cursor of
 * another chain.
 */
export async function listChain<Resource>(
  store: Store,
  lists: readonly ListRequest[],
  { limit, cursor: from = '0~' }: Page,
  fromItem: (item: Item) => Resource,
): Promise<Listed<Resource>> {
  const [, first = '', within = ''] = PLACE.exec(from) ?? []
  let place = Number(first)
  let cursor = within
  if (first === '' || lists[place] === undefined)
    throw new InvalidCursor('the cursor belongs to another list')
  const data: Resource[] = []
  for (let list = lists[place]; list !== undefined; list = lists[place]) {
    if (data.length === limit) return { data, cursor: `${place}~` }
    const page = { limit: limit - data.length, ...(cursor !== '' && { cursor }) }
    const found = await listPage(store, list, page, fromItem)
    data.push(...found.data)
    if (found.cursor !== undefined) return { data, cursor: `${place}~${found.cursor}` }
    place += 1
    cursor = ''
  }
  return { data }
}
