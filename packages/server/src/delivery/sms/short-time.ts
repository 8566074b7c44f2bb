import { localDateOf } from '@holdfast/engine'
import { dateAndClock } from '../mails/time-text.ts'
import type { Words } from '../texts.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string): Intl.DateTimeFormat {
  let format = formats.get(locale)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    })
    formats.set(locale, format)
  }
  return format
}

/** Spaces and marks of direction that would make an SMS twice as long. */
const SPACES = /[\u00a0\u202f\u2009]/g
const MARKS = /[\u200e\u200f\u061c]/g

/** A date in short, such as `Mon, 27/04/2026`, without characters that only take place. */
export const shortDayText = (date: string, locale: string): string =>
  formatOf(locale)
    .format(new Date(`${date}T00:00:00Z`))
    .replaceAll(SPACES, ' ')
    .replaceAll(MARKS, '')

/** The date and the time of day of an instant in short, such as `Mon, 27/04/2026, 11:00`. */
export function shortTimeText(
  epochSeconds: number,
  zone: string,
  { locale, clock }: Pick<Words, 'locale' | 'clock'>,
): string {
  const date = localDateOf(zone, Math.floor(epochSeconds / 60))
  const [, time] = dateAndClock(epochSeconds, zone, { locale, clock })
  return `${shortDayText(date, locale)}, ${time}`
}
