import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  failingAtRecord,
  startVendor,
  type Vendor,
} from '../../../tests/connections/calendar-sync-support.ts'
import { NOW, teamSetting } from '../../../tests/connections/team-calendar-setting.ts'
import { secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { IS_DEEP } from '../../../tests/support/depth.ts'
import { ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { reassignBooking } from '../../booking/bookings/reassign-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { updateBooking } from '../../booking/bookings/update-booking.ts'
import { updateEventType } from '../../booking/event-types/event-types.ts'
import { bookingKey } from '../../booking/keys.ts'
import { listEvents } from '../../delivery/events/event-log.ts'
import { listDeadLetters } from '../../kernel/queue/dead-letters.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { disconnectCalendar } from '../connections/connections.ts'
import { calendarSyncConsumer } from './calendar-sync-consumer.ts'

const NOON = secondsOf('2026-04-27T12:00:00Z')
const MEET_1 = 'https://meet.google.com/aaa-bbbb-001'
const MEET_2 = 'https://meet.google.com/aaa-bbbb-002'
const TEAMS_1 =
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_1%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d'
const MEET = { locations: [{ kind: 'google_meet' as const }] }
const TEAMS = { locations: [{ kind: 'teams' as const, label: 'Online' }] }

describe.each(IS_DEEP ? ENGINES : (['sqlite'] as const))(
  'the link of a conference on %s',
  (engine) => {
    const outbound = createOutboundHttp({ allowPrivateNetwork: true })
    let opened: TestStore
    let google: Vendor
    let outlook: Vendor
    let on: Awaited<ReturnType<typeof teamSetting>>
    beforeAll(async () => {
      opened = await openTestStore(engine)
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

    const read = async ({ id }: Booking): Promise<Booking> => {
      const booking = await bookingEntity.read(on.deps.store, bookingKey(id))
      if (booking === undefined) throw new Error('no booking')
      return booking
    }
    const pass = (milliseconds: number) =>
      on.clock.moveTo(on.clock.nowEpochMilliseconds() + milliseconds)
    const updates = async ({ id }: Booking) => {
      const { data } = await listEvents(on.deps, on.caller, { afterPosition: 0, limit: 1000 })
      return data
        .map(({ event }) => event)
        .filter(({ resourceId, type }) => resourceId === id && type === 'booking.updated')
    }
    const team = (nurses: readonly string[]) => ({
      requirements: [
        { name: 'surgeon', providerIds: [on.ada], count: 1 },
        { name: 'nurse', providerIds: nurses, count: 1, choice: 'priority' as const },
      ],
    })

    test.each([
      ['google_meet', MEET, MEET_1],
      ['teams', TEAMS, TEAMS_1],
    ] as const)('is recorded on the booking once, by the server: %s', async (kind, places, url) => {
      const { ada, connect, typeOf, book, work } = on
      const vendor = kind === 'teams' ? outlook : google
      await connect(ada, vendor)
      const booking = await book(await typeOf(ada, places))
      expect(booking.location).not.toHaveProperty('url')
      await work()
      await work()
      const after = await read(booking)
      expect(after).toMatchObject({
        version: booking.version + 1,
        sequence: booking.sequence + 1,
        actor: { kind: 'system' },
        location: { kind, url, hostId: ada },
      })
      expect(await updates(booking)).toMatchObject([
        {
          actor: { kind: 'system' },
          data: { booking: { location: { url } }, previousLocation: { kind, url: null } },
        },
      ])
      // The event was written once, and shows the link by itself.
      const writes = vendor.server.calls.all.filter(
        ({ method, path }) => method !== 'GET' && path.endsWith('/events'),
      )
      expect(writes).toHaveLength(1)
    })

    test('stays while the booking is moved in time', async () => {
      const { deps, caller, ada, connect, typeOf, book, work } = on
      await connect(ada, google)
      const booking = await book(await typeOf(ada, MEET))
      await work()
      unwrap(await rescheduleBooking(deps, caller, booking.id, { startEpochSeconds: NOON }))
      await work()
      expect((await read(booking)).location?.url).toBe(MEET_1)
      expect(google.shown()).toEqual(['2026-04-27T12:00Z Surgery: Grace'])
      expect(JSON.stringify(google.server.events())).toContain(MEET_1)
    })

    test('is awaited while the vendor is still creating it', async () => {
      google.server.conferences = { afterReads: 2 }
      const { ada, connect, typeOf, book, work } = on
      await connect(ada, google)
      const booking = await book(await typeOf(ada, MEET))
      await work()
      expect((await read(booking)).location?.url).toBeUndefined()
      pass(3_000)
      await work()
      pass(10_000)
      await work()
      expect((await read(booking)).location?.url).toBe(MEET_1)
      // One insertion, and reads until the link was there.
      const calls = google.server.calls.all.filter(
        ({ method, path }) => method === 'POST' || /events\/./.test(path),
      )
      expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
    })

    test('is requested anew after a failure, and somebody hears of a vendor that always fails', async () => {
      google.server.conferences = 'fail'
      const { deps, caller, ada, connect, typeOf, book, work } = on
      await connect(ada, google)
      const type = await typeOf(ada, MEET)
      const first = await book(type)
      await work()
      google.server.conferences = 'at-once'
      pass(3_000)
      await work()
      expect((await read(first)).location?.url).toBe(MEET_1)
      google.server.conferences = 'fail'
      unwrap(await rescheduleBooking(deps, caller, first.id, { startEpochSeconds: NOON }))
      const second = await book(type)
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await work()
        pass(60_000)
      }
      const { data } = await listDeadLetters(deps, caller, {}, { limit: 10 })
      expect(data.map(({ task }) => task.lastError)).toEqual([
        'the calendar could not create the conference',
      ])
      expect((await read(second)).status).toBe('confirmed')
    })

    test('is recorded after a crash between the call to the vendor and its record', async () => {
      const { deps, ada, connect, typeOf, book, work } = on
      await connect(ada, google)
      const booking = await book(await typeOf(ada, MEET))
      const { store, ...rest } = deps
      await work(calendarSyncConsumer({ ...rest, store: failingAtRecord(store) }))
      expect((await read(booking)).location?.url).toBeUndefined()
      pass(2 * 60_000)
      await work()
      expect((await read(booking)).location?.url).toBe(MEET_1)
      expect(google.server.events()).toHaveLength(1)
    })

    test('is recorded by the next attempt if the booking changes during the call', async () => {
      const { deps, caller, ada, connect, typeOf, book, work } = on
      await connect(ada, google)
      await work()
      const booking = await book(await typeOf(ada, MEET))
      const before = google.server.calls.all.length
      const release = google.server.hold('/events')
      const working = work()
      await google.server.calls.until('the call', (all) => all.length > before)
      unwrap(await updateBooking(deps, caller, booking.id, { note: 'by the door' }))
      release()
      await working
      pass(2 * 60_000)
      await work()
      expect(await read(booking)).toMatchObject({
        note: 'by the door',
        location: { url: MEET_1, hostId: ada },
      })
      expect(google.server.events()).toHaveLength(1)
    })

    test('ends with the booking: the event is deleted, and nobody sees the link any more', async () => {
      const { deps, caller, ada, connect, typeOf, book, work } = on
      await connect(ada, google)
      const booking = await book(await typeOf(ada, MEET))
      await work()
      unwrap(await cancelBooking(deps, caller, booking.id, {}))
      await work()
      expect(google.server.events()).toEqual([])
      expect(bookingRepresentation(await read(booking)).location).toMatchObject({
        kind: 'google_meet',
        url: null,
      })
    })

    test('is created by one of several calendars, and the others show it', async () => {
      const { ada, cleo, connect, typeOf, book, work } = on
      await connect(ada, google)
      await connect(cleo, outlook)
      const booking = await book(await typeOf(ada, { ...TEAMS, ...team([cleo]) }))
      await work()
      await work()
      expect((await read(booking)).location).toMatchObject({ url: TEAMS_1, hostId: cleo })
      expect(google.server.events()).toMatchObject([{ location: TEAMS_1 }])
      expect(google.server.events()[0]).not.toHaveProperty('conferenceData')
    })

    test('is withdrawn with its host, and the new host creates another one', async () => {
      const { deps, caller, bob, cleo, connect, typeOf, book, work } = on
      await connect(bob, google)
      await connect(cleo, outlook)
      const type = await typeOf(on.ada, { ...MEET, ...team([bob, cleo]) })
      const booking = await book(type)
      await work()
      expect((await read(booking)).location).toMatchObject({ url: MEET_1, hostId: bob })
      const change = { from: bob, to: cleo }
      const moved = unwrap(await reassignBooking(deps, caller, booking.id, change))
      // Cleo has no Google calendar, so there is no link.
      expect(moved.location).toEqual({ kind: 'google_meet' })
      await work()
      expect(google.server.events()).toEqual([])
      await connect(on.ada, google)
      await work()
      await work()
      expect((await read(booking)).location).toMatchObject({ url: MEET_2, hostId: on.ada })
    })

    test('is withdrawn when the booking takes place elsewhere, and comes back', async () => {
      const { deps, caller, ada, connect, typeOf, book, work } = on
      await connect(ada, outlook)
      const booking = await book(await typeOf(ada, TEAMS))
      await work()
      const location = { kind: 'in_person', address: 'Seestraße 1' } as const
      unwrap(await updateBooking(deps, caller, booking.id, { location }))
      await work()
      const [event] = outlook.server.events()
      expect(event).toMatchObject({ location: { displayName: 'Seestraße 1' } })
      expect(JSON.stringify(outlook.server.events())).not.toContain('teams.microsoft')
      unwrap(await updateBooking(deps, caller, booking.id, { location: { kind: 'teams' } }))
      await work()
      expect((await read(booking)).location?.url).toMatch(/meeting_2/)
      expect(outlook.server.events()).toHaveLength(1)
    })

    test('cannot be promised by an event type without a calendar that creates it', async () => {
      const { deps, caller, ada, bob, connect, typeOf, book, work } = on
      await expect(typeOf(ada, MEET)).rejects.toThrow()
      await connect(bob, google)
      const type = await typeOf(ada, { ...MEET, ...team([bob]) })
      const plain = await typeOf(ada)
      const refused = await updateEventType(deps, caller, plain.id, {
        locations: [{ kind: 'phone' }, { kind: 'google_meet' }],
      })
      expect(refused).toMatchObject({
        refusal: {
          code: 'validation_failed',
          errors: [
            {
              pointer: '/locations/1/kind',
              message:
                'needs a Google calendar that bookings are written into: connect one with `writesBack: true` for a provider of this event type',
            },
          ],
        },
      })
      // A calendar that is disconnected later bars neither other changes nor bookings.
      unwrap(await disconnectCalendar(deps, caller, bob, 'google'))
      unwrap(await updateEventType(deps, caller, type.id, { title: 'Operation' }))
      const booking = await book(type)
      await work()
      expect((await read(booking)).location).toEqual({ kind: 'google_meet' })
    })
  },
)
