/** What a night in a room costs, in cents. */
export interface Rate {
  readonly nightCents: number
  /** The nights from Friday and Saturday. */
  readonly weekendNightCents: number
}

const DAY_MILLISECONDS = 86_400_000

/** The dates of the nights of a stay: each night by the date on which it begins, without the departure. */
export function nightsOf(arrival: string, departure: string): readonly string[] {
  const count = Math.round((Date.parse(departure) - Date.parse(arrival)) / DAY_MILLISECONDS)
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(arrival, index))
}

/** The date some days after another one, `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MILLISECONDS).toISOString().slice(0, 10)

const isWeekend = (night: string): boolean => [5, 6].includes(new Date(night).getUTCDay())

/** The price of these nights in cents. */
export const quoteCents = (nights: readonly string[], rate: Rate): number =>
  nights.reduce(
    (sum, night) => sum + (isWeekend(night) ? rate.weekendNightCents : rate.nightCents),
    0,
  )
