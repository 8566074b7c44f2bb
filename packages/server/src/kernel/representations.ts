/** The parts of representations that all contexts share: how instants, wall times and versions are written. */

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const DAY_SECONDS = 86_400
/** Years of bookings; the map is cleared beyond. */
const MAX_DAY_TEXTS = 2_000

/** The days of recent instants as text, up to their `T`. */
const dayTexts = new Map<number, string>()

function dayText(dayNumber: number): string {
  const known = dayTexts.get(dayNumber)
  if (known !== undefined) return known
  const text = new Date(dayNumber * DAY_SECONDS * 1000).toISOString()
  const day = text.slice(0, text.indexOf('T') + 1)
  if (dayTexts.size >= MAX_DAY_TEXTS) dayTexts.clear()
  dayTexts.set(dayNumber, day)
  return day
}

const SIXTY: readonly string[] = Array.from({ length: 60 }, (_, value) => twoDigits(value))

/**
 * RFC 3339 text in UTC of an epoch second. Made by hand, because a booking writes more than ten, and
 * `Date.toISOString` takes several times as long.
 */
export function instantText(epochSeconds: number): string {
  const wholeSeconds = Math.floor(epochSeconds)
  const dayNumber = Math.floor(wholeSeconds / DAY_SECONDS)
  const second = wholeSeconds - dayNumber * DAY_SECONDS
  const minute = Math.floor(second / 60)
  const hour = Math.floor(minute / 60)
  return `${dayText(dayNumber)}${SIXTY[hour]}:${SIXTY[minute - hour * 60]}:${SIXTY[second - minute * 60]}Z`
}

/** RFC 3339 text in UTC of an epoch second, or null if there is none. */
export const instantOrNull = (epochSeconds: number | undefined): string | null =>
  epochSeconds === undefined ? null : instantText(epochSeconds)

/** When a resource was created and last changed. */
export const timestamps = (of: {
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}) => ({
  createdAt: instantText(of.createdAtEpochSeconds),
  updatedAt: instantText(of.updatedAtEpochSeconds),
})

/** `HH:MM` of a minute of the day; 1440 is `24:00`. */
export const wallTimeText = (minuteOfDay: number): string =>
  `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`

/** RFC 3339 text in UTC of an epoch millisecond, with milliseconds. */
export const momentText = (epochMilliseconds: number): string =>
  new Date(epochMilliseconds).toISOString()
