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
import type { DomainEvent } from '../../kernel/events/event.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { taskEntity } from '../../kernel/queue/task.ts'
import { counterKey } from '../../ledger/keys.ts'
import { cancelBooking, confirmBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import type { EventTypeInput } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { listSlots } from '../slots/slots.ts'
import { recountLimits } from './recount-limits.ts'

const MONDAY = '2026-04-27'
const at = (hour: number) => `${MONDAY}T${hour}:00:00Z`

describe.each(SOME_ENGINES)('the limits of classes on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  beforeEach(() => world.moveTo(NOW))
  afterAll(() => world.close())

  const classOf = (limits: NonNullable<EventTypeInput['limits']>) =>
    world.eventType({ seats: { capacity: 3 }, limits })
  const countOf = async (counter: string) => {
    const item = await world.store.get(counterKey(counter), { consistent: true })
    return liveCount(countFromItem(item), world.clock.nowEpochMilliseconds() / 1000)
  }
  const refused = (limit: string, count: number) => ({
    ok: false,
    refusal: { code: 'limit_reached', limit, count },
  })
  async function mondayHours(eventTypeId: string) {
    const from = secondsOf(`${MONDAY}T00:00:00Z`) / 60
    const listed = await listSlots(world.deps, world.caller, eventTypeId, {
      from: { epochMinutes: from },
      to: { epochMinutes: from + 1440 },
      includeUnavailable: false,
    })
    return unwrap(listed).starts.map((start) => new Date(start * 60_000).getUTCHours())
  }

  test('count a session once, however many are in it, and refuse only another session', async () => {
    const { id } = await classOf({ perDay: 1 })
    for (const party of [1, 2]) {
      unwrap(await world.create(id, at(10), { seats: party }))
    }
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(1)
    expect(await world.create(id, at(12))).toEqual(refused('perDay', 1))
    expect(await mondayHours(id)).toEqual([])
  })

  test('leave the rest of a session to be booked on a full day', async () => {
    const { id } = await classOf({ perDay: 1 })
    await world.book(id, at(10))
    expect(await mondayHours(id)).toEqual([10])
    unwrap(await world.create(id, at(10), { seats: 2 }))
  })

  test('are free again when the last one leaves a session', async () => {
    const { id } = await classOf({ perDay: 1 })
    const first = await world.book(id, at(10))
    const second = await world.book(id, at(10))
    for (const booking of [first, second]) {
      unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    }
    unwrap(await cancelBooking(world.deps, world.caller, first.id, {}))
    expect(await world.create(id, at(12))).toEqual(refused('perDay', 1))
    unwrap(await cancelBooking(world.deps, world.caller, second.id, {}))
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(0)
    unwrap(await world.create(id, at(12)))
  })

  test('are free again at the second at which the last hold of a session lapses', async () => {
    const { id } = await classOf({ perDay: 1 })
    await world.book(id, at(10))
    world.moveTo('2026-04-20T08:03:00Z')
    await world.book(id, at(10))
    world.moveTo('2026-04-20T08:07:59Z')
    expect(await world.create(id, at(12))).toEqual(refused('perDay', 1))
    world.moveTo('2026-04-20T08:08:00Z')
    unwrap(await world.create(id, at(12)))
  })

  test('follow the only party of a session that moves to another day', async () => {
    const { id } = await classOf({ perDay: 1 })
    const { id: bookingId } = await world.book(id, at(10))
    const start = { startEpochSeconds: secondsOf('2026-04-28T10:00:00Z') }
    unwrap(await rescheduleBooking(world.deps, world.caller, bookingId, start))
    expect(await countOf(`${id}:day:${MONDAY}`)).toBe(0)
    expect(await countOf(`${id}:day:2026-04-28`)).toBe(1)
  })

  test('count each booking of a booker', async () => {
    const { id } = await classOf({ perBooker: 1 })
    await world.book(id, at(10))
    expect(await world.create(id, at(10))).toEqual(refused('perBooker', 1))
    unwrap(await world.create(id, at(10), { booker: { ...BOOKER, email: 'grace@example.com' } }))
  })

  test('that are added count the sessions that there are, once', async () => {
    const provider = await world.provider()
    const { id } = await world.eventType({ providerId: provider.id, seats: { capacity: 3 } })
    for (const hour of [10, 10, 12]) await world.book(id, at(hour))
    const limits = { perDay: 2, minutesPerDay: 500 }
    unwrap(await updateProvider(world.deps, world.caller, provider.id, { limits }))
    const tasks = (await world.items('QUEUE#schedule')).map(taskEntity.decode)
    const { event } = tasks.find((task) => task.event.resourceId === provider.id) as {
      readonly event: DomainEvent
    }
    await recountLimits(world.deps, event)
    await recountLimits(world.deps, event)
    expect(await countOf(`${provider.id}:day:${MONDAY}`)).toBe(2)
    expect(await countOf(`${provider.id}:minutes:${MONDAY}`)).toBe(120)
    expect(await world.create(id, at(14))).toEqual(refused('perDay', 2))
    await world.book(id, at(10))
  })
})
