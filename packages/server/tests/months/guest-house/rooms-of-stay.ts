import type { Dates } from './prices.ts'
import type { Season, Stay } from './season.ts'

/** Whether the guest of a stay has slept in its present room. */
const hasSlept = ({ now }: Season, { since }: Stay): boolean => since < now.date

/** Whether a stay has left a room today, in which it has slept, so that it can go back as if nothing had been. */
const isLeftToday = (season: Season, stay: Stay, unit: string): boolean =>
  !hasSlept(season, stay) && stay.earlier.at(-1)?.unit === unit

/** Of the nights of a stay, those from today on if its guest is there, else all. */
export const nightsAhead = ({ now }: Season, { since, earlier }: Stay, to: Dates): Dates =>
  since < now.date || earlier.length > 0 ? { ...to, arrival: now.date } : to

/** The rooms that a stay can have: not those that it has left for good. */
export const roomsOf = (season: Season, stay: Stay): readonly string[] =>
  stay.type.units.filter(
    (each) => isLeftToday(season, stay, each) || stay.earlier.every(({ unit }) => unit !== each),
  )

/** Writes down that a stay has other dates, in a room. The nights that are over stay where they were. */
export function settleIn(season: Season, stay: Stay, unit: string, to: Dates): void {
  const { books, now } = season
  const { id, earlier } = stay
  const isThere = hasSlept(season, stay)
  const isSplit = isThere || earlier.length > 0
  const ahead = nightsAhead(season, stay, to)
  if (unit !== stay.unit && isLeftToday(season, stay, unit)) {
    stay.since = earlier.at(-1)?.arrival ?? stay.since
    stay.earlier = earlier.slice(0, -1)
  } else if (unit !== stay.unit && isThere) {
    stay.earlier = [...earlier, { unit: stay.unit, arrival: stay.since, departure: now.date }]
    stay.since = now.date
  } else if (!isSplit) stay.since = to.arrival
  books.leave(id, isSplit ? now.date : '')
  season.differs(`${id} had taken`, books.take(unit, ahead, id), [])
  Object.assign(stay, { unit, arrival: to.arrival, departure: to.departure })
}
