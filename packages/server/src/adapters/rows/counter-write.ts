import type { AttributeValue, Item, Write } from '../../kernel/ports/store.ts'

/** The write that adds to a counter. */
export type CounterWrite = Extract<Write, { readonly kind: 'counter-add' }>

/**
 * Applies an addition to the stored counter. Returns the new item, or undefined if a count has no room.
 * Pure: the caller reads and writes in one transaction.
 */
export function addToCounter(current: Item | undefined, write: CounterWrite): Item | undefined {
  const counts: Record<string, AttributeValue> = {}
  for (const { name, amount, max } of write.counts) {
    const stored = current?.[name]
    const next = (typeof stored === 'number' ? stored : 0) + amount
    if (next > max) return undefined
    counts[name] = next
  }
  const { PK, SK } = write.key
  return { ...current, ...counts, PK, SK, ttl: write.ttl }
}
