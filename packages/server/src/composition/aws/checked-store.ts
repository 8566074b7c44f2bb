import { checkFormat } from '../../kernel/format.ts'
import { storeWith } from '../../kernel/items/store-with.ts'
import type { Store } from '../../kernel/ports/store.ts'

/**
 * A store whose first transaction reads the format of the store before it writes, so that the start of a function needs no request.
 * A transaction throws `StoreTooNew` if this version must not write.
 */
export function withFormatCheck(store: Store): Store {
  let checked: Promise<void> | undefined
  return storeWith(store, {
    async transact(writes, token, options) {
      checked ??= checkFormat(store)
      try {
        await checked
      } catch (error) {
        // The next transaction reads it again.
        checked = undefined
        throw error
      }
      return await store.transact(writes, token, options)
    },
  })
}
