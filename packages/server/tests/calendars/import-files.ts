import type { ImportReport } from '../../src/stays/calendars/import-report.ts'

const encoder = new TextEncoder()

/** The lines of an event. */
export const event = (uid: string, ...lines: readonly string[]): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260401T000000Z',
  ...lines,
  'END:VEVENT',
]
type Events = readonly (readonly string[])[]

const calendarFile = (product: readonly string[], events: Events): Uint8Array =>
  encoder.encode(
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...product, ...events.flat(), 'END:VCALENDAR', ''].join(
      '\r\n',
    ),
  )
/** A calendar file of the program with this `PRODID`. */
export const fileOf = (product: string, ...events: Events): Uint8Array =>
  calendarFile([`PRODID:${product}`], events)
/** A calendar file of one program, whose `PRODID` is `-//test//EN`. */
export const file = (...events: Events): Uint8Array => fileOf('-//test//EN', ...events)
/** A calendar file that does not say which program wrote it. */
export const fileWithoutProduct = (...events: Events): Uint8Array => calendarFile([], events)
/** The lines of an hour at 9:00 in Berlin on a day of May 2026. */
export const hour = (uid: string, day: number, title: string, ...more: readonly string[]) =>
  event(
    uid,
    `DTSTART;TZID=Europe/Berlin:202605${String(day).padStart(2, '0')}T090000`,
    'DURATION:PT1H',
    `SUMMARY:${title}`,
    ...more,
  )
/** The lines of a stay between two dates, `YYYYMMDD`. */
export const nights = (uid: string, from: string, to: string) =>
  event(uid, `DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`, 'SUMMARY:A guest')

/** The counts of a report, with the skipped events as `UID reason`. */
export const counts = ({ imported, updated, unchanged, removed, skipped }: ImportReport) => ({
  imported,
  updated,
  unchanged,
  removed,
  skipped: skipped.map(({ uid, reason }) => `${uid} ${reason}`),
})
/** The counts of an import without effect. */
export const NOTHING = { imported: 0, updated: 0, unchanged: 0, removed: 0, skipped: [] }
