import type { Booking } from '@holdfast/engine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { classParties } from '../../../tests/support/class-parties.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import type { ItemKey, Write } from '../../kernel/ports/store.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { cancelBooking, confirmBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { EventType } from '../event-types/event-type.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { cancelSession } from './cancel-session.ts'
import { reassignSession } from './reassign-session.ts'
import { rescheduleSession } from './reschedule-session.ts'

let world: BookingWorld
let classes: ReturnType<typeof classParties>
beforeEach(async () => {
  world = await openBookingWorld()
  classes = classParties(world)
})
afterEach(async () => {
  const { findings } = await inspect({ store: world.store, clock: world.clock })
  await world.close()
  expect(findings.map(({ code, sentence }) => `${code} ${sentence}`)).toEqual([])
})

const CANCELLED = { code: 'session_cancelled', by: 'cancelled' }
const NINE = '2026-04-27T09:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'
const DATE = '2026-04-27'
const at = (type: EventType, start: string) => ({
  eventTypeId: type.id,
  startEpochSeconds: secondsOf(start),
})
const cancel = (type: EventType, start: string, reason?: string) =>
  cancelSession(world.deps, world.caller, at(type, start), reason)
const move = (type: EventType, start: string, to: string) =>
  rescheduleSession(world.deps, world.caller, at(type, start), secondsOf(to))

const isBooking = (write: Write) =>
  write.kind === 'put-if-version' && write.item.PK.startsWith('BOOKING#')

/** The quanta of an hour of a day. */
const hour = (first: number) => Array.from({ length: 12 }, (_, index) => first * 12 + index)

