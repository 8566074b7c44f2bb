import { expect, test } from 'vitest'
import type { Closure } from './closures.ts'
import { countryOf, type Holiday, yearlyHolidays, yearsFrom } from './holidays.ts'

const holiday = (name: string, start: string, kind: Holiday['kind'] = 'public'): Holiday => ({
  name,
  start,
  end: `${start.slice(0, 8)}${String(Number(start.slice(8)) + 1).padStart(2, '0')}`,
  kind,
})

const CLOSED = { all: true, holiday: { country: 'DE', region: null }, start: '2027-01-01' }

test('holidays of several years are one choice each, public ones first, without past and closed dates', () => {
  const found = yearlyHolidays(
    [
      holiday('New Year', '2026-01-01'),
      holiday('Eve', '2026-12-24', 'bank'),
      holiday('Christmas', '2026-12-25'),
      holiday('New Year', '2027-01-01'),
      holiday('New Year', '2028-01-01'),
    ],
    // The cast: no other member is read.
    [CLOSED as Closure],
    '2026-04-20',
  )
  expect(found.map(({ name, times }) => [name, times])).toEqual([
    ['Christmas', [{ start: '2026-12-25', end: '2026-12-26' }]],
    ['New Year', [{ start: '2028-01-01', end: '2028-01-02' }]],
    ['Eve', [{ start: '2026-12-24', end: '2026-12-25' }]],
  ])
})

test('the country is that of the account, or else the only one of the time zone', () => {
  const country = (code: string, ...timeZones: string[]) => ({
    country: code,
    name: code,
    timeZones,
    regions: [],
  })
  const all = [country('DE', 'Europe/Berlin'), country('X', 'Etc/UTC'), country('Y', 'Etc/UTC')]
  expect(countryOf(all, 'DE', 'Etc/UTC')).toBe('DE')
  expect(countryOf(all, null, 'Europe/Berlin')).toBe('DE')
  expect(countryOf(all, 'ZZ', 'Europe/Berlin')).toBe('DE')
  expect(countryOf(all, null, 'Etc/UTC')).toBe('')
  expect(yearsFrom('2026-12-31')).toEqual([2026, 2027, 2028])
})
