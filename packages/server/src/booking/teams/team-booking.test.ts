import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { cancelBooking, confirmBooking } from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { reassignBooking } from '../bookings/reassign-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { EventTypeInput } from '../event-types/event-types.ts'
import type { RequirementInput } from '../requirements/check-requirements.ts'
import { listSlots } from '../slots/slots.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const MONDAY_10 = '2026-04-27T10:00:00Z'

/** New providers, each with a name. */
const people = (...names: readonly string[]) =>
  Promise.all(names.map(async (name) => (await world.provider({ name })).id))

/** An event type of a new team with these requirements, an hour on weekdays from 9 to 17. */
async function teamType(
  requirements: readonly RequirementInput[],
  more: Partial<EventTypeInput> = {},
) {
  const owner = await world.provider({ name: 'Practice', kind: 'team' })
  return world.eventType({ providerId: owner.id, requirements, ...more })
}

/** Who a new booking takes, in order. */
async function assigned(eventTypeId: string, start: string, chosenId?: string) {
  const chosen = chosenId === undefined ? {} : { chosen: { providerId: chosenId, isBooker: false } }
  const { booking } = await world.created(eventTypeId, start, chosen)
  return (booking.assignments ?? []).map(({ providerId }) => providerId)
}

/** The starts on Monday, as `HH:MM`. */
async function mondayStarts(eventTypeId: string): Promise<readonly string[]> {
  const query = {
    from: { epochMinutes: secondsOf('2026-04-27T00:00:00Z') / 60 },
    to: { epochMinutes: secondsOf('2026-04-28T00:00:00Z') / 60 },
    includeUnavailable: false,
  }
  const { starts } = unwrap(await listSlots(world.deps, world.caller, eventTypeId, query))
  return starts.map((start) => new Date(start * 60_000).toISOString().slice(11, 16))
}

describe('a panel', () => {
  test('takes the time of all of its members in one booking', async () => {
    const [ada, bob, cleo] = await people('Ada', 'Bob', 'Cleo')
    const providerIds = [ada, bob, cleo] as string[]
    const type = await teamType([{ name: 'panel', providerIds, count: 'all' }])
    const { booking } = await world.created(type.id, MONDAY_10)
    expect(booking.providerId).toBe(ada)
    expect(booking.assignments).toEqual([
      { requirement: 'panel', providerId: ada, providerName: 'Ada' },
      { requirement: 'panel', providerId: bob, providerName: 'Bob' },
      { requirement: 'panel', providerId: cleo, providerName: 'Cleo' },
    ])
    for (const id of providerIds) {
      const { taken, holds } = await world.ledger(id, '2026-04-27')
      expect(taken).toHaveLength(12)
      expect(holds.map(({ bookingId }) => bookingId)).toEqual([booking.id])
    }
  })

  test('is offered only while all of its members are free', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const type = await teamType([{ name: 'panel', providerIds: [ada, bob], count: 'all' }])
    const own = await world.eventType({ providerId: bob })
    await world.book(own.id, MONDAY_10)
    expect(await mondayStarts(type.id)).toEqual([
      '09:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
    ])
    expect(await world.create(type.id, MONDAY_10)).toEqual({
      ok: false,
      refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(MONDAY_10) },
    })
  })

  test('confirmed and cancelled, frees the time of all of its members', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const type = await teamType([{ name: 'panel', providerIds: [ada, bob], count: 'all' }])
    const { id } = await world.book(type.id, MONDAY_10)
    unwrap(await confirmBooking(world.deps, world.caller, id))
    for (const provider of [ada, bob]) {
      const { taken, holds } = await world.ledger(provider, '2026-04-27')
      expect([taken.length, holds.length]).toEqual([12, 0])
    }
    unwrap(await cancelBooking(world.deps, world.caller, id, {}))
    for (const provider of [ada, bob]) {
      expect((await world.ledger(provider, '2026-04-27')).taken).toEqual([])
    }
    expect(await mondayStarts(type.id)).toContain('10:00')
  })
})

describe('a round robin', () => {
  test('takes another candidate while one is busy, until all are', async () => {
    const providerIds = await people('Ada', 'Bob', 'Cleo')
    const type = await teamType([{ name: 'agent', providerIds, count: 1 }])
    const taken: string[] = []
    for (let n = 0; n < 3; n += 1) taken.push(...(await assigned(type.id, MONDAY_10)))
    expect(taken.toSorted()).toEqual(providerIds.toSorted())
    expect(await world.create(type.id, MONDAY_10)).toMatchObject({
      refusal: { code: 'slot_taken' },
    })
    expect(await mondayStarts(type.id)).not.toContain('10:00')
  })

  test('by priority takes the first of its list that is free', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const type = await teamType([
      { name: 'agent', providerIds: [bob, ada], count: 1, choice: 'priority' },
    ])
    expect(await assigned(type.id, MONDAY_10)).toEqual([bob])
    expect(await assigned(type.id, MONDAY_10)).toEqual([ada])
    expect(await assigned(type.id, '2026-04-27T12:00:00Z')).toEqual([bob])
  })

  test('takes the candidate who was chosen, and nobody else', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const type = await teamType([{ name: 'agent', providerIds: [ada, bob], count: 1 }])
    expect(await assigned(type.id, MONDAY_10, bob)).toEqual([bob])
    const again = { chosen: { providerId: bob, isBooker: false } }
    expect(await world.create(type.id, MONDAY_10, again)).toMatchObject({
      refusal: { code: 'slot_taken' },
    })
    const byBooker = { chosen: { providerId: ada, isBooker: true } }
    expect(await world.create(type.id, MONDAY_10, byBooker)).toEqual({
      ok: false,
      refusal: { code: 'not_a_candidate', providerId: ada },
    })
  })
})

