/** A file for which the other expander has another result, with an explanation of which one is right. */
export interface Difference {
  readonly file: string
  /** Its result for a provider and a process in Europe/Berlin. `throws`: it fails on the file. */
  readonly other: readonly string[] | 'throws'
  readonly why: string
}

const ZONES: readonly Difference[] = [
  {
    file: 'floating-in-calendar-zone',
    other: ['2026-07-01 07:00–08:00'],
    why: 'There, a floating time is in the zone of the process; here, in that of the calendar (3.3.5, form 1, leaves it to the reader).',
  },
  {
    file: 'floating-in-windows-calendar-zone',
    other: ['2026-07-01 07:00–08:00'],
    why: 'As above.',
  },
  {
    file: 'exchange-display-name-unquoted',
    other: [],
    why: 'A TZID with a colon must be quoted (3.2). Here, an unquoted one is read; there, the event is lost.',
  },
  {
    file: 'exchange-utc-uri',
    other: ['2026-05-05 10:00–11:00'],
    why: 'As above. There, the time is read without its zone, which is UTC.',
  },
  {
    file: 'evolution-vendor-zone',
    other: ['2026-11-02 11:00–12:00'],
    why: 'The vendor defines the meaning of a TZID with a leading slash (3.8.3.1); here it ends with New York. The other one uses the zone of the process.',
  },
  {
    file: 'zimbra-zone',
    other: ['2026-07-10 07:00–08:00', '2026-12-02 08:00–09:00'],
    why: 'A TZID means the VTIMEZONE of the same name in the file (3.6.5), which is five hours behind UTC. The other one uses the zone of the process.',
  },
  {
    file: 'unknown-zone',
    other: ['2026-06-15 08:00–09:00'],
    why: 'A TZID without a VTIMEZONE is not allowed (3.8.3.1). Here, the time is busy in every zone; there, in the zone of the process.',
  },
  {
    file: 'unknown-zone-of-the-end',
    other: ['2026-06-15 08:00–09:00'],
    why: 'As above, for DTEND.',
  },
  {
    file: 'all-day-until-in-utc',
    other: ['2026-05-31 22:00–2026-06-02 22:00'],
    why: 'UNTIL has the value type of DTSTART (3.3.10). With dates, a time in UTC means its local day, which is the third in Tokyo, the zone of the calendar. The other one reads the second.',
  },
  {
    file: 'offset-as-zone',
    other: ['2026-01-15 08:00–09:00'],
    why: 'As above. "UTC-05:00" is unambiguous. There, the event is lost.',
  },
  {
    file: 'one-zone-name-in-two-calendars',
    other: ['2026-06-01 07:00–08:00'],
    why: 'A TZID is unique within one calendar object (3.8.3.1), not within a file with two of them.',
  },
  {
    file: 'in-the-gap',
    other: ['2026-03-28 01:30–02:00', '2026-03-30 00:30–01:00', '2026-03-31 00:30–01:00'],
    why: '3.3.10 says both: a nonexistent local time is ignored, and it is read like a written one (3.3.5), which moves forward. Calendar programs show it, so here it is busy, and COUNT includes it.',
  },
]

const LENGTHS: readonly Difference[] = [
  {
    file: 'durations',
    other: [
      '2026-03-20 09:00–10:30',
      '2026-03-28 11:00–2026-03-29 11:00',
      '2026-06-01 00:00–2026-06-08 00:00',
      '2026-10-24 10:00–2026-10-25 10:00',
    ],
    why: 'P1D is a day of the wall clock (3.3.6): 23 hours across the gap. The other one adds 24 hours.',
  },
  {
    file: 'nominal-days-over-dst',
    other: ['2026-10-23 10:00–2026-10-24 10:00'],
    why: 'The other one does not support RDATE (3.8.5.2).',
  },
  {
    file: 'end-before-start',
    other: [],
    why: 'DTEND must be later than DTSTART (3.8.2.2). Here, the time between them is busy; there, none is.',
  },
  {
    file: 'unreadable-end',
    other: [],
    why: 'Here, an event without a readable end counts as one day, with a warning; there, it has no duration.',
  },
]

