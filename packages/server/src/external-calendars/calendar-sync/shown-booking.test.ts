import { ERASED_BOOKER } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { mailedBooking as booking } from '../../../tests/support/mail-context.ts'
import { isShown, shownPlace, shownText } from './shown-booking.ts'

const visit = { title: 'Visit' }

test('a calendar names the booker, with the address or else the phone', () => {
  expect(shownText(booking, 'prv_1', visit)).toEqual({
    title: 'Visit: Grace',
    description: 'Grace\ngrace@example.com',
  })
  const called = { booker: { name: 'Grace', phone: '+4930123' } }
  expect(shownText(called, 'prv_1', undefined)).toEqual({
    title: 'Appointment: Grace',
    description: 'Grace\n+4930123',
  })
})

test('a calendar names nobody whose data was erased', () => {
  expect(shownText({ booker: ERASED_BOOKER }, 'prv_1', visit)).toEqual({
    title: 'Visit',
    description: '',
  })
})

test('a member of a team sees with whom, not themselves', () => {
  const assignments = ['Ada', 'Bob'].map((providerName, index) => ({
    providerId: `prv_${index + 1}`,
    providerName,
    requirement: index,
  }))
  const shown = shownText({ booker: { name: 'Grace' }, assignments } as never, 'prv_1', visit)
  expect(shown.description).toBe('Grace\nWith: Bob')
})

test('a session shows its seats and no name', () => {
  const seats = { capacity: 8 } as never
  expect(shownText({ seats: 3 }, 'prv_1', { ...visit, seats })).toEqual({
    title: 'Visit (3/8)',
    description: '',
  })
})

test('calendars show confirmed and past bookings of their own provider alone', () => {
  const shows = (status: string, providerId = 'prv_1') =>
    isShown({ ...booking, status: status as never }, { providerId })
  expect(['confirmed', 'completed', 'no_show'].map((status) => shows(status))).toEqual([
    true,
    true,
    true,
  ])
  expect(['pending', 'cancelled', 'expired'].map((status) => shows(status))).toEqual([
    false,
    false,
    false,
  ])
  expect(shows('confirmed', 'prv_2')).toBe(false)
  const { booker: _, ...anonymous } = booking
  expect(isShown(anonymous, { providerId: 'prv_1' })).toBe(false)
  expect(isShown({ ...anonymous, seats: 1 }, { providerId: 'prv_1' })).toBe(true)
})

test('the place is the link, or else where it is', () => {
  expect(shownPlace({ kind: 'google_meet', url: 'https://meet.example.com/a' })).toBe(
    'https://meet.example.com/a',
  )
  expect(shownPlace(undefined)).toBe('')
})
