import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { runQueue } from '../../src/kernel/queue/queue.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeEventType,
  makeProvider,
  NEXT_START,
  START,
} from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  const [engine = 'sqlite'] = SOME_ENGINES
  server = await openTestApp({ engine })
})
afterAll(() => server.close())

const post = (path: string, body: unknown, key?: string | null) =>
  server.call('POST', path, { body, ...(key !== undefined && { key }) })

test('a day that is full is refused with its limit, which a booker is not told the number of', async () => {
  const { id } = await makeEventType(server.call, { limits: { perDay: 1 } })
  await book(server.call, id)
  const request = { eventTypeId: id, start: NEXT_START, booker: BOOKER }
  const refused = await post('/v1/bookings', request)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'limit_reached',
    detail: 'There are as many bookings as allowed on this date.',
    limit: 'perDay',
    count: 1,
  })
  const ofBooker = await post('/v1/public/bookings', request, null)
  expect([ofBooker.status, ofBooker.body.code, ofBooker.body.limit]).toEqual([
    409,
    'limit_reached',
    'perDay',
  ])
  expect(ofBooker.body).not.toHaveProperty('count')
  const query = `start=${NEXT_START}`
  const explained = await server.call('GET', `/v1/event-types/${id}/slots/explain?${query}`)
  expect(explained.body).toEqual({
    available: false,
    reasons: [{ code: 'limit_reached', limit: 'perDay', count: 1 }],
  })
})

test('of simultaneous requests at two servers, exactly as many succeed as a limit allows', async () => {
  const limits = { perDay: 3 }
  const { id } = await makeEventType(server.call, { durationMinutes: 15, limits })
  const calls = [server.call, await server.another()]
  const starts = Array.from({ length: 32 }, (_, index) =>
    new Date(Date.parse(START) + index * 900_000).toISOString().replace('.000', ''),
  )
  const answers = await Promise.all(
    starts.flatMap((start) =>
      calls.map((call) =>
        call('POST', '/v1/bookings', { body: { eventTypeId: id, start, booker: BOOKER } }),
      ),
    ),
  )
  const outcomes = answers.map(({ status, body }) => (status === 202 ? 'held' : body.code))
  expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(3)
  const refused = new Set(outcomes)
  refused.delete('held')
  refused.delete('slot_taken')
  expect([...refused]).toEqual(['limit_reached'])
  const day = `from=${START}&to=2026-04-27T15:00:00Z`
  const slots = await server.call('GET', `/v1/event-types/${id}/slots?${day}`)
  expect(slots.body.data).toEqual([])
})

test('a booker who has as many bookings as allowed cannot confirm another hold, and the hold stands', async () => {
  const { id } = await makeEventType(server.call, { limits: { perBooker: 1 } })
  await book(server.call, id)
  const hold = await post('/v1/public/bookings', { eventTypeId: id, start: NEXT_START }, null)
  const { id: bookingId, manageToken } = hold.body
  const confirm = (email: string) =>
    post(`/v1/bookings/${bookingId}/confirm`, { booker: { ...BOOKER, email } }, manageToken)
  const refused = await confirm(BOOKER.email)
  expect([refused.status, refused.body.code, refused.body.limit, refused.body.count]).toEqual([
    409,
    'limit_reached',
    'perBooker',
    1,
  ])
  expect((await server.call('GET', `/v1/bookings/${bookingId}`)).body.status).toBe('pending')
  const confirmed = await confirm('another@example.com')
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
})

test('limits of a provider are kept, replaced as a whole, and removed with null', async () => {
  const { id } = await makeProvider(server.call, { limits: { perDay: 1, minutesPerDay: 300 } })
  const patch = async (limits: unknown) =>
    (await server.call('PATCH', `/v1/providers/${id}`, { body: { limits } })).body.limits
  const none = { perDay: null, perWeek: null, perMonth: null, minutesPerDay: null }
  expect((await server.call('GET', `/v1/providers/${id}`)).body.limits).toEqual({
    ...none,
    perDay: 1,
    minutesPerDay: 300,
  })
  expect(await patch({ perWeek: 9 })).toEqual({ ...none, perWeek: 9 })
  expect(await patch(null)).toBeNull()
  const body = eventTypeBody(id, { limits: { perDay: null } })
  expect((await post('/v1/event-types', body)).body.limits).toBeNull()
  const wrong = await server.call('PATCH', `/v1/providers/${id}`, {
    body: { limits: { perBooker: 1 } },
  })
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/limits/perBooker'])
})

test('a limit that is added counts what is booked already', async () => {
  const { id } = await makeEventType(server.call)
  await book(server.call, id)
  await server.call('PATCH', `/v1/event-types/${id}`, { body: { limits: { perDay: 1 } } })
  await runQueue(server.deps, scheduleConsumer(server.deps), { limit: 100, concurrency: 1 })
  const refused = await post('/v1/bookings', { eventTypeId: id, start: NEXT_START, booker: BOOKER })
  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached'])
})