const SERIES: readonly Difference[] = [
  {
    file: 'notes-added-dates',
    other: ['2026-03-23 13:00–13:45'],
    why: 'The other one does not support RDATE (3.8.5.2).',
  },
  {
    file: 'added-periods',
    other: ['2026-06-01 08:00–09:00', '2026-06-08 08:00–09:00'],
    why: 'As above, also as PERIOD.',
  },
  { file: 'added-and-excluded', other: ['2026-06-01 08:00–09:00'], why: 'As above.' },
  {
    file: 'apple-this-and-future',
    other: [
      '2026-03-03 09:00–09:30',
      '2026-03-10 09:00–09:30',
      '2026-03-17 09:00–09:30',
      '2026-03-25 10:00–11:00',
      '2026-03-31 08:00–08:30',
      '2026-04-07 08:00–08:30',
    ],
    why: 'RANGE=THISANDFUTURE moves all later occurrences as well (3.2.13, 3.8.4.4). The other one moves one.',
  },
  {
    file: 'apple-this-and-future-cancelled',
    other: [
      '2026-06-01 10:00–11:00',
      '2026-06-02 10:00–11:00',
      '2026-06-03 10:00–11:00',
      '2026-06-05 10:00–11:00',
      '2026-06-06 10:00–11:00',
    ],
    why: 'As above.',
  },
  {
    file: 'this-and-future-by-date',
    other: [
      '2026-03-03 09:00–09:30',
      '2026-03-10 09:00–09:30',
      '2026-03-17 09:00–09:30',
      '2026-03-24 09:00–09:30',
      '2026-03-24 13:00–14:00',
      '2026-03-31 08:00–08:30',
      '2026-04-07 08:00–08:30',
    ],
    why: 'As above, and below.',
  },
  {
    file: 'added-by-date',
    other: ['2026-06-01 07:00–08:00'],
    why: 'The other one does not support RDATE (3.8.5.2).',
  },
  {
    file: 'change-by-date',
    other: [
      '2026-03-23 08:00–09:00',
      '2026-03-30 07:00–08:00',
      '2026-03-31 07:00–08:00',
      '2026-04-06 07:00–08:00',
    ],
    why: 'RECURRENCE-ID has the value type of DTSTART (3.8.4.4). For a timed event, a date can only mean the occurrence of that day. The other one adds an occurrence and keeps the old one.',
  },
  {
    file: 'all-day-excluded-by-time',
    other: ['2026-06-01 22:00–2026-06-03 22:00'],
    why: 'EXDATE has the value type of DTSTART (3.8.5.1). With dates, a midnight means its day, June 2. The other one excludes June 1.',
  },
  {
    file: 'start-off-its-rule',
    other: ['2026-06-08 09:00–10:00', '2026-06-15 09:00–10:00', '2026-06-22 09:00–10:00'],
    why: 'DTSTART is the first occurrence and counts (3.8.5.3). The other one omits a start that does not match the rule.',
  },
  {
    file: 'two-rules',
    other: ['2026-06-05 10:00–11:00'],
    why: 'There should be only one RRULE (3.8.5.3). Here, all of them count; there, the last one.',
  },
  {
    file: 'same-uid-twice',
    other: ['2026-06-02 12:00–13:00'],
    why: 'Two events must not share a UID (3.8.4.7). Without different SEQUENCEs, both count here; there, the last one.',
  },
]

const FORMS: readonly Difference[] = [
  {
    file: 'outlook-busy-status',
    other: [
      '2026-05-04 08:00–09:00',
      '2026-05-04 10:00–11:00',
      '2026-05-04 12:00–13:00',
      '2026-05-04 14:00–15:00',
    ],
    why: 'Without TRANSP (3.8.2.7), X-MICROSOFT-CDO-BUSYSTATUS:FREE means free. The other one does not read it.',
  },
  { file: 'free-busy', other: [], why: 'The other one does not expand VFREEBUSY (3.6.4).' },
  { file: 'free-busy-floating', other: [], why: 'As above.' },
  { file: 'lower-case-folded', other: [], why: 'Names are case-insensitive (2, 3.1).' },
  {
    file: 'carriage-returns',
    other: [],
    why: 'Lines end with CRLF (3.1). Here, a single CR ends a line as well, as a single LF does in both.',
  },
  {
    file: 'utf-16',
    other: [],
    why: 'UTF-8 is the default (3.1.4), but a byte order mark overrides it.',
  },
  {
    file: 'unreadable-rule',
    other: 'throws',
    why: 'An invalid FREQ (3.3.10): here, every day is busy, with a warning, and the rest is read.',
  },
  {
    file: 'unreadable-rule-line',
    other: ['2026-06-01 09:00–10:00'],
    why: 'An invalid line (3.2) contains a rule. The other one loses it silently.',
  },
  { file: 'unreadable-rule-with-end', other: 'throws', why: 'As for FREQ above, with BYDAY.' },
  {
    file: 'interval-of-nothing',
    other: 'throws',
    why: 'As for FREQ above, with INTERVAL=0, which is read as 1.',
  },
  {
    file: 'two-calendars',
    other: ['2026-06-01 12:00–13:00'],
    why: 'A stream may contain several calendars (3.4). The other one keeps the last one.',
  },
  {
    file: 'missing-ends',
    other: ['2026-06-01 10:00–11:00'],
    why: 'There, a missing END (3.6) loses the event before it.',
  },
  {
    file: 'quoted-parameters',
    other: [],
    why: 'A quoted parameter may contain delimiters (3.2). The other one loses the event.',
  },
  {
    file: 'odd-times',
    other: ['2026-06-02 23:00–2026-06-03 00:00', '2026-06-03 10:00–11:00'],
    why: 'A time has six digits (3.3.12). Four digits are unambiguous, but are lost there.',
  },
]

export const DIFFERENCES: readonly Difference[] = [...ZONES, ...LENGTHS, ...SERIES, ...FORMS]
