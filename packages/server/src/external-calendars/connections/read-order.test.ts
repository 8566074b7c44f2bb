import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  busy,
  type CalendarWorld,
  DAY,
  dayOf,
  failure,
  openCalendarWorld,
} from '../../../tests/support/calendar-world.ts'
import { SOME_ENGINES } from '../../../tests/support/stores.ts'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { calendarTimes, checkCalendars } from './calendar-time.ts'
import { refreshConnection, refreshDueConnections } from './refresh.ts'

describe.each(SOME_ENGINES)('reads of a calendar that overlap, on %s', (engine) => {
  let world: CalendarWorld
  beforeEach(async () => {
    world = await openCalendarWorld(engine)
    await world.connect()
  }, 60_000)
  afterEach(() => world.close())

  const read = () => refreshConnection(world.deps, world.provider.id, 'google')
  const provider = () => ({
    id: world.provider.id,
    timeZone: 'UTC',
    connectedKinds: ['google'] as const,
  })
  const listed = async () =>
    (await calendarTimes(world.deps, provider(), DAY, { consistent: false })).map(dayOf)
  const checked = async () => (await checkCalendars(world.deps, provider(), DAY)).map(dayOf)

  /** Begins a read that ends when the test says so. */
  async function begin() {
    const { promise, resolve } = Promise.withResolvers<FreeBusyOutcome>()
    const calls = world.calendar.calls
    world.calendar.answer = promise
    const reading = read()
    await expect.poll(() => world.calendar.calls).toBe(calls + 1)
    return async (outcome: FreeBusyOutcome) => {
      resolve(outcome)
      await reading
    }
  }

  test('an older read that ends last neither reopens a broken calendar nor frees its time', async () => {
    const endOlder = await begin()
    world.calendar.answer = failure('unauthorized')
    await read()
    await endOlder(busy())
    world.calendar.answer = busy()
    await refreshDueConnections(world.deps, 10)
    expect(await world.connection()).toMatchObject({ status: 'broken' })
    expect(await listed()).toEqual(['closed: unreadable'])
    expect(await checked()).toEqual(['closed: unreadable'])
  })

  test('a withdrawn calendar is found at once, even if an older read ended first', async () => {
    const endOlder = await begin()
    const endNewer = await begin()
    await endOlder(busy())
    expect(await listed()).toEqual([[]])
    await endNewer(failure('unauthorized'))
    world.calendar.answer = failure('unauthorized')
    await refreshDueConnections(world.deps, 10)
    expect(await world.connection()).toMatchObject({ status: 'broken' })
    expect(await listed()).toEqual(['closed: unreadable'])
  })

  test('a new busy time is found at once, even if an older read ended first', async () => {
    const endOlder = await begin()
    const endNewer = await begin()
    await endOlder(busy())
    await endNewer(busy('09:00-10:00'))
    world.calendar.answer = busy('09:00-10:00')
    await refreshDueConnections(world.deps, 10)
    expect(await listed()).toEqual([['09:00-10:00']])
  })

  test('overlapping reads with the same result cause no other read', async () => {
    const endFirst = await begin()
    const endSecond = await begin()
    await endFirst(busy('09:00-10:00'))
    await endSecond(busy('09:00-10:00'))
    await refreshDueConnections(world.deps, 10)
    expect(world.calendar.calls).toBe(2)
  })

  test('a vendor that asked for a pause is not called again before its end', async () => {
    const endThrottled = await begin()
    const endOther = await begin()
    await endThrottled(failure('throttled', { retryAfterSeconds: 600 }))
    await endOther(busy('09:00-10:00'))
    world.advanceMinutes(9)
    await refreshDueConnections(world.deps, 10)
    expect(world.calendar.calls).toBe(2)
    world.advanceMinutes(1)
    world.calendar.answer = busy('09:00-10:00')
    await refreshDueConnections(world.deps, 10)
    expect(await listed()).toEqual([['09:00-10:00']])
  })
})
