import { createClient, followEvents, HoldfastError, isProblem, unwrap } from '@holdfast/client'
import { describe, expect, test } from 'vitest'
import { everyDay } from '../support/fixtures.ts'
import { KEY, serveThroughGateway } from './served-client.ts'

/** The shortest pauses: the tests check that the client retries, not how long it waits. */
const RETRY = { baseMilliseconds: 1 }

const EVERY_DAY = everyDay({ start: '00:00', end: '24:00' })

const served = serveThroughGateway()

const client = () => createClient({ baseUrl: served.gateway.url, apiKey: KEY, retry: RETRY })
const direct = () => createClient({ baseUrl: served.server.url, apiKey: KEY })

async function makeEventType() {
  const provider = await unwrap(
    direct().POST('/v1/providers', { body: { name: 'Ada', timeZone: 'UTC' } }),
  )
  return unwrap(
    direct().POST('/v1/event-types', {
      body: {
        providerId: provider.id,
        slug: 'visit',
        title: 'Visit',
        durationMinutes: 30,
        confirmation: 'instant',
        availabilityRules: EVERY_DAY,
      },
    }),
  )
}

async function bookingOf(eventTypeId: string) {
  const from = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const to = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10)
  const path = { id: eventTypeId }
  const slots = await unwrap(
    direct().GET('/v1/event-types/{id}/slots', { params: { path, query: { from, to } } }),
  )
  const start = slots.data[0]?.start ?? ''
  return { eventTypeId, start, booker: { name: 'Grace', email: 'grace@example.com' } }
}

const bookingsOf = async (eventTypeId: string) =>
  (await unwrap(direct().GET('/v1/bookings', { params: { query: { eventTypeId } } }))).data

const problem = (status: number, code: string) => ({
  status,
  body: { type: `/problems/${code}`, title: code, status, detail: code, code, requestId: 'r' },
})

describe('a booking is created once and its response arrives', () => {
  test.each([
    ['when the connection breaks before the response', ['drop-answer']],
    ['when it breaks before the request arrives', ['drop-before']],
    ['when it breaks twice', ['drop-answer', 'drop-answer']],
    [
      'when the first attempt is still running',
      ['drop-answer', problem(409, 'request_in_progress')],
    ],
    [
      'when the rate limit is reached',
      [{ ...problem(429, 'rate_limited'), headers: { 'retry-after': '0' } }],
    ],
    ['when the store is unavailable', [problem(503, 'store_unavailable')]],
  ] as const)('%s', async (_, faults) => {
    const eventType = await makeEventType()
    const body = await bookingOf(eventType.id)
    served.gateway.inject(...faults)
    const booking = await unwrap(client().POST('/v1/bookings', { body }))
    expect(booking).toMatchObject({ status: 'confirmed', start: body.start })
    expect((await bookingsOf(eventType.id)).map(({ id }) => id)).toEqual([booking.id])
    expect(served.gateway.seen).toHaveLength(faults.length + 1)
    expect(new Set(served.gateway.seen.map(({ key }) => key)).size).toBe(1)
  })
})

test("the client sends the caller's idempotency key", async () => {
  served.gateway.inject('drop-answer')
  const body = { name: 'Ada', timeZone: 'UTC' }
  const params = { header: { 'Idempotency-Key': 'my-own' } }
  await unwrap(client().POST('/v1/providers', { body, params }))
  expect(served.gateway.seen.map(({ key }) => key)).toEqual(['my-own', 'my-own'])
})

test('a deletion whose response is lost is not retried, and fails', async () => {
  const eventType = await makeEventType()
  served.gateway.inject('drop-answer')
  const path = { id: eventType.providerId }
  await expect(client().DELETE('/v1/providers/{id}', { params: { path } })).rejects.toThrow()
  expect(served.gateway.seen).toHaveLength(1)
})

test('a call fails if the server stays unreachable', async () => {
  served.gateway.inject('drop-before', 'drop-before', 'drop-before')
  const few = createClient({
    baseUrl: served.gateway.url,
    apiKey: KEY,
    retry: { ...RETRY, attempts: 3 },
  })
  await expect(few.GET('/v1/providers')).rejects.toThrow()
  expect(served.gateway.seen).toHaveLength(3)
})

test('a rejected request throws a problem with its code, without a retry', async () => {
  const eventType = await makeEventType()
  const body = await bookingOf(eventType.id)
  await unwrap(client().POST('/v1/bookings', { body }))
  const again = unwrap(client().POST('/v1/bookings', { body }))
  await expect(again).rejects.toThrow(HoldfastError)
  const refused = await again.catch((error: unknown) => error)
  expect(isProblem(refused, 'slot_not_bookable') || isProblem(refused, 'slot_taken')).toBe(true)
  expect(served.gateway.seen).toHaveLength(2)
})

test('an interrupted event stream resumes without missing or repeating an event', async () => {
  const eventType = await makeEventType()
  const path = { id: eventType.id }
  const rename = (title: string) =>
    unwrap(direct().PATCH('/v1/event-types/{id}', { params: { path }, body: { title } }))
  const ended = new AbortController()
  const titles: string[] = []
  let opened = () => {}
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve
  })
  const events = followEvents({
    baseUrl: served.gateway.url,
    apiKey: KEY,
    type: 'event_type.updated',
    signal: ended.signal,
    onOpen: (open) => open && opened(),
  })
  const reading = (async () => {
    for await (const { event } of events) {
      if (event.type !== 'event_type.updated') continue
      titles.push(event.data.eventType.title)
      if (titles.length === 1) {
        served.gateway.cut()
        await rename('third')
      }
      if (titles.length === 3) ended.abort()
    }
  })()
  await isOpen
  await rename('first')
  await rename('second')
  await reading
  expect([...titles].sort()).toEqual(['first', 'second', 'third'])
})

test('a stream that the caller may not read fails with its problem', async () => {
  const events = followEvents({ baseUrl: served.server.url, apiKey: 'hf_guess' })
  await expect(events.next()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
})
