import { type CorpusCase, JUNE } from './corpus-case.ts'

/** Durations and rules, with added, excluded and changed occurrences. */
export const SERIES: readonly CorpusCase[] = [
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
  { file: 'no-end', zone: 'UTC', range: JUNE, busy: ['2026-06-03 00:00–2026-06-04 00:00'] },
  {
    file: 'no-end',
    zone: 'Europe/Berlin',
    range: JUNE,
    busy: ['2026-06-02 22:00–2026-06-03 22:00'],
  },
  {
    file: 'end-on-the-same-date',
    zone: 'UTC',
    range: JUNE,
    busy: ['2026-06-05 00:00–2026-06-06 00:00'],
  },
  {
    file: 'end-on-the-same-date',
    zone: 'Europe/Berlin',
    range: JUNE,
    busy: ['2026-06-04 22:00–2026-06-05 22:00'],
  },
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
    warnings: ['line 5: the event that this changes is missing; it counts as a single event'],
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
    zone: 'Europe/Berlin',
    range: ['2027-02-01', '2028-04-01'],
    busy: ['2028-02-28 23:00–2028-02-29 23:00'],
  },
  {
    file: 'leap-day',
    zone: 'UTC',
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
    zone: 'Europe/Berlin',
    range: ['2026-05-30', '2026-06-10'],
    busy: ['2026-05-31 22:00–2026-06-01 22:00', '2026-06-02 22:00–2026-06-03 22:00'],
  },
  {
    file: 'all-day-excluded-in-utc',
    zone: 'Europe/Berlin',
    range: ['2026-05-30', '2026-06-10'],
    busy: ['2026-05-31 22:00–2026-06-01 22:00', '2026-06-02 22:00–2026-06-03 22:00'],
  },
  {
    // Midnight on the third in Tokyo, the zone of the calendar.
    file: 'all-day-until-in-utc',
    zone: 'Europe/Berlin',
    range: ['2026-05-30', '2026-06-10'],
    busy: ['2026-05-31 22:00–2026-06-03 22:00'],
  },
  {
    file: 'all-day-until-in-utc',
    zone: 'Asia/Tokyo',
    range: ['2026-05-30', '2026-06-10'],
    busy: ['2026-05-31 15:00–2026-06-03 15:00'],
  },
  {
    file: 'this-and-future-by-date',
    range: ['2026-03-01', '2026-04-09'],
    busy: [
      '2026-03-03 09:00–09:30',
      '2026-03-10 09:00–09:30',
      '2026-03-17 09:00–09:30',
      '2026-03-24 13:00–14:00',
      '2026-03-31 12:00–13:00',
      '2026-04-07 12:00–13:00',
    ],
  },
  {
    file: 'added-by-date',
    range: JUNE,
    busy: ['2026-06-01 07:00–08:00', '2026-06-03 07:00–08:00'],
  },
  {
    file: 'every-second',
    range: JUNE,
    busy: ['2026-06-01 10:00–12:01'],
    warnings: ['line 5: the RRULE has too many occurrences; all time until its end counts as busy'],
  },
  {
    file: 'every-second-for-days',
    range: JUNE,
    busy: ['2026-06-01 10:00–2026-06-02 12:00'],
    warnings: ['line 5: the RRULE has too many occurrences; all time until its end counts as busy'],
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
