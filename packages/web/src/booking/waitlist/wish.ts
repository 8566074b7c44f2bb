import { addDays, daysBetween } from '../../shared/time/dates.ts'

/** The parts of a day that a person can wait for, as wall times `[start, end)`. */
const PARTS = {
  morning: { start: '00:00', end: '12:00' },
  afternoon: { start: '12:00', end: '17:00' },
  evening: { start: '17:00', end: '24:00' },
} as const

/** A part of the day, or any time. */
export type DayPart = keyof typeof PARTS | 'any'

/** A day of the week, as the API names it. */
export type Weekday =
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | 'sunday'

/** What a person waits for, in the form. */
export interface Wish {
  /** `YYYY-MM-DD`. */
  readonly from: string
  /** The last date, inclusive. */
  readonly until: string
  /** Empty: any day. */
  readonly weekdays: readonly Weekday[]
  readonly part: DayPart
  readonly seats: number
}

/** The most days of a range. */
const RANGE_DAYS_MAX = 92
/** The days that the form offers first. */
const FIRST_DAYS = 28

/** What a new form shows: the next four weeks. */
export const firstWish = (today: string, seats: number): Wish => ({
  from: today,
  until: addDays(today, FIRST_DAYS - 1),
  weekdays: [],
  part: 'any',
  seats,
})

/** What is wrong with the dates. Undefined if nothing is. */
export function wrongDates({ from, until }: Wish): 'untilWrong' | 'tooLong' | undefined {
  if (from === '' || until < from) return 'untilWrong'
  return daysBetween(from, until) >= RANGE_DAYS_MAX ? 'tooLong' : undefined
}

/** What a person waits for, as the API takes it. `to` is exclusive. */
export const sentWish = ({ from, until, weekdays, part, seats }: Wish) => ({
  from,
  to: addDays(until, 1),
  ...(weekdays.length > 0 && { weekdays: [...weekdays] }),
  ...(part !== 'any' && { timeOfDay: PARTS[part] }),
  ...(seats > 1 && { seats }),
})
