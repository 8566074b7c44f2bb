import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmBooking, getBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { deleteEventType } from '../../src/booking/bookings/event-type-deletion.ts'
import { getEventType } from '../../src/booking/event-types/event-types.ts'
import { deleteProvider } from '../../src/booking/providers/provider-deletion.ts'
import { getProvider } from '../../src/booking/providers/read-providers.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { listEvents } from '../../src/delivery/events/event-log.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import type { Store, Write } from '../../src/kernel/ports/store.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import { storeWith } from '../support/store-with.ts'
import { OTHER_ENGINES, openTestStore, SOME_ENGINES, type TestStore } from '../support/stores.ts'

const MONDAY = '2035-04-23'

const makesBooking = (write: Write) =>
  write.kind === 'put-if-absent' && write.item.PK.startsWith('BOOKING#')
const deletesResource = (write: Write) =>
  write.kind === 'put-if-version' && write.item.deletedAtEpochSeconds !== undefined

/** A store that delays the first transaction with a matching write until it is released. */
function heldBack(store: Store, isMeant: (write: Write) => boolean) {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const transact: Store['transact'] = async (writes, token) => {
    if (writes.some(isMeant)) {
      reached.resolve()
      await gate.promise
    }
    return await store.transact(writes, token)
  }
  return { store: { ...store, transact }, reached: reached.promise, letThrough: gate.resolve }
}

type World = Awaited<ReturnType<typeof bookable>>

/** What is deleted together with its bookings, and on which engines that is tried. */
const DELETIONS = [
  {
    name: 'a provider',
    engines: OTHER_ENGINES,
    rounds: 6,
    refusal: 'provider_has_bookings',
    remove: (deps: AppDependencies, { caller, provider }: World) =>
      deleteProvider(deps, caller, provider.id),
    get: (deps: AppDependencies, { caller, provider }: World) =>
      getProvider(deps, caller, provider.id),
  },
  {
    name: 'an event type',
    engines: SOME_ENGINES,
    rounds: 4,
    refusal: 'event_type_has_bookings',
    remove: (deps: AppDependencies, { caller, eventType }: World) =>
      deleteEventType(deps, caller, eventType.id),
    get: (deps: AppDependencies, { caller, eventType }: World) =>
      getEventType(deps, caller, eventType.id),
  },
] as const

const CASES = DELETIONS.flatMap((deletion) =>
  deletion.engines.map((engine) => ({ ...deletion, engine })),
)

describe.each(CASES)('the deletion of $name on $engine', ({ engine, rounds, refusal, ...of }) => {
  let opened: TestStore
  let deps: AppDependencies
  let on: (store: Store) => AppDependencies
  let world: World

  beforeAll(async () => {
    opened = await openTestStore(engine)
    const { store: port } = opened
    // Some adapters are classes, so a copy with one replaced method needs bound methods.
    const store = storeWith(port, {})
    deps = testDependencies(store, '2035-04-22T08:00:00Z').deps
    on = (other) => ({ ...deps, store: other })
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    world = await bookable(deps)
  })

  const remove = (own = deps) => of.remove(own, world)
  const hold = (hour: number, own = deps) =>
    createBooking(own, world.caller, {
      target: { eventTypeId: world.eventType.id },
      startEpochSeconds: Date.parse(`${MONDAY}T00:00:00Z`) / 1000 + hour * 3600,
      booker: { name: 'Ada', email: 'ada@example.com' },
    })
  const held = async (asked: ReturnType<typeof hold>) => {
    const made = await asked
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.booking.id
  }
  const confirm = async (bookingId: string) =>
    expect(await confirmBooking(deps, world.caller, bookingId)).toMatchObject({ ok: true })
  const statusOf = async (bookingId: string) => {
    const found = await getBooking(deps, world.caller, bookingId)
    return found.ok && found.value.status
  }
  const isThere = async () => (await of.get(deps, world)).ok

  /** Processes events until none is left. */
  const work = async () => {
    const schedule = scheduleConsumer(deps)
    const bus = { enqueue: enqueueFor(deps, [schedule]) }
    for (let published = 1; published > 0; ) {
      published = (await relayOutbox(deps, bus, 100)).published
      await runQueue({ ...deps, random: () => 0 }, schedule, { limit: 100, concurrency: 4 })
    }
  }

  test('cancels a booking that was committed meanwhile, and publishes its cancellation', async () => {
    const late = heldBack(deps.store, makesBooking)
    const asked = hold(9, on(late.store))
    await late.reached
    expect(await remove()).toEqual({ ok: true, value: undefined })
    late.letThrough()
    const bookingId = await held(asked)
    await confirm(bookingId)
    await work()
    expect([await statusOf(bookingId), await isThere()]).toEqual(['cancelled', false])
    const log = await listEvents(deps, world.caller, { afterPosition: 0, limit: 100 })
    const told = log.data.filter(({ event }) => event.resourceId === bookingId)
    expect(told.map(({ event }) => event.type)).toEqual([
      'booking.created',
      'booking.confirmed',
      'booking.cancelled',
    ])
  })

  test('is aborted by a booking that is created before it completes', async () => {
    const last = heldBack(deps.store, deletesResource)
    const removed = remove(on(last.store))
    await last.reached
    const bookingId = await held(hold(9))
    last.letThrough()
    expect(await removed).toMatchObject({ refusal: { code: refusal } })
    await confirm(bookingId)
    await work()
    expect([await statusOf(bookingId), await isThere()]).toEqual(['confirmed', true])
  })

  test('is aborted by a concurrent booking that is processed before it completes', async () => {
    const late = heldBack(deps.store, makesBooking)
    const asked = hold(9, on(late.store))
    await late.reached
    const last = heldBack(deps.store, deletesResource)
    const removed = remove(on(last.store))
    await last.reached
    late.letThrough()
    const bookingId = await held(asked)
    await confirm(bookingId)
    await work()
    last.letThrough()
    expect(await removed).toMatchObject({ refusal: { code: refusal } })
    expect([await statusOf(bookingId), await isThere()]).toEqual(['confirmed', true])
  })

  test('that was interrupted leaves what can be booked, and deleted later', async () => {
    const last = heldBack(deps.store, deletesResource)
    void remove(on(last.store))
    await last.reached
    await held(hold(9))
    expect(await isThere()).toBe(true)
    world = await bookable(deps)
    const again = heldBack(deps.store, deletesResource)
    void remove(on(again.store))
    await again.reached
    expect(await remove()).toEqual({ ok: true, value: undefined })
    expect(await isThere()).toBe(false)
  })

  test('leaves no active booking, whichever comes first', async () => {
    for (let round = 0; round < rounds; round += 1) {
      world = await bookable(deps)
      const hours = [0, 6, 12, 18]
      const [removed, ...asked] = await Promise.all([remove(), ...hours.map((hour) => hold(hour))])
      const made = asked.flatMap((answer) => (answer.ok ? [answer.value.booking.id] : []))
      for (const bookingId of made) await confirm(bookingId)
      await work()
      const statuses = await Promise.all(made.map(statusOf))
      expect(await isThere()).toBe(!removed.ok)
      expect(statuses).toEqual(made.map(() => (removed.ok ? 'cancelled' : 'confirmed')))
    }
  })
})