describe('a whole session that is cancelled', () => {
  test('closes at once, cancels each booking with its own event, and then frees its time', async () => {
    const type = await classes.type()
    const parties = [
      await classes.party(type, NINE, { seats: 2 }),
      await classes.party(type, NINE),
      await classes.party(type, NINE, { isHeld: true }),
    ]
    const reason = 'The teacher is ill.'
    const { session } = unwrap(await cancel(type, NINE, reason))
    expect(session).toMatchObject({ used: 4, closed: { kind: 'cancelled', reason } })
    expect(await world.create(type.id, NINE)).toMatchObject({ refusal: CANCELLED })
    expect((await world.ledger(type.providerId, DATE)).taken).toEqual(hour(9))
    await classes.follow()
    for (const party of parties) {
      const { status, cancelledBy, cancellationReason } = await classes.now(party)
      expect([status, cancelledBy, cancellationReason]).toEqual(['cancelled', 'account', reason])
    }
    const cancelled = await classes.events('session.cancelled', 'booking.cancelled')
    expect(cancelled.map(({ type: name }) => name)).toEqual([
      'session.cancelled',
      ...parties.map(() => 'booking.cancelled'),
    ])
    expect(cancelled[0]).toMatchObject({
      resourceId: `${type.id}@${secondsOf(NINE)}`,
      data: { session: { eventTypeId: type.id, status: 'cancelled', taken: 4 } },
    })
    expect(await classes.session(type, NINE)).toMatchObject({ used: 0, holds: [] })
    expect((await world.ledger(type.providerId, DATE)).taken).toEqual([])
  })

  test('refuses the confirmation of a live hold as cancelled, before and after it cancels the hold', async () => {
    const type = await classes.type()
    const held = await classes.party(type, NINE, { isHeld: true })
    unwrap(await cancel(type, NINE))
    const confirm = () => confirmBooking(world.deps, world.caller, held.id)
    expect(await confirm()).toMatchObject({ refusal: CANCELLED })
    await classes.follow()
    expect((await classes.now(held)).status).toBe('cancelled')
    expect(await confirm()).toMatchObject({ refusal: CANCELLED })
    const start = secondsOf(NINE)
    expect(unwrap(await explainEventTypeSlot(world.deps, world.caller, type.id, start))).toEqual({
      available: false,
      reasons: [{ code: 'session_cancelled' }],
    })
    const other = await classes.party(type, ELEVEN)
    const moved = await rescheduleBooking(world.deps, world.caller, other.id, {
      startEpochSeconds: start,
    })
    expect(moved).toMatchObject({ refusal: CANCELLED })
  })

  test('again answers the same, and says nothing a second time', async () => {
    const type = await classes.type()
    await classes.party(type, NINE)
    unwrap(await cancel(type, NINE, 'Ill.'))
    await classes.follow()
    expect(unwrap(await cancel(type, NINE, 'Other.')).session.closed).toEqual({
      kind: 'cancelled',
      reason: 'Ill.',
    })
    expect(await classes.events('session.cancelled')).toHaveLength(1)
  })

  test('that nobody has booked yet is closed too, and takes no time', async () => {
    const type = await classes.type()
    const { session } = unwrap(await cancel(type, NINE, 'Ill.'))
    expect(session).toMatchObject({ used: 0, closed: { kind: 'cancelled', reason: 'Ill.' } })
    expect((await world.ledger(type.providerId, DATE)).taken).toEqual([])
    expect(await world.create(type.id, NINE)).toMatchObject({ refusal: CANCELLED })
    const start = secondsOf(NINE)
    expect(unwrap(await explainEventTypeSlot(world.deps, world.caller, type.id, start))).toEqual({
      available: false,
      reasons: [{ code: 'session_cancelled' }],
    })
    expect(unwrap(await cancel(type, NINE, 'Other.')).session.closed).toEqual(session.closed)
    expect(await classes.events('session.cancelled')).toHaveLength(1)
    // One that its last party has left is like one that nobody has booked.
    const left = await classes.party(type, ELEVEN)
    unwrap(await cancelBooking(world.deps, world.caller, left.id, {}))
    expect(unwrap(await cancel(type, ELEVEN)).session.closed).toEqual({ kind: 'cancelled' })
  })

  test('that nobody has booked yet goes to a booking or to its cancellation, never to both', async () => {
    const type = await classes.type()
    const [made, closed] = await Promise.all([world.create(type.id, NINE), cancel(type, NINE)])
    expect(closed.ok).toBe(true)
    await classes.follow()
    const stored = await classes.session(type, NINE)
    expect(stored).toMatchObject({ used: 0, closed: { kind: 'cancelled' } })
    const party = made.ok ? (await classes.now(made.value.booking)).status : 'none'
    expect(['cancelled', 'none']).toContain(party)
  })

  test('that is not offered is not found, and neither is that of another account', async () => {
    const type = await classes.type()
    expect(await cancel(type, '2026-04-27T03:00:00Z')).toMatchObject({
      refusal: { code: 'not_found' },
    })
    const theirs = await cancelSession(world.deps, world.stranger, at(type, NINE), undefined)
    expect(theirs).toMatchObject({ refusal: { code: 'not_found' } })
    await classes.party(type, NINE)
    const stolen = await cancelSession(world.deps, world.stranger, at(type, NINE), undefined)
    expect(stolen).toMatchObject({ refusal: { code: 'not_found' } })
  })

  test('is finished after a crash in the middle, and no booking is cancelled twice', async () => {
    const type = await classes.type({ seats: { capacity: 30 } })
    const parties: Booking[] = []
    for (let count = 0; count < 12; count += 1) parties.push(await classes.party(type, NINE))
    unwrap(await cancel(type, NINE))
    let left = 5
    const dying = storeWith(world.store, {
      transact(writes, token) {
        if (writes.some(isBooking)) left -= 1
        if (left < 0) throw new Error('the process was killed')
        return world.store.transact(writes, token)
      },
    })
    await classes.follow(dying).catch(() => undefined)
    const done = (await classes.events('booking.cancelled')).length
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(12)
    world.moveTo('2026-04-20T08:00:10Z')
    await classes.follow()
    const events = await classes.events('booking.cancelled')
    expect(new Set(events.map(({ resourceId }) => resourceId)).size).toBe(12)
    expect(events).toHaveLength(12)
    expect(await classes.session(type, NINE)).toMatchObject({ used: 0 })
  })

  test('looks again after a minute for a booking that the index did not show yet', async () => {
    const type = await classes.type()
    const party = await classes.party(type, NINE)
    unwrap(await cancel(type, NINE))
    const behind = storeWith(world.store, {
      query: async (given) => (given.index ? { items: [] } : await world.store.query(given)),
    })
    await classes.follow(behind)
    expect((await classes.now(party)).status).toBe('confirmed')
    world.moveTo('2026-04-20T08:01:00Z')
    expect((await classes.follow()).done).toBe(1)
    expect((await classes.now(party)).status).toBe('cancelled')
  })
})

