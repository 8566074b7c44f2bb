import { expect, test } from 'vitest'
import { busyOfLines } from '../../../tests/support/busy-of-lines.ts'
import { FEED_LIMITS } from './free-busy-reader.ts'
import { parseCalendar } from './parse-calendar.ts'

const event = (uid: string, hour: number, ...more: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTART:20260601T${hour}0000Z`,
  `DTEND:20260601T${hour + 1}0000Z`,
  ...more,
  'END:VEVENT',
]
const without = (line: string, lines: readonly string[]) => lines.filter((one) => one !== line)
const TASK = ['BEGIN:VTODO', 'SUMMARY:Milk', 'END:VTODO']
const ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Office',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'END:STANDARD',
  'END:VTIMEZONE',
]
const TWO = ['06-01 10:00–11:00', '06-01 12:00–13:00']
const BOTH = [...event('a', 10), ...event('b', 12)]

test.each([
  [
    'a misspelt END:VTODO',
    ['BEGIN:VTODO', 'END:VTOOD', ...BOTH],
    ['line 3: this END:VTOOD has no BEGIN; events may be missing', 'line 2: this VTODO has no END'],
  ],
  [
    'a missing END:VTODO',
    [...without('END:VTODO', TASK), ...BOTH],
    ['line 2: this VTODO has no END'],
  ],
  [
    'a missing END:VTIMEZONE',
    [...without('END:VTIMEZONE', ZONE), ...BOTH],
    ['line 2: this VTIMEZONE has no END'],
  ],
  [
    'a missing END:STANDARD and END:VTIMEZONE',
    [...ZONE.slice(0, -2), ...BOTH],
    ['line 2: this VTIMEZONE has no END', 'line 4: this STANDARD has no END'],
  ],
  [
    'an unknown component without END',
    ['BEGIN:X-NOTE', ...BOTH],
    ['line 2: this X-NOTE has no END'],
  ],
  [
    'a misspelt END:VEVENT',
    [...event('a', 10).slice(0, -1), 'END:VEVNT', ...event('b', 12)],
    [
      'line 6: this END:VEVNT has no BEGIN; events may be missing',
      'line 2: this VEVENT has no END',
    ],
  ],
  ['a missing END of the last event', BOTH.slice(0, -1), ['line 7: this VEVENT has no END']],
  [
    'an END:VCALENDAR too early',
    ['END:VCALENDAR', ...BOTH],
    ['line 3: this VEVENT is outside of a calendar, but counts'],
  ],
  [
    'an END:VCALENDAR between events',
    [...event('a', 10), 'END:VCALENDAR', ...event('b', 12)],
    ['line 8: this VEVENT is outside of a calendar, but counts'],
  ],
  [
    'an END:VCALENDAR inside an event',
    [...event('a', 10).slice(0, -1), 'END:VCALENDAR', ...event('b', 12)],
    ['line 2: this VEVENT has no END', 'line 7: this VEVENT is outside of a calendar, but counts'],
  ],
])('no busy time is lost after %s', (_, lines, warnings) => {
  const found = busyOfLines(lines)
  expect(found.busy).toEqual(TWO)
  expect(found.warnings).toEqual(warnings)
})

test('what stands before the first calendar counts, with a warning', () => {
  const text = [...event('a', 10), 'BEGIN:VCALENDAR', ...event('b', 12), 'END:VCALENDAR'].join('\n')
  const parsed = parseCalendar(new TextEncoder().encode(text), FEED_LIMITS)
  if (!parsed.ok) throw new Error(parsed.refusal.detail)
  const { calendars, problems } = parsed.value
  expect(calendars.flatMap(({ events }) => events.map(({ uid }) => uid))).toEqual(['a', 'b'])
  expect(problems.map(({ line }) => line)).toEqual([1])
})

test('a file is refused if any of its calendars was cut', () => {
  const text = [
    'BEGIN:VCALENDAR',
    ...event('a', 10),
    'BEGIN:VCALENDAR',
    ...event('b', 12),
    'END:VCALENDAR',
  ].join('\n')
  expect(parseCalendar(new TextEncoder().encode(text), FEED_LIMITS)).toEqual({
    ok: false,
    refusal: { code: 'not_a_calendar', detail: 'a calendar in it has no END:VCALENDAR' },
  })
})

test('a zone keeps its summer time after a missing END:STANDARD', () => {
  const observance = (name: string, start: string, from: string, to: string) => [
    `BEGIN:${name}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `END:${name}`,
  ]
  const lines = [
    'BEGIN:VTIMEZONE',
    'TZID:Office',
    ...observance('STANDARD', '20251101T020000', '-0400', '-0500').slice(0, -1),
    ...observance('DAYLIGHT', '20260301T020000', '-0500', '-0400'),
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'DTSTART;TZID=Office:20260601T060000',
    'DURATION:PT1H',
    'END:VEVENT',
  ]
  expect(busyOfLines(lines)).toEqual({
    busy: ['06-01 10:00–11:00'],
    warnings: ['line 4: this STANDARD has no END'],
  })
})

test.each(['DTSTART', 'RRULE'])('an event keeps its %s after an alarm without END', (name) => {
  const alarm = ['BEGIN:VALARM', 'TRIGGER:-PT5M', 'DURATION:PT5M']
  const [begin = '', uid = '', start = '', end = '', ending = ''] = event('a', 10)
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=2'
  const lines =
    name === 'DTSTART'
      ? [begin, uid, ...alarm, start, end, rule, ending]
      : [begin, uid, start, end, ...alarm, rule, ending]
  expect(busyOfLines(lines)).toEqual({
    busy: ['06-01 10:00–11:00', '06-08 10:00–11:00'],
    warnings: [`line ${name === 'DTSTART' ? 4 : 6}: this VALARM has no END`],
  })
})

test('two events that became one by lost lines are reported', () => {
  const lines = [...event('a', 10).slice(0, -1), ...event('b', 12).slice(1)]
  expect(busyOfLines(lines)).toEqual({
    busy: ['06-01 10:00–11:00'],
    warnings: ['line 7: the event has a second DTSTART; another event may be missing'],
  })
})
