/**
 * What the files of the corpus make busy: computed by hand from RFC 5545, in UTC, as
 * `from–to` of one day or `from–day to`.
 */
export interface CorpusCase {
  readonly file: string
  /** The range that is asked for: dates, in UTC, the last excluded. */
  readonly range: readonly [from: string, to: string]
  /** The zone of the provider; unset: the answer is the same in all of `ZONES`. */
  readonly zone?: string
  readonly busy: readonly string[]
  readonly warnings?: readonly string[]
}

/** Zones of providers: east and west of UTC, with and without daylight saving, and beside the date line. */
export const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia']

const JUNE: CorpusCase['range'] = ['2026-06-01', '2026-07-01']

/** Files after what calendar programs and services write. */
const PROGRAMS: readonly CorpusCase[] = [
  {
    file: 'google-work',
    range: ['2026-03-16', '2026-04-21'],
    busy: [
      '2026-03-16 08:00–08:30',
      '2026-03-23 08:00–08:30',
      '2026-03-27 12:00–13:00',
      '2026-03-31 12:00–12:30',
      '2026-04-13 07:00–07:30',
      '2026-04-20 07:00–07:30',
    ],
  },
  {
    file: 'google-all-day',
    range: ['2026-03-07', '2026-03-17'],
    busy: ['2026-03-08 05:00–2026-03-09 04:00', '2026-03-10 04:00–2026-03-11 04:00'],
  },
  {
    file: 'google-cancelled-occurrence',
    range: ['2026-03-01', '2026-03-26'],
    busy: ['2026-03-04 20:00–21:00', '2026-03-18 19:00–20:00', '2026-03-25 19:00–20:00'],
  },
  {
    file: 'google-until-in-utc',
    range: ['2026-03-14', '2026-04-14'],
    busy: ['2026-03-15 22:00–22:45', '2026-03-22 22:00–22:45', '2026-03-29 21:00–21:45'],
  },
  {
    file: 'google-moved-into-range',
    range: ['2026-04-10', '2026-04-20'],
    busy: ['2026-04-15 10:00–11:00'],
  },
  { file: 'google-moved-out-of-range', range: ['2026-03-20', '2026-04-20'], busy: [] },
  {
    file: 'outlook-windows-zone',
    range: ['2026-10-12', '2026-11-04'],
    busy: [
      '2026-10-13 08:00–09:00',
      '2026-10-20 08:00–09:00',
      '2026-10-27 09:00–10:00',
      '2026-11-03 09:00–10:00',
    ],
  },
  {
    file: 'outlook-windows-zone-undefined',
    range: ['2026-10-20', '2026-11-13'],
    busy: [
      '2026-10-22 17:00–18:00',
      '2026-10-29 17:00–18:00',
      '2026-11-05 18:00–19:00',
      '2026-11-12 18:00–19:00',
    ],
  },
  {
    file: 'outlook-customized-zone',
    range: ['2026-02-26', '2026-03-14'],
    busy: ['2026-02-27 14:00–15:00', '2026-03-06 14:00–15:00', '2026-03-13 13:00–14:00'],
  },
  {
    file: 'exchange-display-name',
    range: ['2026-04-01', '2026-04-02'],
    busy: ['2026-04-01 07:00–08:00'],
  },
  {
    file: 'exchange-display-name-unquoted',
    range: ['2026-04-01', '2026-04-02'],
    busy: ['2026-04-01 07:00–08:00'],
  },
  {
    file: 'outlook-busy-status',
    range: ['2026-05-04', '2026-05-05'],
    busy: ['2026-05-04 10:00–11:00', '2026-05-04 12:00–13:00', '2026-05-04 14:00–15:00'],
  },
  {
    file: 'outlook-all-day-as-times',
    range: ['2026-03-28', '2026-03-31'],
    busy: ['2026-03-28 23:00–2026-03-29 22:00'],
  },
  {
    file: 'exchange-excluded-dates',
    range: ['2026-10-19', '2026-10-30'],
    busy: [
      '2026-10-19 07:00–07:30',
      '2026-10-21 07:00–07:30',
      '2026-10-22 07:00–07:30',
      '2026-10-23 07:00–07:30',
      '2026-10-28 08:00–08:30',
      '2026-10-29 08:00–08:30',
    ],
  },
  {
    file: 'exchange-utc-uri',
    range: ['2026-05-05', '2026-05-06'],
    busy: ['2026-05-05 12:00–13:00'],
  },
  {
    file: 'exchange-weekly-counted-day',
    range: ['2026-05-04', '2026-05-19'],
    busy: ['2026-05-04 09:00–10:00', '2026-05-11 09:00–10:00', '2026-05-18 09:00–10:00'],
  },
  {
    file: 'apple-icloud',
    range: ['2026-10-26', '2026-11-10'],
    busy: [
      '2026-10-26 22:00–23:00',
      '2026-11-02 23:00–2026-11-03 00:00',
      '2026-11-04 23:00–2026-11-05 00:00',
    ],
  },
  {
    file: 'apple-floating',
    range: ['2026-03-28', '2026-03-31'],
    zone: 'Europe/Berlin',
    busy: ['2026-03-29 08:00–09:00'],
  },
  {
    file: 'apple-floating',
    range: ['2026-03-28', '2026-03-31'],
    zone: 'America/New_York',
    busy: ['2026-03-29 14:00–15:00'],
  },
  {
    file: 'apple-floating',
    range: ['2026-03-28', '2026-03-31'],
    zone: 'Asia/Tokyo',
    busy: ['2026-03-29 01:00–02:00'],
  },
  {
    file: 'apple-this-and-future',
    range: ['2026-03-01', '2026-04-09'],
    busy: [
      '2026-03-03 09:00–09:30',
      '2026-03-10 09:00–09:30',
      '2026-03-17 09:00–09:30',
      '2026-03-25 10:00–11:00',
      '2026-04-01 09:00–10:00',
      '2026-04-08 09:00–10:00',
    ],
  },
  {
    file: 'apple-this-and-future-cancelled',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00', '2026-06-02 10:00–11:00', '2026-06-03 10:00–11:00'],
  },
  {
    file: 'fastmail-last-friday',
    range: ['2026-02-01', '2026-06-01'],
    busy: [
      '2026-02-27 05:00–06:00',
      '2026-03-27 05:00–06:00',
      '2026-04-24 06:00–07:00',
      '2026-05-29 06:00–07:00',
    ],
  },
  {
    file: 'fastmail-flight-between-zones',
    range: ['2026-03-10', '2026-03-11'],
    busy: ['2026-03-10 13:00–15:00'],
  },
  {
    file: 'rental-reservations',
    range: ['2026-03-20', '2026-04-10'],
    zone: 'Europe/Berlin',
    busy: ['2026-03-26 23:00–2026-03-29 22:00', '2026-04-04 22:00–2026-04-05 22:00'],
  },
  {
    file: 'rental-reservations',
    range: ['2026-03-20', '2026-04-10'],
    zone: 'America/New_York',
    busy: ['2026-03-27 04:00–2026-03-30 04:00', '2026-04-05 04:00–2026-04-06 04:00'],
  },
  {
    file: 'rental-reservations',
    range: ['2026-03-20', '2026-04-10'],
    zone: 'Asia/Tokyo',
    busy: ['2026-03-26 15:00–2026-03-29 15:00', '2026-04-04 15:00–2026-04-05 15:00'],
  },
  {
    file: 'rental-adjacent-stays',
    range: ['2026-04-30', '2026-05-10'],
    zone: 'Europe/Berlin',
    busy: ['2026-04-30 22:00–2026-05-04 22:00'],
  },
  {
    file: 'rental-adjacent-stays',
    range: ['2026-04-30', '2026-05-10'],
    zone: 'America/New_York',
    busy: ['2026-05-01 04:00–2026-05-05 04:00'],
  },
  {
    file: 'nextcloud-count',
    range: ['2026-10-23', '2026-10-30'],
    busy: ['2026-10-24 05:00–06:00', '2026-10-25 06:00–07:00', '2026-10-26 06:00–07:00'],
  },
  {
    file: 'lightning-vendor-zone',
    range: ['2026-04-01', '2026-04-02'],
    busy: ['2026-04-01 10:00–11:00'],
  },
  {
    file: 'evolution-vendor-zone',
    range: ['2026-11-02', '2026-11-03'],
    busy: ['2026-11-02 17:00–18:00'],
  },
  {
    file: 'zimbra-zone',
    range: ['2026-07-01', '2026-12-31'],
    busy: ['2026-07-10 13:00–14:00', '2026-12-02 14:00–15:00'],
  },
  {
    file: 'notes-added-dates',
    range: ['2026-03-20', '2026-04-20'],
    busy: ['2026-03-23 13:00–13:45', '2026-03-30 12:00–12:45', '2026-04-08 13:00–13:45'],
  },
  {
    file: 'yahoo-alias-zone',
    range: ['2026-07-01', '2026-07-02'],
    busy: ['2026-07-01 12:00–12:30'],
  },
  {
    file: 'free-busy',
    range: JUNE,
    busy: [
      '2026-06-01 08:00–09:00',
      '2026-06-01 10:00–10:30',
      '2026-06-01 11:00–12:00',
      '2026-06-01 14:00–15:00',
    ],
  },
]

