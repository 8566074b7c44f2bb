import { type CorpusCase, JUNE } from './corpus-case.ts'

/** Zones, gaps and overlaps. */
export const ZONED: readonly CorpusCase[] = [
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
    zone: 'Europe/Berlin',
    range: ['2026-04-20', '2026-04-30'],
    busy: ['2026-04-23 22:00–2026-04-24 22:00'],
  },
  {
    // The day in Cairo starts at 01:00, after its DST gap.
    file: 'all-day-midnight-gap',
    zone: 'Africa/Cairo',
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
    warnings: ['line 1: unknown time zone "Mars/Olympus"; its times count as busy in every zone'],
  },
  {
    file: 'unknown-zone-of-the-end',
    range: JUNE,
    busy: ['2026-06-15 08:00–23:00'],
    warnings: ['line 1: unknown time zone "Mars/Olympus"; its times count as busy in every zone'],
  },
  {
    file: 'unknown-calendar-zone',
    range: JUNE,
    zone: 'Europe/Berlin',
    busy: ['2026-06-15 08:00–09:00'],
    warnings: ['line 1: X-WR-TIMEZONE is unknown and ignored'],
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
    zone: 'Europe/Berlin',
    range: ['2026-03-20', '2026-04-02'],
    busy: ['2026-03-21 23:00–2026-03-22 23:00', '2026-03-28 23:00–2026-03-29 22:00'],
  },
  {
    file: 'daily-for-years',
    range: ['2026-10-24', '2026-10-27'],
    busy: ['2026-10-24 04:00–04:15', '2026-10-25 05:00–05:15', '2026-10-26 05:00–05:15'],
  },
]
