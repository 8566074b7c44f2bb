/** Where the other expander says something else of a file, what it says, and who is right. */
export interface Difference {
  readonly file: string
  /** Its answer for a provider in Europe/Berlin, in a process there; `throws`: the file costs it all. */
  readonly other: readonly string[] | 'throws'
  readonly why: string
}

const ZONES: readonly Difference[] = [
  {
    file: 'google-all-day',
    other: ['2026-03-07 23:00–2026-03-08 23:00', '2026-03-09 23:00–2026-03-10 23:00'],
    why: 'A date begins at midnight of the process there; here of the calendar, which names its zone (X-WR-TIMEZONE). RFC 5545 3.3.4 leaves a date to whoever reads it.',
  },
  {
    file: 'date-with-a-time',
    other: ['2026-06-04 22:00–2026-06-05 22:00'],
    why: 'As above.',
  },
  { file: 'no-end', other: ['2026-06-02 22:00–2026-06-03 22:00'], why: 'As above.' },
  { file: 'end-on-the-same-date', other: ['2026-06-04 22:00–2026-06-05 22:00'], why: 'As above.' },
  { file: 'leap-day', other: ['2028-02-28 23:00–2028-02-29 23:00'], why: 'As above.' },
  {
    file: 'all-day-midnight-gap',
    other: ['2026-04-23 22:00–2026-04-24 22:00'],
    why: 'As above: midnight of Berlin there, while Cairo’s day begins at 01:00 after its gap and ends at its own midnight.',
  },
  {
    file: 'floating-in-calendar-zone',
    other: ['2026-07-01 07:00–08:00'],
    why: 'A floating time is of the process there, of the calendar here (3.3.5, form 1, leaves it to the reader).',
  },
  {
    file: 'floating-in-windows-calendar-zone',
    other: ['2026-07-01 07:00–08:00'],
    why: 'As above.',
  },
  {
    file: 'exchange-display-name-unquoted',
    other: [],
    why: 'A TZID with a colon must be quoted (3.2); unquoted it is read here all the same, and the event is lost there.',
  },
  {
    file: 'exchange-utc-uri',
    other: ['2026-05-05 10:00–11:00'],
    why: 'As above; the time is read there without its zone, which is UTC.',
  },
  {
    file: 'evolution-vendor-zone',
    other: ['2026-11-02 11:00–12:00'],
    why: 'What a TZID with a leading slash means is the vendor’s (3.8.3.1); behind the vendor stands New York. The other takes the time for one of the process.',
  },
  {
    file: 'zimbra-zone',
    other: ['2026-07-10 07:00–08:00', '2026-12-02 08:00–09:00'],
    why: 'A TZID means the VTIMEZONE of the same name in the file (3.6.5), which is five hours behind UTC; the other takes the time for one of the process.',
  },
  {
    file: 'unknown-zone',
    other: ['2026-06-15 08:00–09:00'],
    why: 'A TZID without a VTIMEZONE is not allowed (3.8.3.1). Here the time is taken wherever it can lie, there it is one of the process.',
  },
  {
    file: 'unknown-zone-of-the-end',
    other: ['2026-06-15 08:00–09:00'],
    why: 'As above, for DTEND.',
  },
  {
    file: 'all-day-until-in-utc',
    other: ['2026-05-31 22:00–2026-06-02 22:00'],
    why: 'UNTIL has the value type of DTSTART (3.3.10); a time in UTC beside dates is the day that it lies on there, in Tokyo the third. The other takes it for the second, and dates for those of its process.',
  },
  {
    file: 'offset-as-zone',
    other: ['2026-01-15 08:00–09:00'],
    why: 'As above; "UTC-05:00" can mean one thing only, and the event is lost there.',
  },
  {
    file: 'one-zone-name-in-two-calendars',
    other: ['2026-06-01 07:00–08:00'],
    why: 'A TZID is unique within one calendar object (3.8.3.1), not over a file of two.',
  },
  {
    file: 'in-the-gap',
    other: ['2026-03-28 01:30–02:00', '2026-03-30 00:30–01:00', '2026-03-31 00:30–01:00'],
    why: '3.3.10 says both: that a local time which does not exist is ignored, and, later, that it is read as 3.3.5 reads one that is written: moved forward. Calendar programs show it, so here it is taken; COUNT counts it.',
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
    why: 'P1D is a day of the wall clock (3.3.6), 23 hours over the gap; the other adds 24 hours.',
  },
  {
    file: 'nominal-days-over-dst',
    other: ['2026-10-23 10:00–2026-10-24 10:00'],
    why: 'The other has no RDATE (3.8.5.2).',
  },
  {
    file: 'end-before-start',
    other: [],
    why: 'DTEND must be later than DTSTART (3.8.2.2); what lies between them is taken here, nothing there.',
  },
  {
    file: 'unreadable-end',
    other: [],
    why: 'An end that cannot be read is a day here, with a warning, and nothing there.',
  },
]

