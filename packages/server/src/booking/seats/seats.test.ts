import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
  WORKING_HOURS,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { cancelBooking, confirmBooking } from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { reassignBooking } from '../bookings/reassign-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { EventType } from '../event-types/event-type.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { listSlots } from '../slots/slots.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const NOON = '2026-04-27T12:00:00Z'
const DAY = { dayNumber: secondsOf('2026-04-27T00:00:00Z') / 86_400 }
const NEXT_DAY = { dayNumber: DAY.dayNumber + 1 }

const SEATS = { seats: { capacity: 3 } }

/** Books a seat at ten as somebody with these dependencies. */
const bookIn = (deps: BookingWorld['deps'], { id }: EventType, caller: Caller = world.caller) =>
  createBooking(deps, caller, {
    target: { eventTypeId: id },
    startEpochSeconds: secondsOf(TEN),
    booker: BOOKER,
  })

/** A caller without an API key. */
const booker = (): Caller => ({ ...world.caller, role: 'public', actor: { kind: 'booker' } })

async function slotsOf(eventTypeId: string, seats?: number) {
  const found = await listSlots(world.deps, world.caller, eventTypeId, {
    from: DAY,
    to: NEXT_DAY,
    includeUnavailable: false,
    seats,
  })
  const { starts, sessions } = unwrap(found)
  return starts.map((start, index) => [
    new Date(start * 60_000).toISOString().slice(11, 16),
    sessions?.seatsLeft[index],
  ])
}

const sessionsOf = async ({ id }: EventType) => {
  const range = {
    fromEpochSeconds: secondsOf('2026-04-27T00:00:00Z'),
    toEpochSeconds: secondsOf('2026-04-28T00:00:00Z'),
  }
  return unwrap(await listSessions(world.deps, world.caller, id, range, { limit: 50 })).data
}

const explain = async ({ id }: EventType, start: string, party = {}) =>
  unwrap(await explainEventTypeSlot(world.deps, world.caller, id, secondsOf(start), party))

