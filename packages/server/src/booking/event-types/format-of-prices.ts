import { formatWrite } from '../../kernel/format.ts'
import type { Store, Write } from '../../kernel/ports/store.ts'
import type { EventType } from './event-type.ts'

/**
 * The write that raises the format of the store with the first rule for prices or durations: a server of version 2 would
 * sell for the price without the rules. Undefined, and no read, for an event type without rules.
 */
export const formatOfPrices = async (
  store: Pick<Store, 'get'>,
  { candidateRules = [], priceRules = [] }: Pick<EventType, 'candidateRules' | 'priceRules'>,
): Promise<Write | undefined> =>
  candidateRules.length + priceRules.length === 0 ? undefined : formatWrite(store)
