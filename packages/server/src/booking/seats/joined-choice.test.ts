import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingWorld, openBookingWorld } from '../../../tests/support/booking-world.ts'

const TEN = '2026-04-27T10:00:00Z'
const NOON = '2026-04-27T12:00:00Z'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

test('a class is joined with a chosen provider only if they give it and may be chosen, as it is begun', async () => {
  const people = [await world.provider(), await world.provider()]
  const providerIds = people.map(({ id }) => id)
  const yoga = await world.eventType({
    seats: { capacity: 3 },
    requirements: [{ name: 'teacher', providerIds, count: 1 }],
    confirmation: 'instant',
  })
  const { providerId } = await world.book(yoga.id, TEN)
  const other = providerIds.find((id) => id !== providerId) ?? ''
  const stranger = await world.provider()
  const join = async (chosenId: string, isBooker: boolean, start = TEN) => {
    const chosen = { providerId: chosenId, isBooker }
    const answer = await world.create(yoga.id, start, { chosen })
    return answer.ok ? answer.value.booking.providerId : answer.refusal.code
  }
  expect(await join(providerId, false)).toBe(providerId)
  expect(await join(other, false)).toBe('slot_taken')
  // Bookers may not choose here.
  for (const start of [TEN, NOON]) {
    expect(await join(stranger.id, false, start)).toBe('not_a_candidate')
    expect(await join(providerId, true, start)).toBe('not_a_candidate')
  }
})
