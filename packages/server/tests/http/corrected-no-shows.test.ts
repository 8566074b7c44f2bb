import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactsConsumer } from '../../src/delivery/contacts/contacts.ts'
import { runSchedule } from '../../src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { signInBooker } from './support/booker-sign-in.ts'
import type { Body } from './support/call.ts'
import { book, bookNights, makeEventType, START } from './support/fixtures.ts'
import { makePaidBooking } from './support/paid-booking.ts'
import { newAddress } from './support/people.ts'
import { publish } from './support/work.ts'

let server: TestApp
let eventType: Body
let people = 0
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  eventType = await makeEventType(server.call, {
    confirmation: 'instant',
    slotStepMinutes: 60,
    access: [{ tags: [], maxNoShows: 0 }],
  })
})
afterAll(() => server.close())

const act = (id: string, action: string, headers: Readonly<Record<string, string>> = {}) =>
  server.call('POST', `/v1/bookings/${id}/${action}`, { body: {}, headers })

async function at<Answer>(instant: string, work: () => Promise<Answer>): Promise<Answer> {
  const before = server.clock.nowEpochMilliseconds()
  server.clock.moveTo(Date.parse(instant))
  try {
    return await work()
  } finally {
    server.clock.moveTo(before)
  }
}

/** Counts no-shows, and plans what happens to bookings by itself. */
async function work() {
  const deps = { ...server.deps, random: () => 0.5 }
  const consumers = [contactsConsumer(deps), scheduleConsumer(deps)]
  await publish(deps, { enqueue: enqueueFor(deps, consumers) })
  for (const consumer of consumers) {
    await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
  }
}

/** A booking of somebody new that is marked as a no-show ten minutes after its start, and counted. */
async function missed() {
  people += 1
  const email = `late-${people}@example.com`
  const start = `2026-05-${String(3 + people).padStart(2, '0')}T07:00:00Z`
  const contact = await server.call('POST', '/v1/contacts', { body: { name: 'Lee', email } })
  const body = { eventTypeId: eventType.id, start, override: true, booker: { name: 'Lee', email } }
  const { id } = (await server.call('POST', '/v1/bookings', { body })).body
  const marked = await at(start.replace('00:00Z', '10:00Z'), () => act(id, 'no-show'))
  expect(marked.status).toBe(200)
  await work()
  return { id, email, contactId: contact.body.id, late: start.replace('00:00Z', '20:00Z') }
}

const countOf = async (contactId: string) =>
  (await server.call('GET', `/v1/contacts/${contactId}`)).body.noShowCount

const outcome = ({ status, body }: { readonly status: number; readonly body: Body }) => [
  status,
  body.code ?? body.status,
]

test('a no-show is corrected by completing the booking, and its person books again at once', async () => {
  const { id, email, contactId, late } = await missed()
  const token = await signInBooker(server, 'lakeside', email)
  const bookAgain = (start: string) =>
    server.call('POST', '/v1/public/bookings', {
      key: null,
      from: newAddress(),
      headers: { authorization: `Bearer ${token}` },
      body: { eventTypeId: eventType.id, start, booker: { name: 'Lee', email } },
    })
  expect(await countOf(contactId)).toBe(1)
  expect(outcome(await bookAgain('2026-06-15T07:00:00Z'))).toEqual([409, 'booker_not_allowed'])
  const corrected = await at(late, () => act(id, 'complete'))
  expect([corrected.status, corrected.body]).toMatchObject([
    200,
    { status: 'completed', completedAt: late, noShowAt: null, version: 3 },
  ])
  expect(await countOf(contactId)).toBe(0)
  expect(outcome(await bookAgain('2026-06-15T07:00:00Z'))).toEqual([201, 'confirmed'])
  await work()
  expect(await countOf(contactId)).toBe(0)
})

test('the log has both events, in the order of the versions of the booking', async () => {
  const { id, late } = await missed()
  await at(late, () => act(id, 'complete'))
  await publish(server.deps)
  const { data } = (await server.call('GET', '/v1/events?limit=100')).body
  const about = data
    .map(({ type, data: of }) => ({ type, booking: (of as { booking?: Body }).booking }))
    .filter(({ booking }) => booking?.id === id)
  expect(about.map(({ type, booking }) => [type, booking?.version, booking?.noShowAt])).toEqual([
    ['booking.created', 1, null],
    ['booking.confirmed', 1, null],
    ['booking.no_show', 2, late.replace('20:00Z', '10:00Z')],
    ['booking.completed', 3, null],
  ])
})

test('a corrected booking stays completed: repetitions of both calls are refused', async () => {
  const { id, contactId, late } = await missed()
  await at(late, () => act(id, 'complete'))
  const again = await at(late, () => act(id, 'complete'))
  const repeated = await at(late, () => act(id, 'no-show'))
  expect([outcome(again), outcome(repeated)]).toEqual([
    [409, 'invalid_transition'],
    [409, 'invalid_transition'],
  ])
  await work()
  expect(await countOf(contactId)).toBe(0)
})

test('a correction that is sent again with its Idempotency-Key gets its answer again', async () => {
  const { id, late } = await missed()
  const key = { 'idempotency-key': 'they-came-after-all' }
  const first = await at(late, () => act(id, 'complete', key))
  const second = await at(late, () => act(id, 'complete', key))
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
})

