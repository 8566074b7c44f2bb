import type { Store } from '../ports/store.ts'

/** A store that passes its calls on to another one, with some of them replaced. Works for stores that are classes. */
export const storeWith = (store: Store, replaced: Partial<Store>): Store => ({
  get: (key, options) => store.get(key, options),
  getMany: (keys, options) => store.getMany(keys, options),
  query: (request) => store.query(request),
  transact: (writes, token, options) => store.transact(writes, token, options),
  scan: () => store.scan(),
  scanPage: (cursor, forms) => store.scanPage(cursor, forms),
  ping: () => store.ping(),
  close: () => store.close(),
  ...replaced,
})
