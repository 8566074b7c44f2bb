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
import { taskEntity } from '../../kernel/queue/task.ts'
import { counterKey } from '../../ledger/keys.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
  getBooking,
} from '../bookings/change-booking.ts'
import { eraseBooker } from '../bookings/erase-booker.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { recountLimits } from '../recounts/recount-limits.ts'

const GRACE = { name: 'Grace', email: 'grace@example.com' }
const REFUSED = {
  ok: false,
  refusal: { code: 'booker_not_allowed', limit: 'perBookerEver', count: 1 },
}

describe.each(SOME_ENGINES)('a limit of what one booker may ever book on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  beforeEach(() => world.moveTo(NOW))
  afterAll(() => world.close())

  const once = () => world.eventType({ limits: { perBookerEver: 1 } })
  const at = (hour: number) => `2026-04-27T${hour}:00:00Z`
  const confirm = async (bookingId: string) =>
    unwrap(await confirmBooking(world.deps, world.caller, bookingId))
  const countOf = async (eventTypeId: string, { email } = BOOKER) => {
    const mark = world.deps.secrets.personMarks(world.accountId, email)[0]
    const item = await world.store.get(counterKey(`${eventTypeId}:ever:${mark}`), {
      consistent: true,
    })
    return liveCount(countFromItem(item), world.clock.nowEpochMilliseconds() / 1000)
  }
  /** A booking that took place. */
  const past = async (eventTypeId: string, hour: number) => {
    const { id } = await world.book(eventTypeId, at(hour))
    await confirm(id)
    world.moveTo('2026-04-28T08:00:00Z')
    unwrap(await closeBooking(world.deps, world.caller, id, 'complete'))
    return id
  }
  const nothingElse = async () => ({})

  test('counts past bookings, and each person for themselves', async () => {
    const { id } = await once()
    await past(id, 10)
    expect(await world.create(id, '2026-05-04T10:00:00Z')).toEqual(REFUSED)
    unwrap(await world.create(id, '2026-05-04T10:00:00Z', { booker: GRACE }))
  })

  test('leaves room for exactly one of simultaneous bookings', async () => {
    const { id } = await once()
    const answers = await Promise.all([10, 11, 12, 13].map((hour) => world.create(id, at(hour))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual([REFUSED, REFUSED, REFUSED])
  })

  test('forgets a hold that lapsed and a booking that was cancelled', async () => {
    const { id } = await once()
    await world.book(id, at(10))
    expect(await world.create(id, at(11))).toEqual(REFUSED)
    world.moveTo('2026-04-21T08:00:00Z')
    const booked = await world.book(id, at(11))
    await confirm(booked.id)
    expect(await world.create(id, at(12))).toEqual(REFUSED)
    unwrap(await cancelBooking(world.deps, world.caller, booked.id, {}))
    unwrap(await world.create(id, at(12)))
  })

  test('follows a booking that moves, and one that gets another address', async () => {
    const { id } = await once()
    const booked = await world.book(id, at(10))
    await confirm(booked.id)
    const start = { startEpochSeconds: secondsOf(at(15)) }
    unwrap(await rescheduleBooking(world.deps, world.caller, booked.id, start))
    expect(await countOf(id)).toBe(1)
    unwrap(await updateBooking(world.deps, world.caller, booked.id, { booker: GRACE }))
    expect([await countOf(id), await countOf(id, GRACE)]).toEqual([0, 1])
    unwrap(await world.create(id, at(10)))
  })

  test('does not bind an override, which counts', async () => {
    const { id } = await once()
    await world.book(id, at(10))
    unwrap(await world.create(id, at(11), { isOverride: true }))
    expect(await countOf(id)).toBe(2)
  })

  test('still counts a person who was erased, and a cancelled booking of theirs no more', async () => {
    const { id } = await world.eventType({ limits: { perBookerEver: 1, perBooker: 1 } })
    const cancelled = await world.book(id, at(10))
    unwrap(await cancelBooking(world.deps, world.caller, cancelled.id, {}))
    const done = await past(id, 11)
    for (const bookingId of [cancelled.id, done]) {
      expect(await eraseBooker(world.deps, bookingId, () => true, nothingElse)).toBe(true)
    }
    const countsOf = async (bookingId: string) =>
      unwrap(await getBooking(world.deps, world.caller, bookingId)).counts
    expect(await countsOf(cancelled.id)).toBeUndefined()
    const counter = expect.stringMatching(/^ety_\w+:ever:[0-9a-f]{64}$/)
    expect(await countsOf(done)).toEqual([{ counter, amount: 1 }])
    expect(await world.items(`EVENTTYPE#${id}#BOOKER`)).toEqual([])
    expect(await world.items(`EVENTTYPE#${id}#EVER`)).toHaveLength(1)
    expect(await world.create(id, '2026-05-04T10:00:00Z')).toEqual(REFUSED)
  })

  test('counts what took place before the limit was added', async () => {
    const { id } = await world.eventType()
    world.moveTo('2026-01-05T08:00:00Z')
    const early = await world.book(id, '2026-01-12T10:00:00Z')
    await confirm(early.id)
    world.moveTo(NOW)
    unwrap(await updateEventType(world.deps, world.caller, id, { limits: { perBookerEver: 1 } }))
    const tasks = (await world.items('QUEUE#schedule')).map(taskEntity.decode)
    const task = tasks.find(({ event }) => event.resourceId === id)
    if (task === undefined) throw new Error('nothing is to be counted')
    await recountLimits(world.deps, task.event)
    expect(await countOf(id)).toBe(1)
    expect(await world.create(id, at(10))).toEqual(REFUSED)
  })
})
