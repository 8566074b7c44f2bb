import { parseDate, type Weekday, weekdayOf } from '../time/dates.ts'
import type { RateRules, Restriction, RuleDates } from './rate-plan.ts'

/** A date of a plan as days since 1970-01-01. Its form was checked when the plan was saved. */
export const dayOf = (date: string): number => parseDate(date) as number

/** A rule with its dates as days since 1970-01-01. */
export interface Dated<Rule> {
  readonly rule: Rule
  readonly fromDay: number
  readonly toDay: number
  readonly weekdays: readonly Weekday[] | undefined
}

const datedOf = <Rule extends RuleDates>(rules: readonly Rule[] = []): readonly Dated<Rule>[] =>
  rules
    .map((rule) => ({
      rule,
      fromDay: dayOf(rule.from),
      toDay: dayOf(rule.to),
      weekdays: rule.weekdays,
    }))
    .toSorted((a, b) => a.fromDay - b.fromDay)

/** The one rule for a date. */
export function ruleAt<Rule>(rules: readonly Dated<Rule>[], day: number): Rule | undefined {
  for (const { rule, fromDay, toDay, weekdays } of rules) {
    if (fromDay > day) return undefined
    if (day < toDay && (weekdays === undefined || weekdays.includes(weekdayOf(day)))) return rule
  }
  return undefined
}

/** The dated rules of a plan. */
export interface DatedRules {
  readonly nightly: readonly Dated<NonNullable<RateRules['nightly']>[number]>[]
  readonly restrictions: readonly Dated<Restriction>[]
}

const known = new WeakMap<RateRules, DatedRules>()

/** The dated rules of a plan, made once for each plan. */
export function datedRules(rules: RateRules): DatedRules {
  const before = known.get(rules)
  if (before) return before
  const made = { nightly: datedOf(rules.nightly), restrictions: datedOf(rules.restrictions) }
  known.set(rules, made)
  return made
}

/** Two rules that are for the same date, by their positions; undefined if each date has at most one. */
export function overlap(rules: readonly RuleDates[]): readonly [number, number] | undefined {
  const days = rules.map(({ from, to, weekdays }) => ({
    from: dayOf(from),
    to: dayOf(to),
    weekdays,
  }))
  for (const [later, rule] of days.entries()) {
    for (const [earlier, other] of days.slice(0, later).entries()) {
      const from = Math.max(rule.from, other.from)
      const to = Math.min(rule.to, other.to, from + 7)
      for (let day = from; day < to; day += 1) {
        const weekday = weekdayOf(day)
        const isOn = ({ weekdays }: { weekdays: readonly Weekday[] | undefined }) =>
          weekdays?.includes(weekday) ?? true
        if (isOn(rule) && isOn(other)) return [earlier, later]
      }
    }
  }
  return undefined
}
