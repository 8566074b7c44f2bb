import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSchedule } from '../../src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import type { Got } from './support/call.ts'
import {
  BOOKER,
  book,
  makeBooking,
  makeEventType,
  makeProvider,
  NEXT_START,
  START,
  UNUSED_DETAILS,
} from './support/fixtures.ts'
import { seeReassignments } from './support/reassignments.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'
import { publish } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const act = (id: string, action: string, body: unknown = {}) =>
  server.call('POST', `/v1/bookings/${id}/${action}`, { body })

async function at<Answer>(instant: string, work: () => Promise<Answer>): Promise<Answer> {
  server.clock.moveTo(Date.parse(instant))
  try {
    return await work()
  } finally {
    server.clock.moveTo(NOW)
  }
}

describe('a new booking', () => {
  test('of an event type with a hold is pending, and tells until when', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    const got = await call('POST', '/v1/bookings', {
      body: {
        eventTypeId: eventType.id,
        start: '2026-04-27T09:00:00+02:00',
        booker: {
          ...BOOKER,
          email: 'Grace@Example.com',
          id: 'u-17',
          timeZone: 'America/New_York',
          locale: 'de-AT',
        },
        note: 'first time\nhere',
      },
    })
    expect(got.status).toBe(202)
    expect(got.headers.get('location')).toBe(`/v1/bookings/${got.body.id}`)
    expect(got.headers.get('etag')).toBe('"1"')
    expect(got.body).toEqual({
      id: expect.stringMatching(/^bkg_/),
      version: 1,
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      status: 'pending',
      providerId: eventType.providerId,
      assignments: [],
      eventTypeId: eventType.id,
      start: '2026-04-27T07:00:00Z',
      end: '2026-04-27T07:30:00Z',
      timeZone: 'Europe/Berlin',
      localStart: '2026-04-27T09:00',
      tzdbVersion: '2026c',
      confirmation: 'hold',
      holdExpiresAt: '2026-04-20T08:05:00Z',
      emailUnconfirmed: false,
      override: false,
      pinned: false,
      booker: {
        id: 'u-17',
        name: 'Grace Hopper',
        email: 'grace@example.com',
        timeZone: 'America/New_York',
        locale: 'de-AT',
        phone: null,
      },
      note: 'first time\nhere',
      ...UNUSED_DETAILS,
      cancelUntil: '2026-04-27T07:00:00Z',
      rescheduleUntil: '2026-04-27T07:00:00Z',
      policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
      sequence: 0,
      rescheduledFrom: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
      manageToken: expect.stringMatching(/^hm_/),
    })
    const read = await call('GET', `/v1/bookings/${got.body.id}`)
    const { manageToken: _, ...shown } = got.body
    expect(read.body).toEqual({ ...shown, privateAnswers: null })
  })

  test('of an instant event type is confirmed', async () => {
    const eventType = await makeEventType(server.call, { confirmation: 'instant' })
    const got = await server.call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, start: START, booker: BOOKER },
    })
    expect([got.status, got.body.status, got.body.holdExpiresAt]).toEqual([201, 'confirmed', null])
    expect(got.body.confirmedAt).toBe('2026-04-20T08:00:00Z')
  })

  test('that needs approval is pending until the provider confirms', async () => {
    const approval = { confirmation: 'approval', approvalMinutes: 60 }
    const eventType = await makeEventType(server.call, approval)
    const booking = await book(server.call, eventType.id)
    expect([booking.status, booking.holdExpiresAt]).toEqual(['pending', '2026-04-20T09:00:00Z'])
    const byBooker = await server.call('POST', `/v1/bookings/${booking.id}/confirm`, {
      key: booking.manageToken,
    })
    expect(byBooker.status).toBe(409)
    const byProvider = await act(booking.id, 'confirm')
    expect([byProvider.status, byProvider.body.status]).toEqual([200, 'confirmed'])
  })

  test('of a time that is taken is refused', async () => {
    const booking = await makeBooking(server.call)
    const got = await server.call('POST', '/v1/bookings', {
      body: { eventTypeId: booking.eventTypeId, start: START, booker: BOOKER },
    })
    expect([got.status, got.body.code]).toEqual([409, 'slot_taken'])
  })

  test.each([
    ['off the grid', '2026-04-27T07:10:00Z', 'off_grid'],
    ['a second late', '2026-04-27T07:00:01Z', 'off_grid'],
    ['on a Sunday', '2026-04-26T07:00:00Z', 'outside_availability'],
    ['in the past', '2026-04-17T07:00:00Z', 'in_the_past'],
    ['too far ahead', '2027-05-03T07:00:00Z', 'too_far'],
    ['too soon', '2026-04-20T08:30:00Z', 'too_soon'],
  ])('%s is refused with the reason', async (_, start, code) => {
    const eventType = await makeEventType(server.call, { minNoticeMinutes: 60 })
    const before = await server.contents()
    const got = await server.call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, start, booker: BOOKER },
    })
    expect([got.status, got.body.code]).toEqual([422, 'slot_not_bookable'])
    expect(got.body.reasons.map((reason) => reason.code)).toContain(code)
    expect(await server.contents()).toEqual(before)
  })

  test.each([
    ['of neither an event type nor a provider', { eventTypeId: undefined }, '/eventTypeId'],
    ['without a booker', { booker: undefined }, '/booker'],
    ['with a line end in a name', { booker: { ...BOOKER, name: 'a\nb' } }, '/booker/name'],
    ['with two addresses', { booker: { ...BOOKER, email: 'a@b.co,c@d.co' } }, '/booker/email'],
    ['in no language', { booker: { ...BOOKER, locale: 'de_AT' } }, '/booker/locale'],
    ['in an unknown zone', { booker: { ...BOOKER, timeZone: 'Mars/Base' } }, '/booker/timeZone'],
    ['at a naive time', { start: '2026-04-27T09:00:00' }, '/start'],
  ])('%s is refused', async (_, wrong, pointer) => {
    const eventType = await makeEventType(server.call)
    const got = await server.call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, start: START, booker: BOOKER, ...wrong },
    })
    expect([got.status, got.body.code]).toEqual([422, 'validation_failed'])
    expect(got.body.errors[0].pointer).toContain(pointer)
  })
})

