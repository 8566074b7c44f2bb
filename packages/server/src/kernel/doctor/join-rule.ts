import type { Finding } from './finding.ts'
import type { DoctorRule, InShare, ItemRepairs, RuleCheck } from './rule.ts'

/** What a rule remembers during a scan. */
export interface Scan<Facts> {
  /** The facts of a join key, to add one to them. Those outside the share of the scan are forgotten. */
  readonly at: (joinKey: string) => Facts
  /** The ids of items that cannot be read. What follows from them is unknown. */
  readonly invalidIds: Set<string>
}

/** A rule that collects facts by join keys during a scan, and finds problems in those of each key. */
export interface JoinRule<Values extends object, Facts> {
  /** Creates the facts of a join key of which no item was visited. */
  readonly empty: () => Facts
  /** Collects from items, by their kind. */
  readonly visit: (scan: Scan<Facts>) => RuleCheck<Values>['visit']
  readonly findings: (
    joinKey: string,
    facts: Facts,
    scanned: { readonly invalidIds: ReadonlySet<string>; readonly nowEpochSeconds: number },
  ) => Iterable<Finding>
  /** Absent: people decide. */
  readonly repairs?: ItemRepairs
}

/** Makes a rule of what it collects by join keys. */
export const joinRule = <Values extends object, Facts>(
  rule: JoinRule<Values, Facts>,
): DoctorRule<Values> => ({
  check: (inShare) => joinCheck(rule, inShare),
  repairs: rule.repairs ?? [],
})

function joinCheck<Values extends object, Facts>(
  { empty, visit, findings }: JoinRule<Values, Facts>,
  inShare: InShare,
): RuleCheck<Values> {
  const all = new Map<string, Facts>()
  const invalidIds = new Set<string>()
  let count = 0
  const at = (joinKey: string): Facts => {
    if (!inShare(joinKey)) return empty()
    count += 1
    const facts = all.get(joinKey) ?? empty()
    all.set(joinKey, facts)
    return facts
  }
  return {
    visit: visit({ at, invalidIds }),
    get factCount() {
      return count + invalidIds.size
    },
    *findings(nowEpochSeconds) {
      for (const [joinKey, facts] of all) {
        yield* findings(joinKey, facts, { invalidIds, nowEpochSeconds })
      }
    },
  }
}
