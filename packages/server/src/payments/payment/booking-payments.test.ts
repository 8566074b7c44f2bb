import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { PRICE } from '../../../tests/support/payment-world.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { createBookingPayments } from './booking-payments.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

test.each([
  [true, 15_000],
  [false, 5000],
])('a party of three pays for its seats: with `perSeat` %s it is %d', async (perSeat, amount) => {
  const deps = { ...world.deps, payments: createBookingPayments('https://book.example.com') }
  const payment = { ...PRICE, perSeat }
  const { id } = await world.eventType({ seats: { capacity: 4 }, payment })
  const made = await createBooking(deps, world.caller, {
    target: { eventTypeId: id },
    startEpochSeconds: secondsOf('2026-04-27T10:00:00Z'),
    booker: BOOKER,
    seats: 3,
  })
  expect(unwrap(made).booking.payment).toMatchObject({ amount, status: 'required' })
})
