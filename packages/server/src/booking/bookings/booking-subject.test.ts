import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openAvailability } from '../availability/availability.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { loadBookingSubject, loadBookingSubjects } from './booking-subject.ts'
import { cancelBooking } from './change-booking.ts'
import { createBooking } from './create-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

test('a booking comes with its provider and its event type', async () => {
  const provider = await world.provider()
  const eventType = await world.eventType({ providerId: provider.id })
  const booking = await world.book(eventType.id, '2026-04-27T10:00:00Z')
  expect(await loadBookingSubject(world.deps, booking)).toEqual({ booking, provider, eventType })
})

test('the booking of an opened slot has no event type', async () => {
  const provider = await world.provider()
  unwrap(
    await openAvailability(world.deps, world.caller, provider.id, {
      date: '2026-04-27',
      startTime: '10:00',
      endTime: '11:00',
      slotDurationMinutes: 30,
    }),
  )
  const made = await createBooking(world.deps, world.caller, {
    target: { providerId: provider.id },
    startEpochSeconds: secondsOf('2026-04-27T10:00:00Z'),
    booker: BOOKER,
  })
  const { booking } = unwrap(made)
  expect(await loadBookingSubject(world.deps, booking)).toEqual({
    booking,
    provider,
    eventType: undefined,
  })
})

test('a booking of a deleted provider still comes with it, and one without a provider with nothing', async () => {
  const eventType = await world.eventType()
  const booking = await world.book(eventType.id, '2026-04-27T10:00:00Z')
  unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
  unwrap(await deleteProvider(world.deps, world.caller, eventType.providerId))
  expect(await loadBookingSubject(world.deps, booking)).toMatchObject({
    provider: { id: eventType.providerId, version: 3 },
    eventType: { id: eventType.id },
  })
  const elsewhere = { ...booking, providerId: 'prv_none' }
  expect(await loadBookingSubject(world.deps, elsewhere)).toBeUndefined()
})

test('a booking of several comes with the provider of its event type, and all that it takes in order', async () => {
  const owner = await world.provider({ name: 'Practice', kind: 'team' })
  const [ada, bob] = [await world.provider(), await world.provider()]
  const panel = { name: 'panel', providerIds: [bob.id, ada.id], count: 'all' } as const
  const eventType = await world.eventType({ providerId: owner.id, requirements: [panel] })
  const booking = await world.book(eventType.id, '2026-04-28T10:00:00Z')
  const reads: number[] = []
  const store = storeWith(world.store, {
    get(key, options) {
      reads.push(1)
      return world.store.get(key, options)
    },
    getMany(keys, options) {
      reads.push(keys.length)
      return world.store.getMany(keys, options)
    },
  })
  const subject = await loadBookingSubject({ store }, booking)
  expect(subject).toMatchObject({ booking, provider: owner, eventType })
  expect(subject?.assigned?.map(({ id }) => id)).toEqual([bob.id, ada.id])
  expect(reads).toEqual([3, 1])
})

test('bookings come with what they share by the same two reads', async () => {
  const owner = await world.provider({ name: 'Practice', kind: 'team' })
  const [ada, bob] = [await world.provider(), await world.provider()]
  const panel = { name: 'panel', providerIds: [ada.id], count: 'all' } as const
  const team = await world.eventType({ providerId: owner.id, requirements: [panel] })
  const alone = await world.eventType({ providerId: bob.id })
  const bookings = [
    await world.book(team.id, '2026-04-28T10:00:00Z'),
    await world.book(alone.id, '2026-04-28T10:00:00Z'),
    await world.book(team.id, '2026-04-28T12:00:00Z'),
  ]
  const reads: number[] = []
  const store = storeWith(world.store, {
    getMany(keys, options) {
      reads.push(keys.length)
      return world.store.getMany(keys, options)
    },
  })
  const subjects = await loadBookingSubjects({ store }, bookings)
  expect(subjects.map((subject) => subject?.provider.id)).toEqual([owner.id, bob.id, owner.id])
  expect(subjects.map((subject) => subject?.assigned?.map(({ id }) => id))).toEqual([
    [ada.id],
    undefined,
    [ada.id],
  ])
  expect(reads).toEqual([4, 1])
})
