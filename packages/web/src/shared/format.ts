import type { Language } from './language.ts'
import type { HourCycle } from './preferences.ts'
import { offsetMinutes, wallMs } from './time/zone-offsets.ts'

/** Formats dates, times, durations and lists in one language. */
export interface Format {
  /** The time of day of an instant (RFC 3339) in a time zone: `14:30` or `2:30 pm`. */
  time(instant: string, timeZone: string): string
  /** The end of a range: its time of day, after its short date if the range lasts for a day or longer. */
  end(start: string, end: string, timeZone: string): string
  /** A wall time (`HH:MM`) in the reader's hour cycle: `14:30` or `2:30 pm`. */
  wallTime(time: string): string
  /** The date of an instant in a time zone: `Monday, 27 April 2026`. */
  fullDate(instant: string, timeZone: string): string
  /** The short date of an instant in a time zone: `Mon 27 Apr`. */
  shortDate(instant: string, timeZone: string): string
  /** A date (`YYYY-MM-DD`), long: `Monday, 27 April 2026`. */
  day(date: string): string
  /** A date (`YYYY-MM-DD`), short: `Mon 27 Apr`. */
  shortDay(date: string): string
  /** The month of a date: `April 2026`. */
  month(date: string): string
  /** The names of the weekdays, from Monday. */
  weekdays(): readonly { readonly short: string; readonly long: string }[]
  /** The UTC offset of a time zone at an instant: `GMT+2`. */
  offset(instant: string, timeZone: string): string
  list(items: readonly string[]): string
  /** A duration in minutes: `45 min`, `1 hr 30 min`, `2 days 3 hr`. */
  minutes(count: number): string
}

/** The city in a time zone's name: `Europe/Berlin` becomes `Berlin`. */
export const cityOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** An offset in minutes east of UTC: `GMT`, `GMT+2`, `GMT-3:30`. */
function offsetText(minutes: number): string {
  if (minutes === 0) return 'GMT'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const tail = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${tail}`
}

/** The locale of dates; a language that is missing here is its own. */
const LOCALES: Partial<Readonly<Record<Language, string>>> = { en: 'en-GB', pt: 'pt-BR' }

/** British English abbreviates minutes to "mins"; the pages write "min". */
const unitLocaleOf = (language: Language): string => (language === 'en' ? 'en-US' : language)

/** A Monday, to derive the names of the weekdays from. */
const MONDAY_UTC = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/**
 * Creates the formats of a language and an hour cycle. Each `Intl` formatter is created once, when first
 * needed.
 */
export function createFormat(language: Language, hourCycle: HourCycle = 'h23'): Format {
  const locale = LOCALES[language] ?? language
  const cache = new Map<string, Intl.DateTimeFormat>()
  // Always in UTC: the zone of an instant is applied before, by the server's tz table.
  const formatter = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options)
    const found = cache.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    cache.set(key, found)
    return found
  }
  const write = (instant: string | number, options: Intl.DateTimeFormatOptions): string =>
    formatter(options).format(new Date(instant))
  const onClock = (instant: string, timeZone: string): number =>
    wallMs(Date.parse(instant), timeZone)
  const ofDate = (date: string, options: Intl.DateTimeFormatOptions): string =>
    write(`${date}T00:00:00Z`, options)
  const timeOfDay = {
    hour: hourCycle === 'h12' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle,
  } as const
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const unit = (value: number, name: 'day' | 'hour' | 'minute'): string =>
    new Intl.NumberFormat(unitLocaleOf(language), {
      style: 'unit',
      unit: name,
      // Short days are letters that few read, such as "Tg." and "j".
      unitDisplay: name === 'day' ? 'long' : 'short',
    }).format(value)
  const timeOf = (instant: string, timeZone: string): string =>
    write(onClock(instant, timeZone), timeOfDay)
  return {
    time: timeOf,
    end: (start, end, timeZone) =>
      Date.parse(end) - Date.parse(start) < DAY_MS
        ? timeOf(end, timeZone)
        : `${write(onClock(end, timeZone), short)}, ${timeOf(end, timeZone)}`,
    wallTime: (time) => write(`1970-01-01T${time}Z`, timeOfDay),
    fullDate: (instant, timeZone) => write(onClock(instant, timeZone), { dateStyle: 'full' }),
    shortDate: (instant, timeZone) => write(onClock(instant, timeZone), short),
    day: (date) => ofDate(date, { dateStyle: 'full' }),
    shortDay: (date) => ofDate(date, short),
    month: (date) => ofDate(date, { month: 'long', year: 'numeric' }),
    weekdays: () =>
      Array.from({ length: 7 }, (_, index) => {
        const at = MONDAY_UTC + index * DAY_MS
        return {
          // Arabic has no shorter form between a letter and the whole word.
          short: write(at, { weekday: language === 'ar' ? 'narrow' : 'short' }),
          long: write(at, { weekday: 'long' }),
        }
      }),
    offset: (instant, timeZone) => offsetText(offsetMinutes(Date.parse(instant), timeZone)),
    list: (items) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items),
    minutes: (count) => {
      const parts = [
        [Math.floor(count / 1440), 'day'],
        [Math.floor((count % 1440) / 60), 'hour'],
        [count % 60, 'minute'],
      ] as const
      const written = parts.flatMap(([value, name]) => (value === 0 ? [] : unit(value, name)))
      return written.join(' ') || unit(0, 'minute')
    },
  }
}
