import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { reassignBooking } from '../bookings/reassign-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { EventTypeInput } from '../event-types/event-types.ts'
import { createBookingGroup } from '../groups/create-group.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { listSlots } from '../slots/slots.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const MONDAY = '2026-04-27'
const at = (hour: number) => `${MONDAY}T${hour}:00:00Z`

/** A team of two, of whom the first takes one booking a day, and its event type for one of them. */
async function team(more: Partial<EventTypeInput> = {}) {
  const owner = await world.provider({ kind: 'team' })
  const ada = await world.provider({ name: 'Ada', limits: { perDay: 1 } })
  const bob = await world.provider({ name: 'Bob' })
  const type = await world.eventType({
    providerId: owner.id,
    requirements: [{ name: 'who', providerIds: [ada.id, bob.id], count: 1, choice: 'priority' }],
    ...more,
  })
  return { type, ada, bob }
}

const takenBy = async (eventTypeId: string, start: string) =>
  (await world.book(eventTypeId, start)).assignments?.[0]?.providerName

async function mondayStarts(eventTypeId: string) {
  const from = secondsOf(`${MONDAY}T00:00:00Z`) / 60
  const listed = await listSlots(world.deps, world.caller, eventTypeId, {
    from: { epochMinutes: from },
    to: { epochMinutes: from + 1440 },
    includeUnavailable: false,
  })
  return unwrap(listed).starts.map((start) => new Date(start * 60_000).getUTCHours())
}

test('a candidate whose own limit is reached is no candidate, and the next one is taken', async () => {
  const { type } = await team()
  expect(await takenBy(type.id, at(10))).toBe('Ada')
  expect(await takenBy(type.id, at(11))).toBe('Bob')
  expect(await mondayStarts(type.id)).toEqual([9, 10, 12, 13, 14, 15, 16])
  expect(await takenBy(type.id, '2026-04-28T11:00:00Z')).toBe('Ada')
})

test('simultaneous bookings of a team take a limited candidate exactly as often as allowed', async () => {
  const { type } = await team()
  const names = await Promise.all([11, 12, 13, 14, 15].map((hour) => takenBy(type.id, at(hour))))
  expect(names.filter((name) => name === 'Ada')).toHaveLength(1)
  expect(names.filter((name) => name === 'Bob')).toHaveLength(4)
})

test('of simultaneous bookings of a team, those for which no candidate is left are refused', async () => {
  const owner = await world.provider({ kind: 'team' })
  const ada = await world.provider({ limits: { perDay: 1 } })
  const { id } = await world.eventType({
    providerId: owner.id,
    requirements: [{ name: 'who', providerIds: [ada.id], count: 1 }],
  })
  const answers = await Promise.all([11, 12, 13].map((hour) => world.create(id, at(hour))))
  const codes = answers.map((answer) => (answer.ok ? 'held' : answer.refusal.code))
  expect(codes.toSorted()).toEqual(['held', 'slot_not_bookable', 'slot_not_bookable'])
})

/** Books a team at some hours in one transaction. */
const inOneGroup = (eventTypeId: string, hours: readonly number[]) =>
  createBookingGroup(world.deps, world.caller, {
    items: hours.map((hour) => ({ eventTypeId, startEpochSeconds: secondsOf(at(hour)) })),
    onConflict: 'refuse',
    booker: { name: 'Ada', email: 'ada@example.com' },
    fields: {},
    isOverride: false,
  })

test('the bookings of a group take a limited candidate together as often as allowed', async () => {
  const { type } = await team()
  const { bookings } = unwrap(await inOneGroup(type.id, [10, 11, 13]))
  const names = bookings.map(({ assignments = [] }) => assignments[0]?.providerName)
  expect(names).toEqual(['Ada', 'Bob', 'Bob'])
})

test('a group whose bookings exceed the limit of the only candidate is refused with it', async () => {
  const owner = await world.provider({ kind: 'team' })
  const ada = await world.provider({ limits: { perDay: 2 } })
  const { id } = await world.eventType({
    providerId: owner.id,
    requirements: [{ name: 'who', providerIds: [ada.id], count: 1 }],
  })
  expect(await inOneGroup(id, [10, 11, 13])).toMatchObject({
    refusal: {
      code: 'group_item_refused',
      refusal: { code: 'limit_reached', limit: 'perDay', count: 2 },
      item: { index: 2 },
    },
  })
  expect(unwrap(await inOneGroup(id, [10, 11])).bookings).toHaveLength(2)
})

test('a start without another candidate is refused and explained with the limit of the full one', async () => {
  const { type, ada, bob } = await team()
  await world.book(type.id, at(10))
  await world.book(type.id, at(11))
  const busy = {
    code: 'too_few_candidates',
    requirement: 'who',
    neededCount: 1,
    freeCount: 0,
    candidates: [
      {
        providerId: ada.id,
        reasons: [{ code: 'limit_reached', limit: 'perDay', count: 1 }],
      },
      { providerId: bob.id, reasons: [expect.objectContaining({ code: 'taken' })] },
    ],
  }
  const start = secondsOf(at(11))
  const explained = await explainEventTypeSlot(world.deps, world.caller, type.id, start)
  expect(unwrap(explained).reasons).toEqual([busy])
  expect(await world.create(type.id, at(11))).toEqual({
    ok: false,
    refusal: { code: 'slot_taken', startEpochSeconds: start },
  })
})

test('the limit of the event type of a team counts whoever is taken', async () => {
  const { type } = await team({ limits: { perDay: 2 } })
  await world.book(type.id, at(10))
  await world.book(type.id, at(11))
  expect(await world.create(type.id, at(13))).toMatchObject({
    refusal: { code: 'limit_reached', limit: 'perDay', count: 2 },
  })
  expect(await mondayStarts(type.id)).toEqual([])
})

test('a booking keeps its limited candidate when it moves within the day, and frees the day when it leaves it', async () => {
  const { type, ada } = await team()
  const { id } = await world.book(type.id, at(10))
  const move = async (start: string) =>
    unwrap(
      await rescheduleBooking(world.deps, world.caller, id, {
        startEpochSeconds: secondsOf(start),
      }),
    )
  expect((await move(at(14))).counts).toEqual([{ counter: `${ada.id}:day:${MONDAY}`, amount: 1 }])
  expect((await move('2026-04-28T14:00:00Z')).assignments?.[0]?.providerName).toBe('Ada')
  expect(await takenBy(type.id, at(10))).toBe('Ada')
})

test('a reassignment frees the limit of who leaves, and passes over whose limit is reached', async () => {
  const { type, ada, bob } = await team()
  const first = await world.book(type.id, at(10))
  const second = await world.book(type.id, at(11))
  const give = (bookingId: string, to?: string) =>
    reassignBooking(world.deps, world.caller, bookingId, to === undefined ? {} : { to })
  expect(await give(second.id, ada.id)).toMatchObject({
    refusal: { code: 'no_candidate_free' },
  })
  const given = unwrap(await give(first.id, bob.id))
  expect(given.counts).toBeUndefined()
  expect(unwrap(await give(second.id)).counts).toEqual([
    { counter: `${ada.id}:day:${MONDAY}`, amount: 1 },
  ])
})
