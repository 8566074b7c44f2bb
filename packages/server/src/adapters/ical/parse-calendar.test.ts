import { expect, test } from 'vitest'
import type { CalendarZone } from '../../kernel/ports/calendar-parser.ts'
import {
  resolveTime,
  resolveWallTime,
  wallTimeAt,
} from '../../stays/calendar-files/resolve-time.ts'
import { FEED_LIMITS } from './free-busy-reader.ts'
import { parseCalendar } from './parse-calendar.ts'

const DAY = 86_400
const at = (time: string) => Date.parse(time) / 1000

function read(...lines: readonly string[]) {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const parsed = parseCalendar(new TextEncoder().encode(text), FEED_LIMITS)
  if (!parsed.ok) throw new Error(parsed.refusal.detail)
  return parsed.value
}

test('an event is parsed with everything that an import needs', () => {
  const file = read(
    'PRODID:-//Example\\, Inc//Calendar 1.0//EN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Team\\, Berlin',
    'X-WR-TIMEZONE:W. Europe Standard Time',
    'BEGIN:VEVENT',
    'UID:a@example.com',
    'SEQUENCE:3',
    'DTSTART;TZID=Europe/Berlin:20260427T090000',
    'DTEND;VALUE=DATE-TIME:20260427T080000Z',
    'RRULE:FREQ=WEEKLY;BYDAY=MO',
    'RDATE;VALUE=PERIOD:20260501T100000Z/PT2H',
    'RDATE;VALUE=DATE:20260502',
    'EXDATE;TZID=Europe/Berlin:20260504T090000',
    'TRANSP:TRANSPARENT',
    'STATUS:CANCELLED',
    'SUMMARY:Planning\\; with a very long ti',
    ' tle\\, folded',
    'DESCRIPTION:Line one\\nLine two \\\\ done',
    'LOCATION:Room 2',
    'URL:https://example.com/a?b=c',
    'X-COLOUR:teal',
    'END:VEVENT',
  )
  const zone = { kind: 'iana', name: 'Europe/Berlin' }
  expect(file).toEqual({
    problems: [],
    problemCount: 0,
    calendars: [
      {
        product: '-//Example, Inc//Calendar 1.0//EN',
        name: 'Team, Berlin',
        method: 'PUBLISH',
        timeZone: 'Europe/Berlin',
        busyPeriods: [],
        events: [
          {
            uid: 'a@example.com',
            line: 6,
            sequence: 3,
            start: { kind: 'zoned', wallSeconds: at('2026-04-27T09:00:00Z'), zone },
            extent: { end: { kind: 'utc', epochSeconds: at('2026-04-27T08:00:00Z') } },
            rules: ['FREQ=WEEKLY;BYDAY=MO'],
            extraTimes: [
              {
                start: { kind: 'utc', epochSeconds: at('2026-05-01T10:00:00Z') },
                extent: { duration: { days: 0, seconds: 7_200 } },
              },
              { start: { kind: 'date', day: at('2026-05-02T00:00:00Z') / DAY } },
            ],
            excludedTimes: [{ kind: 'zoned', wallSeconds: at('2026-05-04T09:00:00Z'), zone }],
            isTransparent: true,
            isCancelled: true,
            summary: 'Planning; with a very long title, folded',
            description: 'Line one\nLine two \\ done',
            location: 'Room 2',
            url: 'https://example.com/a?b=c',
            extensions: { 'X-COLOUR': 'teal' },
          },
        ],
      },
    ],
  })
})

test('a changed occurrence has its RECURRENCE-ID and RANGE', () => {
  const { calendars } = read(
    'BEGIN:VEVENT',
    'UID:a',
    'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260427',
    'DTSTART;VALUE=DATE:20260428',
    'END:VEVENT',
  )
  expect(calendars[0]?.events[0]?.recurrence).toEqual({
    id: { kind: 'date', day: 20_570 },
    thisAndFuture: true,
  })
})

test('VALUE=DATE with a time of day is a date', () => {
  const { calendars } = read(
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20260427T000000',
    'DTEND;VALUE=DATE:20260428T000000Z',
    'END:VEVENT',
  )
  expect(calendars[0]?.events[0]).toMatchObject({
    start: { kind: 'date', day: 20_570 },
    extent: { end: { kind: 'date', day: 20_571 } },
  })
})

test('an unreadable value is reported with its line and event, and affects only itself', () => {
  const file = read(
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTART:20260427T090000Z',
    'DTEND:later',
    'EXDATE:never,20260504T090000Z',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:b',
    'DTSTART:soon',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;TZID=Nowhere:20260427T090000',
    'END:VEVENT',
  )
  expect(file.calendars[0]?.events.map(({ uid }) => uid)).toEqual(['a', undefined])
  expect(file.calendars[0]?.events[0]?.excludedTimes).toHaveLength(1)
  expect(file.problems.map(({ code, line, uid }) => [code, line, uid])).toEqual([
    ['unreadable_value', 5, 'a'],
    ['unreadable_value', 6, 'a'],
    ['unreadable_event', 8, 'b'],
    ['unknown_time_zone', 1, undefined],
  ])
})

