import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOW, secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { openWaitlistWorld, type WaitlistWorld } from '../../../tests/support/waitlist-world.ts'
import { cancelBooking, confirmBooking, expireBooking } from '../bookings/change-booking.ts'
import { cancelSession } from '../sessions/cancel-session.ts'

let world: WaitlistWorld
beforeAll(async () => {
  world = await openWaitlistWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'

/** An event type whose starts on Monday, April 27, are 10:00 and 11:00. */
const waited = (more = {}) =>
  world.eventType({
    confirmation: 'instant',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '10:00', end: '12:00' }] }],
    waitlist: {},
    ...more,
  })

const cancel = async (bookingId: string) =>
  unwrap(await cancelBooking(world.deps, world.caller, bookingId, {}))

describe('a wait list that comes first', () => {
  const EXPIRY = '2026-04-20T08:05:00Z'
  const first = () => waited({ confirmation: 'hold', waitlist: { linesFirst: true } })

  test('gets the time of a hold that lapses, before any stranger can book it', async () => {
    const type = await first()
    const hold = await world.book(type.id, TEN)
    await world.book(type.id, ELEVEN)
    const { entry } = await world.join(type.id, { name: 'Ada' })
    world.moveTo(EXPIRY)
    expect(await world.create(type.id, TEN)).toMatchObject({ refusal: { code: 'slot_taken' } })
    unwrap(await expireBooking(world.deps, world.caller, hold.id))
    expect((await world.offerOf(entry.id)).startEpochSeconds).toBe(secondsOf(TEN))
    expect(await world.create(type.id, TEN)).toMatchObject({ refusal: { code: 'slot_taken' } })
  })

  test('leaves the time to strangers after a minute, also if nothing sweeps', async () => {
    const type = await first()
    const hold = await world.book(type.id, TEN)
    world.moveTo('2026-04-20T08:05:59Z')
    expect(await world.create(type.id, TEN)).toMatchObject({ refusal: { code: 'slot_taken' } })
    // The promise of the hold itself is over.
    expect(await confirmBooking(world.deps, world.caller, hold.id)).toMatchObject({
      refusal: { code: 'hold_expired' },
    })
    world.moveTo('2026-04-20T08:06:00Z')
    expect(await world.create(type.id, TEN)).toMatchObject({ ok: true })
  })

  test('frees a lapsed hold at that second where the option is off', async () => {
    const type = await waited({ confirmation: 'hold' })
    await world.book(type.id, TEN)
    world.moveTo(EXPIRY)
    expect(await world.create(type.id, TEN)).toMatchObject({ ok: true })
  })

  test('is not possible with seats or requirements', async () => {
    const provider = await world.provider()
    const requirements = [{ name: 'Room', providerIds: [provider.id], count: 1 }]
    for (const more of [{ seats: { capacity: 3 } }, { requirements }]) {
      await expect(waited({ waitlist: { linesFirst: true }, ...more })).rejects.toThrow(
        'is not possible with `seats` or `requirements`',
      )
    }
  })
})

describe('a wait list for a class', () => {
  /** A class of three seats at 10:00, taken by a party of two and a single person. */
  async function fullClass() {
    const type = await waited({
      seats: { capacity: 3 },
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '10:00', end: '11:00' }] }],
    })
    const two = await world.created(type.id, TEN, { seats: 2 })
    const one = await world.created(type.id, TEN, { booker: { name: 'B', email: 'b@example.com' } })
    return { type, two: two.booking, one: one.booking }
  }

  test('hands seats over to the first party that they are enough for', async () => {
    const { type, one } = await fullClass()
    const big = await world.join(type.id, { name: 'Ada', seats: 2 })
    const small = await world.join(type.id, { name: 'Bob' })
    await cancel(one.id)
    expect((await world.entry(big.entry.id)).status).toBe('waiting')
    expect(await world.offerOf(small.entry.id)).toMatchObject({ seats: 1, status: 'pending' })
    expect(await world.create(type.id, TEN)).toMatchObject({ refusal: { code: 'session_full' } })
  })

  test('ends with an email when the class is cancelled, but not for who waits for another one too', async () => {
    const { type } = await fullClass()
    const alone = await world.join(type.id, { name: 'Ada' })
    const party = await world.join(type.id, { name: 'Bob', seats: 3 })
    const wide = await world.join(type.id, { name: 'Eve', to: '2026-05-04T10:00:01Z' })
    const other = { from: '2026-04-28T00:00:00Z', to: '2026-04-29T00:00:00Z' }
    const nothing = await world.join(type.id, { name: 'Dan', ...other })
    await world.look()
    const at = { eventTypeId: type.id, startEpochSeconds: secondsOf(TEN) }
    unwrap(await cancelSession(world.deps, world.caller, at, 'Ill.'))
    world.moveTo('2026-04-20T08:01:00Z')
    await world.look()
    for (const { entry } of [alone, party]) {
      expect((await world.entry(entry.id)).status).toBe('ended')
      expect(await world.emailsOf(entry.id)).toEqual(['waitlist.joined', 'waitlist.ended'])
    }
    expect(await world.offerOf(wide.entry.id)).toMatchObject({
      startEpochSeconds: secondsOf('2026-05-04T10:00:00Z'),
    })
    expect((await world.entry(nothing.entry.id)).status).toBe('waiting')
    const late = await world.join(type.id, { name: 'Ida' })
    await world.look()
    expect((await world.entry(late.entry.id)).status).toBe('ended')
  })

  test('goes on for who waits for a full class beside a cancelled one', async () => {
    const type = await waited({ seats: { capacity: 1 } })
    await world.created(type.id, TEN)
    const booker = { name: 'B', email: 'b@example.com' }
    await world.created(type.id, ELEVEN, { booker })
    const { entry } = await world.join(type.id, { name: 'Ada' })
    const at = { eventTypeId: type.id, startEpochSeconds: secondsOf(TEN) }
    unwrap(await cancelSession(world.deps, world.caller, at, undefined))
    await world.look()
    expect((await world.entry(entry.id)).status).toBe('waiting')
  })

  test('adds up seats that several parties give back', async () => {
    const { type, one, two } = await fullClass()
    const { entry } = await world.join(type.id, { name: 'Ada', seats: 3 })
    await cancel(one.id)
    await world.look()
    expect((await world.entry(entry.id)).status).toBe('waiting')
    await cancel(two.id)
    await world.look()
    expect(await world.offerOf(entry.id)).toMatchObject({ seats: 3, status: 'pending' })
    expect(unwrap(await world.accept(entry.id))).toMatchObject({ seats: 3, status: 'confirmed' })
  })
})

test.each(['perBooker', 'perBookerEver'])(
  'a wait list passes over somebody who has reached %s, and offers the start to the next',
  async (limit) => {
    const type = await waited({ limits: { [limit]: 1 } })
    await world.created(type.id, TEN, { booker: { name: 'Ada', email: 'ada@example.com' } })
    const booker = { name: 'B', email: 'b@example.com' }
    const { booking } = await world.created(type.id, ELEVEN, { booker })
    const first = await world.join(type.id, { name: 'Ada' })
    const next = await world.join(type.id, { name: 'Bob' })
    await cancel(booking.id)
    await world.look()
    expect((await world.entry(first.entry.id)).status).toBe('waiting')
    expect(await world.offerOf(next.entry.id)).toMatchObject({
      startEpochSeconds: secondsOf(ELEVEN),
      status: 'pending',
    })
  },
)
