/** The parts of representations that all contexts share: how instants, wall times and versions are written. */

/** RFC 3339 text in UTC of an epoch second. */
export const instantText = (epochSeconds: number): string =>
  `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}Z`

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

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** `HH:MM` of a minute of the day; 1440 is `24:00`. */
export const wallTimeText = (minuteOfDay: number): string =>
  `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`

/** RFC 3339 text in UTC of an epoch millisecond, with milliseconds. */
export const momentText = (epochMilliseconds: number): string =>
  new Date(epochMilliseconds).toISOString()
