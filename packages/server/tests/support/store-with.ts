import { storeWith } from '../../src/kernel/items/store-with.ts'
import type { Store, Write } from '../../src/kernel/ports/store.ts'

export { storeWith }

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