/** Files that are odd or broken as files. */
const FORMS: readonly CorpusCase[] = [
  {
    file: 'lower-case-folded',
    range: ['2026-04-01', '2026-05-01'],
    busy: ['2026-04-01 07:00–08:00', '2026-04-02 07:00–08:00'],
  },
  { file: 'carriage-returns', range: JUNE, busy: ['2026-06-01 10:00–11:00'] },
  { file: 'byte-order-mark', range: JUNE, busy: ['2026-06-01 10:00–11:00'] },
  { file: 'utf-16', range: JUNE, busy: ['2026-06-01 10:00–11:00'] },
  {
    file: 'one-unreadable-event',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00', '2026-06-01 12:00–13:00'],
    warnings: ['line 12: its DTSTART cannot be read', 'line 19: it has no DTSTART'],
  },
  {
    file: 'unfolded-description',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00'],
    warnings: ['line 12: this is no property', 'line 13: this is no property'],
  },
  {
    file: 'unreadable-rule',
    range: ['2026-06-01', '2026-06-04'],
    busy: ['2026-06-01 09:00–10:00', '2026-06-02 09:00–10:00', '2026-06-03 09:00–10:00'],
    warnings: ['line 5: its RRULE cannot be read: every day is taken'],
  },
  {
    file: 'unreadable-rule-with-end',
    range: JUNE,
    busy: ['2026-06-01 09:00–10:00', '2026-06-02 09:00–10:00'],
    warnings: ['line 5: its RRULE cannot be read: every day is taken'],
  },
  {
    file: 'unreadable-end',
    range: JUNE,
    busy: ['2026-06-06 12:00–2026-06-07 12:00'],
    warnings: ['line 9: this DTEND cannot be read: one day is taken'],
  },
  {
    file: 'two-calendars',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00', '2026-06-01 12:00–13:00'],
  },
  {
    file: 'other-components',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00'],
  },
  {
    file: 'missing-ends',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00', '2026-06-01 10:00–11:00'],
  },
  {
    file: 'quoted-parameters',
    range: ['2026-04-01', '2026-04-02'],
    busy: ['2026-04-01 08:00–09:00'],
  },
  {
    file: 'odd-times',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00', '2026-06-02 23:00–2026-06-03 00:00', '2026-06-03 10:00–11:00'],
  },
  { file: 'date-with-a-time', range: JUNE, busy: ['2026-06-05 00:00–2026-06-06 00:00'] },
  { file: 'empty-values', range: JUNE, busy: ['2026-06-01 09:00–10:00'] },
  {
    file: 'no-uid',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00', '2026-06-02 10:00–11:00'],
  },
  {
    file: 'same-uid-twice',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00', '2026-06-02 12:00–13:00'],
  },
  { file: 'newer-version', range: JUNE, busy: ['2026-06-02 12:00–13:00'] },
]

