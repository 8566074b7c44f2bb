import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal } from '../../tests/support/temporal.ts'
import { formatInstant, parseInstant } from './instants.ts'
import { startOfLocalDay, wallToEpochMinutes, zoneOffsetMinutes } from './zones.ts'

/** Zones whose law is newer than the runtime's tz data (2026c), so that Temporal is wrong for them. */
const NEWER: ReadonlySet<string> = new Set([
  'America/Havana',
  'America/Inuvik',
  'America/Rainy_River',
  'America/Winnipeg',
])
const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => !NEWER.has(zone))
const EPOCH = Temporal.PlainDate.from('1970-01-01')
const FIRST = (parseInstant('2020-01-01T00:00:00Z') as number) / 60
const END = (parseInstant('2038-01-01T00:00:00Z') as number) / 60

const zonedAt = (zone: string, epochMinutes: number) =>
  Temporal.Instant.fromEpochMilliseconds(epochMinutes * 60_000).toZonedDateTimeISO(zone)

/** Compares the offset, the wall time and the midnight of an instant with Temporal. */
function agreesAt(zone: string, epochMinutes: number): void {
  const zoned = zonedAt(zone, epochMinutes)
  const context = `${zone} at ${zoned}`
  expect(zoneOffsetMinutes(zone, epochMinutes), context).toBe(zoned.offsetNanoseconds / 60e9)
  wallAgrees(zone, zoned.toPlainDateTime())
  const dayNumber = EPOCH.until(zoned.toPlainDate()).days
  expect(startOfLocalDay(zone, dayNumber), context).toBe(
    zoned.startOfDay().epochMilliseconds / 60_000,
  )
}

/** Compares the instant of a wall time, which may be in a gap or an overlap, with Temporal. */
function wallAgrees(zone: string, wall: Temporal.PlainDateTime): void {
  const expected = wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
  const ours = wallToEpochMinutes(zone, wall.toPlainDate().toString(), wall.hour * 60 + wall.minute)
  expect(ours * 60_000, `${zone}, wall time ${wall}`).toBe(expected)
}

test('offsets, wall times and midnights agree with Temporal in every zone', () => {
  for (const [index, zone] of ZONES.entries()) {
    // A different instant in each zone, spread over the years by a large prime step.
    agreesAt(zone, FIRST + ((index * 2_654_435_761) % (END - FIRST)))
  }
})

test('offsets, wall times and midnights agree with Temporal around clock changes', () => {
  const year = 366 * 1440
  for (const [index, zone] of ZONES.entries()) {
    const from = FIRST + (index % 17) * year
    const change = zonedAt(zone, from).getTimeZoneTransition('next')
    if (change === null || change.epochMilliseconds >= END * 60_000) continue
    const at = change.epochMilliseconds / 60_000
    for (const minutes of [-1, 0, 1]) agreesAt(zone, at + minutes)
    const before = zonedAt(zone, at - 1)
      .toPlainDateTime()
      .add({ minutes: 1 })
    for (const minutes of [-61, -60, -31, -30, -1, 0, 1, 29, 30, 59, 60, 61]) {
      wallAgrees(zone, before.add({ minutes }))
    }
  }
})

test('zones with unusual clock changes agree with Temporal from 1972 to 2200', () => {
  const zone = fc.constantFrom(
    'Africa/Cairo',
    'Africa/Casablanca',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Antarctica/Troll',
    'Asia/Gaza',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  )
  const instant = fc.integer({ min: 1_051_920, max: 120_971_520 })
  fc.assert(
    fc.property(zone, instant, (name, epochMinutes) => agreesAt(name, epochMinutes)),
    { numRuns: 300 },
  )
})

test('an instant formatted in any zone is parsed back into the same instant', () => {
  const zone = fc.constantFrom(...ZONES)
  const instant = fc.integer({ min: FIRST, max: END })
  fc.assert(
    fc.property(zone, instant, (name, epochMinutes) => {
      const text = formatInstant(epochMinutes, name)
      expect(parseInstant(text)).toBe(epochMinutes * 60)
      const temporal = zonedAt(name, epochMinutes).toString({ timeZoneName: 'never' })
      expect(text).toBe(name === 'UTC' ? temporal.replace('+00:00', 'Z') : temporal)
    }),
    { numRuns: 500 },
  )
})
