import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  failingAtRecord,
  startVendor,
  type Vendor,
} from '../../../tests/connections/calendar-sync-support.ts'
import { NOW, teamSetting } from '../../../tests/connections/team-calendar-setting.ts'
import { secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { reassignBooking } from '../../booking/bookings/reassign-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { updateEventType } from '../../booking/event-types/event-types.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { calendarSyncConsumer } from './calendar-sync-consumer.ts'

const NOON = secondsOf('2026-04-27T12:00:00Z')
const AT_TEN = '2026-04-27T10:00Z Surgery: Grace'
const AT_NOON = '2026-04-27T12:00Z Surgery: Grace'

describe('calendar sync of bookings of several', () => {
  const outbound = createOutboundHttp({ allowPrivateNetwork: true })
  let opened: TestStore
  let google: Vendor
  let outlook: Vendor
  let on: Awaited<ReturnType<typeof teamSetting>>
  beforeAll(async () => {
    opened = await openTestStore()
  })
  beforeEach(async () => {
    google = await startVendor('google', outbound)
    outlook = await startVendor('outlook', outbound)
    on = await teamSetting(opened, google, outlook)
    return async () => {
      await google.server.close()
      await outlook.server.close()
    }
  })
  afterAll(async () => {
    await outbound.close()
    const clock = { nowEpochMilliseconds: () => Date.parse(NOW) }
    const { findings } = await inspect({ store: opened.store, clock })
    await opened.close()
    expect(findings.map(({ code, sentence }) => `${code} ${sentence}`)).toEqual([])
  })

  const shown = () => ({ google: google.shown(), outlook: outlook.shown() })
  const surgeons = () => ({ name: 'surgeon', providerIds: [on.ada], count: 1 })
  const nurses = () => ({
    name: 'nurse',
    providerIds: [on.bob, on.cleo],
    count: 1,
    choice: 'priority' as const,
  })
  const surgery = () => on.typeOf(on.ada, { requirements: [surgeons(), nurses()] })

  test('the event is in the calendar of each, though two of them share one', async () => {
    const { deps, caller, connect, ada, bob, work, book } = on
    await connect(ada, google)
    await connect(bob, google)
    const { id } = await book(await surgery())
    await work()
    expect(shown()).toEqual({ google: [AT_TEN, AT_TEN], outlook: [] })
    expect(google.server.events().map((event) => event.description)).toEqual([
      'Grace\ngrace@example.org\nWith: Bob',
      'Grace\ngrace@example.org\nWith: Ada',
    ])
    unwrap(await cancelBooking(deps, caller, id, {}))
    await work()
    expect(shown()).toEqual({ google: [], outlook: [] })
  })

  test('a reassignment moves the event from who leaves to who joins, and back', async () => {
    const { deps, caller, connect, bob, cleo, work, book } = on
    await connect(bob, google)
    await connect(cleo, outlook)
    const { id } = await book(await surgery())
    await work()
    expect(shown()).toEqual({ google: [AT_TEN], outlook: [] })
    unwrap(await reassignBooking(deps, caller, id, { from: bob, to: cleo }))
    await work()
    expect(shown()).toEqual({ google: [], outlook: [AT_TEN] })
    unwrap(await reassignBooking(deps, caller, id, { from: cleo, to: bob }))
    await work()
    expect(shown()).toEqual({ google: [AT_TEN], outlook: [] })
    const own = await on.typeOf(bob)
    unwrap(
      await createBooking(deps, caller, {
        target: { eventTypeId: own.id },
        startEpochSeconds: NOON,
      }),
    )
    unwrap(await rescheduleBooking(deps, caller, id, { startEpochSeconds: NOON }))
    await work()
    expect(shown()).toEqual({ google: [], outlook: [AT_NOON] })
  })

  test('each span of a provider is an event of its own, and the gap is free', async () => {
    const { deps, caller, connect, ada, bob, cleo, work, book } = on
    await connect(ada, google)
    await connect(bob, google)
    await connect(cleo, outlook)
    const spans = [
      { offsetMinutes: 0, durationMinutes: 10, label: 'Wash' },
      { offsetMinutes: 20, durationMinutes: 10 },
    ]
    const type = await on.typeOf(ada, {
      durationMinutes: undefined,
      slotStepMinutes: 30,
      requirements: [surgeons(), { ...nurses(), spans }],
    })
    const { id } = await book(type)
    await work()
    const parts = [`${AT_TEN} · Wash`, '2026-04-27T10:20Z Surgery: Grace']
    expect(shown().google.toSorted()).toEqual([AT_TEN, ...parts].toSorted())
    unwrap(await reassignBooking(deps, caller, id, { from: bob, to: cleo }))
    await work()
    expect(shown()).toEqual({ google: [AT_TEN], outlook: parts })
    const requirements = [surgeons(), { ...nurses(), spans: spans.slice(0, 1) }]
    unwrap(await updateEventType(deps, caller, type.id, { requirements }))
    unwrap(await rescheduleBooking(deps, caller, id, { startEpochSeconds: NOON }))
    await work()
    // A booking keeps the spans that were agreed.
    const later = [`${AT_NOON} · Wash`, '2026-04-27T12:20Z Surgery: Grace']
    expect([shown().google, shown().outlook.toSorted()]).toEqual([[AT_NOON], later.toSorted()])
    unwrap(await cancelBooking(deps, caller, id, {}))
    await work()
    expect(shown()).toEqual({ google: [], outlook: [] })
  })

  test('a crash after the call to the vendor repeats the change with one effect', async () => {
    const { deps, caller, clock, connect, bob, cleo, work, book } = on
    await connect(bob, google)
    await connect(cleo, outlook)
    const { id } = await book(await surgery())
    await work()
    unwrap(await reassignBooking(deps, caller, id, { from: bob, to: cleo }))
    await work(calendarSyncConsumer({ ...deps, store: failingAtRecord(deps.store) }))
    clock.moveTo(clock.nowEpochMilliseconds() + 120_000)
    await work()
    expect(shown()).toEqual({ google: [], outlook: [AT_TEN] })
  })

  test('a calendar that is connected later gets the bookings in which its provider is not the first', async () => {
    const { connect, ada, bob, work, book } = on
    await book(await surgery())
    await work()
    await connect(bob, google)
    await work()
    expect(shown()).toEqual({ google: [AT_TEN], outlook: [] })
    await connect(ada, outlook)
    await work()
    expect(shown()).toEqual({ google: [AT_TEN], outlook: [AT_TEN] })
  })

  test('events that ended while the connection was broken go when it is repaired', async () => {
    const { deps, caller, clock, connect, bob, cleo, work, book } = on
    await connect(bob, google)
    const first = await book(await surgery())
    await work()
    google.server.oauth.revoke()
    unwrap(await reassignBooking(deps, caller, first.id, { from: bob, to: cleo }))
    await work()
    expect(shown().google).toEqual([AT_TEN])
    clock.moveTo(clock.nowEpochMilliseconds() + 120_000)
    await connect(bob, google)
    await work()
    expect(shown().google).toEqual([])
    unwrap(await reassignBooking(deps, caller, first.id, { from: cleo, to: bob }))
    await work()
    expect(shown().google).toEqual([AT_TEN])
    google.server.oauth.revoke()
    unwrap(await cancelBooking(deps, caller, first.id, {}))
    await work()
    clock.moveTo(clock.nowEpochMilliseconds() + 120_000)
    await connect(bob, google)
    await work()
    expect(shown().google).toEqual([])
  })

  test('the event of a single provider goes when a move gives the booking to a team', async () => {
    const { deps, caller, connect, bob, cleo, work, book } = on
    await connect(bob, google)
    await connect(cleo, outlook)
    const type = await on.typeOf(bob)
    const stays = await on.typeOf(bob)
    const { id } = await book(type)
    await work()
    expect(shown()).toEqual({ google: [AT_TEN], outlook: [] })
    const requirements = [{ name: 'nurse', providerIds: [cleo], count: 1 }]
    unwrap(await updateEventType(deps, caller, type.id, { requirements }))
    unwrap(await rescheduleBooking(deps, caller, id, { startEpochSeconds: NOON }))
    await work()
    expect(shown()).toEqual({ google: [], outlook: [AT_NOON] })
    const other = await book(stays)
    await work()
    const both = [{ name: 'nurse', providerIds: [bob], count: 1 }]
    unwrap(await updateEventType(deps, caller, stays.id, { requirements: both }))
    const startEpochSeconds = NOON + 7200
    unwrap(await rescheduleBooking(deps, caller, other.id, { startEpochSeconds }))
    await work()
    expect(shown().google).toEqual(['2026-04-27T14:00Z Surgery: Grace'])
  })
})