describe('a session', () => {
  test('takes parties until its seats are taken, then none', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    const pair = await world.created(yoga.id, TEN, { seats: 2 })
    expect(pair.booking).toMatchObject({ status: 'confirmed', seats: 2 })
    expect(await world.create(yoga.id, TEN, { seats: 2 })).toEqual({
      ok: false,
      refusal: { code: 'session_full', seatsLeft: 1 },
    })
    expect(await slotsOf(yoga.id)).toContainEqual(['10:00', 1])
    await world.book(yoga.id, TEN)
    expect(await slotsOf(yoga.id)).not.toContainEqual(['10:00', expect.anything()])
    expect(await slotsOf(yoga.id)).toContainEqual(['11:00', 3])
  })

  test('claims the time of its provider for all event types until the last party leaves', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    const talk = await world.eventType({ providerId: yoga.providerId })
    const [first, second] = [await world.book(yoga.id, TEN), await world.book(yoga.id, TEN)]
    const taken = { ok: false, refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(TEN) } }
    expect(await world.create(talk.id, TEN)).toEqual(taken)
    unwrap(await cancelBooking(world.deps, world.caller, first.id, {}))
    expect(await world.create(talk.id, TEN)).toEqual(taken)
    unwrap(await cancelBooking(world.deps, world.caller, second.id, {}))
    await world.book(talk.id, TEN)
    expect(await slotsOf(yoga.id)).not.toContainEqual(['10:00', expect.anything()])
  })

  test('keeps the duration and buffers of its first seat when the event type changes', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    const first = await world.book(yoga.id, TEN)
    const change = { durationMinutes: 90, bufferAfterMinutes: 15 }
    unwrap(await updateEventType(world.deps, world.caller, yoga.id, change))
    const joined = await world.book(yoga.id, TEN)
    expect(joined).toMatchObject({ endEpochSeconds: first.endEpochSeconds, policy: first.policy })
    expect(await world.book(yoga.id, NOON)).toMatchObject({
      endEpochSeconds: secondsOf('2026-04-27T13:30:00Z'),
    })
  })

  test('is joined outside the hours of today, but not too late', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant', minNoticeMinutes: 60 })
    await world.book(yoga.id, TEN)
    const afternoon = [{ weekday: 'monday' as const, windows: [{ start: '13:00', end: '17:00' }] }]
    const change = { availabilityRules: afternoon }
    unwrap(await updateEventType(world.deps, world.caller, yoga.id, change))
    expect(await slotsOf(yoga.id)).toContainEqual(['10:00', 2])
    await world.book(yoga.id, TEN)
    expect((await world.create(yoga.id, '2026-04-27T11:00:00Z')).ok).toBe(false)
    world.moveTo('2026-04-27T09:01:00Z')
    expect(await world.create(yoga.id, TEN)).toMatchObject({
      refusal: { code: 'slot_not_bookable', reasons: [{ code: 'too_soon' }] },
    })
    expect(await slotsOf(yoga.id)).not.toContainEqual(['10:00', expect.anything()])
    expect(await explain(yoga, TEN)).toMatchObject({ reasons: [{ code: 'too_soon' }] })
  })

  test('gives its time to who read the event type before it changed and the session began', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    let first: Booking | undefined
    const store = storeWith(world.store, {
      async get(key, options) {
        const item = await world.store.get(key, options)
        if (first === undefined && key.PK.endsWith('#SESSION')) {
          const change = { bufferAfterMinutes: 15 }
          unwrap(await updateEventType(world.deps, world.caller, yoga.id, change))
          first = await world.book(yoga.id, TEN)
        }
        return item
      },
    })
    const second = unwrap(await bookIn({ ...world.deps, store }, yoga)).booking
    expect(second.policy).toEqual(first?.policy)
    expect(second.policy.bufferAfterMinutes).toBe(15)
  })

  test('follows the rules of a new one if everybody leaves it while somebody joins', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    const last = await world.book(yoga.id, TEN)
    const closed = { availabilityRules: [] }
    unwrap(await updateEventType(world.deps, world.caller, yoga.id, closed))
    const leaves = () => cancelBooking(world.deps, world.caller, last.id, {})
    const isSeat = ({ kind }: Write) => kind.startsWith('count-')
    const store = storeInterruptedBefore(world.store, isSeat, leaves)
    expect(await bookIn({ ...world.deps, store }, yoga)).toMatchObject({
      refusal: { code: 'slot_not_bookable', reasons: [{ code: 'outside_availability' }] },
    })
  })

  test('frees the seats of a hold at the second of its expiry, and its time if nobody else is in', async () => {
    const yoga = await world.eventType(SEATS)
    const talk = await world.eventType({ providerId: yoga.providerId })
    await world.created(yoga.id, TEN, { seats: 3 })
    expect(await world.create(yoga.id, TEN)).toMatchObject({ refusal: { code: 'session_full' } })
    expect(await explain(yoga, TEN)).toEqual({
      available: false,
      reasons: [{ code: 'session_full', seatsLeft: 0 }],
    })
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await explain(yoga, TEN, { seats: 3 })).toEqual({ available: true, reasons: [] })
    expect(await slotsOf(yoga.id)).toContainEqual(['10:00', 3])
    await world.book(talk.id, TEN)
  })

  test('with fewer seats than before keeps who is in, and takes nobody else', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    await world.created(yoga.id, TEN, { seats: 3 })
    const change = { seats: { capacity: 2 } }
    unwrap(await updateEventType(world.deps, world.caller, yoga.id, change))
    expect(await world.create(yoga.id, TEN)).toEqual({
      ok: false,
      refusal: { code: 'session_full', seatsLeft: 0 },
    })
    expect(await sessionsOf(yoga)).toMatchObject([{ capacity: 2, taken: 3 }])
  })

  test('shows the seats that are left to bookers only where the event type says so', async () => {
    const seats = { capacity: 1, showRemaining: false }
    const yoga = await world.eventType({ seats, confirmation: 'instant' })
    await world.book(yoga.id, TEN)
    expect(await bookIn(world.deps, yoga, booker())).toEqual({
      ok: false,
      refusal: { code: 'session_full', seatsLeft: 0, isHidden: true },
    })
  })
})

