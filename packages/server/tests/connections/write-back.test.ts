import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { firstAccount } from '../../src/application/accounts/accounts.ts'
import {
  cancelBooking,
  confirmBooking,
  rescheduleBooking,
} from '../../src/application/bookings/change-booking.ts'
import { createBooking } from '../../src/application/bookings/create-booking.ts'
import {
  changeConnection,
  connectCalendar,
  disconnectCalendar,
  findConnection,
} from '../../src/application/connections/connections.ts'
import { refreshConnection } from '../../src/application/connections/refresh.ts'
import { inspect } from '../../src/application/doctor/inspect.ts'
import { createEventType } from '../../src/application/event-types/event-types.ts'
import { listEvents } from '../../src/application/events/event-log.ts'
import { relayOutbox } from '../../src/application/events/relay.ts'
import { createVendorAccess } from '../../src/application/oauth/vendor-access.ts'
import { vendorReaders } from '../../src/application/oauth/vendor-reader.ts'
import { createProvider } from '../../src/application/providers/providers.ts'
import { listDeadLetters } from '../../src/application/queue/dead-letters.ts'
import { enqueueFor, runQueue } from '../../src/application/queue/queue.ts'
import { newTask } from '../../src/application/queue/task.ts'
import { mirrorsConsumer } from '../../src/application/write-back/mirrors.ts'
import { testDependencies } from '../support/dependencies.ts'
import { createMemoryVault } from '../support/memory-vault.ts'
import { ENGINES, openTestStore, type TestStore } from '../support/stores.ts'
import { type Did, failingAtNote, startVendor, type Vendor } from './write-back-support.ts'

// A Monday; slots are open around the clock on every day that is used.
const NOW = '2026-04-20T08:00:00Z'
const MINUTE = 60_000
const seconds = (instant: string) => Date.parse(instant) / 1000
const at = (time: string) => `2026-04-21T${time}:00Z`

