import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../../../tests/connections/calendar-sync-support.ts'
import { NOW, teamSetting } from '../../../tests/connections/team-calendar-setting.ts'
import { secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { cancelBooking, confirmBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { bookingKey } from '../../booking/keys.ts'
import { cancelSession } from '../../booking/sessions/cancel-session.ts'
import { reassignSession } from '../../booking/sessions/reassign-session.ts'
import { rescheduleSession } from '../../booking/sessions/reschedule-session.ts'
import { scheduleConsumer } from '../../delivery/schedule/schedule.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { inspect } from '../../ops/doctor/inspect.ts'

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

const TEN = '2026-04-27T10:00:00Z'
const TWELVE = '2026-04-27T12:00:00Z'
const seats = { capacity: 12 }
let made = 0

/** A confirmed party of a class. */
async function party(eventTypeId: string, start: string, count = 1) {
  made += 1
  const booker = { name: `Guest ${made}`, email: `guest-${made}@example.com` }
  const target = { eventTypeId }
  const input = { target, startEpochSeconds: secondsOf(start), booker, seats: count }
  const { booking } = unwrap(await createBooking(on.deps, on.caller, input))
  return unwrap(await confirmBooking(on.deps, on.caller, booking.id))
}

/** Brings bookings along with their sessions, then writes into the calendars. */
async function work() {
  const deps = { ...on.deps, random: () => 0.5 }
  await runQueue(deps, scheduleConsumer(on.deps), { limit: 100, concurrency: 1 })
  await on.work()
  // Parties that came at the same time take turns.
  on.clock.moveTo(on.clock.nowEpochMilliseconds() + 2000)
  await on.work()
}

test('a class is one entry in the calendar of its teacher, however many parties it has', async () => {
  const { deps, caller, connect, ada } = on
  await connect(ada, google)
  const { id } = await on.typeOf(ada, { seats })
  const first = await party(id, TEN, 2)
  await work()
  expect(google.shown()).toEqual(['2026-04-27T10:00Z Surgery (2/12)'])
  const second = await party(id, TEN)
  await work()
  expect(google.shown()).toEqual(['2026-04-27T10:00Z Surgery (3/12)'])
  const text = JSON.stringify(google.server.events())
  expect(text.includes('Guest')).toBe(false)
  unwrap(await cancelBooking(deps, caller, first.id, {}))
  await work()
  expect(google.shown()).toEqual(['2026-04-27T10:00Z Surgery (1/12)'])
  const to = { startEpochSeconds: secondsOf(TWELVE) }
  unwrap(await rescheduleBooking(deps, caller, second.id, to))
  await work()
  expect(google.shown()).toEqual(['2026-04-27T12:00Z Surgery (1/12)'])
  unwrap(await cancelBooking(deps, caller, second.id, {}))
  await work()
  expect(google.shown()).toEqual([])
})

test('the entry follows a class that is moved, and goes with one that is cancelled', async () => {
  const { deps, caller, connect, ada } = on
  await connect(ada, google)
  const { id } = await on.typeOf(ada, { seats })
  await party(id, TEN)
  await party(id, TEN)
  await work()
  const [before] = google.server.events()
  const at = { eventTypeId: id, startEpochSeconds: secondsOf(TEN) }
  unwrap(await rescheduleSession(deps, caller, at, secondsOf(TWELVE)))
  await work()
  expect(google.shown()).toEqual(['2026-04-27T12:00Z Surgery (2/12)'])
  expect(google.server.events()[0]?.id).toBe(before?.id)
  const there = { eventTypeId: id, startEpochSeconds: secondsOf(TWELVE) }
  unwrap(await cancelSession(deps, caller, there, undefined))
  await work()
  expect(google.shown()).toEqual([])
})

test('a class that is given to somebody else leaves one calendar and enters the other', async () => {
  const { deps, caller, connect, ada, bob, cleo } = on
  await connect(bob, google)
  await connect(cleo, outlook)
  const requirements = [
    { name: 'nurse', providerIds: [bob, cleo], count: 1, choice: 'priority' as const },
  ]
  const { id } = await on.typeOf(ada, { seats, requirements })
  await party(id, TEN)
  await party(id, TEN)
  await work()
  expect([google.shown(), outlook.shown()]).toEqual([['2026-04-27T10:00Z Surgery (2/12)'], []])
  const at = { eventTypeId: id, startEpochSeconds: secondsOf(TEN) }
  unwrap(await reassignSession(deps, caller, at, { to: cleo }))
  await work()
  expect([google.shown(), outlook.shown()]).toEqual([[], ['2026-04-27T10:00Z Surgery (2/12)']])
})

test('an online class has one meeting, and each party gets its link', async () => {
  const { deps, caller, connect, ada } = on
  await connect(ada, google)
  const { id } = await on.typeOf(ada, { seats, locations: [{ kind: 'google_meet' }] })
  const parties = [await party(id, TEN), await party(id, TEN), await party(id, TEN)]
  await work()
  const links = async () =>
    await Promise.all(
      parties.map(async (each) => {
        const key = bookingKey(each.id)
        const booking = await bookingEntity.read(deps.store, key)
        return booking?.location?.url
      }),
    )
  const meet = 'https://meet.google.com/aaa-bbbb-001'
  expect(await links()).toEqual([meet, meet, meet])
  expect(google.server.events()).toHaveLength(1)
  const [first] = parties
  if (first) unwrap(await cancelBooking(deps, caller, first.id, {}))
  await work()
  parties.push(await party(id, TEN))
  await work()
  expect((await links()).slice(1)).toEqual([meet, meet, meet])
})
