import { expect, test } from 'vitest'
import { dateChanges, endOnNextDay, newHours, rulesOf } from './hours.ts'

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

test('an edit of dates sets and removes those alone that it changes', () => {
  const windows = [{ start: '10:00', end: '12:00' }]
  const before = [
    { date: '2026-12-24', windows: [] },
    { date: '2026-12-26', windows: [] },
    { date: '2026-12-31', windows },
  ]
  const after = [
    { date: '2026-12-24', windows },
    { date: '2026-12-31', windows },
    { date: '2027-01-01', windows: [] },
  ]
  expect(dateChanges(before, after)).toEqual({
    set: [
      { date: '2026-12-24', windows },
      { date: '2027-01-01', windows: [] },
    ],
    removed: ['2026-12-26'],
  })
  expect(dateChanges(before, [...after, { date: '2026-12-24', windows: [] }])).toBeUndefined()
})
