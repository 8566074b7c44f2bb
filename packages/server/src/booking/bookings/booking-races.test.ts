import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { everyDayOf } from '../../../tests/support/slot-starts.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import { type Store, StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import { paceRetries, UNPACED } from '../../kernel/retry.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import { cancelBooking, confirmBooking, expireBooking, getBooking } from './change-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'
const LAPSED = '2026-04-20T08:05:00Z'
const quanta = (first: number, count = 12) => Array.from({ length: count }, (_, n) => first + n)
const isOf = (kind: Write['kind']) => (write: Write) => write.kind === kind

const on = (store: Store) => ({ ...world.deps, store })
const move = (bookingId: string, start: string, deps = world.deps) =>
  rescheduleBooking(deps, world.caller, bookingId, { startEpochSeconds: secondsOf(start) })
const stored = async (id: string): Promise<Booking> =>
  unwrap(await getBooking(world.deps, world.caller, id))
const taken = (start: string) => ({
  ok: false,
  refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(start) },
})

/** A store that counts the transactions with such a write. */
function counting(isMeant: (write: Write) => boolean) {
  const counted = { transactions: 0 }
  const store = storeWith(world.store, {
    transact(writes, token) {
      if (writes.some(isMeant)) counted.transactions += 1
      return world.store.transact(writes, token)
    },
  })
  return { counted, store }
}

test('a booking that another writer changes meanwhile is decided again as it then is', async () => {
  const type = await world.eventType()
  const { id } = await world.book(type.id, TEN)
  const store = storeInterruptedBefore(world.store, isOf('put-if-version'), () =>
    cancelBooking(world.deps, world.caller, id, {}),
  )
  expect(await confirmBooking(on(store), world.caller, id)).toMatchObject({
    refusal: { code: 'invalid_transition', action: 'confirm', status: 'cancelled' },
  })
})

test.each([
  ['of one provider', undefined],
  ['of a team', [{ name: 'host', count: 1 }]],
])(
  'a move %s is not refused because of the time to which another request has moved the booking',
  async (_, needs) => {
    const { id: providerId } = await world.provider()
    const requirements = needs?.map((need) => ({ ...need, providerIds: [providerId] }))
    const type = await world.eventType({ providerId, ...(requirements && { requirements }) })
    const { id } = await world.book(type.id, TEN)
    let isMoved = false
    const meanwhile = async (keys: readonly { readonly SK: string }[]) => {
      if (isMoved || !keys.some(({ SK }) => SK.startsWith('DAY#'))) return
      isMoved = true
      unwrap(await move(id, ELEVEN))
    }
    const store = storeWith(world.store, {
      async getMany(keys, options) {
        await meanwhile(keys)
        return await world.store.getMany(keys, options)
      },
      async query(range, ...more) {
        await meanwhile([{ SK: range.from ?? '' }])
        return await world.store.query(range, ...more)
      },
    })
    expect(await move(id, ELEVEN, on(store))).toMatchObject({ ok: true, value: { version: 3 } })
    expect(isMoved).toBe(true)
  },
)

describe('a hold that lapses while it is changed', () => {
  /** Something that takes the time of the hold over, at the second at which it lapses. */
  const takeOver = (eventTypeId: string) => async () => {
    world.moveTo(LAPSED)
    await world.book(eventTypeId, TEN)
  }

  test('cannot be confirmed once its time was taken over', async () => {
    const type = await world.eventType()
    const held = await world.book(type.id, TEN)
    world.moveTo('2026-04-20T08:04:59Z')
    const store = storeInterruptedBefore(world.store, isOf('ledger-confirm'), takeOver(type.id))
    expect(await confirmBooking(on(store), world.caller, held.id)).toEqual(taken(TEN))
    expect(await stored(held.id)).toEqual(held)
    const { holds } = await world.ledger(type.providerId, '2026-04-27')
    expect(holds.map(({ bookingId }) => bookingId)).not.toContain(held.id)
  })

  test('cannot be moved once its time was taken over, and its own time is the one that is taken', async () => {
    const type = await world.eventType()
    const held = await world.book(type.id, TEN)
    world.moveTo('2026-04-20T08:04:59Z')
    const store = storeInterruptedBefore(world.store, isOf('ledger-release'), takeOver(type.id))
    expect(await move(held.id, '2026-04-28T10:00:00Z', on(store))).toEqual(taken(TEN))
    expect(await world.ledger(type.providerId, '2026-04-28')).toMatchObject({ taken: [] })
  })

  test('cannot be moved to another provider once its time was taken over', async () => {
    const [ann, bob] = [await world.provider(), await world.provider()]
    const requirements = [{ name: 'host', providerIds: [ann.id, bob.id], count: 1 }]
    const team = await world.eventType({ requirements })
    const { booking: hold } = await world.created(team.id, TEN)
    const talk = await world.eventType({ providerId: hold.providerId })
    await world.book(talk.id, ELEVEN)
    world.moveTo(LAPSED)
    await world.book(talk.id, TEN)
    world.moveTo(NOW)
    expect(await move(hold.id, ELEVEN)).toEqual(taken(TEN))
    expect(await stored(hold.id)).toEqual(hold)
  })

  test('expires without freeing time that was taken over, on each of its days', async () => {
    const type = await world.eventType({ durationMinutes: 60, availabilityRules: everyDayOf() })
    const late = await world.eventType({
      providerId: type.providerId,
      availabilityRules: everyDayOf('23:30', '00:30'),
    })
    const held = await world.book(late.id, '2026-04-27T23:30:00Z')
    world.moveTo(LAPSED)
    const next = await world.book(type.id, '2026-04-27T23:00:00Z')
    expect(unwrap(await expireBooking(world.deps, world.caller, held.id)).status).toBe('expired')
    expect(await world.ledger(type.providerId, '2026-04-27')).toMatchObject({
      taken: quanta(276),
      holds: [{ bookingId: next.id }],
    })
    expect(await world.ledger(type.providerId, '2026-04-28')).toMatchObject({
      taken: [],
      holds: [],
    })
  })
})

