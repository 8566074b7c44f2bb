import { describe, expect, test } from 'vitest'
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
])('%s means the zone %s', (written, name) => {
  expect(zoneByName(written)).toBe(name)
})

test.each([
  'IST',
  'CST',
  'Mars/Olympus',
  'Customized Time Zone',
  'tzone://Microsoft/Custom',
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
