import type { Violation } from './cruise.ts'
import { dependencyRules } from './dependency-rules.ts'

/** Says of each forbidden import which rule forbids it, and why the rule exists. */
export function violationLines(root: string, violations: readonly Violation[]): readonly string[] {
  const comments = new Map(dependencyRules(root).map((rule) => [rule.name, rule.comment]))
  return violations.map(
    ({ rule, from, to }) => `${rule}: ${from} imports ${to}\n  ${comments.get(rule) ?? ''}`,
  )
}