describe('a confirmation', () => {
  test('makes a held booking final', async () => {
    const booking = await makeBooking(server.call)
    const got = await act(booking.id, 'confirm')
    expect(got.status).toBe(200)
    expect(got.body).toMatchObject({ status: 'confirmed', version: 2, holdExpiresAt: null })
  })

  test('in the last second of the hold succeeds, from its expiry on it is too late', async () => {
    const early = await makeBooking(server.call)
    const late = await makeBooking(server.call)
    const inTime = await at('2026-04-20T08:04:59Z', () => act(early.id, 'confirm'))
    expect(inTime.status).toBe(200)
    const tooLate = await at('2026-04-20T08:05:00Z', () => act(late.id, 'confirm'))
    expect([tooLate.status, tooLate.body.code]).toEqual([409, 'hold_expired'])
    expect(tooLate.body.detail).toBe('The hold expired at 2026-04-20T08:05:00Z.')
  })

  test('comes too late for a hold that another booking took over', async () => {
    const first = await makeBooking(server.call)
    const second = await at('2026-04-20T08:05:00Z', () => book(server.call, first.eventTypeId))
    const got = await at('2026-04-20T08:05:01Z', () => act(first.id, 'confirm'))
    expect([got.status, got.body.code]).toEqual([409, 'hold_expired'])
    const other = await at('2026-04-20T08:05:02Z', () => act(second.id, 'confirm'))
    expect(other.body.status).toBe('confirmed')
  })
})

describe('a cancellation', () => {
  test('frees the time, keeps the reason, and happens once', async () => {
    const { call } = server
    const booking = await makeBooking(call)
    const got = await act(booking.id, 'cancel', { reason: 'ill' })
    expect(got.status).toBe(200)
    expect(got.body).toMatchObject({
      status: 'cancelled',
      cancelledAt: '2026-04-20T08:00:00Z',
      cancellationReason: 'ill',
      holdExpiresAt: null,
    })
    const again = await act(booking.id, 'cancel')
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
    expect((await book(call, booking.eventTypeId)).status).toBe('pending')
  })
})

