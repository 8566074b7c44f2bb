import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  busy,
  type CalendarWorld,
  DAY,
  dayOf,
  openCalendarWorld,
} from '../../../tests/support/calendar-world.ts'
import { calendarTimes } from './calendar-time.ts'
import { changeConnection, disconnectCalendar } from './connections.ts'
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
/** The provider's time on the day of the test, of each calendar. */
const day = async () =>
  (await calendarTimes(world.deps, provider(), DAY, { consistent: true })).map(dayOf)

test('a provider has the kinds of its connected calendars, also after concurrent changes', async () => {
  await Promise.all([world.connect({ kind: 'outlook' }), world.connect({ kind: 'google' })])
  expect(await world.connectedKinds()).toEqual(['google', 'outlook'])
  const { deps, caller } = world
  await Promise.all([
    disconnectCalendar(deps, { ...caller }, world.provider.id, 'outlook'),
    world.connect({ credentialReference: 'second' }),
  ])
  expect(await world.connectedKinds()).toEqual(['google'])
  await disconnectCalendar(deps, { ...caller }, world.provider.id, 'google')
  expect(await world.connectedKinds()).toBeUndefined()
})

test('a calendar that is connected again keeps its id and its policy, and closes its time until it is read', async () => {
  world.calendar.answer = busy('09:00-10:00')
  const first = await world.connect({ policy: { refreshMinutes: 30 } })
  await refreshConnection(world.deps, world.provider.id, 'google')
  const again = await world.connect({ credentialReference: 'second' })
  expect(again).toMatchObject({
    id: first.id,
    settingsVersion: 2,
    credentialReference: 'second',
    policy: { refreshMinutes: 30, allowedAgeMinutes: 60 },
  })
  expect(again.lastReadAtEpochMilliseconds).toBeUndefined()
  expect(await day()).toEqual([['09:00-10:00']])
})

test('other chosen calendars are read before a time is offered', async () => {
  world.calendar.answer = busy('09:00-10:00')
  await world.connect()
  expect(await day()).toEqual([['09:00-10:00']])
  world.calendar.answer = busy('15:00-16:00')
  const changed = await changeConnection(world.deps, world.caller, world.provider.id, 'google', {
    calendarIds: ['team'],
  })
  expect(changed).toMatchObject({ ok: true, value: { calendarIds: ['team'], settingsVersion: 2 } })
  expect(await day()).toEqual([['15:00-16:00']])
})

test('reads do not change the version that a change of the owner expects', async () => {
  await world.connect()
  await refreshConnection(world.deps, world.provider.id, 'google')
  await refreshConnection(world.deps, world.provider.id, 'google')
  const change = (ifVersion: number) =>
    changeConnection(world.deps, { ...world.caller, ifVersion }, world.provider.id, 'google', {
      policy: { whenCheckFails: 'use_cache' },
    })
  expect(await change(1)).toMatchObject({ ok: true, value: { settingsVersion: 2 } })
  expect(await change(1)).toEqual({
    ok: false,
    refusal: { code: 'version_mismatch', expected: 1, actual: 2 },
  })
})

test('a disconnected calendar leaves no busy time, no queue entry and no credential behind', async () => {
  world.calendar.answer = busy('09:00-10:00')
  const google = await world.vault.put({ kind: 'feed', url: 'https://example.com/google' })
  const outlook = await world.vault.put({ kind: 'feed', url: 'https://example.com/outlook' })
  const { id } = await world.connect({ credentialReference: google })
  await world.connect({ kind: 'outlook', credentialReference: outlook })
  await refreshDueConnections(world.deps, 10)
  expect(await world.storedTimes()).toEqual(['google 09:00-10:00', 'outlook 09:00-10:00'])
  const { deps, caller } = world
  const traces = async () =>
    (await world.storedKeys()).filter((key) => key.endsWith('#google') || key.endsWith(id))
  expect(await traces()).toHaveLength(3)
  expect((await disconnectCalendar(deps, { ...caller }, world.provider.id, 'google')).ok).toBe(true)
  expect(await traces()).toEqual([])
  expect(await world.storedTimes()).toEqual(['outlook 09:00-10:00'])
  expect(await refreshDueConnections(deps, 10)).toMatchObject({
    refreshed: 0,
    deletedCredentials: 1,
    errors: [],
  })
  expect([...world.vault.kept.keys()]).toEqual([outlook])
  expect(await disconnectCalendar(deps, { ...caller }, world.provider.id, 'google')).toMatchObject({
    refusal: { code: 'not_found', resource: 'calendar_connection' },
  })
})
