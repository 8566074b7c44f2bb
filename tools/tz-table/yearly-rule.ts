import {
  civilDateOf,
  MINUTES_PER_DAY,
  weekdayIndexOf,
} from '../../packages/engine/src/time/dates.ts'
import { onsetIn, type YearlyOnset } from '../../packages/engine/src/time/yearly-onset.ts'
import type { ZoneHistory } from './zone-history.ts'

/** The years of a history until its yearly rule begins, and that rule. */
export interface SplitHistory extends ZoneHistory {
  /** What happens every year after the last of the transitions; empty if nothing does. */
  readonly yearly: readonly YearlyOnset[]
}

const yearOf = (epochMinutes: number): number =>
  civilDateOf(Math.floor(epochMinutes / MINUTES_PER_DAY)).year

/** The last year of the packed data. */
const LAST_YEAR = 2499
/** Rules are derived from these years, which contain every leap year's pattern. */
const RULE_YEARS = 400

/** Finds the rule of onsets in consecutive years, the last of which is `LAST_YEAR`. Throws if there is none. */
function ruleOf(onsets: readonly number[], offset: number): YearlyOnset {
  const days = onsets.map((onset) => Math.floor(onset / MINUTES_PER_DAY))
  const dates = days.map(civilDateOf)
  const earliest = Math.min(...dates.map(({ month, day }) => month * 100 + day))
  const month = Math.floor(earliest / 100)
  const first = {
    month,
    day: earliest % 100,
    weekday: weekdayIndexOf(days[0] as number),
    minute: (onsets[0] as number) - (days[0] as number) * MINUTES_PER_DAY,
    offset,
  }
  // The last days of February are counted back from March, because their number varies.
  const fromMarch = { ...first, month: 3, day: first.day - 28 }
  for (const rule of month === 2 ? [first, fromMarch] : [first]) {
    if (onsets.every((onset, index) => onsetIn(dates[index]?.year as number, rule) === onset)) {
      return rule
    }
  }
  throw new Error(`no yearly rule gives ${onsets.length} onsets from month ${month}`)
}

/** The first yearly clock change after an instant. */
function nextOnset(yearly: readonly YearlyOnset[], epochMinutes: number): number {
  const year = yearOf(epochMinutes)
  const onsets = [year - 1, year, year + 1].flatMap((each) =>
    yearly.map((rule) => onsetIn(each, rule)),
  )
  return Math.min(...onsets.filter((at) => at > epochMinutes))
}

/**
 * Splits the history of a zone into single transitions and the yearly rule that all later ones follow.
 * Throws if a zone changes its clocks until the end of the data without a rule of two onsets a year.
 */
export function splitHistory({ transitions, offsets }: ZoneHistory): SplitHistory {
  const last = transitions.at(-1)
  if (last === undefined || yearOf(last) < LAST_YEAR) return { transitions, offsets, yearly: [] }
  const ruled = transitions.filter((at) => yearOf(at) > LAST_YEAR - RULE_YEARS)
  if (ruled.length !== 2 * RULE_YEARS) throw new Error('not two onsets in every year')
  const yearly = [0, 1].map((turn) =>
    ruleOf(
      ruled.filter((_, index) => index % 2 === turn),
      offsets.at(turn - 2) as number,
    ),
  )
  // Single transitions end where the rule begins to give all the others; the first one begins the rule.
  let kept = transitions.length - ruled.length
  const isRuled = (index: number) => {
    const rule = yearly[(transitions.length - index) % 2] as YearlyOnset
    const next = nextOnset(yearly, transitions[index - 1] as number)
    return offsets[index + 1] === rule.offset && next === transitions[index]
  }
  while (kept > 1 && isRuled(kept - 1)) kept -= 1
  return { transitions: transitions.slice(0, kept), offsets: offsets.slice(0, kept + 1), yearly }
}