describe('a reschedule', () => {
  test('moves the booking and frees its old time, in one step', async () => {
    const { call } = server
    const booking = await makeBooking(call, { confirmation: 'instant' })
    const got = await act(booking.id, 'reschedule', { start: NEXT_START })
    expect(got.status).toBe(200)
    expect(got.body).toMatchObject({
      id: booking.id,
      version: 2,
      status: 'confirmed',
      start: NEXT_START,
      end: '2026-04-27T08:00:00Z',
      localStart: '2026-04-27T09:30',
      rescheduledFrom: START,
      sequence: 1,
    })
    const slots = await call(
      'GET',
      `/v1/event-types/${booking.eventTypeId}/slots?from=${START}&to=2026-04-27T08:00:00Z&timeZone=UTC`,
    )
    expect(slots.body.data.map((slot) => slot.start)).toEqual([START])
  })

  test('keeps the duration and the buffers that were agreed, also when the event type has changed', async () => {
    const { call } = server
    const booking = await makeBooking(call, { confirmation: 'instant', bufferAfterMinutes: 15 })
    await call('PATCH', `/v1/event-types/${booking.eventTypeId}`, {
      body: { durationMinutes: 60, slotStepMinutes: 30, bufferAfterMinutes: 0 },
    })
    const got = await act(booking.id, 'reschedule', { start: NEXT_START })
    expect([got.status, got.body]).toMatchObject([
      200,
      {
        start: '2026-04-27T07:30:00Z',
        end: '2026-04-27T08:00:00Z',
        policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 15 },
      },
    ])
    // 7:30 to 8:00 and a quarter of an hour after it are claimed: 8:00 would meet that.
    const slots = await call(
      'GET',
      `/v1/event-types/${booking.eventTypeId}/slots?from=${START}&to=2026-04-27T09:00:00Z`,
    )
    expect(slots.body.data.map((slot) => slot.start)).toEqual(['2026-04-27T08:30:00Z'])
  })

  test('to a time that is taken or not on offer leaves the booking as it was', async () => {
    const { call } = server
    const booking = await makeBooking(call, { confirmation: 'instant' })
    await book(call, booking.eventTypeId, NEXT_START)
    const taken = await act(booking.id, 'reschedule', { start: NEXT_START })
    expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
    const closed = await act(booking.id, 'reschedule', { start: '2026-04-26T07:00:00Z' })
    expect([closed.status, closed.body.code]).toEqual([422, 'slot_not_bookable'])
    const kept = await call('GET', `/v1/bookings/${booking.id}`)
    expect([kept.body.start, kept.body.version]).toEqual([START, 1])
  })
})

describe('completion and no-show', () => {
  test.each([
    ['complete', 'completed', 'completedAt'],
    ['no-show', 'no_show', 'noShowAt'],
  ])('%s needs the start to have passed', async (action, status, stamp) => {
    const booking = await makeBooking(server.call, { confirmation: 'instant' })
    const early = await at('2026-04-27T06:59:59Z', () => act(booking.id, action))
    expect([early.status, early.body.code]).toEqual([409, 'invalid_transition'])
    const got = await at(START, () => act(booking.id, action))
    expect([got.status, got.body.status, got.body[stamp]]).toEqual([200, status, START])
    const after = await at(START, () => act(booking.id, 'cancel'))
    expect(after.status).toBe(409)
  })
})

describe('a booking that was completed by the passing of its end', () => {
  test.each([
    ['no-show', { status: 'no_show', completedAt: null, noShowAt: '2026-04-27T13:00:00Z' }],
    ['complete', { status: 'completed', completedAt: '2026-04-27T13:00:00Z', noShowAt: null }],
  ])('can still be told to be a %s, once', async (action, told) => {
    const own = await openTestApp()
    const booking = await makeBooking(own.call, { confirmation: 'instant' })
    const schedule = scheduleConsumer(own.deps)
    await publish(own.deps, { enqueue: enqueueFor(own.deps, [schedule]) })
    const deps = { ...own.deps, random: () => 0.5 }
    await runQueue(deps, schedule, { limit: 100, concurrency: 1 })
    own.clock.moveTo(Date.parse('2026-04-27T12:00:00Z'))
    expect(await runSchedule(own.deps, 100)).toMatchObject({ completed: 1 })
    const path = `/v1/bookings/${booking.id}`
    expect((await own.call('GET', path)).body.status).toBe('completed')
    own.clock.moveTo(Date.parse('2026-04-27T13:00:00Z'))
    const got = await own.call('POST', `${path}/${action}`)
    expect([got.status, got.body]).toMatchObject([200, told])
    const again = await own.call('POST', `${path}/${action}`)
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
    await own.close()
  })
})