test.each([
  ['', 'it has no BEGIN:VCALENDAR'],
  ['<html></html>', 'it has no BEGIN:VCALENDAR'],
  ['BEGIN:VEVENT\r\nEND:VEVENT', 'it has no BEGIN:VCALENDAR'],
  ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VEVENT', 'it ends before its END:VCALENDAR'],
])('%j is not a calendar', (text, detail) => {
  const parsed = parseCalendar(new TextEncoder().encode(text), FEED_LIMITS)
  expect(parsed).toEqual({ ok: false, refusal: { code: 'not_a_calendar', detail } })
})

const NEW_YORK_RULES = [
  'BEGIN:VTIMEZONE',
  'TZID:Office',
  'BEGIN:DAYLIGHT',
  'DTSTART:19870405T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19671029T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function definedZone(...definition: readonly string[]): CalendarZone {
  const { calendars } = read(
    ...definition,
    'BEGIN:VEVENT',
    'DTSTART;TZID=Office:20260427T090000',
    'END:VEVENT',
  )
  const start = calendars[0]?.events[0]?.start
  if (start?.kind !== 'zoned') throw new Error('the event has no zone')
  return start.zone
}

test('a zone that only the file defines matches the tz data at every hour around its transitions', () => {
  const zone = definedZone(...NEW_YORK_RULES)
  if (zone.kind !== 'rules') throw new Error('the zone has no rules')
  const real = { kind: 'iana', name: 'America/New_York' } as const
  let compared = 0
  // Every hour of the months with transitions, by the rules of 1987 to 2006 and those since 2007.
  for (const month of [
    '1990-04',
    '2006-04',
    '2006-10',
    '2007-03',
    '2007-11',
    '2026-03',
    '2026-11',
  ]) {
    for (let hour = 0; hour < 31 * 24; hour += 1) {
      const wall = at(`${month}-01T00:30:00Z`) + hour * 3600
      expect(resolveWallTime(zone, wall)).toBe(resolveWallTime(real, wall))
      expect(wallTimeAt(zone, wall)).toBe(wallTimeAt(real, wall))
      compared += 1
    }
  }
  expect(compared).toBe(5_208)
})

test('a rule of a zone applies up to and including its UNTIL, and its offset stays afterwards', () => {
  const zone = definedZone(
    'BEGIN:VTIMEZONE',
    'TZID:Office',
    'BEGIN:DAYLIGHT',
    'DTSTART:20200329T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20260329T010000Z',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20201025T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20261025T010000Z',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
  )
  if (zone.kind !== 'rules') throw new Error('the zone has no rules')
  const hoursAt = (time: string) => (wallTimeAt(zone, at(time)) - at(time)) / 3600
  expect(hoursAt('2019-07-01T00:00:00Z')).toBe(1)
  expect(hoursAt('2026-07-01T00:00:00Z')).toBe(2)
  expect(hoursAt('2026-10-25T00:59:59Z')).toBe(2)
  expect(hoursAt('2026-10-25T01:00:00Z')).toBe(1)
  expect(hoursAt('2027-07-01T00:00:00Z')).toBe(1)
})

test.each([
  ['a missing offset', NEW_YORK_RULES.filter((line) => !line.startsWith('TZOFFSETTO'))],
  ['an invalid rule', NEW_YORK_RULES.map((line) => line.replace('YEARLY', 'SOMETIMES'))],
  ['a daily rule', NEW_YORK_RULES.map((line) => line.replace('YEARLY', 'DAILY'))],
  ['no contents', ['BEGIN:VTIMEZONE', 'TZID:Office', 'END:VTIMEZONE']],
])('a zone definition with %s is ignored', (_, definition) => {
  expect(definedZone(...definition)).toEqual({ kind: 'unknown', tzid: 'Office' })
})

test('a time is resolved in its own zone or in that of the calendar, and not in an unknown zone', () => {
  const zone = { kind: 'iana', name: 'Asia/Tokyo' } as const
  const wallSeconds = at('2026-04-27T09:00:00Z')
  const place = (time: Parameters<typeof resolveTime>[0]) => resolveTime(time, 'Europe/Berlin')
  expect(place({ kind: 'utc', epochSeconds: 5 })).toBe(5)
  expect(place({ kind: 'date', day: 20_570 })).toBe(at('2026-04-26T22:00:00Z'))
  expect(place({ kind: 'floating', wallSeconds })).toBe(at('2026-04-27T07:00:00Z'))
  expect(place({ kind: 'zoned', wallSeconds, zone })).toBe(at('2026-04-27T00:00:00Z'))
  const unknown = { kind: 'unknown', tzid: 'x' } as const
  expect(place({ kind: 'zoned', wallSeconds, zone: unknown })).toBeUndefined()
})
