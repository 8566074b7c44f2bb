import type { Finding } from './finding.ts'
import type { KindedItem } from './item-kind.ts'

/**
 * A check that sees every item of a scan once, in no order, and says at the end what does not fit
 * together. What it has to remember in between are its facts.
 */
export interface Check {
  /** Takes note of an item. */
  note(entry: KindedItem): void
  /** How many facts it remembers now; what the bound on memory counts. */
  readonly factCount: number
  /** What is wrong, once every item was noted. `nowEpochSeconds` is read after the last item. */
  findings(nowEpochSeconds: number): Iterable<Finding> | AsyncIterable<Finding>
}

/**
 * Which facts this scan remembers. What has to be compared shares a join key (a provider's id, an
 * index partition), so a store too big for the memory is read in several scans, each remembering
 * the facts of its share of the join keys.
 */
export type IsMine = (joinKey: string) => boolean

/** The share `index` of `count`; the hash (FNV-1a) spreads ids that were made one after another. */
export function shareOf(index: number, count: number): IsMine {
  if (count === 1) return () => true
  return (joinKey) => {
    let hash = 0x811c9dc5
    for (let i = 0; i < joinKey.length; i += 1) {
      hash = Math.imul(hash ^ joinKey.charCodeAt(i), 0x01000193)
    }
    return (hash >>> 0) % count === index
  }
}
