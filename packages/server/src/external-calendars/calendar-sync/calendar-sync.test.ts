import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOW, setting } from '../../../tests/connections/calendar-sync-setting.ts'
import {
  failingAtRecord,
  startVendor,
  type Vendor,
} from '../../../tests/connections/calendar-sync-support.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { eraseBooker } from '../../booking/bookings/erase-booker.ts'
import { newTask } from '../../kernel/queue/task.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { calendarSyncConsumer } from './calendar-sync-consumer.ts'
import { resyncWrites } from './erased-bookings.ts'

const MINUTE = 60_000
const at = (time: string) => `2026-04-21T${time}:00Z`

const CASES = OTHER_ENGINES.flatMap((engine) =>
  (['google', 'outlook'] as const).map((kind) => [kind, engine] as const),
)

describe.each(CASES)('calendar sync with %s on %s', (kind, engine) => {
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

  test('a confirmed booking appears, moves and disappears, and other events stay unchanged', async () => {
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

  test('an erased booker disappears from the calendar, where the booking stays', async () => {
    const { deps, connect, work, book } = on
    await connect()
    const { id } = await book(at('09:00'))
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
    expect(JSON.stringify(vendor.server.events())).toMatch(/ada/i)
    const isErased = await eraseBooker(
      deps,
      id,
      () => true,
      (erased) => resyncWrites(deps, erased),
    )
    await work()
    expect([isErased, vendor.shown()]).toEqual([true, ['2026-04-21T09:00Z An hour']])
    expect(JSON.stringify(vendor.server.events())).not.toMatch(/ada/i)
  })

  test('repeated, concurrent and reordered events show a booking once, in its current state', async () => {
    const { deps, connect, work, book, move, cancel, eventsOf, calendarSync, pass } = on
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
          calendarSync.handle(newTask('mirrors', event, deps.clock.nowEpochMilliseconds())),
        )
    await Promise.all(again())
    // Attempts that met another one are retried.
    pass(2 * MINUTE)
    for (const handled of again()) await handled
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T11:00Z An hour: Ada'])
    const calls = vendor.server.calls.all.length
    for (const handled of again()) expect(await handled).toEqual({ kind: 'done' })
    expect(vendor.server.calls.all.length).toBe(calls)
  })

  test('a crash between the call to the vendor and its record shows the booking once', async () => {
    const { deps, connect, work, book, move, pass } = on
    await connect()
    const { id } = await book(at('09:00'))
    const { store, ...rest } = deps
    await work(calendarSyncConsumer({ ...rest, store: failingAtRecord(store) }))
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
    await move(id, at('10:00'))
    pass(2 * MINUTE)
    await work()
    pass(2 * MINUTE)
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T10:00Z An hour: Ada'])
  })

  test('if two attempts have called the vendor, neither counts, and a third one decides', async () => {
    const { deps, connect, work, book, eventsOf, calendarSync, pass } = on
    await connect()
    await work()
    const { id } = await book(at('09:00'))
    const [confirmed] = await eventsOf([id])
    if (confirmed === undefined) throw new Error('the booking was not confirmed')
    const task = newTask('mirrors', confirmed, deps.clock.nowEpochMilliseconds())
    const { calls } = vendor.server
    const called = (count: number) => calls.until('calls', (all) => all.length === count)
    const release = vendor.server.hold('/events')
    const before = calls.all.length
    const slow = calendarSync.handle(task)
    await called(before + 1)
    expect(await calendarSync.handle(task)).toMatchObject({ kind: 'retry' })
    pass(2 * MINUTE)
    const overtaking = calendarSync.handle(task)
    await called(before + 2)
    release()
    expect(await slow).toMatchObject({ kind: 'retry' })
    await overtaking
    pass(2 * MINUTE)
    const until = calls.all.length
    expect(await calendarSync.handle(task)).toEqual({ kind: 'done' })
    expect(calls.all.length).toBeGreaterThan(until)
    expect(await calendarSync.handle(task)).toEqual({ kind: 'done' })
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
  })

  test('a booking is written once an unreachable or throttling vendor recovers', async () => {
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

  test('changes while the grant was revoked are synced after the calendar is connected again', async () => {
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

  test('changes while a wrong choice of calendars broke the connection are synced after a correction', async () => {
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

  test('turning it on writes future bookings, and turning it off leaves events in the calendar', async () => {
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

  test('new events go to the chosen calendar, and existing events stay in theirs', async () => {
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

  test('without write access a task becomes a dead letter, and the calendar is still read', async () => {
    const { connect, work, book, status, switchTo } = on
    await connect(vendor.readingScope)
    await work()
    await book(at('09:00'))
    expect(await work()).toMatchObject({ retried: 0, dead: 1 })
    const [letter] = await on.deadLetters()
    expect(letter?.task.lastError).toBe(
      'unauthorized: the connection has no write access; connect the calendar again with `writesBack: true`',
    )
    expect([await status(), vendor.shown()]).toEqual(['active', []])
    await switchTo(false)
    expect(await switchTo(true)).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed' },
    })
  })

  test('synced events never block a booking, other events do', async () => {
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

  test('a wrong choice of the calendar for new events can be corrected', async () => {
    const { connect, work, book, writeTo } = on
    await connect()
    await work()
    await writeTo('nobody')
    await book(at('09:00'))
    expect(await work()).toMatchObject({ retried: 0, dead: 1 })
    await writeTo(null)
    await connect()
    await work()
    expect(vendor.shown()).toEqual(['2026-04-21T09:00Z An hour: Ada'])
  })
})
