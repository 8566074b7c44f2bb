import { hasClaim } from '@holdfast/engine'
import { afterAll, describe, expect, test } from 'vitest'
import { secondsOf } from '../../../tests/support/booking-world.ts'
import { repetitions } from '../../../tests/support/depth.ts'
import { storeInterruptedAfter, storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import { ENGINES, stopSharedEngine } from '../../../tests/support/stores.ts'
import { openWaitlistWorld, type WaitlistWorld } from '../../../tests/support/waitlist-world.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import { waitlistEntryEntity } from '../waitlist/entry.ts'
import { runDueLines } from './run-due-waitlists.ts'

afterAll(stopSharedEngine)

/** The starts of a Monday at a step of half an hour, `count` from 09:00 on. */
const startsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse('2026-04-27T09:00:00Z') + index * 1_800_000).toISOString(),
  )

const makeType = (world: WaitlistWorld, end = '19:00') =>
  world.eventType({
    confirmation: 'instant',
    durationMinutes: 30,
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end }] }],
    waitlist: {},
  })

/** All bookings and entries, as they are stored. */
async function stored(world: WaitlistWorld) {
  const items = async (prefix: string) => await world.items(prefix)
  const bookings = (await items('BOOKING#')).map(bookingEntity.decode)
  const entries = (await items('WAITLIST#')).map(waitlistEntryEntity.decode)
  return { live: bookings.filter(hasClaim), entries }
}

/** Nobody has two offers, no start has two bookings, and each offer is a hold. */
async function expectConsistent(world: WaitlistWorld) {
  const { live, entries } = await stored(world)
  const starts = live.map(
    ({ providerId, startEpochSeconds }) => `${providerId} ${startEpochSeconds}`,
  )
  expect(new Set(starts).size).toBe(starts.length)
  const held = live.flatMap(({ id, waitlistId }) => (waitlistId ? [`${waitlistId} ${id}`] : []))
  const offered = entries.flatMap(({ id, status, offer }) =>
    status === 'offered' ? [`${id} ${offer?.bookingId}`] : [],
  )
  expect(held.sort()).toEqual(offered.sort())
  const places = await world.items('EVENTTYPE#')
  const inLine = places.flatMap(({ PK, SK }) => (PK.endsWith('#WAITLIST') ? [SK] : []))
  const waiting = entries.flatMap(({ id, status }) => (status === 'waiting' ? [id] : []))
  expect(inLine.sort()).toEqual(waiting.sort())
}

describe.each(ENGINES)('while many cancel at once on %s', (engine) => {
  test.each(Array.from({ length: repetitions(1, 20) }, (_, index) => index))(
    'the first on the wait list get the time, run %i',
    async () => {
      const world = await openWaitlistWorld(engine)
      try {
        const type = await makeType(world)
        const bookings = await Promise.all(startsOf(6).map((start) => world.book(type.id, start)))
        const line: string[] = []
        for (let index = 0; index < 8; index += 1) {
          line.push((await world.join(type.id, { name: `Person${index}` })).entry.id)
        }
        await Promise.all([
          ...bookings.map(({ id }) => cancelBooking(world.deps, world.caller, id, {})),
          world.look(),
          world.look(),
        ])
        const { live } = await stored(world)
        const cancelled = bookings.map(({ id }) => live.some((booking) => booking.id === id))
        expect(cancelled).toEqual(Array(6).fill(false))
        // The starts from noon on were never booked.
        await world.look()
        world.moveTo('2026-04-20T08:01:00Z')
        await world.look()
        await expectConsistent(world)
        const statuses = await Promise.all(line.map(async (id) => (await world.entry(id)).status))
        expect(statuses).toEqual(Array(8).fill('offered'))
      } finally {
        await world.close()
      }
    },
  )

  test('those who come first are served first, and strangers get only what is left', async () => {
    const world = await openWaitlistWorld(engine)
    try {
      const type = await makeType(world, '13:00')
      const starts = startsOf(8)
      const bookings = await Promise.all(starts.map((start) => world.book(type.id, start)))
      const line: string[] = []
      for (let index = 0; index < 7; index += 1) {
        line.push((await world.join(type.id, { name: `Person${index}` })).entry.id)
      }
      const given = bookings.slice(0, 5)
      const strangers = starts
        .slice(0, 5)
        .flatMap((start) => [
          () => world.create(type.id, start),
          () => world.create(type.id, start),
        ])
      const outcomes = await Promise.all([
        ...given.map(({ id }) => cancelBooking(world.deps, world.caller, id, {})),
        ...strangers.map((tries) => tries()),
      ])
      for (const cancelled of outcomes.slice(0, 5)) expect(cancelled.ok).toBe(true)
      const gained = outcomes.slice(5).filter(({ ok }) => ok).length
      world.moveTo('2026-04-20T08:01:00Z')
      await world.look()
      await expectConsistent(world)
      const statuses = await Promise.all(line.map(async (id) => (await world.entry(id)).status))
      const served = statuses.filter((status) => status === 'offered').length
      expect(served + gained).toBe(5)
      // Strict line order: whoever waits still came after all who were served.
      expect(statuses).toEqual([
        ...Array(served).fill('offered'),
        ...Array(7 - served).fill('waiting'),
      ])
    } finally {
      await world.close()
    }
  })

  test('an offer that is confirmed and declined at once ends as one of both', async () => {
    const world = await openWaitlistWorld(engine)
    try {
      const type = await makeType(world)
      const [start = ''] = startsOf(1)
      const { entry } = await world.join(type.id, {
        name: 'Ada',
        from: start,
        to: new Date(secondsOf(start) * 1000 + 1000).toISOString(),
      })
      await world.look()
      const { id } = await world.offerOf(entry.id)
      const [confirmed, cancelled] = await Promise.all([
        world.accept(entry.id),
        cancelBooking(world.deps, world.caller, id, {}),
      ])
      const after = await world.entry(entry.id)
      const booking = await world.booking(id)
      expect(cancelled.ok || confirmed.ok).toBe(true)
      // Cancelled before it was confirmed: declined. Cancelled after that: booked, and cancelled later.
      expect(['confirmed booked', 'cancelled waiting', 'cancelled booked']).toContain(
        `${booking.status} ${after.status}`,
      )
    } finally {
      await world.close()
    }
  })
})

