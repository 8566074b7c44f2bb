import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  busy,
  type CalendarWorld,
  failure,
  openCalendarWorld,
} from '../../../tests/support/calendar-world.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { getProvider } from '../../booking/providers/read-providers.ts'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { transact } from '../../kernel/transaction.ts'
import type { Connection } from './connection.ts'
import { recordRead, refreshConnection, refreshDueConnections } from './refresh.ts'
import { storeCredential } from './store-credential.ts'

let world: CalendarWorld
beforeEach(async () => {
  world = await openCalendarWorld()
})
afterEach(() => world.close())

/** Records a read that began when the connection was as `asked`. */
const record = (asked: Connection, outcome: FreeBusyOutcome) =>
  recordRead(world.deps, asked, {
    startedAtEpochMilliseconds: world.clock.nowEpochMilliseconds(),
    range: { startEpochMinutes: 0, endEpochMinutes: 100_000_000 },
    timeZone: 'UTC',
    outcome,
  })

test('a read that began before the last recorded one is dropped', async () => {
  const asked = await world.connect()
  expect(await record(asked, busy('11:00-12:00'))).toMatchObject({ kind: 'recorded' })
  expect(await record(asked, busy('09:00-10:00'))).toMatchObject({ kind: 'overtaken' })
  expect(await record(asked, failure('unauthorized'))).toMatchObject({ kind: 'overtaken' })
  expect(await world.storedTimes()).toEqual(['google 11:00-12:00'])
  expect(await world.connection()).toMatchObject({ status: 'active', readRevision: 2 })
})

test('a read replaces the busy times of the one before, and a failed one leaves them', async () => {
  await world.connect()
  await record(await world.connection(), busy('09:00-10:00', '11:00-12:00'))
  await record(await world.connection(), busy('11:30-12:30'))
  expect(await world.storedTimes()).toEqual(['google 11:30-12:30'])
  await record(await world.connection(), failure('unreachable'))
  expect(await world.storedTimes()).toEqual(['google 11:30-12:30'])
  await record(await world.connection(), busy())
  expect(await world.storedTimes()).toEqual([])
})

test('the background reads a calendar when it is due, and not before', async () => {
  await world.connect()
  const run = () => refreshDueConnections(world.deps, 10)
  expect(await run()).toEqual({ refreshed: 1, deletedCredentials: 0, errors: [], more: false })
  world.clock.moveTo(Date.parse('2026-05-01T08:09:59.999Z'))
  expect(await run()).toMatchObject({ refreshed: 0 })
  world.clock.moveTo(Date.parse('2026-05-01T08:10:00Z'))
  expect(await run()).toMatchObject({ refreshed: 1 })
  expect(world.calendar.calls).toBe(2)
})

test('the calendar of a deleted provider is disconnected and not read', async () => {
  await world.connect()
  const found = await getProvider(world.deps, world.caller, world.provider.id)
  if (!found.ok) throw new Error(found.refusal.code)
  const deleted = { ...found.value, version: found.value.version + 1, deletedAtEpochSeconds: 1 }
  await transact(world.deps, { provider: providerEntity.replace(found.value, deleted) })
  expect(await refreshConnection(world.deps, world.provider.id, 'google')).toBeUndefined()
  expect(world.calendar.calls).toBe(0)
  await expect(world.connection()).rejects.toThrow('has no connection')
})

test('a credential that no connection uses an hour later is deleted from the vault', async () => {
  const place = {
    accountId: world.caller.accountId,
    providerId: world.provider.id,
    kind: 'google',
  } as const
  const store = (name: string) =>
    storeCredential(world.deps, place, { kind: 'feed', url: `https://example.com/${name}` })
  const used = await store('used')
  await store('unused')
  await (await store('discarded')).discard()
  await world.connect({ credentialReference: used.credentialReference })
  const urls = () => [...world.vault.kept.values()].map((stored) => 'url' in stored && stored.url)
  world.advanceMinutes(59)
  await refreshDueConnections(world.deps, 10)
  expect(urls()).toEqual(['https://example.com/used', 'https://example.com/unused'])
  world.advanceMinutes(1)
  await refreshDueConnections(world.deps, 10)
  expect(urls()).toEqual(['https://example.com/used'])
})

/** A vault in which the credentials from before are outdated, as after a change of the vault. */
function movingVault() {
  const before = new Set([...world.vault.kept.keys()])
  return { ...world.vault, isOutdated: (reference: string) => before.has(reference) }
}

test('the URL of a feed in a former vault moves with its next read, and is deleted there after ten minutes', async () => {
  const feed = { kind: 'feed', url: 'https://example.com/a.ics' } as const
  const former = await world.vault.put(feed)
  const deps = { ...world.deps, vault: movingVault() }
  await world.connect({ kind: 'ical', credentialReference: former })
  await refreshDueConnections(deps, 10)
  const { credentialReference } = await world.connection('ical')
  expect(credentialReference).not.toBe(former)
  expect([...world.vault.kept.keys()]).toEqual([former, credentialReference])
  expect(await world.vault.get(credentialReference)).toEqual(feed)
  world.advanceMinutes(10)
  await refreshDueConnections(deps, 10)
  expect((await world.connection('ical')).credentialReference).toBe(credentialReference)
  expect([...world.vault.kept.keys()]).toEqual([credentialReference])
})

test('tokens in a former vault stay until they are refreshed, since a refresh may be receiving others', async () => {
  const former = await world.vault.put({
    kind: 'oauth',
    accessToken: 'access',
    refreshToken: 'refresh',
    accessExpiresAtEpochSeconds: 2_000_000_000,
    scope: 'calendar',
  })
  await world.connect({ credentialReference: former })
  await refreshDueConnections({ ...world.deps, vault: movingVault() }, 10)
  expect((await world.connection()).credentialReference).toBe(former)
})