/** Dependencies with a store that runs `meanwhile` once, before the first read of a key that matches. */
function interruptedAtRead(
  matches: (key: Pick<ItemKey, 'SK'>) => boolean,
  meanwhile: () => Promise<unknown>,
) {
  let isDone = false
  const interrupt = async (keys: readonly Pick<ItemKey, 'SK'>[]) => {
    if (isDone || !keys.some(matches)) return
    isDone = true
    await meanwhile()
  }
  const store = storeWith(world.store, {
    async get(key, options) {
      await interrupt([key])
      return await world.store.get(key, options)
    },
    async getMany(keys, options) {
      await interrupt(keys)
      return await world.store.getMany(keys, options)
    },
    async query(range) {
      await interrupt([{ SK: range.from ?? '' }])
      return await world.store.query(range)
    },
  })
  return { deps: { ...world.deps, store }, wasInterrupted: () => isDone }
}
const isLedgerDay = ({ SK }: Pick<ItemKey, 'SK'>): boolean => SK.startsWith('DAY#')

describe('a whole session that is moved', () => {
  test('takes everybody along in one transaction, held seats included, and then each booking', async () => {
    const type = await classes.type()
    const [first, second, held] = [
      await classes.party(type, NINE, { seats: 3 }),
      await classes.party(type, NINE),
      await classes.party(type, NINE, { isHeld: true }),
    ]
    const { session } = unwrap(await move(type, NINE, ELEVEN))
    expect(session).toMatchObject({ used: 5, isFinal: true })
    expect((await world.ledger(type.providerId, DATE)).taken).toEqual(hour(11))
    expect(await classes.session(type, NINE)).toMatchObject({
      used: 0,
      holds: [],
      closed: { kind: 'moved', startEpochSeconds: secondsOf(ELEVEN) },
    })
    await classes.follow()
    for (const party of [first, second, held]) {
      expect(await classes.now(party)).toMatchObject({
        startEpochSeconds: secondsOf(ELEVEN),
        rescheduledFromEpochSeconds: secondsOf(NINE),
        localStart: '2026-04-27T11:00',
        version: party.version + 1,
      })
    }
    expect(await classes.events('booking.rescheduled')).toHaveLength(3)
    expect(unwrap(await confirmBooking(world.deps, world.caller, held.id)).status).toBe('confirmed')
    expect(await classes.session(type, ELEVEN)).toMatchObject({ used: 5, holds: [] })
  })

  test('finds the seats of bookings that are not moved yet where the session is', async () => {
    const type = await classes.type()
    const gone = await classes.party(type, NINE)
    const held = await classes.party(type, NINE, { isHeld: true })
    unwrap(await move(type, NINE, ELEVEN))
    unwrap(await cancelBooking(world.deps, world.caller, gone.id, {}))
    unwrap(await confirmBooking(world.deps, world.caller, held.id))
    expect(await classes.session(type, ELEVEN)).toMatchObject({ used: 1, holds: [], isFinal: true })
    await classes.follow()
    expect((await classes.now(held)).startEpochSeconds).toBe(secondsOf(ELEVEN))
    expect((await classes.now(gone)).startEpochSeconds).toBe(secondsOf(NINE))
  })

  test('can overlap its own time, and can come back', async () => {
    const type = await classes.type({ slotStepMinutes: 30 })
    const party = await classes.party(type, NINE)
    unwrap(await move(type, NINE, '2026-04-27T09:30:00Z'))
    expect((await world.ledger(type.providerId, DATE)).taken).toEqual(hour(9.5))
    unwrap(await move(type, '2026-04-27T09:30:00Z', NINE))
    await classes.follow()
    expect((await world.ledger(type.providerId, DATE)).taken).toEqual(hour(9))
    expect(await classes.now(party)).toMatchObject({
      startEpochSeconds: secondsOf(NINE),
      version: party.version,
    })
    expect(await classes.session(type, NINE)).toMatchObject({ used: 1, isFinal: true })
    expect((await classes.session(type, NINE))?.closed).toBeUndefined()
  })

  test('stays where it is if its new time is taken, outside the hours, or that of another session', async () => {
    const type = await classes.type()
    const other = await world.eventType({ providerId: type.providerId, confirmation: 'instant' })
    await classes.party(type, NINE)
    await world.book(other.id, ELEVEN)
    await classes.party(type, '2026-04-27T12:00:00Z')
    for (const [start, code] of [
      [ELEVEN, 'slot_taken'],
      ['2026-04-27T12:00:00Z', 'slot_taken'],
      ['2026-04-27T20:00:00Z', 'slot_not_bookable'],
    ] as const) {
      expect(await move(type, NINE, start)).toMatchObject({ refusal: { code } })
    }
    expect(await classes.session(type, NINE)).toMatchObject({ used: 1, isFinal: true })
  })

  test('again answers the moved session, and another move of the old start is refused', async () => {
    const type = await classes.type()
    await classes.party(type, NINE)
    unwrap(await move(type, NINE, ELEVEN))
    expect(unwrap(await move(type, NINE, ELEVEN)).session.startEpochSeconds).toBe(secondsOf(ELEVEN))
    expect(await move(type, NINE, '2026-04-27T13:00:00Z')).toMatchObject({
      refusal: { code: 'session_closed', by: 'moved' },
    })
  })

  test.each([
    [
      'the session at the new start',
      ({ SK }: Pick<ItemKey, 'SK'>) => SK === String(secondsOf(ELEVEN)),
    ],
    ['the time of its provider', isLedgerDay],
  ])(
    'is not refused because another request has moved it there before %s was read',
    async (_, matches) => {
      const type = await classes.type()
      await classes.party(type, NINE)
      const { deps, wasInterrupted } = interruptedAtRead(matches, async () =>
        unwrap(await move(type, NINE, ELEVEN)),
      )
      const again = await rescheduleSession(deps, world.caller, at(type, NINE), secondsOf(ELEVEN))
      expect(wasInterrupted()).toBe(true)
      expect(again).toMatchObject({ ok: true, value: { session: { used: 1 } } })
      expect((await world.ledger(type.providerId, DATE)).taken).toEqual(hour(11))
    },
  )

  test('leaves one period of a limit and enters another', async () => {
    const type = await classes.type({ limits: { perDay: 1 } })
    await classes.party(type, NINE)
    await classes.party(type, '2026-04-28T09:00:00Z')
    expect(await move(type, NINE, '2026-04-28T11:00:00Z')).toMatchObject({
      refusal: { code: 'limit_reached', limit: 'perDay', count: 1 },
    })
    unwrap(await move(type, NINE, '2026-04-29T09:00:00Z'))
    await classes.party(type, ELEVEN)
  })
})