describe('a party', () => {
  test('of several needs an event type with as many seats', async () => {
    const talk = await world.eventType()
    const message = 'must be 1: the event type has no seats'
    expect(await world.create(talk.id, TEN, { seats: 2 })).toEqual({
      ok: false,
      refusal: { code: 'validation_failed', errors: [{ pointer: '/seats', message }] },
    })
    const yoga = await world.eventType(SEATS)
    expect(await world.create(yoga.id, TEN, { seats: 4 })).toMatchObject({
      refusal: { code: 'validation_failed', errors: [{ pointer: '/seats' }] },
    })
    expect((await world.created(talk.id, TEN, { seats: 1 })).booking).not.toHaveProperty('seats')
  })

  test('finds the starts with as many seats left', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    await world.created(yoga.id, TEN, { seats: 2 })
    expect(await slotsOf(yoga.id, 1)).toContainEqual(['10:00', 1])
    expect(await slotsOf(yoga.id, 2)).not.toContainEqual(['10:00', expect.anything()])
    expect(await slotsOf(yoga.id, 2)).toContainEqual(['11:00', 3])
  })

  test('moves to the session of others or begins a new one, and its old seats are free', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    const pair = await world.created(yoga.id, TEN, { seats: 2 })
    await world.created(yoga.id, NOON, { seats: 2 })
    const move = (start: string) =>
      rescheduleBooking(world.deps, world.caller, pair.booking.id, {
        startEpochSeconds: secondsOf(start),
      })
    expect(await move(NOON)).toEqual({
      ok: false,
      refusal: { code: 'session_full', seatsLeft: 1 },
    })
    expect(unwrap(await move('2026-04-27T14:00:00Z'))).toMatchObject({ seats: 2, version: 2 })
    expect(await sessionsOf(yoga)).toMatchObject([
      { startEpochSeconds: secondsOf(NOON), taken: 2 },
      { startEpochSeconds: secondsOf('2026-04-27T14:00:00Z'), taken: 2 },
    ])
    const single = await world.book(yoga.id, TEN)
    const joined = await rescheduleBooking(world.deps, world.caller, single.id, {
      startEpochSeconds: secondsOf(NOON),
    })
    expect(joined.ok).toBe(true)
    expect(await slotsOf(yoga.id)).toContainEqual(['10:00', 3])
  })

  test('that is alone moves to a start that overlaps its own', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant', slotStepMinutes: 30 })
    const only = await world.book(yoga.id, TEN)
    const start = { startEpochSeconds: secondsOf('2026-04-27T10:30:00Z') }
    unwrap(await rescheduleBooking(world.deps, world.caller, only.id, start))
    await world.book(yoga.id, '2026-04-27T10:30:00Z')
    expect(
      await rescheduleBooking(world.deps, world.caller, only.id, {
        startEpochSeconds: secondsOf(TEN),
      }),
    ).toMatchObject({ refusal: { code: 'slot_taken' } })
  })

  test('begins a new session as the event type is today', async () => {
    const yoga = await world.eventType({ ...SEATS, confirmation: 'instant' })
    const { id } = await world.book(yoga.id, TEN)
    unwrap(await updateEventType(world.deps, world.caller, yoga.id, { durationMinutes: 90 }))
    const start = { startEpochSeconds: secondsOf(NOON) }
    expect(unwrap(await rescheduleBooking(world.deps, world.caller, id, start))).toMatchObject({
      endEpochSeconds: secondsOf('2026-04-27T13:30:00Z'),
      policy: { durationMinutes: 90 },
    })
  })

  test('confirms and keeps its seats when others lapse', async () => {
    const yoga = await world.eventType(SEATS)
    const [mine] = [await world.book(yoga.id, TEN), await world.created(yoga.id, TEN, { seats: 2 })]
    const confirmed = await confirmBooking(world.deps, world.caller, mine.id, { booker: BOOKER })
    expect(unwrap(confirmed)).toMatchObject({ status: 'confirmed', seats: 1 })
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await sessionsOf(yoga)).toMatchObject([
      { capacity: 3, taken: 1, held: 0, bookings: [{ id: mine.id }] },
    ])
  })
})

