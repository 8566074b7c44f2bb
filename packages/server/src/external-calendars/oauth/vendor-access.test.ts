import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../../../tests/support/google-calendar-server.ts'
import { createMemoryVault } from '../../../tests/support/memory-vault.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import type { TestClock } from '../../adapters/system/clock.ts'
import { createGoogleVendor } from '../../adapters/vendors/google.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import type { Connection } from '../connections/connection.ts'
import {
  changeConnection,
  connectCalendar,
  disconnectCalendar,
  findConnection,
} from '../connections/connections.ts'
import { refreshConnection, refreshDueConnections } from '../connections/refresh.ts'
import { storeCredential } from '../connections/store-credential.ts'
import type { VendorAnswer, VendorCalendar } from '../ports/calendar-vendor.ts'
import { createVendorAccess, type VendorAccess, type VendorDependencies } from './vendor-access.ts'
import { vendorReaders } from './vendor-reader.ts'

const NOW = '2026-05-01T08:00:00Z'
const SCOPE = ['calendar.calendarlist.readonly', 'calendar.freebusy']
  .map((scope) => `https://www.googleapis.com/auth/${scope}`)
  .join(' ')

const outbound = createOutboundHttp({ allowPrivateNetwork: true })
afterAll(() => outbound.close())

describe.each(OTHER_ENGINES)('access to a vendor’s calendar on %s', (engine) => {
  let vendor: GoogleCalendarServer
  let opened: TestStore
  let clock: TestClock
  let vault: ReturnType<typeof createMemoryVault>
  let world: Awaited<ReturnType<typeof bookable>>
  /** Two servers on the same store and vault. */
  let servers: readonly { readonly deps: VendorDependencies; readonly access: VendorAccess }[]

  beforeAll(async () => {
    vendor = await startGoogleCalendar()
  })
  afterAll(() => vendor.close())
  beforeEach(async () => {
    opened = await openTestStore(engine)
    const made = testDependencies(opened.store, NOW)
    clock = made.clock
    vault = createMemoryVault()
    const { clientId, clientSecret, origin: endpoint } = vendor
    const google = createGoogleVendor({ outbound, clientId, clientSecret, endpoint })
    const stores = [opened.store, await opened.another()]
    servers = stores.map((store) => {
      const deps = { ...made.deps, store, vault, vendors: { google } }
      return { deps, access: createVendorAccess(deps, Date.now) }
    })
    world = await bookable({ ...testDependencies(opened.store, NOW).deps, clock })
    vendor.oauth.rotation = 'single-use'
  })
  afterEach(async () => {
    vendor.recover()
    expect((await inspect(first().deps)).findings).toEqual([])
    await opened.close()
  })

  function first() {
    const [server] = servers
    if (server === undefined) throw new Error('the test has no server')
    return server
  }

  /** Connects with an access token that is valid for an hour. */
  async function connect(): Promise<Connection> {
    const { deps } = first()
    const { accountId } = world.caller
    const of = { accountId, providerId: world.provider.id, kind: 'google' } as const
    const { credentialReference } = await storeCredential(deps, of, {
      kind: 'oauth',
      ...vendor.oauth.issue(SCOPE),
      accessExpiresAtEpochSeconds: Date.parse(NOW) / 1000 + 3600,
      scope: SCOPE,
    })
    const input = { kind: 'google', credentialReference, label: vendor.address } as const
    const made = await connectCalendar(deps, world.caller, world.provider.id, input)
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.connection
  }

  const found = () => findConnection(first().deps, world.provider.id, 'google')
  const names = { kind: 'done', value: ['Ada'] }

  /** Lists the names of the calendars through one of the servers. */
  async function ask(connection: Connection, server = 0) {
    const { access } = servers[server] ?? first()
    const called = await access.call<readonly VendorCalendar[]>(connection, (google, call) =>
      google.calendars(call),
    )
    return called.kind === 'done'
      ? { kind: 'done', value: called.value.map(({ name }) => name) }
      : called
  }

  /** Sends 25 concurrent requests through each of two servers. */
  const askParallel = (connection: Connection) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => ask(connection, index % 2)))

  /** Counts the token requests that the vendor receives during some work. */
  async function tokenRequests(work: () => Promise<unknown>): Promise<number> {
    const count = () => vendor.calls.all.filter(({ path }) => path === '/token').length
    const before = count()
    await work()
    return count() - before
  }

  async function published(type: string): Promise<number> {
    let count = 0
    for await (const page of opened.store.scan()) {
      count += page.filter(
        ({ PK, ...item }) => PK.startsWith('OUTBOX#') && item.type === type,
      ).length
    }
    return count
  }

  const HOUR_LATER = Date.parse(NOW) + 3600_000

  test('50 concurrent requests with an expired token share one refresh, and all succeed', async () => {
    const connection = await connect()
    clock.moveTo(HOUR_LATER)
    vendor.oauth.expireAccessTokens()
    const refreshes = await tokenRequests(async () => {
      expect(await askParallel(connection)).toEqual(Array(50).fill(names))
    })
    expect(refreshes).toBe(1)
    const after = await found()
    expect(after).toMatchObject({ status: 'active', version: 2 })
    expect(after?.credentialReference).not.toBe(connection.credentialReference)
  })

  test('50 concurrent requests with a rejected token share one refresh, and all succeed', async () => {
    const connection = await connect()
    vendor.oauth.expireAccessTokens()
    const refreshes = await tokenRequests(async () => {
      expect(await askParallel(connection)).toEqual(Array(50).fill(names))
    })
    expect(refreshes).toBe(1)
  })

  test('a token is refreshed a minute before it expires, not earlier', async () => {
    const connection = await connect()
    clock.moveTo(HOUR_LATER - 61_000)
    expect(await tokenRequests(() => ask(connection))).toBe(0)
    clock.moveTo(HOUR_LATER - 60_000)
    expect(await tokenRequests(() => ask(connection))).toBe(1)
  })

  test('each refresh uses the refresh token of the last one', async () => {
    let connection = await connect()
    for (let hour = 1; hour <= 3; hour += 1) {
      clock.moveTo(Date.parse(NOW) + hour * 3600_000)
      expect(await ask(connection)).toEqual(names)
      connection = (await found()) ?? connection
    }
    expect(connection).toMatchObject({ status: 'active', version: 4 })
  })

  test('a replaced credential is deleted from the vault, and the current one stays', async () => {
    const connection = await connect()
    clock.moveTo(HOUR_LATER)
    await ask(connection)
    const carried = await found()
    expect(vault.kept.size).toBe(2)
    clock.moveTo(HOUR_LATER + 2 * 3600_000)
    await refreshDueConnections(first().deps, 100)
    expect([...vault.kept.keys()]).toEqual([carried?.credentialReference])
  })

  test('a revoked grant breaks the connection, and 50 requests publish one event', async () => {
    const connection = await connect()
    vendor.oauth.revoke()
    const refreshes = await tokenRequests(async () => {
      const outcomes = await askParallel(connection)
      expect(new Set(outcomes.map((called) => 'code' in called && called.code))).toEqual(
        new Set(['unauthorized']),
      )
    })
    expect(refreshes).toBe(1)
    expect(await found()).toMatchObject({ status: 'broken', failure: { code: 'unauthorized' } })
    expect(await published('calendar.sync_failed')).toBe(1)
  })

  test.each([
    ['none', ['done', 'done']],
    ['single-use', expect.arrayContaining(['done'])],
  ] as const)(
    'two servers with clocks an hour apart refresh concurrently and end in one state (rotation: %s)',
    async (rotation, outcomes) => {
      vendor.oauth.rotation = rotation
      const connection = await connect()
      vendor.oauth.expireAccessTokens()
      const [, second] = servers
      if (second === undefined) throw new Error('the test has no second server')
      const ahead = createVendorAccess(second.deps, () => Date.now() + 3600_000)
      const release = vendor.hold('/token')
      const before = vendor.calls.all.length
      const arrived = (count: number) =>
        vendor.calls.until(
          `${count} refreshes`,
          (all) => all.slice(before).filter(({ path }) => path === '/token').length === count,
        )
      const one = ask(connection)
      await arrived(1)
      const other = ahead.call(connection, (google, call) => google.calendars(call))
      await arrived(2)
      release()
      const kinds = (await Promise.all([one, other])).map(({ kind }) => kind)
      expect(kinds).toEqual(outcomes)
      const after = (await found()) ?? connection
      expect(after.credentialReference).not.toBe(connection.credentialReference)
      expect([after.status, after.failure]).toEqual(['active', undefined])
      expect(await Promise.all([ask(after), ask(after, 1)])).toEqual([names, names])
    },
  )

  test('a failing token endpoint does not break the connection, and the next request succeeds', async () => {
    const connection = await connect()
    vendor.oauth.expireAccessTokens()
    vendor.fail({ status: 503 }, { path: '/token', times: 1 })
    vendor.fail({ retryAfterSeconds: 30, as: 'seconds' }, { path: '/token', times: 1 })
    expect(await ask(connection)).toMatchObject({ kind: 'failed', code: 'unreachable' })
    expect(await ask(connection)).toMatchObject({ code: 'throttled', retryAfterSeconds: 30 })
    expect(await found()).toMatchObject({ status: 'active', version: 1 })
    expect(await ask(connection)).toEqual(names)
  })

  test('a second 401 ends the call without another refresh', async () => {
    const connection = await connect()
    const again = async (): Promise<VendorAnswer<never>> => ({ kind: 'expired' })
    const refreshes = await tokenRequests(async () => {
      expect(await first().access.call(connection, again)).toMatchObject({ code: 'unauthorized' })
    })
    expect(refreshes).toBe(1)
  })

  test('a connection that is removed during a refresh leaves no credential behind', async () => {
    const connection = await connect()
    vendor.oauth.expireAccessTokens()
    const release = vendor.hold('/token')
    const before = vendor.calls.all.length
    const asking = ask(connection)
    await vendor.calls.until('the refresh', (all) =>
      all.slice(before).some(({ path }) => path === '/token'),
    )
    await disconnectCalendar(first().deps, world.caller, world.provider.id, 'google')
    release()
    expect(await asking).toMatchObject({ kind: 'failed', code: 'unreachable' })
    clock.moveTo(HOUR_LATER + 2 * 3600_000)
    await refreshDueConnections(first().deps, 100)
    expect(vault.kept.size).toBe(0)
  })

  test('a wrong choice of calendars can be corrected without a new authorization', async () => {
    await connect()
    const { deps: plain, access } = first()
    const deps = { ...plain, freeBusy: vendorReaders(plain, access) }
    const statusWith = async (calendarIds: readonly string[]) => {
      const { caller, provider } = world
      await changeConnection(deps, { ...caller }, provider.id, 'google', { calendarIds })
      return (await refreshConnection(deps, provider.id, 'google'))?.status
    }
    expect(await statusWith(['nobody@example.com'])).toBe('broken')
    expect(await statusWith([vendor.address])).toBe('active')
    vendor.oauth.revoke()
    expect(await statusWith([])).toBe('broken')
    expect(await statusWith([vendor.address])).toBe('broken')
  })

  test('a reader reads the busy times of the account with a refreshed token', async () => {
    vendor.addEvent('2026-05-04T09:00:00Z', '2026-05-04T09:45:00Z', { id: 'dentist' })
    const connection = await connect()
    vendor.oauth.expireAccessTokens()
    const { deps, access } = first()
    const reader = vendorReaders(deps, access).google
    const monday = Date.parse('2026-05-04T00:00:00Z') / 60_000
    const request = {
      connectionId: connection.id,
      providerId: world.provider.id,
      accountId: world.accountId,
      timeZone: 'UTC',
      credentialReference: connection.credentialReference,
      calendarIds: [],
      range: { startEpochMinutes: monday, endEpochMinutes: monday + 1440 },
      nowEpochMilliseconds: Date.parse(NOW),
      signal: AbortSignal.timeout(10_000),
    }
    expect(await reader?.getFreeBusy(request)).toEqual({
      kind: 'read',
      busy: [{ startEpochMinutes: monday + 540, endEpochMinutes: monday + 585 }],
      warnings: [],
    })
    expect(await reader?.getFreeBusy({ ...request, connectionId: 'con_other' })).toMatchObject({
      kind: 'failed',
      code: 'unreachable',
    })
  })
})