test('a start that becomes free during a look goes to those who were looked at before', async () => {
  const world = await openWaitlistWorld()
  try {
    const type = await makeType(world)
    const { providerId } = type
    const other = await world.eventType({
      providerId,
      confirmation: 'instant',
      durationMinutes: 30,
    })
    const [nine = '', half = ''] = startsOf(2)
    const inTheWay = await world.book(other.id, nine)
    const line: string[] = []
    for (const [name, from] of [
      ['Ada', nine],
      ['Bob', half],
      ['Cleo', nine],
    ] as const) {
      const to = new Date(secondsOf(from) * 1000 + 1000).toISOString()
      line.push((await world.join(type.id, { name, from, to })).entry.id)
    }
    // Bob's offer is the only one that the look can make before.
    const store = storeInterruptedAfter(
      world.store,
      (write) => write.kind === 'put-if-absent' && write.item.PK.startsWith('BOOKING#'),
      () => cancelBooking(world.deps, world.caller, inTheWay.id, {}),
    )
    expect(await runDueLines({ ...world.deps, store }, 100)).toMatchObject({ done: [2] })
    const statuses = await Promise.all(line.map(async (id) => (await world.entry(id)).status))
    expect(statuses).toEqual(['offered', 'offered', 'waiting'])
    await expectConsistent(world)
  } finally {
    await world.close()
  }
})

test('whoever loses a start to others during a look is offered another one in the same look', async () => {
  const world = await openWaitlistWorld()
  try {
    const type = await makeType(world)
    const { providerId } = type
    const other = await world.eventType({
      providerId,
      confirmation: 'instant',
      durationMinutes: 30,
    })
    const [nine = '', half = '', last = ''] = startsOf(3)
    const until = (start: string) => new Date(secondsOf(start) * 1000 + 1000).toISOString()
    const { entry } = await world.join(type.id, { name: 'Ada', from: nine, to: until(last) })
    const behind = await world.join(type.id, { name: 'Bob', from: nine, to: until(half) })
    const store = storeInterruptedBefore(
      world.store,
      (write) => write.kind === 'put-if-absent' && write.item.PK.startsWith('BOOKING#'),
      () => world.book(other.id, nine),
    )
    expect(await runDueLines({ ...world.deps, store }, 100)).toMatchObject({ done: [1] })
    expect(await world.offerOf(entry.id)).toMatchObject({ startEpochSeconds: secondsOf(half) })
    expect(await world.entry(behind.entry.id)).toMatchObject({ status: 'waiting' })
    await expectConsistent(world)
  } finally {
    await world.close()
  }
})
