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
import { storeInterruptedAfter, storeInterruptedBefore } from '../../../tests/support/store-with.ts'
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
import { createBooking } from '../bookings/create-booking.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { recountLimits } from './recount-limits.ts'

const MONDAY = '2026-04-27'
const at = (hour: number) => `${MONDAY}T${hour}:00:00Z`

describe.each(SOME_ENGINES)('a limit that is added on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  beforeEach(() => world.moveTo(NOW))
  afterAll(() => world.close())

  const countOf = async (counter: string) => {
    const item = await world.store.get(counterKey(counter), { consistent: true })
    return liveCount(countFromItem(item), world.clock.nowEpochMilliseconds() / 1000)
  }

  /** The tasks that count for a subject, the earliest first. */
  async function tasksOf(subjectId: string) {
    const items = await world.items('QUEUE#schedule')
    return items
      .map(taskEntity.decode)
      .filter(({ event }) => event.type === 'limits.recount' && event.resourceId === subjectId)
      .sort((a, b) => a.dueEpochMilliseconds - b.dueEpochMilliseconds)
  }

  const limit = (id: string, limits: { perDay?: number; perBooker?: number } | null) =>
    updateEventType(world.deps, world.caller, id, { limits })

  async function runFirst(subjectId: string, deps = world.deps) {
    const [first] = await tasksOf(subjectId)
    if (first === undefined) throw new Error('nothing is to be counted')
    await recountLimits(deps, first.event)
  }

  test('is followed by two counts of what is booked already, a minute apart', async () => {
    const { id } = await world.eventType()
    unwrap(await limit(id, { perDay: 3 }))
    const tasks = await tasksOf(id)
    const first = Date.parse(NOW)
    expect(tasks.map((task) => task.dueEpochMilliseconds)).toEqual([first, first + 60_000])
    unwrap(await limit(id, { perDay: 5 }))
    unwrap(await limit(id, null))
    expect(await tasksOf(id)).toHaveLength(2)
  })

  test('counts live bookings once, however often they are counted', async () => {
    const { id } = await world.eventType()
    const held = await world.book(id, at(10))
    const confirmed = await world.book(id, at(11))
    unwrap(await confirmBooking(world.deps, world.caller, confirmed.id))
    const cancelled = await world.book(id, at(12))
    unwrap(await cancelBooking(world.deps, world.caller, cancelled.id, {}))
    unwrap(await limit(id, { perDay: 3 }))
    await runFirst(id)
    await runFirst(id)
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(2)
    const counted = unwrap(await getBooking(world.deps, world.caller, held.id))
    expect([counted.version, counted.counts]).toEqual([
      2,
      [{ counter: `${id}:day:${MONDAY}`, amount: 1 }],
    ])
    await world.book(id, at(13))
    expect(await world.create(id, at(14))).toMatchObject({ refusal: { code: 'limit_reached' } })
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(1)
  })

  test('refuses nothing that is booked already, even beyond it', async () => {
    const { id } = await world.eventType()
    for (const hour of [10, 11, 12]) await world.book(id, at(hour))
    unwrap(await limit(id, { perDay: 1 }))
    await runFirst(id)
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(3)
  })

  test('counts what is completed earlier in its period', async () => {
    const { id } = await world.eventType()
    const { id: bookingId } = await world.book(id, '2026-04-20T09:00:00Z')
    unwrap(await confirmBooking(world.deps, world.caller, bookingId))
    world.moveTo('2026-04-20T11:00:00Z')
    unwrap(await closeBooking(world.deps, world.caller, bookingId, 'complete'))
    unwrap(await limit(id, { perDay: 1 }))
    await runFirst(id)
    expect(await countOf(`${id}:day:2026-04-20`)).toBe(1)
  })

  test('counts a booking that was being made meanwhile with its second count', async () => {
    const { id } = await world.eventType()
    const store = storeInterruptedBefore(
      world.store,
      ({ kind }) => kind === 'ledger-claim',
      async () => {
        unwrap(await limit(id, { perDay: 1 }))
        await runFirst(id)
      },
    )
    const { counts } = unwrap(
      await createBooking({ ...world.deps, store }, world.caller, {
        target: { eventTypeId: id },
        startEpochSeconds: secondsOf(at(10)),
        booker: BOOKER,
      }),
    ).booking
    expect([counts, await countOf(`${id}:day:${MONDAY}`)]).toEqual([undefined, 0])
    await runFirst(id)
    expect(await world.create(id, at(11))).toMatchObject({ refusal: { code: 'limit_reached' } })
  })

  test('and that there was before counts each booking once', async () => {
    const { id } = await world.eventType({ limits: { perDay: 9 } })
    await world.book(id, at(10))
    unwrap(await limit(id, null))
    await world.book(id, at(11))
    unwrap(await limit(id, { perDay: 2 }))
    await runFirst(id)
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(2)
  })

  test('counts the live bookings of each booker', async () => {
    const { id } = await world.eventType()
    const { id: bookingId } = await world.book(id, at(10))
    unwrap(await confirmBooking(world.deps, world.caller, bookingId))
    unwrap(await limit(id, { perBooker: 1 }))
    await runFirst(id)
    expect(await world.create(id, at(11))).toMatchObject({
      refusal: { code: 'limit_reached', limit: 'perBooker', count: 1 },
    })
  })

  test('of a provider counts the bookings of all of its event types, also those it shares', async () => {
    const provider = await world.provider()
    const own = await world.eventType({ providerId: provider.id })
    await world.book(own.id, at(10))
    const owner = await world.provider({ kind: 'team' })
    const other = await world.provider()
    const shared = await world.eventType({
      providerId: owner.id,
      requirements: [{ name: 'panel', providerIds: [other.id, provider.id], count: 'all' }],
    })
    const { id } = await world.book(shared.id, at(12))
    unwrap(await confirmBooking(world.deps, world.caller, id))
    const change = { limits: { perDay: 2 } }
    unwrap(await updateProvider(world.deps, world.caller, provider.id, change))
    await runFirst(provider.id)
    expect(await countOf(`${provider.id}:day:${MONDAY}`)).toBe(2)
    expect(await world.create(own.id, at(14))).toMatchObject({
      refusal: { code: 'limit_reached', limit: 'perDay', count: 2 },
    })
  })

  test('is counted to the end after an interruption', async () => {
    const { id } = await world.eventType()
    for (const hour of [10, 11, 12]) await world.book(id, at(hour))
    unwrap(await limit(id, { perDay: 9 }))
    const store = storeInterruptedAfter(
      world.store,
      ({ kind }) => kind === 'put-if-version',
      async () => {
        throw new Error('killed')
      },
    )
    await expect(runFirst(id, { ...world.deps, store })).rejects.toThrow('killed')
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(1)
    await runFirst(id)
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(3)
  })
})
