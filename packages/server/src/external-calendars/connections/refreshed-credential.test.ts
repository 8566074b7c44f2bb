import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  busy,
  type CalendarWorld,
  openCalendarWorld,
} from '../../../tests/support/calendar-world.ts'
import { refreshConnection, refreshDueConnections } from './refresh.ts'
import { adoptCredential, markBroken } from './refreshed-credential.ts'

let world: CalendarWorld
beforeEach(async () => {
  world = await openCalendarWorld()
})
afterEach(() => world.close())

const put = (name: string): Promise<string> =>
  world.vault.put({ kind: 'feed', url: `https://example.com/${name}` })
const REVOKED = { code: 'unauthorized', detail: 'invalid_grant' } as const

test('of several refreshed credentials one is adopted, and the others learn which', async () => {
  const connection = await world.connect({ credentialReference: await put('first') })
  const references = await Promise.all(['a', 'b', 'c'].map(put))
  const adoptions = await Promise.all(
    references.map((reference) => adoptCredential(world.deps, connection, reference)),
  )
  expect(adoptions.map(({ kind }) => kind).sort()).toEqual(['adopted', 'superseded', 'superseded'])
  const { credentialReference } = await world.connection()
  expect(references).toContain(credentialReference)
  expect(
    adoptions.map((each) => each.kind !== 'gone' && each.connection.credentialReference),
  ).toEqual([credentialReference, credentialReference, credentialReference])
})

test('a credential is adopted, although the calendar was read during its refresh', async () => {
  const connection = await world.connect({ credentialReference: await put('first') })
  world.calendar.answer = busy('09:00-10:00')
  await refreshConnection(world.deps, world.provider.id, 'google')
  const next = await put('next')
  expect(await adoptCredential(world.deps, connection, next)).toMatchObject({ kind: 'adopted' })
  expect(await world.connection()).toMatchObject({ credentialReference: next, status: 'active' })
  expect(await world.storedTimes()).toEqual(['google 09:00-10:00'])
})

test('a replaced credential stays in the vault for ten minutes, for refreshes under way', async () => {
  const first = await put('first')
  const connection = await world.connect({ credentialReference: first })
  const next = await put('next')
  await adoptCredential(world.deps, connection, next)
  world.clock.moveTo(world.clock.nowEpochMilliseconds() + 10 * 60_000 - 1)
  await refreshDueConnections(world.deps, 10)
  expect([...world.vault.kept.keys()]).toEqual([first, next])
  world.clock.moveTo(world.clock.nowEpochMilliseconds() + 1)
  await refreshDueConnections(world.deps, 10)
  expect([...world.vault.kept.keys()]).toEqual([next])
})

test('a revoked grant breaks the connection, but not if it has another credential by now', async () => {
  const connection = await world.connect()
  await world.connect({ credentialReference: 'second' })
  await markBroken(world.deps, connection, REVOKED)
  expect(await world.connection()).toMatchObject({ status: 'active' })
  await markBroken(world.deps, await world.connection(), REVOKED)
  expect(await world.connection()).toMatchObject({
    status: 'broken',
    failure: { code: 'unauthorized', detail: 'invalid_grant', attemptCount: 1 },
  })
})

test('a refreshed credential repairs a connection that another process marked as broken', async () => {
  const connection = await world.connect()
  await markBroken(world.deps, connection, REVOKED)
  expect(await adoptCredential(world.deps, connection, 'second')).toMatchObject({ kind: 'adopted' })
  expect(await world.connection()).toMatchObject({
    status: 'active',
    credentialReference: 'second',
  })
  expect(await refreshDueConnections(world.deps, 10)).toMatchObject({ refreshed: 1, errors: [] })
})
