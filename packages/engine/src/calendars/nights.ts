import { invariant } from '../kernel/invariant.ts'
import { formatDate, parseDate } from '../time/dates.ts'

/** A stay: the nights `[arrival, departure)`, each by the day it begins on. */
export interface StayDays {
  readonly arrivalDay: number
  readonly departureDay: number
}

/** The nights of a stay in one month, as quanta of that month's ledger: the first of a month is 0. */
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

/** Splits the nights of a stay by month, in order: a year is twelve parts, or thirteen. */
export function monthsOfStay({ arrivalDay, departureDay }: StayDays): readonly MonthNights[] {
  invariant(departureDay > arrivalDay, 'a stay has at least one night')
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

/** The day that a quantum of a month's ledger stands for. */
export const dayOfNight = (month: string, quantum: number): number => firstOfMonth(month) + quantum

/** The nights of `a` that are not in `b`: none, one or two stretches. */
export const nightsWithout = (a: StayDays, b: StayDays): readonly StayDays[] =>
  [
    { arrivalDay: a.arrivalDay, departureDay: Math.min(a.departureDay, b.arrivalDay) },
    { arrivalDay: Math.max(a.arrivalDay, b.departureDay), departureDay: a.departureDay },
  ].filter((stretch) => stretch.departureDay > stretch.arrivalDay)
