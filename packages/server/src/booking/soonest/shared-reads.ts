import { storeWith } from '../../kernel/items/store-with.ts'
import type { Item, ItemKey, QueryAnswer, QueryRequest, Store } from '../../kernel/ports/store.ts'

type ReadOptions = { readonly consistent?: boolean }

/** Runs reads one after another as places become free: at most `atOnce` at a time. */
function placesFor(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Answer>(read: () => Promise<Answer>): Promise<Answer> => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await read()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * A view of a store for one call that asks for many event types: the same read is made once, so that
 * event types share their providers' items, and at most `atOnce` reads run at a time. Answers are kept as
 * long as the view, so it must not outlive the call.
 */
export function withSharedReads(store: Store, atOnce: number): Store {
  const inTurn = placesFor(atOnce)
  const queries = new Map<string, Promise<QueryAnswer>>()
  const items = new Map<string, Promise<Item | undefined>>()
  const nameOf = ({ PK, SK }: ItemKey, { consistent = false }: ReadOptions): string =>
    JSON.stringify([PK, SK, consistent])
  const getMany = (keys: readonly ItemKey[], options: ReadOptions = {}) => {
    const missing = keys.filter((key) => !items.has(nameOf(key, options)))
    if (missing.length > 0) {
      const read = inTurn(() => store.getMany(missing, options))
      missing.forEach((key, index) => {
        items.set(
          nameOf(key, options),
          read.then((found) => found[index]),
        )
      })
    }
    return Promise.all(keys.map((key) => items.get(nameOf(key, options))))
  }
  const query = (request: QueryRequest): Promise<QueryAnswer> => {
    const name = JSON.stringify(request)
    const answer = queries.get(name) ?? inTurn(() => store.query(request))
    queries.set(name, answer)
    return answer
  }
  return storeWith(store, {
    get: async (key, options) => (await getMany([key], options))[0],
    getMany,
    query,
  })
}
