import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { readBookingAlone } from './read-booking.ts'

let world: BookingWorld
let booking: Booking
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(async () => {
  const { id } = await world.eventType({
    questions: [{ id: 'diagnosis', label: 'Diagnosis', kind: 'text', private: true }],
  })
  const fields = { answers: { diagnosis: 'Migraine' } }
  booking = (await world.created(id, '2026-04-27T10:00:00Z', { fields })).booking
})
afterAll(() => world.close())

test('private answers are read with the scope `bookings` alone', async () => {
  const { deps, caller } = world
  const scoped = { ...caller, scopes: ['bookings'] } as const
  expect(unwrap(await readBookingAlone(deps, scoped, booking.id))).toEqual({
    booking,
    privateAnswers: { diagnosis: 'Migraine' },
  })
  const others = [caller, { ...caller, scopes: ['read', 'settings', 'admin'] } as const]
  for (const other of others) {
    expect(unwrap(await readBookingAlone(deps, other, booking.id))).toEqual({ booking })
  }
})

test('a booking can be read if no key opens its private answers', async () => {
  const { deps, caller, store } = world
  const scoped = { ...caller, scopes: ['bookings'] } as const
  const { secretBox: otherKeys } = testDependencies(store, '2026-04-20T08:00:00Z').deps
  const { secretBox: _, ...without } = deps
  for (const using of [without, { ...without, ...(otherKeys && { secretBox: otherKeys }) }]) {
    expect(unwrap(await readBookingAlone(using, scoped, booking.id))).toEqual({
      booking,
      privateAnswers: null,
    })
  }
})

test('a booking of another account is not found', async () => {
  const { deps, stranger } = world
  const scoped = { ...stranger, scopes: ['bookings'] } as const
  expect(await readBookingAlone(deps, scoped, booking.id)).toMatchObject({
    refusal: { code: 'not_found' },
  })
})
