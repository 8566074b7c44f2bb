import { liveCount } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { SOME_ENGINES } from '../../../tests/support/stores.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { counterKey } from '../../ledger/keys.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
  getBooking,
} from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { eraseBooker } from '../bookings/erase-booker.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'

const GRACE = { name: 'Grace', email: 'grace@example.com' }
const REFUSED = {
  ok: false,
  refusal: { code: 'limit_reached', limit: 'perBooker', count: 1 },
}

describe.each(SOME_ENGINES)('a limit of live bookings per booker on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  beforeEach(() => world.moveTo(NOW))
  afterAll(() => world.close())

  const limited = () => world.eventType({ limits: { perBooker: 1 } })
  const at = (hour: number) => `2026-04-27T${hour}:00:00Z`
  const confirm = (bookingId: string, booker?: typeof BOOKER) =>
    confirmBooking(world.deps, world.caller, bookingId, booker && { booker })
  const held = async (eventTypeId: string, start: string) =>
    unwrap(
      await createBooking(world.deps, world.caller, {
        target: { eventTypeId },
        startEpochSeconds: secondsOf(start),
      }),
    ).booking
  const countOf = async (eventTypeId: string, { email } = BOOKER) => {
    const mark = world.deps.secrets.personMarks(world.accountId, email)[0]
    const item = await world.store.get(counterKey(`${eventTypeId}:booker:${mark}`), {
      consistent: true,
    })
    return liveCount(countFromItem(item), world.clock.nowEpochMilliseconds() / 1000)
  }

  test('refuses a second booking of one address, and nobody else', async () => {
    const { id } = await limited()
    const { counts } = await world.book(id, at(10))
    expect(counts).toEqual([
      {
        counter: expect.stringMatching(new RegExp(`^${id}:booker:[0-9a-f]{64}$`)),
        amount: 1,
        endsWithBooking: true,
      },
    ])
    expect(await world.create(id, at(11))).toEqual(REFUSED)
    unwrap(await world.create(id, at(11), { booker: GRACE }))
  })

  test('leaves room for exactly one of simultaneous bookings', async () => {
    const { id } = await limited()
    const answers = await Promise.all(
      [10, 11, 12, 13, 14].map((hour) => world.create(id, at(hour))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual([REFUSED, REFUSED, REFUSED, REFUSED])
  })

  test('refuses a confirmation for a booker who has as many, and the hold stands', async () => {
    const { id } = await limited()
    await world.book(id, at(10))
    const hold = await held(id, at(11))
    expect(await confirm(hold.id, BOOKER)).toEqual(REFUSED)
    expect(unwrap(await getBooking(world.deps, world.caller, hold.id))).toEqual(hold)
    const confirmed = unwrap(await confirm(hold.id, GRACE))
    expect(confirmed.status).toBe('confirmed')
    expect(await countOf(id, GRACE)).toBe(1)
  })

  test('counts a cancelled booking no more', async () => {
    const { id } = await limited()
    const { id: bookingId } = await world.book(id, at(10))
    unwrap(await confirm(bookingId))
    expect(await world.create(id, at(11))).toEqual(REFUSED)
    unwrap(await cancelBooking(world.deps, world.caller, bookingId, {}))
    unwrap(await world.create(id, at(11)))
  })

  test('counts a booking until the second at which it ends, whoever completes it', async () => {
    const { id } = await limited()
    const { id: bookingId } = await world.book(id, at(10))
    unwrap(await confirm(bookingId))
    world.moveTo('2026-04-27T10:30:00Z')
    unwrap(await closeBooking(world.deps, world.caller, bookingId, 'complete'))
    world.moveTo('2026-04-27T10:59:59Z')
    expect(await world.create(id, at(14))).toEqual(REFUSED)
    world.moveTo('2026-04-27T11:00:00Z')
    unwrap(await world.create(id, at(14)))
  })

  test('follows a booking that moves: it counts until its new end', async () => {
    const { id } = await limited()
    const { id: bookingId } = await world.book(id, at(10))
    unwrap(await confirm(bookingId))
    const start = { startEpochSeconds: secondsOf(at(15)) }
    unwrap(await rescheduleBooking(world.deps, world.caller, bookingId, start))
    world.moveTo('2026-04-27T11:00:00Z')
    expect(await world.create(id, at(13))).toEqual(REFUSED)
    world.moveTo('2026-04-27T16:00:00Z')
    expect(await countOf(id)).toBe(0)
  })

  test('follows a changed address, and refuses one that has as many bookings', async () => {
    const { id } = await limited()
    const mine = await world.book(id, at(10))
    unwrap(await confirm(mine.id))
    unwrap(await world.create(id, at(11), { booker: GRACE }))
    const toGrace = { booker: { email: GRACE.email } }
    expect(await updateBooking(world.deps, world.caller, mine.id, toGrace)).toEqual(REFUSED)
    const toAl = { booker: { email: 'al@example.com' } }
    unwrap(await updateBooking(world.deps, world.caller, mine.id, toAl))
    expect(await countOf(id)).toBe(0)
    expect(await countOf(id, { name: 'Al', email: 'al@example.com' })).toBe(1)
    unwrap(await world.create(id, at(12)))
  })

  test('counts a booker whom the account gives a hold', async () => {
    const { id } = await limited()
    const hold = await held(id, at(10))
    unwrap(await updateBooking(world.deps, world.caller, hold.id, { booker: BOOKER }))
    expect(await world.create(id, at(11))).toEqual(REFUSED)
  })

  test('leaves nothing of a booker who is erased', async () => {
    const { id } = await world.eventType({ limits: { perBooker: 1, perDay: 5 } })
    const { id: bookingId } = await world.book(id, at(10))
    unwrap(await cancelBooking(world.deps, world.caller, bookingId, {}))
    const isErased = await eraseBooker(
      world.deps,
      bookingId,
      () => true,
      async () => ({}),
    )
    const { counts } = unwrap(await getBooking(world.deps, world.caller, bookingId))
    expect([isErased, counts]).toEqual([true, [{ counter: `${id}:day:2026-04-27`, amount: 1 }]])
    expect(await world.items(`EVENTTYPE#${id}#BOOKER`)).toEqual([])
  })

  test('still counts a live booking when an older one of the booker is erased', async () => {
    const { id } = await world.eventType({ limits: { perBooker: 2 } })
    const old = await world.book(id, at(10))
    unwrap(await cancelBooking(world.deps, world.caller, old.id, {}))
    const live = await world.book(id, at(11))
    const isOld = ({ id: bookingId }: { readonly id: string }) => bookingId === old.id
    const nothingElse = async () => ({})
    expect(await eraseBooker(world.deps, old.id, isOld, nothingElse)).toBe(true)
    expect(await countOf(id)).toBe(1)
    unwrap(await confirm(live.id))
    expect(await countOf(id)).toBe(1)
  })

  test('counts a hold again whose count was deleted with the person', async () => {
    const { id } = await limited()
    const hold = await world.book(id, at(10))
    const key = counterKey(hold.counts?.[0]?.counter ?? '')
    await world.store.transact([{ kind: 'delete', key }], 'delete a count')
    unwrap(await confirm(hold.id))
    expect(await countOf(id)).toBe(1)
  })

  test('does not bind an override', async () => {
    const { id } = await limited()
    await world.book(id, at(10))
    unwrap(await world.create(id, at(11), { isOverride: true }))
    expect(await countOf(id)).toBe(2)
  })
})
