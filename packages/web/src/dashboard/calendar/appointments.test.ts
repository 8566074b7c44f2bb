import { expect, test } from 'vitest'
import type { Booking, EventType } from '../api.ts'
import { appointmentsOf, leadingOf, seatsOf } from './appointments.ts'

const START = '2026-04-27T09:00:00Z'
const booking = (id: string, more: Partial<Booking> = {}) =>
  ({
    id,
    eventTypeId: 'ety_yoga',
    providerId: 'prv_1',
    start: START,
    status: 'confirmed',
    seats: 1,
    ...more,
  }) as Booking

const names = {
  eventType: (id: string | null) =>
    (id === 'ety_yoga' ? { seats: { capacity: 12 } } : { seats: null }) as EventType,
}

const shown = (...bookings: readonly Booking[]) =>
  appointmentsOf(bookings, names).map((each) =>
    each.kind === 'class' ? each.bookings.map(({ id }) => id) : each.booking.id,
  )

test('the parties of a class are one appointment, and other bookings are one each', () => {
  const late = '2026-04-27T11:00:00Z'
  expect(
    shown(
      booking('a'),
      booking('b', { eventTypeId: 'ety_visit', start: late }),
      booking('c', { seats: 3 }),
      booking('d', { start: late }),
      booking('e', { status: 'cancelled' }),
    ),
  ).toEqual([['a', 'c'], 'b', ['d']])
})

test('a class is shown with its seats, as confirmed once one party is', () => {
  const parties = [booking('a', { status: 'pending', seats: 2 }), booking('b')] as const
  expect(leadingOf([...parties]).id).toBe('b')
  expect(seatsOf(parties)).toBe(3)
})
