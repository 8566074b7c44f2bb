import { describe, expect, test } from 'vitest'
import { parseDate } from './dates.ts'
import { formatInstant, parseInstant } from './instants.ts'
import { zoneSpelling } from './tz-table.ts'
import {
  isTimeZone,
  localDateOf,
  startOfLocalDay,
  wallToEpochMinutes,
  zoneOffsetMinutes,
} from './zones.ts'

const minutes = (text: string): number => (parseInstant(text) as number) / 60
const wall = (zone: string, date: string, hour: number, minute = 0): string =>
  formatInstant(wallToEpochMinutes(zone, date, hour * 60 + minute), 'UTC')

describe('time zone names', () => {
  test.each([
    'UTC',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Etc/GMT+5',
    'Europe/Kyiv',
    'US/Pacific',
    // The tz database dropped these two; stored providers may have them.
    'US/Pacific-New',
    'Canada/East-Saskatchewan',
  ])('%s is a valid time zone', (zone) => {
    expect(isTimeZone(zone)).toBe(true)
  })

  test.each([
    '+02:00',
    '-0700',
    'UTC+2',
    'GMT+02:00',
    'Mars/Olympus',
    'Europe/Berlinn',
    'europe/berlin',
    'EUROPE/BERLIN',
    'Europe/Berlin ',
    'Europe/Berlin\n',
    'Etc/Unknown',
    'Local',
    'Z',
    '',
    `Europe/${'B'.repeat(10_000)}`,
  ])('%j is not a valid time zone', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })

  test('every time zone that the runtime supports is valid', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => !isTimeZone(zone))).toEqual([])
  })

  test('a name in any case has one exact spelling', () => {
    expect(zoneSpelling('america/port-au-prince')).toBe('America/Port-au-Prince')
    expect(zoneSpelling('ASIA/KOLKATA')).toBe('Asia/Kolkata')
    expect(zoneSpelling('Europe/Berlinn')).toBeUndefined()
    expect(zoneSpelling('constructor')).toBeUndefined()
  })

  test('a computation with an unknown time zone throws', () => {
    expect(() => zoneOffsetMinutes('Mars/Olympus', 0)).toThrow('unknown time zone')
    expect(() => zoneOffsetMinutes('+02:00', 0)).toThrow('unknown time zone')
  })
})

describe('the offset of a zone at an instant', () => {
  // Laws of the releases 2026d to 2026f, which the runtime's own tz data does not have.
  test.each([
    ['America/Winnipeg', '2026-03-08T07:59:00Z', -360],
    ['America/Winnipeg', '2026-03-08T08:00:00Z', -300],
    ['America/Winnipeg', '2026-12-01T00:00:00Z', -300],
    ['Canada/Central', '2040-01-01T00:00:00Z', -300],
    ['America/Inuvik', '2026-12-01T00:00:00Z', -360],
    ['America/Havana', '2026-12-01T00:00:00Z', -240],
    ['America/Havana', '2027-11-07T04:59:00Z', -240],
    ['America/Havana', '2027-11-07T05:00:00Z', -300],
    ['Africa/Casablanca', '2026-09-19T00:00:00Z', 60],
    ['Africa/Casablanca', '2026-12-01T00:00:00Z', 0],
  ])('%s at %s is %d minutes east of UTC by 2026f', (zone, instant, offsetMinutes) => {
    expect(zoneOffsetMinutes(zone, minutes(instant))).toBe(offsetMinutes)
  })

  test.each([
    ['Europe/Berlin', '2026-03-29T00:59:00Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['Australia/Lord_Howe', '2026-10-03T15:29:00Z', 630],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 660],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
    ['America/Vancouver', '2026-01-15T00:00:00Z', -480],
    ['America/Vancouver', '2026-12-15T00:00:00Z', -420],
    ['Pacific/Apia', '2011-12-30T09:59:00Z', -600],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 840],
    ['Europe/Rome', '2050-09-05T00:00:00Z', 120],
    ['Europe/Rome', '9999-12-31T00:00:00Z', 60],
    // Until 1972 some offsets had seconds, which are cut off: Monrovia was at -00:44:30.
    ['Africa/Monrovia', '1971-01-15T00:00:00Z', -44],
    ['UTC', '2026-07-01T00:00:00Z', 0],
  ])('%s at %s is %d minutes east of UTC', (zone, instant, offsetMinutes) => {
    expect(zoneOffsetMinutes(zone, minutes(instant))).toBe(offsetMinutes)
  })
})

describe('wall times', () => {
  test('a wall time in a gap moves forward by the length of the gap', () => {
    expect(wall('Europe/Berlin', '2026-03-29', 1, 59)).toBe('2026-03-29T00:59:00Z')
    expect(wall('Europe/Berlin', '2026-03-29', 2, 0)).toBe('2026-03-29T01:00:00Z')
    expect(wall('Europe/Berlin', '2026-03-29', 2, 59)).toBe('2026-03-29T01:59:00Z')
    expect(wall('Europe/Berlin', '2026-03-29', 3, 0)).toBe('2026-03-29T01:00:00Z')
    expect(wall('Pacific/Apia', '2011-12-30', 9, 0)).toBe('2011-12-30T19:00:00Z')
    expect(wall('Africa/Cairo', '2026-04-24', 0, 30)).toBe('2026-04-23T22:30:00Z')
  })

  test('a wall time in an overlap means its first occurrence', () => {
    expect(wall('Europe/Berlin', '2026-10-25', 1, 59)).toBe('2026-10-24T23:59:00Z')
    expect(wall('Europe/Berlin', '2026-10-25', 2, 0)).toBe('2026-10-25T00:00:00Z')
    expect(wall('Europe/Berlin', '2026-10-25', 2, 59)).toBe('2026-10-25T00:59:00Z')
    expect(wall('Europe/Berlin', '2026-10-25', 3, 0)).toBe('2026-10-25T02:00:00Z')
    expect(wall('Australia/Lord_Howe', '2026-04-05', 1, 45)).toBe('2026-04-04T14:45:00Z')
  })

  test('a wall time from 24:00 is on the next date', () => {
    expect(wall('Europe/Berlin', '2026-03-28', 27, 0)).toBe('2026-03-29T01:00:00Z')
  })

  test('a wall time of a date that does not exist throws', () => {
    expect(() => wallToEpochMinutes('UTC', '2026-02-30', 0)).toThrow('the date does not exist')
  })
})

describe('local dates', () => {
  test('the local date of an instant depends on the zone', () => {
    const instant = minutes('2026-05-04T23:30:00Z')
    expect(localDateOf('UTC', instant)).toBe('2026-05-04')
    expect(localDateOf('Europe/Berlin', instant)).toBe('2026-05-05')
    expect(localDateOf('America/New_York', instant)).toBe('2026-05-04')
  })

  test.each([
    ['at midnight', 'Europe/Berlin', '2026-05-04', '2026-05-03T22:00:00Z'],
    ['at the end of a gap over midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
    ['after a repeated hour', 'Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00Z'],
    [
      'inside a gap that began on the day before',
      'America/Toronto',
      '1919-03-31',
      '1919-03-31T04:30:00Z',
    ],
    [
      'with the next date if the zone skipped it',
      'Pacific/Apia',
      '2011-12-30',
      '2011-12-30T10:00:00Z',
    ],
    ['at midnight after a skipped date', 'Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z'],
  ])('a local date starts %s: %s, %s', (_how, zone, date, instant) => {
    expect(formatInstant(startOfLocalDay(zone, parseDate(date) as number), 'UTC')).toBe(instant)
  })
})
