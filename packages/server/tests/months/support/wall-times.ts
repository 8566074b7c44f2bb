/** A minute of a local day: a date, `YYYY-MM-DD`, and minutes since its midnight by the wall clock. */
export interface WallTime {
  readonly date: string
  readonly minute: number
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

export type Weekday = (typeof WEEKDAYS)[number]

/** The weekday of a date. */
export const weekdayOf = (date: string): Weekday =>
  WEEKDAYS[new Date(`${date}T00:00Z`).getUTCDay()] as Weekday

/** The date so many days later. */
export const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The first of some dates. */
export const earliest = (...dates: readonly string[]): string => dates.toSorted()[0] as string

/** The last of some dates. */
export const latest = (...dates: readonly string[]): string => dates.toSorted().at(-1) as string

/** All dates from the first to the last one, both included. */
export function datesBetween(first: string, last: string): readonly string[] {
  const dates = [first]
  while ((dates.at(-1) as string) < last) dates.push(dayAfter(dates.at(-1) as string))
  return dates
}

/** Minutes since midnight of `HH:MM`. */
export const minuteOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** `HH:MM` of minutes since midnight. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    // Swedish dates are written as `2035-03-01 09:00`.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
    formats.set(zone, format)
  }
  return format
}

/** What clocks in a zone show at an instant. By `Intl` alone: the books must not share the product's own conversion. */
export function wallOf(zone: string, instant: string): WallTime {
  const [date, time] = formatOf(zone).format(Date.parse(instant)).split(' ') as [string, string]
  return { date, minute: minuteOf(time) }
}

/** The instant at which clocks in a zone show a time that occurs once, to the second: `2035-03-01T08:00:00Z`. */
export function instantOf(zone: string, { date, minute }: WallTime): string {
  const asUtc = Date.parse(`${date}T00:00Z`) + minute * MINUTE_MS
  for (let offset = -14 * 60; offset <= 14 * 60; offset += 15) {
    const instant = `${new Date(asUtc - offset * MINUTE_MS).toISOString().slice(0, 19)}Z`
    const shown = wallOf(zone, instant)
    if (shown.date === date && shown.minute === minute) return instant
  }
  throw new Error(`clocks in ${zone} never show ${date} ${timeOf(minute)}`)
}