describe('writers that rewrite one day', () => {
  const booked = async (hours: readonly string[]) => {
    const type = await world.eventType({ confirmation: 'instant' })
    const bookings = await Promise.all(
      hours.map((hour) => world.book(type.id, `2026-04-27T${hour}:00:00Z`)),
    )
    return { type, bookings }
  }

  test('queue in one process, so that each needs one transaction', async () => {
    const { type, bookings } = await booked(['09', '10', '11', '12'])
    const { counted, store } = counting(isOf('ledger-replace'))
    const hours = ['13', '14', '15', '16']
    const moved = await Promise.all(
      bookings.map(({ id }, n) => move(id, `2026-04-27T${hours[n]}:00:00Z`, on(store))),
    )
    expect(moved.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(counted.transactions).toBe(4)
    expect((await world.ledger(type.providerId, '2026-04-27')).taken).toEqual(quanta(156, 48))
  })

  test('fail after forty lost rounds, and leave the queue to the next', async () => {
    // Another test of this worker may have started a server, which paces its retries.
    onTestFinished(paceRetries(UNPACED))
    const { type, bookings } = await booked(['09'])
    const id = bookings[0]?.id ?? ''
    const key = ledgerKey(type.providerId, '2026-04-27')
    let rounds = 0
    // Another process takes five minutes of the night before each attempt.
    const store = storeWith(world.store, {
      async transact(writes, token) {
        const claim = { kind: 'ledger-claim', key, firstQuantum: rounds, quantumCount: 1 } as const
        await world.store.transact([claim], `night ${rounds}`)
        rounds += 1
        return await world.store.transact(writes, token)
      },
    })
    await expect(move(id, ELEVEN, on(store))).rejects.toThrow(
      new StoreUnavailable(
        `the ledger of ${type.providerId} was changed by other writers in each of 41 rounds`,
        'not-applied',
        { isContended: true },
      ),
    )
    // The first round only found out that the day must be read.
    expect(rounds).toBe(40)
    expect((await stored(id)).version).toBe(1)
    expect(await move(id, ELEVEN)).toMatchObject({ ok: true })
  })

  test('continue when the first of them fails', async () => {
    const { bookings } = await booked(['09', '10', '11'])
    const fails = isOf('ledger-replace')
    let failures = 0
    const store = storeWith(world.store, {
      async transact(writes, token) {
        if (failures === 0 && writes.some(fails)) {
          failures += 1
          throw new StoreUnavailable('the store is gone', 'not-applied')
        }
        return await world.store.transact(writes, token)
      },
    })
    const hours = ['13', '14', '15']
    const moved = await Promise.allSettled(
      bookings.map(({ id }, n) => move(id, `2026-04-27T${hours[n]}:00:00Z`, on(store))),
    )
    expect(moved.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  test('stop queueing once one of them fails, so that a slow one does not delay the rest', async () => {
    const { bookings } = await booked(['09', '10', '11'])
    const third = Promise.withResolvers<void>()
    let attempts = 0
    const store = storeWith(world.store, {
      async transact(writes, token) {
        if (!writes.some(isOf('ledger-replace'))) return await world.store.transact(writes, token)
        attempts += 1
        const attempt = attempts
        if (attempt === 1) throw new StoreUnavailable('the store is gone', 'not-applied')
        // The second attempt lasts until the third one is done.
        if (attempt === 2) await third.promise
        const outcome = await world.store.transact(writes, token)
        if (attempt === 3) third.resolve()
        return outcome
      },
    })
    const hours = ['13', '14', '15']
    const moved = await Promise.allSettled(
      bookings.map(({ id }, n) => move(id, `2026-04-27T${hours[n]}:00:00Z`, on(store))),
    )
    expect(moved.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })
})