describe('a doctor and a room', () => {
  test('are taken together, and two event types share the rooms', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const rooms = await Promise.all(
      ['1', '2'].map(async (name) => (await world.provider({ name, kind: 'room' })).id),
    )
    const room: RequirementInput = { name: 'room', providerIds: rooms, count: 1 }
    const first = await teamType([{ name: 'doctor', providerIds: [ada], count: 1 }, room])
    const second = await teamType([{ name: 'doctor', providerIds: [ada, bob], count: 1 }, room])
    const used = [await assigned(first.id, MONDAY_10), await assigned(second.id, MONDAY_10)]
    expect(used.map(([doctor]) => doctor)).toEqual([ada, bob])
    expect(used.map(([, taken]) => taken).toSorted()).toEqual(rooms.toSorted())
    expect(await mondayStarts(second.id)).not.toContain('10:00')
  })

  test('do not let one provider serve two requirements', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const type = await teamType([
      { name: 'surgeon', providerIds: [ada, bob], count: 1, choice: 'priority' },
      { name: 'assistant', providerIds: [ada], count: 1 },
    ])
    expect(await assigned(type.id, MONDAY_10)).toEqual([bob, ada])
    const own = await world.eventType({ providerId: bob })
    await world.book(own.id, '2026-04-27T12:00:00Z')
    expect(await mondayStarts(type.id)).not.toContain('12:00')
  })
})

describe('a booking of a team that moves', () => {
  test('keeps the people who are free, and changes only those who are not', async () => {
    const [ada, bob, cleo] = (await people('Ada', 'Bob', 'Cleo')) as [string, string, string]
    const type = await teamType([
      { name: 'doctor', providerIds: [ada], count: 1 },
      { name: 'nurse', providerIds: [bob, cleo], count: 1, choice: 'priority' },
    ])
    const { id } = await world.book(type.id, MONDAY_10)
    unwrap(await confirmBooking(world.deps, world.caller, id))
    const own = await world.eventType({ providerId: bob })
    await world.book(own.id, '2026-04-27T12:00:00Z')
    const startEpochSeconds = secondsOf('2026-04-27T12:00:00Z')
    const moved = unwrap(
      await rescheduleBooking(world.deps, world.caller, id, { startEpochSeconds }),
    )
    expect(moved.assignments?.map(({ providerId }) => providerId)).toEqual([ada, cleo])
    const quanta = async (providerId: string) =>
      (await world.ledger(providerId, '2026-04-27')).taken[0]
    expect([await quanta(ada), await quanta(bob), await quanta(cleo)]).toEqual([144, 144, 144])
  })

  test('to another duration keeps those who are free for all of it, and changes only who is not', async () => {
    const [ada, bob, cleo] = (await people('Ada', 'Bob', 'Cleo')) as [string, string, string]
    const type = await teamType(
      [
        { name: 'doctor', providerIds: [ada], count: 1 },
        { name: 'nurse', providerIds: [bob, cleo], count: 1, choice: 'priority' },
      ],
      { durationOptionsMinutes: [60, 90] },
    )
    const { id } = await world.book(type.id, MONDAY_10)
    const own = await world.eventType({ providerId: bob })
    await world.book(own.id, '2026-04-27T11:00:00Z')
    const longer = { startEpochSeconds: 0, durationMinutes: 90 }
    const moved = unwrap(await rescheduleBooking(world.deps, world.caller, id, longer))
    expect(moved.assignments?.map(({ providerId }) => providerId)).toEqual([ada, cleo])
    const quanta = async (providerId: string) =>
      (await world.ledger(providerId, '2026-04-27')).taken.length
    expect([await quanta(ada), await quanta(bob), await quanta(cleo)]).toEqual([18, 12, 18])
  })

  test('by half of its length keeps its people, though they have its own time', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const panel = { name: 'panel', providerIds: [ada, bob], count: 'all' } as const
    const type = await teamType([panel], { slotStepMinutes: 30 })
    const { id } = await world.book(type.id, MONDAY_10)
    const startEpochSeconds = secondsOf('2026-04-27T10:30:00Z')
    unwrap(await rescheduleBooking(world.deps, world.caller, id, { startEpochSeconds }))
    for (const provider of [ada, bob]) {
      const { taken } = await world.ledger(provider, '2026-04-27')
      expect([taken[0], taken.length]).toEqual([126, 12])
    }
  })
})