describe('a class of several providers', () => {
  const newClass = async (teachers = 2, room = {}) => {
    const people = await Promise.all(Array.from({ length: teachers }, () => world.provider()))
    const rooms = [await world.provider({ kind: 'room', ...room })]
    const requirements = [
      { name: 'teacher', providerIds: people.map(({ id }) => id), count: 1 },
      { name: 'room', providerIds: rooms.map(({ id }) => id), count: 1 },
    ]
    const yoga = await world.eventType({
      ...SEATS,
      requirements,
      availabilityRules: WORKING_HOURS,
      confirmation: 'instant',
      slotStepMinutes: 30,
    })
    return { yoga, people, rooms }
  }

  test('is held by the same people for everybody who joins', async () => {
    const { yoga } = await newClass()
    const first = await world.book(yoga.id, TEN)
    expect(first.assignments).toHaveLength(2)
    const second = await world.book(yoga.id, TEN)
    expect(second.assignments).toEqual(first.assignments)
    expect(await slotsOf(yoga.id)).toContainEqual(['10:00', 1])
    expect(await sessionsOf(yoga)).toMatchObject([{ assignments: first.assignments, taken: 2 }])
  })

  test('is joined by all of many who begin it at the same time', async () => {
    const { yoga } = await newClass()
    const made = await Promise.all([1, 2, 3].map(() => world.create(yoga.id, TEN)))
    const assignments = made.map((one) => unwrap(one).booking.assignments)
    expect(new Set(assignments.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await sessionsOf(yoga)).toMatchObject([{ taken: 3 }])
  })

  test('is joined by somebody who read that nobody had begun it', async () => {
    const { yoga } = await newClass()
    let first: Booking | undefined
    const store = storeWith(world.store, {
      async get(key, options) {
        const item = await world.store.get(key, options)
        if (first === undefined && key.PK.endsWith('#SESSION')) {
          first = await world.book(yoga.id, TEN)
        }
        return item
      },
    })
    const second = unwrap(await bookIn({ ...world.deps, store }, yoga)).booking
    expect(second.assignments).toEqual(first?.assignments)
  })

  test('that reaches a limit is joined by somebody who read that nobody had begun it', async () => {
    const { yoga } = await newClass(1, { limits: { perDay: 1 } })
    let first: Booking | undefined
    const store = storeWith(world.store, {
      async get(key, options) {
        const item = await world.store.get(key, options)
        if (key.PK.endsWith('#SESSION')) first ??= await world.book(yoga.id, TEN)
        return item
      },
    })
    const second = unwrap(await bookIn({ ...world.deps, store }, yoga)).booking
    expect(second.assignments).toEqual(first?.assignments)
  })

  test('is moved by its only party to a start that overlaps its own, and by no other', async () => {
    const { yoga } = await newClass(1)
    const party = await world.book(yoga.id, TEN)
    const move = (start: string) =>
      rescheduleBooking(world.deps, world.caller, party.id, { startEpochSeconds: secondsOf(start) })
    unwrap(await move('2026-04-27T10:30:00Z'))
    await world.book(yoga.id, '2026-04-27T10:30:00Z')
    expect(await move('2026-04-27T11:00:00Z')).toMatchObject({ refusal: { code: 'slot_taken' } })
  })

  test('is moved by its only party to a start that overlaps its own, although a hold of others has lapsed', async () => {
    const { yoga } = await newClass(1)
    const party = await world.book(yoga.id, TEN)
    unwrap(await updateEventType(world.deps, world.caller, yoga.id, { confirmation: 'hold' }))
    await world.created(yoga.id, TEN)
    const startEpochSeconds = secondsOf('2026-04-27T10:30:00Z')
    const move = () => rescheduleBooking(world.deps, world.caller, party.id, { startEpochSeconds })
    expect(await move()).toMatchObject({ refusal: { code: 'slot_taken' } })
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await move()).toMatchObject({ ok: true })
  })

  test('gives none of its bookings to somebody else alone', async () => {
    const { yoga } = await newClass()
    const { id } = await world.book(yoga.id, TEN)
    expect(await reassignBooking(world.deps, world.caller, id, {})).toMatchObject({
      refusal: { code: 'invalid_transition', action: 'reassign', reason: 'in_session' },
    })
  })

  test('is joined with somebody whom the booker chose only if they hold it', async () => {
    const { yoga, people } = await newClass()
    const { providerId } = await world.book(yoga.id, TEN)
    const other = people.find(({ id }) => id !== providerId)?.id ?? ''
    const chosen = (id: string) => ({ chosen: { providerId: id, isBooker: false } })
    expect(await world.create(yoga.id, TEN, chosen(other))).toMatchObject({
      refusal: { code: 'slot_taken' },
    })
    expect((await world.create(yoga.id, TEN, chosen(providerId))).ok).toBe(true)
  })
})
