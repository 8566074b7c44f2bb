import type { Findings, InShare } from '../../kernel/doctor/rule.ts'
import { textHash } from '../../kernel/items/text-hash.ts'
import type { ClassifiedByKind, ClassifiedItem } from './classified-item.ts'
import type { ItemKind } from './item-kind.ts'

/** A check that visits every item of a scan once, in any order. */
export interface Check extends Findings {
  /** Visits an item. */
  visit(entry: ClassifiedItem): void
}

/** The check of a rule of any context. */
export interface AnyRuleCheck extends Findings {
  readonly visit: { readonly [Kind in ItemKind]?: (entry: ClassifiedByKind[Kind]) => void }
}

/** The check of a rule as one that visits every item: it ignores those of other kinds. */
export const visitingAll = (check: AnyRuleCheck): Check => ({
  visit: (entry) => dispatch(check, entry),
  get factCount() {
    return check.factCount
  },
  findings: (nowEpochSeconds) => check.findings(nowEpochSeconds),
})

function dispatch<Kind extends ItemKind>(
  { visit }: AnyRuleCheck,
  entry: ClassifiedByKind[Kind] & { readonly kind: Kind },
): void {
  visit[entry.kind]?.(entry)
}

/** The share `index` of `count`. The hash distributes ids that were created in sequence. */
export function shareOf(index: number, count: number): InShare {
  if (count === 1) return () => true
  return (joinKey) => textHash(joinKey) % count === index
}
