import { textHash } from '../../kernel/items/text-hash.ts'
import type { ClassifiedItem } from './classified-item.ts'
import type { Finding } from './finding.ts'

/**
 * A check visits every item of a scan once, in any order, and reports its findings at the end. What it
 * remembers in between are its facts.
 */
export interface Check {
  /** Visits an item. */
  visit(entry: ClassifiedItem): void
  /** The number of facts in memory; it is bounded. */
  readonly factCount: number
  /** The findings, after all items were visited. `nowEpochSeconds` is the time after the last item. */
  findings(nowEpochSeconds: number): Iterable<Finding> | AsyncIterable<Finding>
}

/**
 * Whether the current scan remembers the facts of a join key. Items that are compared share a join key,
 * such as a provider's id or an index partition. A store too big for the memory is read in several
 * scans, each of which remembers the facts of its share of the join keys.
 */
export type InShare = (joinKey: string) => boolean

/** The share `index` of `count`. The hash distributes ids that were created in sequence. */
export function shareOf(index: number, count: number): InShare {
  if (count === 1) return () => true
  return (joinKey) => textHash(joinKey) % count === index
}
