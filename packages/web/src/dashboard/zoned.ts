import { todayIn } from '../shared/time/dates.ts'
import { instantOfWall, wallMs } from '../shared/time/zone-offsets.ts'

export { addDays } from '../shared/time/dates.ts'
export { localZone } from '../shared/time/zones.ts'

const instantText = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`

/** An instant as a wall time in a time zone, as a date and a time of day: `2026-04-27T09:30`. */
export const wallTimeOf = (instant: string, timeZone: string): string =>
  new Date(wallMs(Date.parse(instant), timeZone)).toISOString().slice(0, 16)

/** The instant of a wall time in a time zone; undefined if the text is not a wall time. */
export function instantOf(wallTime: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${wallTime}Z`)
  // Date.parse takes 30 February for 2 March.
  const isDate = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(wallTime)
  return isDate ? instantText(instantOfWall(wall, timeZone)) : undefined
}

/** The date of an instant in a time zone. */
export const dateOf = (instant: string, timeZone: string): string =>
  wallTimeOf(instant, timeZone).slice(0, 10)

/** Today's date in a time zone. */
export const today = todayIn

/** The instant at which a date begins in a time zone. */
export const startOfDate = (date: string, timeZone: string): string =>
  instantText(instantOfWall(Date.parse(`${date}T00:00:00Z`), timeZone))
