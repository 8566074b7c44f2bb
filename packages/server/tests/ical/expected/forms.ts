import { type CorpusCase, JUNE } from './corpus-case.ts'

/** Files with unusual or broken syntax. */
export const FORMS: readonly CorpusCase[] = [
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
    warnings: ['line 12: the DTSTART cannot be read', 'line 19: the event has no DTSTART'],
  },
  {
    file: 'unfolded-description',
    range: JUNE,
    busy: ['2026-06-01 08:00–09:00'],
    warnings: ['line 12: this line is not a property', 'line 13: this line is not a property'],
  },
  {
    file: 'unreadable-rule',
    range: ['2026-06-01', '2026-06-04'],
    busy: ['2026-06-01 09:00–10:00', '2026-06-02 09:00–10:00', '2026-06-03 09:00–10:00'],
    warnings: ['line 5: the RRULE is invalid; every day counts as busy'],
  },
  {
    file: 'unreadable-rule-with-end',
    range: JUNE,
    busy: ['2026-06-01 09:00–10:00', '2026-06-02 09:00–10:00'],
    warnings: ['line 5: the RRULE is invalid; every day counts as busy'],
  },
  {
    file: 'unreadable-rule-line',
    range: ['2026-06-01', '2026-06-03'],
    busy: ['2026-06-01 09:00–10:00', '2026-06-02 09:00–10:00'],
    warnings: [
      'line 10: this RRULE cannot be read',
      'line 5: the RRULE is invalid; every day counts as busy',
    ],
  },
  {
    file: 'unreadable-end',
    range: JUNE,
    busy: ['2026-06-06 12:00–2026-06-07 12:00'],
    warnings: ['line 9: this DTEND cannot be read; the event counts as one day'],
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
    warnings: ['line 5: this VEVENT has no END', 'line 9: this VALARM has no END'],
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
  {
    file: 'date-with-a-time',
    zone: 'UTC',
    range: JUNE,
    busy: ['2026-06-05 00:00–2026-06-06 00:00'],
  },
  {
    file: 'date-with-a-time',
    zone: 'Europe/Berlin',
    range: JUNE,
    busy: ['2026-06-04 22:00–2026-06-05 22:00'],
  },
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