describe('a whole session that is reassigned', () => {
  const trainers = async () => {
    const { id: ada } = await world.provider({ name: 'Ada' })
    const { id: bob } = await world.provider({ name: 'Bob' })
    const { id: team } = await world.provider({ name: 'Trainers', kind: 'team' })
    const requirements = [
      { name: 'trainer', providerIds: [ada, bob], count: 1, choice: 'priority' },
    ] as const
    const type = await classes.type({ providerId: team, requirements: [...requirements] })
    return { ada, bob, type }
  }

  test('frees who leaves and takes who joins at once, and then each booking follows', async () => {
    const { ada, bob, type } = await trainers()
    const parties = [await classes.party(type, NINE), await classes.party(type, NINE, { seats: 2 })]
    expect((await world.ledger(ada, DATE)).taken).toEqual(hour(9))
    unwrap(await reassignSession(world.deps, world.caller, at(type, NINE), {}))
    expect((await world.ledger(ada, DATE)).taken).toEqual([])
    expect((await world.ledger(bob, DATE)).taken).toEqual(hour(9))
    await classes.follow()
    for (const party of parties) {
      const { providerId, assignments } = await classes.now(party)
      expect([providerId, assignments?.[0]?.providerName]).toEqual([bob, 'Bob'])
    }
    expect(await classes.events('booking.reassigned')).toHaveLength(2)
    await classes.party(type, NINE)
    expect(await classes.session(type, NINE)).toMatchObject({ used: 4, providerId: bob })
  })

  test('is decided anew if another request has reassigned it meanwhile', async () => {
    const { ada, bob, type } = await trainers()
    await classes.party(type, NINE)
    const reassign = (deps = world.deps) => reassignSession(deps, world.caller, at(type, NINE), {})
    const { deps, wasInterrupted } = interruptedAtRead(isLedgerDay, async () =>
      unwrap(await reassign()),
    )
    expect(unwrap(await reassign(deps)).session.providerId).toBe(ada)
    expect(wasInterrupted()).toBe(true)
    expect((await world.ledger(ada, DATE)).taken).toEqual(hour(9))
    expect((await world.ledger(bob, DATE)).taken).toEqual([])
  })

  test('is refused if nobody else is free, or for somebody who is no candidate', async () => {
    const { ada, bob, type } = await trainers()
    await classes.party(type, NINE)
    const alone = await world.eventType({ providerId: bob, confirmation: 'instant' })
    await world.book(alone.id, NINE)
    const reassign = (to?: string) =>
      reassignSession(world.deps, world.caller, at(type, NINE), { to })
    expect(await reassign()).toMatchObject({ refusal: { code: 'no_candidate_free' } })
    const stranger = await world.provider()
    expect(await reassign(stranger.id)).toMatchObject({ refusal: { code: 'not_a_candidate' } })
    expect((await world.ledger(ada, DATE)).taken).toEqual(hour(9))
  })
})
