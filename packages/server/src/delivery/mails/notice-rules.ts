/** What must be so for a notice: the words of the documentation, and the check behind them. */
export interface Condition<Facts> {
  readonly text: string
  readonly holds: (facts: Facts) => boolean
}

/** Who is told what, and when. Of the rules of an event, the first that holds for a receiver decides. */
export interface Rule<To extends string, Kind extends string, Facts> {
  readonly to: readonly To[]
  readonly kind: Kind
  readonly when: readonly Condition<Facts>[]
}

/** The rules of each event of a family. */
export type Rules<To extends string, Kind extends string, Facts> = Readonly<
  Record<string, readonly Rule<To, Kind, Facts>[]>
>

/** Names a condition. */
export const condition = <Facts>(
  text: string,
  holds: Condition<Facts>['holds'],
): Condition<Facts> => ({ text, holds })

/** Decides on the kind of notice that an event has for a receiver; undefined: none. */
export const decider =
  <To extends string, Kind extends string, Facts>(rules: Rules<To, Kind, Facts>) =>
  (eventName: string, to: To, facts: Facts): Kind | undefined =>
    rules[eventName]?.find(
      (rule) => rule.to.includes(to) && rule.when.every(({ holds }) => holds(facts)),
    )?.kind
