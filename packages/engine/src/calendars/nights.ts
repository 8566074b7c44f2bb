import { invariant } from '../kernel/invariant.ts'
import { formatDate, parseDate } from '../time/dates.ts'

/** The nights `[arrival, departure)` of a stay, each named by the day it starts on. */
export interface StayDays {
  readonly arrivalDay: number
  readonly departureDay: number
}

/** The nights of a stay in one month, as quanta of that month's ledger; the first night is quantum 0. */
export interface MonthNights {
  /** `YYYY-MM`. */
  readonly month: string
  readonly firstQuantum: number
  readonly quantumCount: number
}

const firstOfMonth = (month: string): number => parseDate(`${month}-01`) as number

function firstOfNextMonth(month: string): number {
  const year = Number(month.slice(0, 4))
  const number = Number(month.slice(5, 7))
  const next =
    number === 12 ? `${year + 1}-01` : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`
  return firstOfMonth(next.padStart(7, '0'))
}

/** Splits the nights of a stay by month, in order. Throws for a stay without a night. */
export function monthsOfStay({ arrivalDay, departureDay }: StayDays): readonly MonthNights[] {
  invariant(departureDay > arrivalDay, 'a stay must have at least one night')
  const parts: MonthNights[] = []
  for (let day = arrivalDay; day < departureDay; ) {
    const month = formatDate(day).slice(0, 'YYYY-MM'.length)
    const first = firstOfMonth(month)
    const until = Math.min(departureDay, firstOfNextMonth(month))
    parts.push({ month, firstQuantum: day - first, quantumCount: until - day })
    day = until
  }
  return parts
}

/** The day of a quantum of a month's ledger. */
export const dayOfNight = (month: string, quantum: number): number => firstOfMonth(month) + quantum

/** The nights of `a` that are not in `b`, as up to two stays. */
export const nightsWithout = (a: StayDays, b: StayDays): readonly StayDays[] =>
  [
    { arrivalDay: a.arrivalDay, departureDay: Math.min(a.departureDay, b.arrivalDay) },
    { arrivalDay: Math.max(a.arrivalDay, b.departureDay), departureDay: a.departureDay },
  ].filter((stay) => stay.departureDay > stay.arrivalDay)

/** Whether two stays have the same nights. */
export const sameNights = (a: StayDays, b: StayDays): boolean =>
  a.arrivalDay === b.arrivalDay && a.departureDay === b.departureDay