/** Zones, gaps and overlaps. */
const ZONED: readonly CorpusCase[] = [
  {
    file: 'zone-of-dates',
    range: ['2026-03-01', '2026-12-01'],
    busy: ['2026-03-01 11:00–12:00', '2026-06-01 10:00–11:00', '2026-11-01 11:00–12:00'],
  },
  {
    file: 'half-hour-dst',
    range: ['2026-04-03', '2026-04-10'],
    busy: ['2026-04-03 22:00–23:00', '2026-04-04 22:30–23:30', '2026-04-05 22:30–23:30'],
  },
  {
    file: 'quarter-hour-zone',
    range: ['2026-04-15', '2026-04-16'],
    busy: ['2026-04-15 03:15–04:15'],
  },
  {
    file: 'all-day-midnight-gap',
    range: ['2026-04-20', '2026-04-30'],
    busy: ['2026-04-23 22:00–2026-04-24 21:00'],
  },
  {
    file: 'floating-in-calendar-zone',
    range: ['2026-07-01', '2026-07-02'],
    busy: ['2026-07-01 16:00–17:00'],
  },
  {
    file: 'floating-in-windows-calendar-zone',
    range: ['2026-07-01', '2026-07-02'],
    busy: ['2026-07-01 00:00–01:00'],
  },
  {
    file: 'unknown-zone',
    range: JUNE,
    busy: ['2026-06-14 20:00–2026-06-15 23:00'],
    warnings: [
      'line 1: the zone "Mars/Olympus" is neither known nor defined: its times are taken wherever they can lie',
    ],
  },
  {
    file: 'unknown-calendar-zone',
    range: JUNE,
    zone: 'Europe/Berlin',
    busy: ['2026-06-15 08:00–09:00'],
    warnings: ['line 1: X-WR-TIMEZONE is not a known zone: the zone of the provider is used'],
  },
  {
    file: 'offset-as-zone',
    range: ['2026-01-15', '2026-01-16'],
    busy: ['2026-01-15 08:00–09:00', '2026-01-15 15:00–16:00'],
  },
  {
    file: 'zone-in-lower-case',
    range: ['2026-04-01', '2026-04-02'],
    busy: ['2026-04-01 08:00–09:00'],
  },
  {
    file: 'new-law-old-definition',
    range: ['2026-12-01', '2026-12-02'],
    busy: ['2026-12-01 16:00–17:00'],
  },
  {
    file: 'one-zone-name-in-two-calendars',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00', '2026-06-01 14:00–15:00'],
  },
  {
    file: 'in-the-gap',
    range: ['2026-03-27', '2026-04-01'],
    busy: ['2026-03-28 01:30–02:00', '2026-03-29 01:30–02:00', '2026-03-30 00:30–01:00'],
  },
  {
    file: 'in-the-overlap',
    range: ['2026-10-23', '2026-10-30'],
    busy: ['2026-10-24 00:30–01:00', '2026-10-25 00:30–01:00', '2026-10-26 01:30–02:00'],
  },
  {
    file: 'southern-summer',
    range: ['2026-03-30', '2026-04-15'],
    busy: ['2026-03-31 22:00–23:00', '2026-04-07 23:00–2026-04-08 00:00'],
  },
  {
    file: 'date-line',
    range: ['2026-09-24', '2026-09-30'],
    busy: ['2026-09-25 20:00–21:00', '2026-09-26 19:00–20:00'],
  },
  {
    file: 'count-over-dst',
    range: ['2026-03-06', '2026-03-15'],
    busy: ['2026-03-07 14:30–15:00', '2026-03-08 13:30–14:00', '2026-03-09 13:30–14:00'],
  },
  {
    file: 'night-shift',
    range: ['2026-03-27', '2026-04-02'],
    busy: [
      '2026-03-27 21:00–2026-03-28 05:00',
      '2026-03-28 21:00–2026-03-29 05:00',
      '2026-03-29 20:00–2026-03-30 04:00',
    ],
  },
  {
    file: 'nominal-days-over-dst',
    range: ['2026-10-20', '2026-10-30'],
    busy: ['2026-10-23 10:00–2026-10-24 10:00', '2026-10-24 16:00–2026-10-25 17:00'],
  },
  {
    file: 'all-day-over-dst',
    range: ['2026-03-20', '2026-04-02'],
    busy: ['2026-03-21 23:00–2026-03-22 23:00', '2026-03-28 23:00–2026-03-29 22:00'],
  },
  {
    file: 'daily-for-years',
    range: ['2026-10-24', '2026-10-27'],
    busy: ['2026-10-24 04:00–04:15', '2026-10-25 05:00–05:15', '2026-10-26 05:00–05:15'],
  },
]

