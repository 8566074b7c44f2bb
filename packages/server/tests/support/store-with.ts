import type { Store, Write } from '../../src/kernel/ports/store.ts'

/** A store with some methods replaced. Works for stores that are classes. */
export const storeWith = (store: Store, replaced: Partial<Store>): Store => ({
  get: (...given) => store.get(...given),
  getMany: (...given) => store.getMany(...given),
  query: (...given) => store.query(...given),
  transact: (...given) => store.transact(...given),
  scan: () => store.scan(),
  scanPage: (cursor) => store.scanPage(cursor),
  ping: () => store.ping(),
  close: () => store.close(),
  ...replaced,
})

/** A store that runs `interrupt` once, between the reads of a decision and its first matching write. */
export function storeInterruptedBefore(
  store: Store,
  matches: (write: Write) => boolean,
  interrupt: () => Promise<unknown>,
): Store {
  let isDone = false
  return storeWith(store, {
    async transact(writes, token) {
      if (!isDone && writes.some(matches)) {
        isDone = true
        await interrupt()
      }
      return await store.transact(writes, token)
    },
  })
}

/** A store that runs `interrupt` once, after the first matching write was committed. */
export function storeInterruptedAfter(
  store: Store,
  matches: (write: Write) => boolean,
  interrupt: () => Promise<unknown>,
): Store {
  let isDone = false
  return storeWith(store, {
    async transact(writes, token) {
      const outcome = await store.transact(writes, token)
      if (!isDone && outcome.committed && writes.some(matches)) {
        isDone = true
        await interrupt()
      }
      return outcome
    },
  })
}
