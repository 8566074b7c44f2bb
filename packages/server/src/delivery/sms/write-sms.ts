import { formatDate, localDateOf } from '@holdfast/engine'
import { TEXTS } from '../languages/languages.ts'
import { readersZone } from '../mails/compose.ts'
import { namesOf } from '../mails/invitation.ts'
import type { SmsDraft } from '../mails/sms-notice.ts'
import { dateAndClock } from '../mails/time-text.ts'
import type { Words } from '../texts.ts'
import { segmentsOf } from './segments.ts'

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
const shortDayText = (date: string, locale: string): string =>
  formatOf(locale)
    .format(new Date(`${date}T00:00:00Z`))
    .replaceAll(SPACES, ' ')
    .replaceAll(MARKS, '')

/** The date and the time of day of an instant in short, such as `Mon, 27/04/2026, 11:00`. */
function shortTimeText(
  epochSeconds: number,
  zone: string,
  { locale, clock }: Pick<Words, 'locale' | 'clock'>,
): string {
  const date = localDateOf(zone, Math.floor(epochSeconds / 60))
  const [, time] = dateAndClock(epochSeconds, zone, { locale, clock })
  return `${shortDayText(date, locale)}, ${time}`
}

/** An SMS is at most this long, whatever a title or a name is. */
export const SEGMENTS_MAX = 3

/** The lengths to which titles and names are cut, one after the other, until the text fits. */
const LENGTHS = [80, 40, 24, 12] as const

/**
 * Writes an SMS: what happened, what, when and with whom, in the zone of the booker, and the link to change it. It has none of
 * the words of the booker, who may be a stranger. Title and names are cut until it fits in `SEGMENTS_MAX`, and
 * left out if that is not enough.
 */
export function writeSms(draft: SmsDraft): string {
  const { context, kind, language } = draft
  const { eventType, manageUrl } = context
  const words = TEXTS[language].sms
  const lead = words.kinds[kind]
  const when = whenOf(draft)
  const isOver = kind === 'cancelled' || kind === 'requestExpired'
  const link = manageUrl === undefined || isOver ? [] : [`${words.manage}: ${manageUrl}`]
  const names = context.property?.name ?? namesOf(context)
  const written = (...parts: readonly (string | undefined)[]): string => {
    const given = parts.filter((part) => part !== undefined && part !== '')
    return [[`${lead}: ${given.join(', ')}`], link].flat().join('. ')
  }
  const forms = [
    ...LENGTHS.map(
      (length) => () => written(cut(eventType?.title, length), when, cut(names, length)),
    ),
    () => written(when, cut(names, 12)),
    () => written(when),
  ]
  for (const form of forms) {
    const text = form()
    if (segmentsOf(text) <= SEGMENTS_MAX) return text
  }
  // A very long address of the server: the time is worth more than the link.
  return `${lead}: ${when}`
}

/** Cuts a text to a number of characters, on one line. */
function cut(text: string | undefined, length: number): string | undefined {
  const line = text?.replaceAll(/\s+/g, ' ').trim()
  const characters = [...(line ?? '')]
  if (line === undefined || characters.length <= length) return line
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}.`
}

/** When a booking is, in short: of a stay the dates, of anything else day and time. */
function whenOf({ context, language }: SmsDraft): string {
  const { booking } = context
  const words = TEXTS[language].bookings
  const { stay } = booking
  if (stay !== undefined) {
    const days = [stay.arrivalDay, stay.departureDay].map(formatDate)
    return days.map((day) => shortDayText(day, words.locale)).join(' - ')
  }
  const zone = readersZone(context, 'booker')
  const text = shortTimeText(booking.startEpochSeconds, zone, words)
  return zone === booking.timeZone ? text : `${text} (${zone})`
}