/** Lengths, rules, and what is added to them, taken out of them, or changed. */
const SERIES: readonly CorpusCase[] = [
  {
    file: 'durations',
    range: ['2026-03-01', '2026-12-01'],
    busy: [
      '2026-03-20 09:00–10:30',
      '2026-03-28 11:00–2026-03-29 10:00',
      '2026-06-01 00:00–2026-06-08 00:00',
      '2026-10-24 10:00–2026-10-25 10:00',
    ],
  },
  { file: 'no-end', range: JUNE, busy: ['2026-06-03 00:00–2026-06-04 00:00'] },
  { file: 'end-on-the-same-date', range: JUNE, busy: ['2026-06-05 00:00–2026-06-06 00:00'] },
  { file: 'end-before-start', range: JUNE, busy: ['2026-06-06 11:00–12:00'] },
  {
    file: 'running-through',
    range: ['2026-06-10', '2026-06-12'],
    busy: ['2026-06-10 00:00–2026-06-12 00:00'],
  },
  {
    file: 'long-occurrences',
    range: ['2026-06-18', '2026-06-20'],
    busy: ['2026-06-18 00:00–2026-06-19 12:00'],
  },
  { file: 'seconds', range: JUNE, busy: ['2026-06-01 09:00–10:00'] },
  { file: 'overlapping-events', range: JUNE, busy: ['2026-06-01 09:00–11:30'] },
  { file: 'orphan-change', range: JUNE, busy: ['2026-06-01 08:00–09:00'] },
  {
    file: 'orphan-this-and-future',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00'],
    warnings: ['line 5: the event that it changes is missing: it is taken alone'],
  },
  {
    file: 'change-before-series',
    range: ['2026-03-20', '2026-04-20'],
    busy: ['2026-03-23 08:00–09:00', '2026-03-30 13:00–14:00', '2026-04-06 07:00–08:00'],
  },
  {
    file: 'change-by-date',
    range: ['2026-03-20', '2026-04-20'],
    busy: ['2026-03-23 08:00–09:00', '2026-03-31 07:00–08:00', '2026-04-06 07:00–08:00'],
  },
  { file: 'cancelled-series', range: JUNE, busy: ['2026-06-02 12:00–13:00'] },
  { file: 'transparent-series-opaque-change', range: JUNE, busy: ['2026-06-03 08:00–09:30'] },
  {
    file: 'added-periods',
    range: JUNE,
    busy: [
      '2026-06-01 08:00–09:00',
      '2026-06-08 08:00–09:00',
      '2026-06-10 10:00–12:00',
      '2026-06-12 10:00–10:30',
    ],
  },
  {
    file: 'added-and-excluded',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00', '2026-06-03 08:00–09:00'],
  },
  {
    file: 'start-off-its-rule',
    range: JUNE,
    busy: ['2026-06-03 09:00–10:00', '2026-06-08 09:00–10:00', '2026-06-15 09:00–10:00'],
  },
  {
    file: 'leap-day',
    range: ['2027-02-01', '2028-04-01'],
    busy: ['2028-02-29 00:00–2028-03-01 00:00'],
  },
  {
    file: 'last-workday',
    range: ['2026-01-01', '2026-06-01'],
    busy: [
      '2026-01-30 16:00–17:00',
      '2026-02-27 16:00–17:00',
      '2026-03-31 16:00–17:00',
      '2026-04-30 16:00–17:00',
      '2026-05-29 16:00–17:00',
    ],
  },
  {
    // The example of RFC 5545, section 3.3.10, for WKST.
    file: 'week-starts-monday',
    range: ['1997-08-01', '1997-10-01'],
    busy: [
      '1997-08-05 13:00–14:00',
      '1997-08-10 13:00–14:00',
      '1997-08-19 13:00–14:00',
      '1997-08-24 13:00–14:00',
    ],
  },
  {
    file: 'week-starts-sunday',
    range: ['1997-08-01', '1997-10-01'],
    busy: [
      '1997-08-05 13:00–14:00',
      '1997-08-17 13:00–14:00',
      '1997-08-19 13:00–14:00',
      '1997-08-31 13:00–14:00',
    ],
  },
  {
    file: 'until-a-date',
    range: JUNE,
    busy: ['2026-06-01 22:00–23:00', '2026-06-02 22:00–23:00', '2026-06-03 22:00–23:00'],
  },
  {
    file: 'until-a-local-time',
    range: ['2026-04-01', '2026-05-01'],
    busy: ['2026-04-01 07:00–08:00', '2026-04-08 07:00–08:00', '2026-04-15 07:00–08:00'],
  },
  {
    file: 'excluded-by-date',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00', '2026-06-03 10:00–11:00'],
  },
  {
    file: 'excluded-in-utc',
    range: ['2026-03-20', '2026-04-20'],
    busy: ['2026-03-23 08:00–09:00', '2026-04-06 07:00–08:00'],
  },
  {
    file: 'all-day-excluded-by-time',
    range: ['2026-05-30', '2026-06-10'],
    busy: ['2026-05-31 22:00–2026-06-01 22:00', '2026-06-02 22:00–2026-06-03 22:00'],
  },
  {
    file: 'every-second',
    range: JUNE,
    busy: ['2026-06-01 10:00–12:01'],
    warnings: ['line 5: its RRULE is too much to expand: all time up to its end is taken'],
  },
  {
    file: 'endless-occurrences',
    range: ['2026-06-01', '2026-06-05'],
    busy: ['2026-06-01 12:00–2026-06-05 00:00'],
  },
  {
    file: 'every-six-hours',
    range: JUNE,
    busy: ['2026-06-01 00:00–00:30', '2026-06-01 06:00–06:30', '2026-06-01 12:00–12:30'],
  },
  {
    file: 'week-of-the-year',
    range: ['2026-01-01', '2027-01-01'],
    busy: ['2026-05-11 09:00–10:00'],
  },
  {
    file: 'thirty-first',
    range: ['2026-01-01', '2026-08-01'],
    busy: [
      '2026-01-31 09:00–10:00',
      '2026-03-31 09:00–10:00',
      '2026-05-31 09:00–10:00',
      '2026-07-31 09:00–10:00',
    ],
  },
  {
    file: 'last-day-of-the-month',
    range: ['2026-01-01', '2026-05-01'],
    busy: [
      '2026-01-31 09:00–10:00',
      '2026-02-28 09:00–10:00',
      '2026-03-31 09:00–10:00',
      '2026-04-30 09:00–10:00',
    ],
  },
  {
    file: 'count-and-until',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00', '2026-06-02 10:00–11:00', '2026-06-03 10:00–11:00'],
  },
  {
    file: 'two-rules',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00', '2026-06-05 10:00–11:00', '2026-06-08 10:00–11:00'],
  },
  {
    file: 'interval-of-nothing',
    range: JUNE,
    busy: ['2026-06-01 10:00–11:00', '2026-06-02 10:00–11:00'],
  },
]

export const CORPUS: readonly CorpusCase[] = [...PROGRAMS, ...FORMS, ...ZONED, ...SERIES]
