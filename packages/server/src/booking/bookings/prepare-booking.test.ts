import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
} from '../../../tests/support/booking-world.ts'
import type { BookingInput } from './booking-input.ts'
import { createBooking } from './create-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const START = '2026-04-27T10:00:00Z'

/** Books as somebody without a key of the account. */
const bookPublicly = (eventTypeId: string, more: Partial<BookingInput> = {}) =>
  createBooking(
    world.deps,
    { ...world.caller, role: 'public', actor: { kind: 'booker' } },
    { target: { eventTypeId }, startEpochSeconds: secondsOf(START), booker: BOOKER, ...more },
  )
const invalidAt = (pointer: string, message: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
})

test('a stranger without an email address cannot book where it matters who somebody is', async () => {
  const onlyPhone = { name: 'Ada', phone: '+493012345678' }
  const known = await world.eventType({ limits: { perBookerEver: 1 } })
  expect(await bookPublicly(known.id, { booker: onlyPhone })).toEqual(
    invalidAt('/booker/email', 'is required: it shows who may book this event type'),
  )
  // The account vouches for whom it books.
  expect(await world.create(known.id, START, { booker: onlyPhone })).toMatchObject({ ok: true })
  const plain = await world.eventType()
  expect(await bookPublicly(plain.id, { booker: onlyPhone })).toMatchObject({ ok: true })
})

test('only a hold can be taken without a booker', async () => {
  const without = (eventTypeId: string) =>
    createBooking(world.deps, world.caller, {
      target: { eventTypeId },
      startEpochSeconds: secondsOf(START),
    })
  const refused = invalidAt(
    '/booker',
    '`booker` is required: only a hold can be taken without one.',
  )
  for (const confirmation of ['instant', 'approval'] as const) {
    expect(await without((await world.eventType({ confirmation })).id)).toEqual(refused)
  }
  const hold = await without((await world.eventType({ confirmation: 'hold' })).id)
  expect(hold).toMatchObject({ ok: true, value: { booking: { status: 'pending' } } })
})

test('the public takes at most a quarter of the seats of a class in one booking, the account all', async () => {
  const { id } = await world.eventType({ seats: { capacity: 8 } } as never)
  expect(await bookPublicly(id, { seats: 3 })).toMatchObject({
    ok: false,
    refusal: { code: 'validation_failed', errors: [{ pointer: '/seats' }] },
  })
  expect(await bookPublicly(id, { seats: 2 })).toMatchObject({ ok: true })
  expect(await world.create(id, START, { seats: 6 })).toMatchObject({ ok: true })
})

test('an event type without seats takes one party', async () => {
  const { id } = await world.eventType()
  expect(await world.create(id, START, { seats: 2 })).toMatchObject({
    ok: false,
    refusal: { code: 'validation_failed', errors: [{ pointer: '/seats' }] },
  })
  expect(await world.create(id, START)).toMatchObject({ ok: true })
})