/** A provider with a connected calendar that bookings are written into, and work that is done by hand. */
async function setting(opened: TestStore, { kind, vendor, server, scope }: Vendor) {
  const { deps: plain, clock } = testDependencies(opened.store, NOW)
  const vault = createMemoryVault()
  const known = { ...plain, vault, vendors: { [kind]: vendor }, random: () => 0.5 }
  const vendorAccess = createVendorAccess(known, Date.now)
  const deps = { ...known, freeBusy: vendorReaders(known, vendorAccess), vendorAccess }
  const accountId = await firstAccount(deps)
  const caller = { accountId, requestId: 'test', role: 'account' } as const
  const provider = await createProvider(deps, caller, { name: 'Room', timeZone: 'Europe/Berlin' })
  if (!provider.ok) throw new Error('no provider')
  const providerId = provider.value.id
  const eventType = await createEventType(deps, caller, {
    providerId,
    slug: 'hour',
    title: 'An hour',
    durationMinutes: 60,
    slotStepMinutes: 30,
    availabilityRules: (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map(
      (weekday) => ({ weekday, windows: [{ start: '00:00', end: '24:00' }] }),
    ),
  })
  if (!eventType.ok) throw new Error('no event type')
  const mirrors = mirrorsConsumer(deps)

  const connect = async (granted = scope, writesBack = true) => {
    const { accessToken, refreshToken } = server.oauth.issue(granted)
    const credentialReference = await vault.put({
      kind: 'oauth',
      accessToken,
      refreshToken,
      accessExpiresAtEpochSeconds: clock.nowEpochMilliseconds() / 1000 + 3600,
      scope: granted,
    })
    const label = server.address
    const input = { kind, credentialReference, label, writesBack }
    const connected = await connectCalendar(deps, caller, providerId, input)
    if (!connected.ok) throw new Error(connected.refusal.code)
  }
  /** Publishes, and does what is due of the mirrors, until nothing is due. */
  const work = async (consumer = mirrors): Promise<Did> => {
    await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
    const did = { done: 0, retried: 0, dead: 0 }
    for (;;) {
      const report = await runQueue(deps, consumer, { limit: 100, concurrency: 4 })
      did.done += report.done
      did.retried += report.retried
      did.dead += report.dead
      if (report.done + report.retried + report.dead === 0) return did
    }
  }
  const must = async (change: Promise<{ readonly ok: boolean }>): Promise<Booking> => {
    const made = (await change) as Awaited<ReturnType<typeof confirmBooking>>
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value
  }
  const book = async (start: string): Promise<Booking> => {
    const made = await createBooking(deps, caller, {
      target: { eventTypeId: eventType.value.id },
      startEpochSeconds: seconds(start),
      booker: { name: 'Ada', email: 'ada@example.org' },
    })
    if (!made.ok) throw new Error(made.refusal.code)
    return await must(confirmBooking(deps, caller, made.value.booking.id))
  }
  /** Publishes; answers what of some bookings the mirrors are told of. */
  const eventsOf = async (bookingIds: readonly string[]) => {
    await relayOutbox(deps, {}, 100)
    const { data } = await listEvents(deps, caller, { afterPosition: 0, limit: 1000 })
    return data
      .map(({ event }) => event)
      .filter((event) => bookingIds.includes(event.resourceId) && mirrors.wants(event))
  }
  const tryToMove = (id: string, start: string) =>
    rescheduleBooking(deps, caller, id, { startEpochSeconds: seconds(start) })
  return {
    deps,
    clock,
    caller,
    providerId,
    mirrors,
    connect,
    work,
    book,
    eventsOf,
    tryToMove,
    move: (id: string, start: string) => must(tryToMove(id, start)),
    cancel: (id: string) => must(cancelBooking(deps, caller, id, {})),
    pass: (milliseconds: number) => clock.moveTo(clock.nowEpochMilliseconds() + milliseconds),
    switchTo: (writesBack: boolean) =>
      changeConnection(deps, caller, providerId, kind, { writesBack }),
    writeTo: (writesBackTo: string | null) =>
      changeConnection(deps, caller, providerId, kind, { writesBackTo }),
    /** Chooses the calendars that are looked at, and reads them. */
    lookAt: async (calendarIds: readonly string[]) => {
      await changeConnection(deps, caller, providerId, kind, { calendarIds })
      await refreshConnection(deps, providerId, kind)
    },
    disconnect: () => disconnectCalendar(deps, caller, providerId, kind),
    status: async () => (await findConnection(deps, providerId, kind))?.status,
    deadLetters: async () => (await listDeadLetters(deps, caller, {}, { limit: 10 })).data,
  }
}

const CASES = ENGINES.flatMap((engine) =>
  (['google', 'outlook'] as const).map((kind) => [kind, engine] as const),
)

describe.each(CASES)('bookings in a calendar of %s, on %s', (kind, engine) => {
  const outbound = createOutboundHttp({ allowPrivateNetwork: true })
  let opened: TestStore
  let vendor: Vendor
  let on: Awaited<ReturnType<typeof setting>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  beforeEach(async () => {
    vendor = await startVendor(kind, outbound)
    on = await setting(opened, vendor)
    return () => vendor.server.close()
  })
  afterAll(async () => {
    await outbound.close()
    const clock = { nowEpochMilliseconds: () => Date.parse(NOW) }
    const { findings } = await inspect({ store: opened.store, clock })
    await opened.close()
    expect(findings.map(({ code, sentence }) => `${code} ${sentence}`)).toEqual([])
  })

  test('a confirmed booking appears, moves and vanishes, and nothing else is touched', async () => {
    const { connect, work, book, move, cancel } = on
    await connect()
    vendor.server.addEvent(
      kind === 'google' ? at('20:00') : '2026-04-21T20:00:00',
      kind === 'google' ? at('21:00') : '2026-04-21T21:00:00',
      kind === 'google' ? { summary: 'Choir' } : { subject: 'Choir' },
    )
    const choir = '2026-04-21T20:00Z Choir'
    const { id } = await book(at('09:00'))
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada', choir])
    await move(id, at('11:30'))
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T11:30Z An hour: Ada', choir])
    await cancel(id)
    await work()
    expect(vendor.shown()).toEqual([choir])
    expect(await on.deadLetters()).toEqual([])
  })

  test('events that come twice, at once and in the wrong order show it once, as it is now', async () => {
    const { deps, connect, work, book, move, cancel, eventsOf, mirrors, pass } = on
    await connect()
    const moved = await book(at('09:00'))
    const gone = await book(at('15:00'))
    await work()
    await move(moved.id, at('10:00'))
    await move(moved.id, at('11:00'))
    await cancel(gone.id)
    const events = await eventsOf([moved.id, gone.id])
    const again = () =>
      [...events, ...events]
        .reverse()
        .map((event) =>
          mirrors.handle(newTask('mirrors', event, deps.clock.nowEpochMilliseconds())),
        )
    await Promise.all(again())
    // Those that met another attempt come again.
    pass(2 * MINUTE)
    for (const handled of again()) await handled
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T11:00Z An hour: Ada'])
    const calls = vendor.server.calls.all.length
    for (const handled of again()) expect(await handled).toEqual({ kind: 'done' })
    expect(vendor.server.calls.all.length).toBe(calls)
  })

  test('an end between the call of the vendor and the note of it shows the booking once', async () => {
    const { deps, connect, work, book, move, pass } = on
    await connect()
    const { id } = await book(at('09:00'))
    const { store, ...rest } = deps
    await work(mirrorsConsumer({ ...rest, store: failingAtNote(store) }))
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
    await move(id, at('10:00'))
    pass(2 * MINUTE)
    await work()
    pass(2 * MINUTE)
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T10:00Z An hour: Ada'])
  })

  test('where two attempts have called the vendor, neither counts, and a third one settles it', async () => {
    const { deps, connect, work, book, eventsOf, mirrors, pass } = on
    await connect()
    await work()
    const { id } = await book(at('09:00'))
    const [confirmed] = await eventsOf([id])
    if (confirmed === undefined) throw new Error('it was not confirmed')
    const task = newTask('mirrors', confirmed, deps.clock.nowEpochMilliseconds())
    const { calls } = vendor.server
    const called = (count: number) => calls.until('calls', (all) => all.length === count)
    const release = vendor.server.hold('/events')
    const before = calls.all.length
    const slow = mirrors.handle(task)
    await called(before + 1)
    expect(await mirrors.handle(task)).toMatchObject({ kind: 'retry' })
    pass(2 * MINUTE)
    const overtaking = mirrors.handle(task)
    await called(before + 2)
    release()
    expect(await slow).toMatchObject({ kind: 'retry' })
    await overtaking
    pass(2 * MINUTE)
    const until = calls.all.length
    expect(await mirrors.handle(task)).toEqual({ kind: 'done' })
    expect(calls.all.length).toBeGreaterThan(until)
    expect(await mirrors.handle(task)).toEqual({ kind: 'done' })
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
  })

  test('a vendor that is down, or wants to be left alone, gets it when it is there again', async () => {
    const { connect, work, book, pass } = on
    await connect()
    await work()
    await book(at('09:00'))
    await vendor.server.goDown()
    expect(await work()).toMatchObject({ retried: 1, dead: 0 })
    await vendor.server.comeUp()
    vendor.server.fail({ retryAfterSeconds: 600, as: 'seconds' })
    pass(MINUTE)
    expect(await work()).toMatchObject({ retried: 1, dead: 0 })
    vendor.server.recover()
    pass(9 * MINUTE)
    expect(await work()).toEqual({ done: 0, retried: 0, dead: 0 })
    expect(vendor.shown()).toEqual([])
    pass(2 * MINUTE)
    expect(await work()).toMatchObject({ done: 1, retried: 0 })
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
  })

  test('what happened while its permission was gone is made up for when it is connected again', async () => {
    const { connect, work, book, cancel, status, pass } = on
    await connect()
    const first = await book(at('09:00'))
    await book(at('11:00'))
    const { id } = await book(at('13:00'))
    await work()
    await on.cancel((await book(at('17:00'))).id)
    vendor.server.oauth.revoke()
    await cancel(first.id)
    await on.cancel(id)
    expect(await work()).toMatchObject({ retried: 0, dead: 0 })
    expect([await status(), await on.deadLetters()]).toEqual(['broken', []])
    expect(vendor.shown()).toHaveLength(3)
    pass(2 * MINUTE)
    await connect()
    await on.book(at('18:00'))
    await work()
    expect(vendor.shown()).toEqual([
      '2026-04-21T11:00Z An hour: Ada',
      '2026-04-21T18:00Z An hour: Ada',
    ])
  })

  test('what happened while it was broken by the calendars that were chosen is made up for', async () => {
    const { connect, work, book, cancel, lookAt, status } = on
    await connect()
    const { id } = await book(at('09:00'))
    await work()
    await lookAt(['nobody'])
    expect(await status()).toBe('broken')
    await cancel(id)
    await work()
    expect(vendor.shown()).toHaveLength(1)
    await lookAt([])
    await work()
    expect([await status(), vendor.shown()]).toEqual(['active', []])
  })

  test('it is switched on for what is to come, and what is there stays when it ends', async () => {
    const { connect, work, book, cancel, switchTo } = on
    await connect(vendor.scope, false)
    await book(at('09:00'))
    await work()
    expect(vendor.shown()).toEqual([])
    expect((await switchTo(true)).ok).toBe(true)
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
    const { id } = await book(at('12:00'))
    await work()
    expect((await switchTo(false)).ok).toBe(true)
    await cancel(id)
    await work()
    expect((await on.disconnect()).ok).toBe(true)
    await work()
    expect(vendor.shown()).toEqual([
      '2026-04-21T09:00Z An hour: Ada',
      '2026-04-21T12:00Z An hour: Ada',
    ])
  })

  test('it is written into the calendar that was chosen, and stays in the one that it is in', async () => {
    const { connect, work, book, move, cancel, writeTo } = on
    vendor.server.addCalendar('practice', 'Practice')
    await connect()
    await work()
    const early = await book(at('09:00'))
    await work()
    expect(await writeTo('practice')).toMatchObject({ value: { writesBackTo: 'practice' } })
    const late = await book(at('12:00'))
    await move(early.id, at('10:00'))
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T10:00Z An hour: Ada'])
    expect(vendor.shown('practice')).toEqual(['2026-04-21T12:00Z An hour: Ada'])
    await connect()
    expect((await writeTo(null)).ok).toBe(true)
    await move(late.id, at('13:00'))
    await work()
    expect(vendor.shown('practice')).toEqual(['2026-04-21T13:00Z An hour: Ada'])
    await cancel(late.id)
    await work()
    expect([vendor.shown().length, vendor.shown('practice')]).toEqual([1, []])
  })

  test('without permission to write, it is a dead letter that says so, and the calendar is read', async () => {
    const { connect, work, book, status, switchTo } = on
    await connect(vendor.readingScope)
    await work()
    await book(at('09:00'))
    expect(await work()).toMatchObject({ retried: 0, dead: 1 })
    const [letter] = await on.deadLetters()
    expect(letter?.task.lastError).toBe(
      'unauthorized: it was connected without permission to write; it must be connected again',
    )
    expect([await status(), vendor.shown()]).toEqual(['active', []])
    await switchTo(false)
    expect(await switchTo(true)).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed' },
    })
  })

  test('its own event is not in the way of a booking, nor when it stays behind; others are', async () => {
    const { connect, work, book, tryToMove, switchTo } = on
    await connect()
    const { id } = await book(at('09:00'))
    await work()
    vendor.server.addEvent(
      kind === 'google' ? at('12:00') : '2026-04-21T12:00:00',
      kind === 'google' ? at('13:00') : '2026-04-21T13:00:00',
    )
    expect((await tryToMove(id, at('09:30'))).ok).toBe(true)
    expect(await tryToMove(id, at('12:30'))).toMatchObject({
      ok: false,
      refusal: { code: 'slot_taken' },
    })
    expect((await switchTo(false)).ok).toBe(true)
    expect((await tryToMove(id, at('09:00'))).ok).toBe(true)
  })
})
