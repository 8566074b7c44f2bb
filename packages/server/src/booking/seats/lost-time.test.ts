import type { Booking } from '@holdfast/engine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { confirmBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { EventType } from '../event-types/event-type.ts'

let world: BookingWorld
let yoga: EventType
beforeEach(async () => {
  world = await openBookingWorld()
  yoga = await world.eventType({ seats: { capacity: 9 }, slotStepMinutes: 30 })
})
afterEach(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const HALF_PAST_TEN = '2026-04-27T10:30:00Z'
const NOON = '2026-04-27T12:00:00Z'
const FREE = '2026-04-27T14:00:00Z'
const NEXT_DAY = '2026-04-28T12:00:00Z'
/** When all holds that begin in the next minute have ended. */
const AFTER_HOLDS = '2026-04-20T08:06:00Z'
const A_MINUTE_LATER = '2026-04-20T08:01:00Z'

const PARTIES = [
  ['that leaves others in its session', 'first'],
  ['whose hold is the last to end', 'last'],
  ['that is alone in its session', 'alone'],
] as const

/** The held party that is to move, in a session whose others are held too. */
async function heldParty(place: (typeof PARTIES)[number][1]): Promise<Booking> {
  if (place === 'last') {
    await world.created(yoga.id, TEN)
    world.moveTo(A_MINUTE_LATER)
  }
  const { booking } = await world.created(yoga.id, TEN, { seats: 2 })
  if (place === 'first') {
    world.moveTo(A_MINUTE_LATER)
    await world.created(yoga.id, TEN)
  }
  return booking
}

const move = ({ id }: Booking, to: string, deps = world.deps) =>
  rescheduleBooking(deps, world.caller, id, { startEpochSeconds: secondsOf(to) })
const confirm = ({ id }: Booking) => confirmBooking(world.deps, world.caller, id)
const taken = { ok: false, refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(TEN) } }

describe.each(PARTIES)('a held party %s', (_, place) => {
  test.each([
    ['its own start', TEN],
    ['a session of others', NOON],
    ['a start without a session', FREE],
    ['a session of others on another day', NEXT_DAY],
  ])(
    'does not move to %s after its teacher got other work from a server whose clock was ahead',
    async (_to, to) => {
      await world.created(yoga.id, NOON)
      await world.created(yoga.id, NEXT_DAY)
      const mine = await heldParty(place)
      const talk = await world.eventType({ providerId: yoga.providerId, slotStepMinutes: 30 })
      world.moveTo(AFTER_HOLDS)
      unwrap(await confirm((await world.created(talk.id, HALF_PAST_TEN)).booking))
      world.moveTo(NOW)
      expect(await move(mine, to)).toEqual(taken)
      expect(await confirm(mine)).toEqual(taken)
    },
  )

  test('does not move to the overlapping class that got its teacher', async () => {
    const mine = await heldParty(place)
    world.moveTo(AFTER_HOLDS)
    await world.created(yoga.id, HALF_PAST_TEN)
    world.moveTo(NOW)
    expect(await move(mine, HALF_PAST_TEN)).toEqual(taken)
  })

  test.each([
    ['its own start', TEN],
    ['a session of others', NOON],
    ['a start without a session', FREE],
    ['a session of others on another day', NEXT_DAY],
  ])('moves to %s while its teacher is there, and is confirmed', async (_to, to) => {
    await world.created(yoga.id, NOON)
    await world.created(yoga.id, NEXT_DAY)
    const mine = await heldParty(place)
    expect(unwrap(await move(mine, to))).toMatchObject({ startEpochSeconds: secondsOf(to) })
    const { findings } = await inspect({ store: world.store, clock: world.clock })
    expect(findings).toEqual([])
    expect(unwrap(await confirm(mine)).status).toBe('confirmed')
  })
})

test('a held party that leaves a session with a confirmed one writes nothing of its teacher there', async () => {
  const written: Write[] = []
  const store = storeWith(world.store, {
    transact(writes, ...more) {
      written.push(...writes)
      return world.store.transact(writes, ...more)
    },
  })
  unwrap(await confirm((await world.created(yoga.id, TEN)).booking))
  const { booking: mine } = await world.created(yoga.id, TEN)
  unwrap(await confirm((await world.created(yoga.id, NEXT_DAY)).booking))
  unwrap(await move(mine, NEXT_DAY, { ...world.deps, store }))
  expect(written.filter(({ kind }) => kind.startsWith('ledger'))).toEqual([])
})
