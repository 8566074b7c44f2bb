import { expect, test } from 'vitest'
import type { CalendarZone } from '../../kernel/ports/calendar-parser.ts'
import { FEED_LIMITS } from './free-busy-reader.ts'
import { newerRules } from './newer-zone.ts'
import { parseCalendar } from './parse-calendar.ts'

const seconds = (instant: string): number => Date.parse(instant) / 1000

/** Berlin without clock changes, as if a law of 2027 had ended them. */
const WITHOUT_CHANGES: CalendarZone = {
  kind: 'rules',
  tzid: 'Europe/Berlin',
  transitions: [],
  offsetsSeconds: [3600],
}

const newer = (zone: string, lastModified: string | undefined, rules: CalendarZone | undefined) =>
  newerRules(zone, lastModified === undefined ? undefined : seconds(lastModified), () => rules)

test('a definition from after the table was published wins if it has another law', () => {
  expect(newer('Europe/Berlin', '2027-02-01T00:00:00Z', WITHOUT_CHANGES)).toBe(WITHOUT_CHANGES)
})

test.each([
  ['older than the table', 'Europe/Berlin', '2026-02-01T00:00:00Z', WITHOUT_CHANGES],
  ['without a date', 'Europe/Berlin', undefined, WITHOUT_CHANGES],
  ['with the law of the table', 'Africa/Lagos', '2027-02-01T00:00:00Z', WITHOUT_CHANGES],
  ['that cannot be read', 'Europe/Berlin', '2027-02-01T00:00:00Z', undefined],
])('a definition %s leaves the zone to the table', (_, zone, lastModified, rules) => {
  expect(newer(zone, lastModified, rules)).toBeUndefined()
})

/** The zone of the event in a feed whose VTIMEZONE of Berlin has no clock changes. */
function zoneInFeed(lastModified: readonly string[], depth: 'times' | 'all') {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    ...lastModified,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART;TZID=Europe/Berlin:20270701T090000',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const parsed = parseCalendar(new TextEncoder().encode(lines.join('\r\n')), FEED_LIMITS, depth)
  const start = parsed.ok ? parsed.value.calendars[0]?.events[0]?.start : undefined
  return start?.kind === 'zoned' ? start.zone.kind : undefined
}

test("a feed's definition of a known zone wins only if its LAST-MODIFIED says that it is newer", () => {
  expect(zoneInFeed(['LAST-MODIFIED:20270201T000000Z'], 'times')).toBe('rules')
  expect(zoneInFeed(['LAST-MODIFIED:20260201T000000Z'], 'times')).toBe('iana')
  expect(zoneInFeed([], 'times')).toBe('iana')
})

test('imported events keep the zone of the table, in which they can recur', () => {
  expect(zoneInFeed(['LAST-MODIFIED:20270201T000000Z'], 'all')).toBe('iana')
})