test('of two who correct the version that they saw, one succeeds and one is told so', async () => {
  const { id, contactId, late } = await missed()
  const other = await server.another()
  const headers = { 'if-match': '"2"' }
  const answers = await at(late, () =>
    Promise.all([
      act(id, 'complete', headers),
      other('POST', `/v1/bookings/${id}/complete`, { body: {}, headers }),
    ]),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  expect(await countOf(contactId)).toBe(0)
})

test('of two at once who differ, whoever saw the person is right, and nothing is counted', async () => {
  const other = await server.another()
  for (const first of ['complete', 'no-show']) {
    const { id, contactId, late } = await missed()
    const path = (action: string) => `/v1/bookings/${id}/${action}`
    const second = first === 'complete' ? 'no-show' : 'complete'
    const answers = await at(late, () =>
      Promise.all([act(id, first), other('POST', path(second), { body: {} })]),
    )
    const [completed, marked] = first === 'complete' ? answers : answers.toReversed()
    expect([completed?.status, marked?.status]).toEqual([200, 409])
    await work()
    expect((await server.call('GET', `/v1/bookings/${id}`)).body.status).toBe('completed')
    expect(await countOf(contactId)).toBe(0)
  }
})

test('somebody who arrives late is checked in: the booking is confirmed again, and completes itself', async () => {
  const { id, contactId, late } = await missed()
  const checkedIn = await at(late, () => act(id, 'check-in'))
  expect([checkedIn.status, checkedIn.body]).toMatchObject([
    200,
    { status: 'confirmed', noShowAt: null, visit: { arrivedAt: late } },
  ])
  expect(await countOf(contactId)).toBe(0)
  await work()
  expect(await countOf(contactId)).toBe(0)
  const again = await at(late, () => act(id, 'check-in'))
  expect([again.status, again.body.version]).toEqual([200, checkedIn.body.version])
  await at(late.replace('20:00Z', '30:00Z'), () => runSchedule(server.deps, 100))
  expect((await server.call('GET', `/v1/bookings/${id}`)).body.status).toBe('completed')
})

test('somebody who is checked in can be marked as a no-show again, which counts once', async () => {
  const { id, contactId, late } = await missed()
  await at(late, () => act(id, 'check-in'))
  expect(outcome(await at(late, () => act(id, 'no-show')))).toEqual([200, 'no_show'])
  await work()
  expect(await countOf(contactId)).toBe(1)
})

test('after the end of a no-show it is too late to check in', async () => {
  const { id, contactId, late } = await missed()
  const refused = await at(late.replace('20:00Z', '30:00Z'), () => act(id, 'check-in'))
  expect(outcome(refused)).toEqual([409, 'invalid_transition'])
  expect(await countOf(contactId)).toBe(1)
})

test('guests who arrive on the second day have the rest of their stay', async () => {
  const { id } = await bookNights(server.call, { arrival: '2026-05-11', departure: '2026-05-14' })
  await at('2026-05-11T22:00:00Z', () => act(id, 'no-show'))
  const arrived = await at('2026-05-12T10:00:00Z', () => act(id, 'check-in'))
  expect(outcome(arrived)).toEqual([200, 'confirmed'])
  const longer = await at('2026-05-12T10:05:00Z', () =>
    server.call('POST', `/v1/bookings/${id}/reschedule`, {
      body: { arrival: '2026-05-11', departure: '2026-05-15' },
    }),
  )
  expect([longer.status, longer.body.departure]).toEqual([200, '2026-05-15'])
})

test('money that was paid stays as it is', async () => {
  const booking = await makePaidBooking(server)
  const read = async () => {
    const { body } = await server.call('GET', `/v1/bookings/${booking.id}`)
    return [body.status, (body.payment as Body).status]
  }
  await at(START, () => act(booking.id, 'no-show'))
  const before = await server.call('GET', `/v1/orders/${booking.orderId}`)
  expect(await read()).toEqual(['no_show', 'paid'])
  expect(outcome(await at(START, () => act(booking.id, 'check-in')))).toEqual([200, 'confirmed'])
  expect(await read()).toEqual(['confirmed', 'paid'])
  await at(START, () => act(booking.id, 'no-show'))
  expect(outcome(await at(START, () => act(booking.id, 'complete')))).toEqual([200, 'completed'])
  expect(await read()).toEqual(['completed', 'paid'])
  const after = await server.call('GET', `/v1/orders/${booking.orderId}`)
  expect(after.body).toEqual(before.body)
})

test('a stay, a seat of a class and a part of a visit alone are corrected alike', async () => {
  const yoga = await makeEventType(server.call, {
    confirmation: 'instant',
    seats: { capacity: 3 },
    limits: { perBooker: 1 },
  })
  const seat = await book(server.call, yoga.id, '2026-04-28T07:00:00Z')
  const stay = await bookNights(server.call, { arrival: '2026-05-04', departure: '2026-05-06' })
  const part = await makeEventType(server.call, { confirmation: 'instant' })
  const items = ['2026-04-28T07:00:00Z', '2026-04-28T08:00:00Z'].map((start) => ({
    eventTypeId: part.id,
    start,
  }))
  const booker = { name: 'Lee', email: 'visit@example.com' }
  const body = { items, booker, together: true }
  const visit = await server.call('POST', '/v1/booking-groups', { body })
  const [first, second] = visit.body.bookings as readonly [Body, Body]
  for (const id of [stay.id, seat.id, first.id, second.id]) {
    const marked = await at('2026-05-05T10:00:00Z', () => act(id, 'no-show'))
    expect(outcome(marked)).toEqual([200, 'no_show'])
  }
  for (const id of [stay.id, seat.id, second.id]) {
    const corrected = await at('2026-05-05T11:00:00Z', () => act(id, 'complete'))
    expect(outcome(corrected)).toEqual([200, 'completed'])
  }
  expect((await server.call('GET', `/v1/bookings/${first.id}`)).body.status).toBe('no_show')
})
