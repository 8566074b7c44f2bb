import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { runQueue } from '../../src/kernel/queue/queue.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, book, makeEventType, makeProvider, NEXT_START, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const LATER = '2026-04-27T10:00:00Z'
const RANGE = 'from=2026-04-27&to=2026-04-28'
const NOBODY = 'ety_01k5w3q8v0m9c2r4t6x8z0b1d3'
const seats = { capacity: 4 }

const makeClass = (more: object = {}) =>
  makeEventType(server.call, { title: 'Yoga', seats, confirmation: 'instant', ...more })

const change = (id: string, start: string, action: string, body: object = {}) =>
  server.call('POST', `/v1/event-types/${id}/sessions/${start}/${action}`, { body: { ...body } })

/** Brings the bookings along with their sessions. */
const follow = () =>
  runQueue({ ...server.deps, random: () => 0.5 }, scheduleConsumer(server.deps), {
    limit: 100,
    concurrency: 1,
  })

test('a class that nobody has booked yet is cancelled, and is neither offered nor booked afterwards', async () => {
  const { id } = await makeClass()
  const starts = async () => {
    const { body } = await server.call('GET', `/v1/event-types/${id}/slots?${RANGE}`)
    return body.data.map(({ start }: { start: string }) => start)
  }
  expect(await starts()).toContain(START)
  const cancelled = await change(id, START, 'cancel', { reason: 'No teacher.' })
  expect([cancelled.status, cancelled.body]).toMatchObject([
    202,
    { status: 'cancelled', taken: 0, cancellationReason: 'No teacher.' },
  ])
  expect(await starts()).not.toContain(START)
  const wanted = { eventTypeId: id, start: START, booker: BOOKER }
  const { status, body } = await server.call('POST', '/v1/bookings', { body: wanted })
  expect([status, body.code]).toEqual([409, 'session_cancelled'])
  const past = await change(id, '2026-04-27T03:00:00Z', 'cancel')
  expect([past.status, past.body.code]).toEqual([404, 'not_found'])
})

test('a whole class is cancelled in one call, and so is each of its bookings', async () => {
  const { id, providerId } = await makeClass()
  const made = [await book(server.call, id), await book(server.call, id)]
  const body = { reason: 'The teacher is ill.' }
  const cancelled = await change(id, START, 'cancel', body)
  expect([cancelled.status, cancelled.body]).toEqual([
    202,
    {
      eventTypeId: id,
      start: START,
      end: NEXT_START,
      status: 'cancelled',
      providerId,
      assignments: [],
      taken: 2,
      movedFrom: null,
      cancellationReason: 'The teacher is ill.',
    },
  ])
  expect((await change(id, START, 'cancel', body)).status).toBe(202)
  await follow()
  for (const booking of made) {
    const { body: now } = await server.call('GET', `/v1/bookings/${booking.id}`)
    expect([now.status, now.cancellationReason]).toEqual(['cancelled', 'The teacher is ill.'])
  }
  const refused = await server.call('POST', '/v1/bookings', {
    body: { eventTypeId: id, start: START, booker: BOOKER },
  })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'session_cancelled', detail: 'The session at this start was cancelled.' },
  ])
  expect(refused.body).not.toHaveProperty('seatsLeft')
  const explain = `/v1/event-types/${id}/slots/explain?start=${START}`
  expect((await server.call('GET', explain)).body).toEqual({
    available: false,
    reasons: [{ code: 'session_cancelled' }],
  })
  const slots = await server.call('GET', `/v1/event-types/${id}/slots?${RANGE}`)
  expect(slots.body.data[0]).toMatchObject({ start: NEXT_START })
})

