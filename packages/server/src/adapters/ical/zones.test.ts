import { describe, expect, test } from 'vitest'
import { busyOfLines } from '../../../tests/support/busy-of-lines.ts'
import { windowsDisplayNames } from './display-names.ts'
import { resolveZone, zoneByName } from './zones.ts'

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['"Europe/Berlin"', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['UTC', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['Japan', 'Japan'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['w. europe standard time', 'Europe/Berlin'],
  ['Eastern Standard Time', 'America/New_York'],
  ['GMT Standard Time', 'Europe/London'],
  ['India Standard Time', 'Asia/Calcutta'],
  ['/freeassociation.sourceforge.net/Europe/Berlin', 'Europe/Berlin'],
  ['/mozilla.org/20070129_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['/softwarestudio.org/Olson_20011030_5/America/New_York', 'America/New_York'],
  ['tzone://Microsoft/Utc', 'UTC'],
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(UTC-05:00) eastern time (us & canada)', 'America/New_York'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(GMT +1:00) Brussels, Copenhagen, Madrid, Paris', 'Europe/Paris'],
  ['(UTC) Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ['(UTC+00:00) Monrovia, Reykjavik', 'Atlantic/Reykjavik'],
  ['(UTC) Coordinated Universal Time', 'Etc/UTC'],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Calcutta'],
  ['(UTC+03:00) Moscow, St. Petersburg, Volgograd (RTZ 2)', 'Europe/Moscow'],
  ['(UTC\u221208:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
  // Caracas was half an hour behind from 2007 to 2016; Istanbul has been three hours ahead since 2016.
  ['(UTC-04:30) Caracas', 'America/Caracas'],
  ['(UTC+02:00) Istanbul', 'Europe/Istanbul'],
])('%s means the zone %s', (written, name) => {
  expect(zoneByName(written)).toBe(name)
})

test.each([
  'IST',
  'CST',
  'Mars/Olympus',
  'Customized Time Zone',
  'tzone://Microsoft/Custom',
  '(UTC+09:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
  '(UTC-05:00) Somewhere',
  '(UTC+06:00) Almaty, Novosibirsk',
  'Eastern Time',
  '+02:00',
  'constructor',
  '',
  '/',
  'x/'.repeat(50),
])('%s is not a known zone name', (written) => {
  expect(zoneByName(written)).toBeUndefined()
})

describe('the definition of a zone in a file', () => {
  const RULES = { kind: 'rules', tzid: 'x', transitions: [], offsetsSeconds: [3600] } as const

  test('does not override the tz data of a place', () => {
    const defined = { rules: () => RULES }
    expect(resolveZone('Europe/Berlin', defined)).toEqual({ kind: 'iana', name: 'Europe/Berlin' })
    expect(resolveZone('Eastern Standard Time', defined)).toEqual({
      kind: 'iana',
      name: 'America/New_York',
    })
  })

  test('decides every other name, first by its X-LIC-LOCATION', () => {
    expect(resolveZone('EST', { rules: () => RULES })).toBe(RULES)
    expect(resolveZone('Office', { rules: () => RULES })).toBe(RULES)
    expect(resolveZone('Office', { location: 'Asia/Tokyo', rules: () => RULES })).toEqual({
      kind: 'iana',
      name: 'Asia/Tokyo',
    })
  })

  test('is ignored if it is invalid', () => {
    const broken = { rules: () => undefined }
    expect(resolveZone('EST', broken)).toEqual({ kind: 'iana', name: 'EST' })
    expect(resolveZone('GMT-0330', broken)).toEqual({
      kind: 'rules',
      tzid: 'GMT-0330',
      transitions: [],
      offsetsSeconds: [-12_600],
    })
    expect(resolveZone('Office', broken)).toEqual({ kind: 'unknown', tzid: 'Office' })
  })
})

test('every display name means a zone with some offset from UTC-12:00 to UTC+14:00', () => {
  const names = windowsDisplayNames()
  expect(names.length).toBeGreaterThan(150)
  const unknown = names.filter((name) => {
    const offsets = Array.from({ length: 26 * 4 + 1 }, (_, quarter) => quarter * 15 - 720)
    return !offsets.some((minutes) => {
      const sign = minutes < 0 ? '-' : '+'
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const offset = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':')
      return zoneByName(`(UTC${sign}${offset}) ${name}`) !== undefined
    })
  })
  expect(unknown).toEqual([])
})

test.each(['"(UTC-05:00) Eastern Time (US & Canada)"', '(UTC-05:00) Eastern Time (US & Canada)'])(
  'an event in TZID=%s is at its time there, without a definition of the zone',
  (tzid) => {
    const lines = [
      'BEGIN:VEVENT',
      `DTSTART;TZID=${tzid}:20260601T090000`,
      'DURATION:PT1H',
      'END:VEVENT',
    ]
    expect(busyOfLines(lines)).toEqual({ busy: ['06-01 13:00–14:00'], warnings: [] })
  },
)
