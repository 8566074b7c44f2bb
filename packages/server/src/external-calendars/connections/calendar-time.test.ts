import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  busy,
  type CalendarWorld,
  DAY,
  dayOf,
  failure,
  openCalendarWorld,
} from '../../../tests/support/calendar-world.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { connectionsRange } from '../keys.ts'
import { calendarTimes, checkCalendars } from './calendar-time.ts'
import { refreshConnection, refreshDueConnections } from './refresh.ts'

let world: CalendarWorld
beforeEach(async () => {
  world = await openCalendarWorld()
})
afterEach(() => world.close())

const provider = () => ({
  id: world.provider.id,
  timeZone: 'UTC',
  connectedKinds: ['google'] as const,
})
const list = async () =>
  (await calendarTimes(world.deps, provider(), DAY, { consistent: true })).map(dayOf)
const check = async () => (await checkCalendars(world.deps, provider(), DAY)).map(dayOf)

/** Connects a calendar that was read with a busy time from 09:00 to 10:00. */
const connectAndRead = async (whenCheckFails: 'refuse' | 'use_cache' = 'refuse') => {
  await world.connect({ policy: { whenCheckFails } })
  world.calendar.answer = busy('09:00-10:00')
  await refreshConnection(world.deps, world.provider.id, 'google')
}

test('no time is offered until a new calendar was read', async () => {
  world.calendar.answer = failure('unreachable')
  await world.connect()
  expect(await list()).toEqual(['closed: not_read'])
  world.calendar.answer = busy('09:00-10:00')
  world.advanceMinutes(1)
  expect(await list()).toEqual([['09:00-10:00']])
})

test('a list sees at once that a calendar cannot be relied on, even if reads lag behind writes', async () => {
  await connectAndRead()
  const { store } = world.deps
  const range = connectionsRange(world.provider.id)
  const before = await store.query(range)
  world.calendar.answer = failure('unauthorized')
  world.advanceMinutes(10)
  await refreshDueConnections(world.deps, 10)
  // A replica that has not received the last write.
  const lagging: Store = {
    ...store,
    query: async (query) =>
      query.consistent !== true && query.from === range.from ? before : await store.query(query),
  }
  const deps = { ...world.deps, store: lagging }
  const listed = await calendarTimes(deps, provider(), DAY, { consistent: false })
  expect(listed.map(dayOf)).toEqual(['closed: unreadable'])
})

test('a calendar that cannot be read counts as last read for an hour, then closes its time', async () => {
  await connectAndRead()
  world.calendar.answer = failure('unreachable')
  world.advanceMinutes(60)
  await refreshDueConnections(world.deps, 10)
  expect(await list()).toEqual([['09:00-10:00']])
  world.advanceMinutes(1)
  expect(await list()).toEqual(['closed: stale'])
  expect(await world.connection()).toMatchObject({ status: 'unreadable' })
})

test('a revoked grant closes the time at once', async () => {
  await connectAndRead()
  world.calendar.answer = failure('unauthorized')
  world.advanceMinutes(10)
  await refreshDueConnections(world.deps, 10)
  expect(await list()).toEqual(['closed: unreadable'])
})

test('a calendar that the provider names, but whose connection was not found, closes its time', async () => {
  expect(await list()).toEqual(['closed: not_read'])
  expect(await check()).toEqual(['closed: not_read'])
})

test('a claim is decided by the answer of the calendar, which is then read again', async () => {
  await connectAndRead()
  world.calendar.answer = busy('15:00-16:00')
  expect(await check()).toEqual([['15:00-16:00']])
  expect(await refreshDueConnections(world.deps, 10)).toMatchObject({ refreshed: 1 })
  expect(await world.storedTimes()).toEqual(['google 15:00-16:00'])
})

test('a claim whose answer differs from the last read in one end alone causes another read', async () => {
  await connectAndRead()
  world.calendar.answer = busy('09:00-11:00')
  expect(await check()).toEqual([['09:00-11:00']])
  expect(await refreshDueConnections(world.deps, 10)).toMatchObject({ refreshed: 1 })
})

test('a claim with the same answer as the last read causes no other read', async () => {
  await connectAndRead()
  expect(await check()).toEqual([['09:00-10:00']])
  expect(await refreshDueConnections(world.deps, 10)).toMatchObject({ refreshed: 0 })
})

test.each([
  ['unreachable', 'refuse', 'closed: check_failed'],
  ['unreachable', 'use_cache', ['09:00-10:00']],
  ['unauthorized', 'use_cache', 'closed: unreadable'],
  ['unknown_time_zone', 'use_cache', 'closed: unreadable'],
] as const)(
  'a claim while the calendar answers %s, with the policy %s: %s',
  async (code, policy, expected) => {
    await connectAndRead(policy)
    world.calendar.answer = failure(code)
    expect(await check()).toEqual([expected])
  },
)

test('a claim does not call a vendor that asked for a pause', async () => {
  await connectAndRead('use_cache')
  world.calendar.answer = failure('throttled', { retryAfterSeconds: 1800 })
  await refreshConnection(world.deps, world.provider.id, 'google')
  const { calls } = world.calendar
  expect(await check()).toEqual([['09:00-10:00']])
  expect(world.calendar.calls).toBe(calls)
  world.advanceMinutes(30)
  world.calendar.answer = busy('15:00-16:00')
  expect(await check()).toEqual([['15:00-16:00']])
})
