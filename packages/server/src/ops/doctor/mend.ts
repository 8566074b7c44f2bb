import type { ItemKey, Store, Write } from '../../kernel/ports/store.ts'

/**
 * Decides anew what mends a finding, on items that are read now: the writes of one transaction, or
 * none if nothing is wrong any more. Each write is conditioned on what the decision rests on.
 */
export type Mend = (store: Store, keys: readonly ItemKey[]) => Promise<readonly Write[]>
