import { expect, test } from 'vitest'
import type { CalendarZone } from '../../kernel/ports/calendar-parser.ts'
import { newerRules } from './newer-zone.ts'

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
