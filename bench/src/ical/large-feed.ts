/** Start of the measured range: 2026-04-01 UTC, in epoch milliseconds. */
export const FROM = Date.UTC(2026, 3, 1)

const EVENTS = 5_000
const DAY = 86_400_000
const RULES = [
  'FREQ=WEEKLY;BYDAY=MO',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=DAILY;UNTIL=20260601T000000Z',
  'FREQ=YEARLY',
  'FREQ=WEEKLY;COUNT=200',
]
const ZONES = ['Europe/Berlin', 'America/New_York', 'W. Europe Standard Time']

const stamp = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

const DESCRIPTION = 'Agenda: what was agreed, what is open, and who brings it.\\n'.repeat(12)

/** Folds lines after 73 characters, as most programs do. */
const fold = (line: string): string => line.replaceAll(/(.{73})(?=.)/g, '$1\r\n ')

/**
 * Creates a feed of 5,000 events over eight years, four of them before the range. Each event has 690
 * characters of text. Every seventh event recurs, some with excluded dates and one moved occurrence.
 */
export function largeFeed(): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-TIMEZONE:Europe/Berlin']
  let written = 0
  for (let n = 0; written < EVENTS; n += 1) {
    const zone = ZONES[n % ZONES.length] as string
    const start =
      FROM - 4 * 365 * DAY + Math.floor(((n * 7919) % 2920) * DAY) + (8 + (n % 10)) * 3_600_000
    const times = (from: number) => [
      `DTSTART;TZID=${zone}:${stamp(from)}`,
      `DTEND;TZID=${zone}:${stamp(from + (1 + (n % 4)) * 1_800_000)}`,
    ]
    const about = [
      `UID:event-${n}@calendar.example`,
      'DTSTAMP:20260101T000000Z',
      `SUMMARY:Meeting ${n} of a calendar that is busy`,
      fold(`DESCRIPTION:${DESCRIPTION}`),
      'LOCATION:The room on the second floor',
      'ORGANIZER;CN="Doe, Jane":mailto:jane@calendar.example',
      'ATTENDEE;CN=John;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:john@calendar.example',
      'STATUS:CONFIRMED',
    ]
    const isRecurring = n % 7 === 0
    const excluded = `EXDATE;TZID=${zone}:${stamp(start + 7 * DAY)},${stamp(start + 14 * DAY)}`
    const rule = isRecurring ? [`RRULE:${RULES[(n / 7) % RULES.length]}`, excluded] : []
    lines.push('BEGIN:VEVENT', ...about, ...times(start), ...rule, 'END:VEVENT')
    written += 1
    if (isRecurring && n % 70 === 0 && written < EVENTS) {
      const id = `RECURRENCE-ID;TZID=${zone}:${stamp(start + 21 * DAY)}`
      lines.push('BEGIN:VEVENT', ...about, id, ...times(start + 22 * DAY), 'END:VEVENT')
      written += 1
    }
  }
  return [...lines, 'END:VCALENDAR', ''].join('\r\n')
}
