import { busyTimes } from '../../src/adapters/ical/busy-times.ts'
import { FEED_LIMITS } from '../../src/adapters/ical/free-busy-reader.ts'
import { parseCalendar } from '../../src/adapters/ical/parse-calendar.ts'

/** How the lines of a calendar are read. */
export interface LinesQuery {
  /** UTC dates, the end exclusive. Default: June 2026. */
  readonly range?: readonly [from: string, to: string]
  /** The zone of the provider. Default: UTC. */
  readonly timeZone?: string
}

const epochMinutes = (date: string) => Date.parse(`${date}T00:00Z`) / 60_000

/**
 * The busy times of a calendar with these lines, as `06-01 10:00–11:00` or `06-01 10:00–06-02 11:00` in UTC,
 * and the warnings. The first line is line 2 of its file.
 */
export function busyOfLines(
  lines: readonly string[],
  { range = ['2026-06-01', '2026-07-01'], timeZone = 'UTC' }: LinesQuery = {},
) {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const parsed = parseCalendar(new TextEncoder().encode(text), FEED_LIMITS, 'times')
  if (!parsed.ok) throw new Error(parsed.refusal.detail)
  const [from, to] = range
  const { busy, warnings } = busyTimes(parsed.value, {
    range: { startEpochMinutes: epochMinutes(from), endEpochMinutes: epochMinutes(to) },
    timeZone,
    occurrencesPerRule: 10_000,
    warnings: 20,
  })
  const textOf = (minutes: number) =>
    new Date(minutes * 60_000).toISOString().slice(5, 16).replace('T', ' ')
  return {
    busy: busy.map(({ startEpochMinutes, endEpochMinutes }) => {
      const [start, end] = [textOf(startEpochMinutes), textOf(endEpochMinutes)]
      return `${start}–${start.slice(0, 5) === end.slice(0, 5) ? end.slice(6) : end}`
    }),
    warnings,
  }
}
