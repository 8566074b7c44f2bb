import { describe, expect, test } from 'vitest'
import { formatInstant, formatOffset, parseInstant } from './instants.ts'

describe('an RFC 3339 instant is parsed into epoch seconds', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2026-04-27T09:00:00Z', 1_777_280_400],
    ['2026-04-27T11:00:00+02:00', 1_777_280_400],
    ['2026-04-27T02:00:00-07:00', 1_777_280_400],
    ['2026-04-27T14:45:00+05:45', 1_777_280_400],
    ['2026-04-28T08:59:00+23:59', 1_777_280_400],
    ['2026-04-26T09:01:00-23:59', 1_777_280_400],
    ['2026-04-27t09:00:00z', 1_777_280_400],
    ['2026-04-27T09:00:00-00:00', 1_777_280_400],
    ['2026-04-27T09:00:00.999Z', 1_777_280_400],
    ['1969-12-31T23:59:59.5Z', -1],
    ['2024-02-29T23:59:59Z', 1_709_251_199],
    ['0000-01-01T00:00:00Z', -62_167_219_200],
  ])('%s', (text, epochSeconds) => {
    expect(parseInstant(text)).toBe(epochSeconds)
  })
})

describe('a text that is not an RFC 3339 instant is rejected', () => {
  test.each([
    ['no offset', '2026-04-27T09:00:00'],
    ['an impossible date', '2026-02-30T09:00:00Z'],
    ['29 February in a common year', '2026-02-29T09:00:00Z'],
    ['month 13', '2026-13-01T09:00:00Z'],
    ['day 0', '2026-04-00T09:00:00Z'],
    ['hour 24', '2026-04-27T24:00:00Z'],
    ['minute 60', '2026-04-27T09:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['offset hour 24', '2026-04-27T09:00:00+24:00'],
    ['offset minute 60', '2026-04-27T09:00:00+01:60'],
    ['an offset without a colon', '2026-04-27T09:00:00+0200'],
    ['no seconds', '2026-04-27T09:00Z'],
    ['a space instead of the T', '2026-04-27 09:00:00Z'],
    ['a date alone', '2026-04-27'],
    ['a decimal point without digits', '2026-04-27T09:00:00.Z'],
    ['a zone in brackets', '2026-04-27T09:00:00+02:00[Europe/Berlin]'],
    ['a year of five digits', '12026-04-27T09:00:00Z'],
    ['a leading space', ' 2026-04-27T09:00:00Z'],
    ['a trailing newline', '2026-04-27T09:00:00Z\n'],
    ['epoch seconds', '1777280400'],
    ['an empty text', ''],
  ])('%s', (_what, text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

describe('an instant is formatted as RFC 3339 in its zone', () => {
  test.each([
    ['UTC', '2026-04-27T09:00:00Z'],
    ['Europe/Berlin', '2026-04-27T11:00:00+02:00'],
    ['Europe/London', '2026-04-27T10:00:00+01:00'],
    ['America/Vancouver', '2026-04-27T02:00:00-07:00'],
    ['Asia/Kathmandu', '2026-04-27T14:45:00+05:45'],
    ['Pacific/Kiritimati', '2026-04-27T23:00:00+14:00'],
    ['America/St_Johns', '2026-04-27T06:30:00-02:30'],
  ])('in %s', (zone, text) => {
    expect(formatInstant(1_777_280_400 / 60, zone)).toBe(text)
  })

  test('a zone other than UTC has +00:00 instead of Z while its offset is zero', () => {
    expect(formatInstant(0, 'Africa/Abidjan')).toBe('1970-01-01T00:00:00+00:00')
  })
})

test.each([
  [0, '+00:00'],
  [-570, '-09:30'],
  [840, '+14:00'],
])('an offset of %d minutes is formatted as %s', (offsetMinutes, text) => {
  expect(formatOffset(offsetMinutes)).toBe(text)
})
