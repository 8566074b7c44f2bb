import { expect, test } from 'vitest'
import { endOnNextDay, newHours, rulesOf } from './hours.ts'

test('new hours are on weekdays only', () => {
  expect(rulesOf(newHours()).availabilityRules.map(({ weekday }) => weekday)).toEqual([
    'monday',
    'tuesday',
    'wednesday',
    'thursday',
    'friday',
  ])
})

test('a window that ends on the next day is split at midnight, and joined with the hours there', () => {
  const window = { start: '20:00', end: '08:30' }
  const { hours } = newHours()
  const friday = endOnNextDay({ ...hours, friday: [window] }, 'friday', 0)
  expect(friday.friday).toEqual([{ start: '20:00', end: '24:00' }])
  expect(friday.saturday).toEqual([{ start: '00:00', end: '08:30' }])
  const late = { start: '20:00', end: '10:00' }
  const sunday = endOnNextDay({ ...hours, sunday: [late] }, 'sunday', 0)
  expect(sunday.monday).toEqual([{ start: '00:00', end: '17:00' }])
})
