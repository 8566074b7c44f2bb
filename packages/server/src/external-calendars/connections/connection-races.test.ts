import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { testDependencies, withCalendars } from '../../../tests/support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import type { TestClock } from '../../adapters/system/clock.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { providerKey } from '../../booking/keys.ts'
import { updateProvider } from '../../booking/provider-changes/save-provider.ts'
import { providerFromItem } from '../../booking/providers/provider.ts'
import { deleteProvider } from '../../booking/providers/provider-deletion.ts'
import { listSlots } from '../../booking/slots/slots.ts'
import type { AppDependencies } from '../../composition/http/app.ts'
import type {
  ConnectionKind,
  FreeBusyOutcome,
  FreeBusyRequest,
} from '../../kernel/ports/free-busy.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { repair } from '../../ops/doctor/repair.ts'
import { listBusyTimes } from './busy-times.ts'
import type { Connection, ConnectionPolicy } from './connection.ts'
import { connectCalendar, disconnectCalendar, findConnection } from './connections.ts'
import { refreshConnection, refreshDueConnections } from './refresh.ts'
import { adoptCredential, markBroken } from './refreshed-credential.ts'
import { storeCredential } from './store-credential.ts'

const NOW = '2026-05-01T08:00:00Z'
const minutes = (time: string) => Date.parse(`2026-05-04T${time}Z`) / 60_000
const busy = (...spans: readonly string[]): FreeBusyOutcome => ({
  kind: 'read',
  busy: spans.map((span) => {
    const [start = '', end = ''] = span.split('-')
    return { startEpochMinutes: minutes(start), endEpochMinutes: minutes(end) }
  }),
  warnings: [],
})