const SERIES: readonly Difference[] = [
  {
    file: 'notes-added-dates',
    other: ['2026-03-23 13:00–13:45'],
    why: 'The other has no RDATE (3.8.5.2).',
  },
  {
    file: 'added-periods',
    other: ['2026-06-01 08:00–09:00', '2026-06-08 08:00–09:00'],
    why: 'As above, nor as PERIOD.',
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
    why: 'RANGE=THISANDFUTURE moves all later occurrences as well (3.2.13, 3.8.4.4); the other moves one.',
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
    why: 'The other has no RDATE (3.8.5.2).',
  },
  {
    file: 'change-by-date',
    other: [
      '2026-03-23 08:00–09:00',
      '2026-03-30 07:00–08:00',
      '2026-03-31 07:00–08:00',
      '2026-04-06 07:00–08:00',
    ],
    why: 'RECURRENCE-ID has the value type of DTSTART (3.8.4.4); a date beside a time can only mean the occurrence of that day. The other adds one and keeps the old.',
  },
  {
    file: 'all-day-excluded-by-time',
    other: ['2026-06-01 22:00–2026-06-03 22:00'],
    why: 'EXDATE has the value type of DTSTART (3.8.5.1); a midnight beside dates means its day, June 2nd. The other leaves out June 1st.',
  },
  {
    file: 'start-off-its-rule',
    other: ['2026-06-08 09:00–10:00', '2026-06-15 09:00–10:00', '2026-06-22 09:00–10:00'],
    why: 'DTSTART is the first of the set and counts (3.8.5.3); the other leaves out what the rule alone does not give.',
  },
  {
    file: 'two-rules',
    other: ['2026-06-05 10:00–11:00'],
    why: 'More than one RRULE should not be (3.8.5.3); here all of them count, there the last.',
  },
  {
    file: 'same-uid-twice',
    other: ['2026-06-02 12:00–13:00'],
    why: 'One UID for two events is wrong (3.8.4.7). Without a SEQUENCE to tell which is newer both are taken here, the last there.',
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
    why: 'X-MICROSOFT-CDO-BUSYSTATUS:FREE says free where no TRANSP (3.8.2.7) says anything; the other does not read it.',
  },
  { file: 'free-busy', other: [], why: 'The other does not expand VFREEBUSY (3.6.4).' },
  { file: 'free-busy-floating', other: [], why: 'As above.' },
  { file: 'lower-case-folded', other: [], why: 'Names are in any case (2, 3.1).' },
  {
    file: 'carriage-returns',
    other: [],
    why: 'Lines end with CRLF (3.1); a lone CR is read here, as a lone LF is in both.',
  },
  {
    file: 'utf-16',
    other: [],
    why: 'UTF-8 is the default (3.1.4); a byte order mark says otherwise.',
  },
  {
    file: 'unreadable-rule',
    other: 'throws',
    why: 'A FREQ that there is not (3.3.10): here every day is taken, with a warning, and the rest is read.',
  },
  {
    file: 'unreadable-rule-line',
    other: ['2026-06-01 09:00–10:00'],
    why: 'A line that cannot be read (3.2) has a rule in it; the other loses it in silence.',
  },
  { file: 'unreadable-rule-with-end', other: 'throws', why: 'As for FREQ above, here BYDAY.' },
  {
    file: 'interval-of-nothing',
    other: 'throws',
    why: 'As for FREQ above, here INTERVAL=0, which is read as 1.',
  },
  {
    file: 'two-calendars',
    other: ['2026-06-01 12:00–13:00'],
    why: 'A stream may hold several calendars (3.4); the other keeps what came last.',
  },
  {
    file: 'missing-ends',
    other: ['2026-06-01 10:00–11:00'],
    why: 'An END that is missing (3.6) costs the event before it there.',
  },
  {
    file: 'quoted-parameters',
    other: [],
    why: 'A quoted parameter may hold what else ends it (3.2); the other loses the event.',
  },
  {
    file: 'odd-times',
    other: ['2026-06-02 23:00–2026-06-03 00:00', '2026-06-03 10:00–11:00'],
    why: 'A time has six digits (3.3.12); four can only mean one thing, and are lost there.',
  },
]

export const DIFFERENCES: readonly Difference[] = [...ZONES, ...LENGTHS, ...SERIES, ...FORMS]