describe('bookings are listed', () => {
  const starts = (got: Got) => got.body.data.map((booking) => booking.start)

  test('of a provider, an event type, and a booker, in the order of time', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    const booker = { name: 'Alan', email: 'Alan@Example.com', id: 'u-alan' }
    for (const start of [NEXT_START, START]) {
      await call('POST', '/v1/bookings', { body: { eventTypeId: eventType.id, start, booker } })
    }
    for (const filter of [
      `providerId=${eventType.providerId}`,
      `eventTypeId=${eventType.id}`,
      'bookerEmail=alan@example.COM',
      'bookerId=u-alan',
    ]) {
      const got = await call('GET', `/v1/bookings?${filter}`)
      expect(got.status).toBe(200)
      expect([filter, ...starts(got)]).toEqual([filter, START, NEXT_START])
      expect(got.text).not.toContain('manageToken')
    }
  })

  test('by status and range, half-open', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    const first = await book(call, eventType.id, START)
    await book(call, eventType.id, NEXT_START)
    await act(first.id, 'confirm')
    const list = async (query: string) =>
      starts(await call('GET', `/v1/bookings?providerId=${eventType.providerId}&${query}`))
    expect(await list('status=confirmed')).toEqual([START])
    expect(await list('status=pending')).toEqual([NEXT_START])
    expect(await list(`from=${START}&to=${NEXT_START}`)).toEqual([START])
    expect(await list('from=2026-04-27T07:00:01Z')).toEqual([NEXT_START])
    expect(await list('from=2026-04-28')).toEqual([])
    expect(await list('to=2026-04-28')).toEqual([START, NEXT_START])
  })

  test('in pages', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    await book(call, eventType.id, START)
    await book(call, eventType.id, NEXT_START)
    const query = `providerId=${eventType.providerId}&limit=1`
    const first = await call('GET', `/v1/bookings?${query}`)
    const cursor = encodeURIComponent(first.body.nextCursor)
    const second = await call('GET', `/v1/bookings?${query}&cursor=${cursor}`)
    expect([...starts(first), ...starts(second)]).toEqual([START, NEXT_START])
    expect(second.body.nextCursor).toBeNull()
  })

  const wrong = ['status=lost', 'providerId=x', 'bookerEmail=nobody', 'order=up', 'from=monday']
  test.each(wrong)('not with "%s"', async (query) => {
    const got = await server.call('GET', `/v1/bookings?${query}`)
    expect([got.status, got.body.code]).toEqual([422, 'validation_failed'])
  })
})

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  const nobody = '/v1/bookings/bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'
  for (const path of [nobody, `${nobody}/details`]) await call('GET', path)
  for (const body of [{}, { note: 1 }]) await call('PATCH', nobody, { body })
  const { id } = await makeBooking(call)
  await call('PATCH', `/v1/bookings/${id}`, { body: { note: 'x' } })
  await call('POST', `/v1/bookings/${id}/cancel`)
  await call('PATCH', `/v1/bookings/${id}`, { body: { note: 'y' } })
  await call('GET', `/v1/bookings/${(await makeBooking(call)).id}/details`)
  for (const action of ['confirm', 'cancel', 'reschedule', 'complete', 'no-show']) {
    const right = action === 'reschedule' ? { start: START } : {}
    for (const body of [{ start: START, reason: 'x' }, right]) {
      await call('POST', `${nobody}/${action}`, { body })
    }
  }
  await call('POST', `${nobody}/cancel`, { body: { reason: 7 } })
  await seeReassignments(call, id)
  const provider = await makeProvider(call)
  await call('GET', '/v1/bookings?providerId=prv_01kqs3v7m8e2f4g6h8j0k2m4n6')
  await call('POST', '/v1/bookings', {
    body: { eventTypeId: 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6', start: START, booker: BOOKER },
  })
  await sendTwice(call, '/v1/bookings', { providerId: provider.id, start: START, booker: BOOKER })
  expect(call.unseen('Bookings', REFUSED_ALIKE)).toEqual([])
})