describe.each(SOME_ENGINES)('concurrent work on connected calendars on %s', (engine) => {
  let opened: TestStore
  let deps: AppDependencies
  let clock: TestClock
  let world: Awaited<ReturnType<typeof bookable>>
  /** The vendor's answer. A test may delay it. */
  let answer: (request: FreeBusyRequest) => Promise<FreeBusyOutcome>
  let asked: number
  const deleted: string[] = []

  beforeEach(async () => {
    opened = await openTestStore(engine)
    const made = testDependencies(opened.store, NOW)
    clock = made.clock
    asked = 0
    answer = async () => busy()
    const getFreeBusy = (request: FreeBusyRequest) => {
      asked += 1
      return answer(request)
    }
    deps = withCalendars(made.deps, {
      freeBusy: { google: { getFreeBusy }, outlook: { getFreeBusy } },
      vault: {
        put: async () => 'unused',
        get: async () => undefined,
        remove: async (reference) => void deleted.push(reference),
      },
    })
    deleted.length = 0
    world = await bookable(deps)
  })
  afterEach(async () => {
    expect((await inspect(deps)).findings).toEqual([])
    await opened.close()
  })

  const connect = async (
    kind: ConnectionKind = 'google',
    credentialReference = 'first',
    policy: Partial<ConnectionPolicy> = {},
  ) => {
    const made = await connectCalendar(deps, world.caller, world.provider.id, {
      kind,
      credentialReference,
      policy: { checkTimeoutMilliseconds: 100, ...policy },
    })
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.connection
  }
  const found = async (): Promise<Connection> => {
    const connection = await findConnection(deps, world.provider.id, 'google')
    if (connection === undefined) throw new Error('no connection was found')
    return connection
  }
  const stored = async (): Promise<readonly string[]> => {
    const range = {
      from: { epochMinutes: minutes('00:00') },
      to: { epochMinutes: minutes('23:59') },
    }
    const listed = await listBusyTimes(deps, world.caller, world.provider.id, range)
    if (!listed.ok) throw new Error(listed.refusal.code)
    return listed.value.map(({ startEpochMinutes, endEpochMinutes }) =>
      [startEpochMinutes, endEpochMinutes]
        .map((at) => new Date(at * 60_000).toISOString().slice(11, 16))
        .join('-'),
    )
  }
  const itemsWith = async (prefix: string): Promise<readonly Item[]> => {
    const items: Item[] = []
    for await (const page of deps.store.scan()) items.push(...page)
    return items.filter((item) => [item.PK, item.SK].join(' ').includes(prefix))
  }
  const published = async (type: string) =>
    (await itemsWith('OUTBOX#')).filter((item) => item.type === type).length
  const refresh = (on: AppDependencies = deps) => refreshConnection(on, world.provider.id, 'google')
  const claim = async (start: string): Promise<string> => {
    const made = await createBooking(deps, world.caller, {
      target: { eventTypeId: world.eventType.id },
      startEpochSeconds: minutes(start) * 60,
      booker: { name: 'Ada', email: 'ada@example.com' },
    })
    return made.ok ? made.value.booking.status : made.refusal.code
  }

  test('concurrent reads end in one state with one queue entry', async () => {
    await connect()
    const other = { ...deps, store: await opened.another() }
    const count = 20
    const allAsk = Promise.withResolvers<void>()
    // No read ends before the last one has begun, because a later one would read again.
    answer = async () => {
      if (asked === count) allAsk.resolve()
      await allAsk.promise
      return busy('09:00-10:00')
    }
    await Promise.all(Array.from({ length: count }, (_, i) => refresh(i % 2 === 0 ? deps : other)))
    expect(await stored()).toEqual(['09:00-10:00'])
    expect(await itemsWith('CONNECTIONDUE#')).toHaveLength(1)
    expect(await found()).toMatchObject({ status: 'active', readRevision: 2, version: 2 })
  })

  test('a read that was overtaken by a newer one is dropped', async () => {
    await connect()
    const held = Promise.withResolvers<FreeBusyOutcome>()
    const begun = Promise.withResolvers<void>()
    answer = () => {
      begun.resolve()
      return held.promise
    }
    const slow = refresh()
    await begun.promise
    answer = async () => busy('11:00-12:00')
    await refresh()
    held.resolve(busy('09:00-10:00'))
    await slow
    expect(await stored()).toEqual(['11:00-12:00'])
  })

  test('a calendar that is disconnected during a read leaves nothing behind', async () => {
    await connect()
    answer = async () => busy('09:00-10:00')
    await refresh()
    const held = Promise.withResolvers<FreeBusyOutcome>()
    const begun = Promise.withResolvers<void>()
    answer = () => {
      begun.resolve()
      return held.promise
    }
    const reading = refresh()
    await begun.promise
    const { caller, provider } = world
    expect((await disconnectCalendar(deps, { ...caller }, provider.id, 'google')).ok).toBe(true)
    held.resolve(busy('13:00-14:00'))
    expect(await reading).toBeUndefined()
    expect(await itemsWith('BUSY#')).toEqual([])
    expect(await itemsWith('CONNECTION#')).toEqual([])
    expect(await claim('09:00')).toBe('pending')
    await refreshDueConnections(deps, 10)
    expect(deleted).toEqual(['first'])
    expect(await itemsWith('CONNECTIONDUE#')).toEqual([])
  })

  test('a read with a credential that was replaced during the read is dropped', async () => {
    const before = await connect()
    const held = Promise.withResolvers<FreeBusyOutcome>()
    const begun = Promise.withResolvers<void>()
    answer = () => {
      begun.resolve()
      return held.promise
    }
    const reading = refresh()
    await begun.promise
    const after = await connect('google', 'second')
    expect(after).toMatchObject({ id: before.id, version: 2, credentialReference: 'second' })
    held.resolve(busy('09:00-10:00'))
    await reading
    expect((await found()).lastReadAtEpochMilliseconds).toBeUndefined()
    expect(await stored()).toEqual([])
    answer = async () => busy()
    await refreshDueConnections(deps, 10)
    expect(deleted).toEqual(['first'])
    expect(await claim('09:00')).toBe('pending')
  })

  test('one of 50 refreshed credentials is adopted, and the others get its reference', async () => {
    const connection = await connect()
    const adoptions = await Promise.all(
      Array.from({ length: 50 }, (_, i) => adoptCredential(deps, connection, `new-${i}`)),
    )
    const winners = adoptions.filter(({ kind }) => kind === 'adopted')
    expect(winners).toHaveLength(1)
    const { credentialReference } = await found()
    for (const adoption of adoptions) {
      expect(adoption.kind === 'gone' ? '' : adoption.connection.credentialReference).toBe(
        credentialReference,
      )
    }
    clock.moveTo(Date.parse(NOW) + 600_000)
    await refreshDueConnections(deps, 10)
    expect(deleted).toEqual(['first'])
  })

  test('a credential that no connection uses is deleted after an hour, and a used one stays', async () => {
    const { vault } = deps
    if (vault === undefined) throw new Error('the test has no vault')
    let drawn = 0
    const own = { ...deps, vault: { ...vault, put: async () => `drawn-${++drawn}` } }
    const { accountId } = world.caller
    const place = { accountId, providerId: world.provider.id, kind: 'google' } as const
    const credential = { kind: 'feed', url: 'https://example.com/a.ics' } as const
    for (let i = 0; i < 3; i += 1) await storeCredential(own, place, credential)
    await (await storeCredential(own, place, credential)).discard()
    expect(deleted).toEqual(['drawn-4'])
    await connect('google', 'drawn-2')
    clock.moveTo(Date.parse(NOW) + 3_600_000)
    await refreshDueConnections(deps, 10)
    expect(deleted.sort()).toEqual(['drawn-1', 'drawn-3', 'drawn-4'])
  })

  test('a revoked grant publishes one event, and does not break a newer connection', async () => {
    const connection = await connect()
    const failure = { code: 'unauthorized', detail: 'invalid_grant' } as const
    await Promise.all(Array.from({ length: 20 }, () => markBroken(deps, connection, failure)))
    expect(await published('calendar.sync_failed')).toBe(1)
    expect(await found()).toMatchObject({ status: 'broken' })
    expect(await claim('09:00')).toBe('calendar_unavailable')
    await connect('google', 'second')
    await markBroken(deps, connection, failure)
    expect((await found()).status).toBe('active')
    expect(await published('calendar.sync_failed')).toBe(1)
    expect(await published('calendar.connected')).toBe(2)
  })

  test('the doctor removes a broken calendar that a crash left with a deleted provider', async () => {
    answer = async () => busy('09:00-10:00')
    const connection = await connect()
    await refresh()
    const failure = { code: 'unauthorized', detail: 'invalid_grant' } as const
    await markBroken(deps, connection, failure)
    // The process ends after the deletion, before its calendars are disconnected.
    const ending = async () => {
      throw new Error('the process ended here')
    }
    const crashing = {
      ...deps,
      connectedCalendars: { ...deps.connectedCalendars, disconnectAll: ending },
    }
    await expect(deleteProvider(crashing, { ...world.caller }, world.provider.id)).rejects.toThrow(
      'the process ended here',
    )
    await refreshDueConnections(deps, 10)
    const { findings } = await inspect(deps)
    expect(findings.map(({ code }) => code)).toEqual(['connection_orphaned'])
    expect((await repair(deps, findings)).repaired).toEqual(findings)
    await refreshDueConnections(deps, 10)
    for (const prefix of ['CONNECTION#', 'BUSY#']) {
      expect(await itemsWith(`PROVIDER#${world.provider.id} ${prefix}`)).toEqual([])
    }
    await refreshDueConnections(deps, 10)
    expect([deleted, await itemsWith('CONNECTIONDUE#')]).toEqual([['first'], []])
    expect(await published('calendar.disconnected')).toBe(1)
  })

  test('concurrent connections and disconnections leave the provider with its connected kinds', async () => {
    const kinds = ['google', 'outlook', 'google', 'outlook'] as const
    await Promise.all(
      kinds.flatMap((kind) => [
        connect(kind),
        disconnectCalendar(deps, { ...world.caller }, world.provider.id, kind),
      ]),
    )
    const item = await deps.store.get(providerKey(world.provider.id), { consistent: true })
    const connected = await itemsWith(`PROVIDER#${world.provider.id} CONNECTION#`)
    expect(item && providerFromItem(item).connectedKinds).toEqual(
      connected.length === 0 ? undefined : connected.map(({ kind }) => kind).sort(),
    )
  })

  test('no claim gets a busy time of the calendar during concurrent reads', async () => {
    await connect()
    await refresh()
    answer = async () => busy('09:00-12:00')
    const starts = ['09:00', '10:00', '11:00', '12:00', '13:00']
    const outcomes = await Promise.all(
      starts.flatMap((start) => [claim(start), refresh().then(() => claim(start))]),
    )
    const byStart = starts.map((start, i) => [start, [outcomes[2 * i], outcomes[2 * i + 1]].sort()])
    expect(byStart).toEqual([
      ['09:00', ['slot_taken', 'slot_taken']],
      ['10:00', ['slot_taken', 'slot_taken']],
      ['11:00', ['slot_taken', 'slot_taken']],
      ['12:00', ['pending', 'slot_taken']],
      ['13:00', ['pending', 'slot_taken']],
    ])
  })

  test('a calendar that never answers delays a claim no longer than its policy allows', async () => {
    await connect()
    await refresh()
    answer = () => new Promise(() => {})
    expect(await claim('09:00')).toBe('calendar_unavailable')
  })

  test('a throttling vendor is not called for a claim either', async () => {
    await connect()
    await refresh()
    answer = async () => ({
      kind: 'failed',
      code: 'throttled',
      detail: 'too many requests',
      retryAfterSeconds: 600,
    })
    await refresh()
    const before = asked
    expect(await claim('09:00')).toBe('calendar_unavailable')
    expect(asked).toBe(before)
    clock.moveTo(Date.parse(NOW) + 601_000)
    answer = async () => busy()
    expect(await claim('09:00')).toBe('pending')
  })

  test('after a change of the provider’s time zone, calendars are read again before a slot is offered', async () => {
    await connect()
    const zones: string[] = []
    answer = async ({ timeZone }) => {
      zones.push(timeZone)
      return { ...busy('09:00-10:00'), validators: { etag: '"1"' } }
    }
    await refresh()
    const { caller, provider, eventType } = world
    const moved = await updateProvider(deps, caller, provider.id, { timeZone: 'Asia/Tokyo' })
    expect(moved.ok).toBe(true)
    const query = {
      from: { epochMinutes: minutes('08:00') },
      to: { epochMinutes: minutes('11:00') },
      includeUnavailable: false,
    }
    const slots = await listSlots(deps, caller, eventType.id, query)
    expect(slots.ok && slots.value.starts).toEqual([minutes('08:00'), minutes('10:00')])
    expect(zones).toEqual(['UTC', 'Asia/Tokyo'])
  })

  test('a grant that a claim finds revoked blocks all times, even if the cache may decide', async () => {
    await connect('google', 'first', { whenCheckFails: 'use_cache' })
    await refresh()
    answer = async () => ({ kind: 'failed', code: 'unreachable', detail: 'away' })
    expect(await claim('09:00')).toBe('pending')
    answer = async () => ({ kind: 'failed', code: 'unauthorized', detail: 'invalid_grant' })
    expect(await claim('10:00')).toBe('calendar_unavailable')
    await refreshDueConnections(deps, 10)
    expect(await found()).toMatchObject({ status: 'broken' })
    expect(await published('calendar.sync_failed')).toBe(1)
  })

  test('a reader that throws counts as a failed read', async () => {
    await connect()
    await refresh()
    answer = () => Promise.reject(new TypeError('a mistake'))
    expect(await claim('09:00')).toBe('calendar_unavailable')
    await refresh()
    expect(await found()).toMatchObject({
      status: 'failing',
      failure: { code: 'unreachable', detail: 'the calendar could not be read: TypeError' },
    })
  })
})