test('a whole class is moved in one call, and a full new time is refused', async () => {
  const { id } = await makeClass()
  const { id: bookingId } = await book(server.call, id)
  await book(server.call, id, NEXT_START)
  const taken = await change(id, START, 'reschedule', { start: NEXT_START })
  expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
  const moved = await change(id, START, 'reschedule', { start: LATER })
  expect([moved.status, moved.body]).toMatchObject([202, { start: LATER, movedFrom: START }])
  const late = await server.call('POST', '/v1/bookings', {
    body: { eventTypeId: id, start: START, booker: BOOKER },
  })
  expect([late.body.code, late.body.detail]).toEqual([
    'session_cancelled',
    'The session at this start was moved to another start.',
  ])
  const again = await change(id, START, 'cancel')
  expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
  await follow()
  const { body } = await server.call('GET', `/v1/bookings/${bookingId}`)
  expect([body.start, body.rescheduledFrom]).toEqual([LATER, START])
})

test('a whole class is given to another candidate in one call', async () => {
  const providerIds = [(await makeProvider(server.call)).id, (await makeProvider(server.call)).id]
  const requirements = [{ name: 'teacher', providerIds, count: 1 }]
  const { id } = await makeClass({ requirements })
  const before = await book(server.call, id)
  const given = await change(id, START, 'reassign')
  expect(given.status).toBe(202)
  expect(providerIds).toContain(given.body.providerId)
  expect(given.body.providerId).not.toBe(before.providerId)
  const wrong = await change(id, START, 'reassign', { to: (await makeProvider(server.call)).id })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'not_a_candidate'])
  await change(id, START, 'cancel')
  const late = await change(id, START, 'reassign')
  expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
})

test('a class that nobody has booked yet is listed if wanted, and is neither moved nor given away', async () => {
  const providerIds = [(await makeProvider(server.call)).id, (await makeProvider(server.call)).id]
  const { id } = await makeClass({ requirements: [{ name: 'teacher', providerIds, count: 1 }] })
  await book(server.call, id, NEXT_START)
  const path = `/v1/event-types/${id}/sessions?${RANGE}`
  const booked = await server.call('GET', path)
  expect(booked.body.data.map(({ start }: { start: string }) => start)).toEqual([NEXT_START])
  const first = await server.call('GET', `${path}&include=offered&limit=1`)
  expect(first.body.data).toEqual([
    {
      start: START,
      end: NEXT_START,
      providerId: expect.stringMatching(/^prv_/),
      assignments: [],
      capacity: 4,
      taken: 0,
      held: 0,
      bookings: [],
    },
  ])
  const next = `${path}&include=offered&limit=1&cursor=${first.body.nextCursor}`
  expect((await server.call('GET', next)).body.data).toMatchObject([
    { start: NEXT_START, taken: 1 },
  ])
  const otherList = await server.call('GET', `${path}&limit=1&cursor=${first.body.nextCursor}`)
  expect([otherList.status, otherList.body.code]).toEqual([422, 'validation_failed'])
  for (const [action, body] of [
    ['reschedule', { start: LATER }],
    ['reassign', {}],
  ] as const) {
    const refused = await change(id, START, action, body)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'invalid_transition',
      'Nobody has booked this start yet, so there is nothing to move or give away. Cancel it if it does not take place, or add time off for the person who cannot come.',
    ])
    const past = await change(id, '2026-04-27T03:00:00Z', action, body)
    expect([past.status, past.body.code]).toEqual([404, 'not_found'])
  }
})

test('every documented answer of the sessions was seen', async () => {
  const { id } = await makeClass()
  for (const action of ['cancel', 'reschedule', 'reassign']) {
    const body = action === 'reschedule' ? { start: LATER } : {}
    expect((await change(NOBODY, START, action, body)).status).toBe(404)
    expect((await change(id, START, action, { nothing: true })).status).toBe(422)
  }
  for (const each of [id, NOBODY])
    await server.call('GET', `/v1/event-types/${each}/sessions?${RANGE}`)
  await server.call('GET', `/v1/event-types/${id}/sessions?from=2026-04-27&to=2026-04-26`)
  await server.call('POST', '/v1/bookings', {
    body: { eventTypeId: id, start: START, booker: BOOKER, seats: 1 },
  })
  expect(server.call.unseen('Sessions', REFUSED_ALIKE)).toEqual([])
})