describe('a booking that is reassigned', () => {
  test('leaves one provider and takes another in one step', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
    const type = await teamType([
      { name: 'agent', providerIds: [ada, bob], count: 1, choice: 'priority' },
    ])
    const { id } = await world.book(type.id, MONDAY_10)
    const after = unwrap(await reassignBooking(world.deps, world.caller, id, {}))
    expect([after.providerId, after.sequence, after.version]).toEqual([bob, 1, 2])
    expect((await world.ledger(ada, '2026-04-27')).taken).toEqual([])
    expect((await world.ledger(bob, '2026-04-27')).taken).toHaveLength(12)
  })

  test('is refused if nobody else is free, or the other is no candidate', async () => {
    const [ada, bob, cleo] = (await people('Ada', 'Bob', 'Cleo')) as [string, string, string]
    const type = await teamType([{ name: 'agent', providerIds: [ada, bob], count: 1 }])
    const { id } = await world.book(type.id, MONDAY_10)
    await world.book(type.id, MONDAY_10)
    expect(await reassignBooking(world.deps, world.caller, id, {})).toEqual({
      ok: false,
      refusal: { code: 'no_candidate_free', bookingId: id },
    })
    expect(await reassignBooking(world.deps, world.caller, id, { to: cleo })).toEqual({
      ok: false,
      refusal: { code: 'not_a_candidate', providerId: cleo },
    })
  })
})

test('a start is refused only if the ledgers show nobody at one instant', async () => {
  const [ada, bob] = (await people('Ada', 'Bob')) as [string, string]
  const type = await teamType([{ name: 'agent', providerIds: [ada, bob], count: 1 }])
  const own = await Promise.all([ada, bob].map((providerId) => world.eventType({ providerId })))
  const [ofAda, ofBob] = own.map(({ id }) => id) as [string, string]
  const first = await world.book(ofAda, MONDAY_10)
  // Ada is busy when the ledgers are read; then Bob is booked, and only after that Ada is free.
  const store = storeInterruptedBefore(
    world.store,
    ({ kind }) => kind === 'ledger-claim',
    async () => {
      await world.book(ofBob, MONDAY_10)
      unwrap(await cancelBooking(world.deps, world.caller, first.id, {}))
    },
  )
  const made = await createBooking({ ...world.deps, store }, world.caller, {
    target: { eventTypeId: type.id },
    startEpochSeconds: secondsOf(MONDAY_10),
    booker: BOOKER,
  })
  expect(unwrap(made).booking.providerId).toBe(ada)
})

test('a list that needs no early read does not fail with it, and one that does says so', async () => {
  const [ada] = (await people('Ada')) as [string]
  const type = await teamType([{ name: 'agent', providerIds: [ada], count: 1 }])
  await mondayStarts(type.id)
  const down = () => Promise.reject(new StoreUnavailable('gone', 'not-applied'))
  const store = storeWith(world.store, { query: down })
  const query = {
    from: { epochMinutes: 0 },
    to: { epochMinutes: 60 },
    includeUnavailable: false,
    chosen: { providerId: 'prv_nobody', isBooker: false },
  }
  const refused = await listSlots({ ...world.deps, store }, world.caller, type.id, query)
  expect(refused).toMatchObject({ refusal: { code: 'not_a_candidate' } })
  const { chosen: _, ...anybody } = query
  await expect(listSlots({ ...world.deps, store }, world.caller, type.id, anybody)).rejects.toThrow(
    'gone',
  )
})

test('opposite orders of the same people end after a bounded number of transactions', async () => {
  const panel = await people('Ada', 'Bob', 'Cleo', 'Dora')
  const types = await Promise.all(
    [panel, panel.toReversed()].map((providerIds) =>
      teamType([{ name: 'panel', providerIds, count: 'all' }]),
    ),
  )
  // The first booking of each of them together with others also marks the provider.
  await world.book(types[0]?.id ?? '', '2026-04-27T15:00:00Z')
  let transactions = 0
  const store = storeWith(world.store, {
    transact: (writes, token) => {
      transactions += 1
      return world.store.transact(writes, token)
    },
  })
  const starts = ['09', '10', '11', '12'].map((hour) => `2026-04-27T${hour}:00:00Z`)
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, client) =>
      createBooking({ ...world.deps, store }, world.caller, {
        target: { eventTypeId: types[client % 2]?.id ?? '' },
        startEpochSeconds: secondsOf(starts[(client >> 1) % 4] ?? ''),
        booker: BOOKER,
      }),
    ),
  )
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]))
  expect(refused).toEqual(Array.from({ length: 76 }, () => 'slot_taken'))
  // Four claims succeed. Everybody else fails once, reads that the time is taken, and is done.
  expect(transactions).toBeLessThanOrEqual(80 + 8)
})
