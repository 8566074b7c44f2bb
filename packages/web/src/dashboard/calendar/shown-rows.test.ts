import { expect, test } from 'vitest'
import type { Booking } from '../api.ts'
import { csvOf, shownRows } from './shown-rows.ts'

const booking = (start: string, end: string, name: string) =>
  ({
    id: `bkg_${name}`,
    start,
    end,
    status: 'confirmed',
    booker: { name, phone: '+4930901820', email: null },
  }) as unknown as Booking

const NAMES = {
  booker: ({ booker }: Booking) => booker?.name ?? '',
  service: () => 'Visit',
  providers: () => 'Dr. Ada Weber',
}

test('the lines are the bookings of the range by start, in the time of the calendar', () => {
  const bookings = [
    booking('2026-04-20T22:15:00Z', '2026-04-20T23:00:00Z', 'Night'),
    booking('2026-04-20T07:00:00Z', '2026-04-20T07:30:00Z', 'Early'),
    booking('2026-04-19T21:00:00Z', '2026-04-19T22:00:00Z', 'Before'),
    {
      ...booking('2026-04-20T08:00:00Z', '2026-04-20T08:30:00Z', 'Gone'),
      status: 'cancelled' as const,
    },
  ]
  const range = { from: '2026-04-19T22:00:00Z', to: '2026-04-20T22:00:00Z' }
  expect(shownRows(bookings, range, 'Europe/Berlin', NAMES)).toEqual([
    {
      id: 'bkg_Early',
      date: '2026-04-20',
      start: '09:00',
      end: '09:30',
      name: 'Early',
      service: 'Visit',
      providers: 'Dr. Ada Weber',
      phone: '+4930901820',
      email: '',
      status: 'confirmed',
    },
  ])
})

test('a file quotes what separates fields, and no spreadsheet runs a name', () => {
  expect(
    csvOf([
      ['Name', 'Note'],
      ['Weber, "Ada"', '=HYPERLINK("x")'],
      ['+49 30', 'a\nb'],
    ]),
  ).toBe('\u{feff}Name,Note\r\n"Weber, ""Ada""","\'=HYPERLINK(""x"")"\r\n\'+49 30,"a\nb"\r\n')
})
