import { dayNumberOf, MINUTES_PER_DAY, weekdayIndexOf } from './dates.ts'

/** A clock change of every year: the first `weekday` on or after a date, at a minute of the UTC day. */
export interface YearlyOnset {
  /** 1 to 12. */
  readonly month: number
  /** The day of the month to start from; 0 or less counts back from the start of the month. */
  readonly day: number
  /** 0 for Monday to 6 for Sunday. */
  readonly weekday: number
  readonly minute: number
  /** The offset from then on, in minutes east of UTC. */
  readonly offset: number
}

/** The instant of a yearly clock change in one year, in epoch minutes. */
export function onsetIn(year: number, { month, day, weekday, minute }: YearlyOnset): number {
  const from = dayNumberOf(year, month, 1) + day - 1
  return (from + ((weekday - weekdayIndexOf(from) + 7) % 7)) * MINUTES_PER_DAY + minute
}
