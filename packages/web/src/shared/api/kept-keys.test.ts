import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepingKeys } from './kept-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const MINUTE_MS = 60_000

/** A server that answers in turn with these statuses, and not at all where there is none; and the keys that it got. */
function serverWith(statuses: readonly (number | undefined)[]) {
  const keys: (string | null)[] = []
  const fetchOf = keepingKeys(async (request) => {
    const status = statuses[keys.length]
    keys.push(request.headers.get('idempotency-key'))
    if (status === undefined) throw new TypeError('connection lost')
    return Response.json({ code: status === 409 ? 'slot_taken' : 'x' }, { status })
  })
  const post = (key: string, body = '{"start":"10:00"}', path = '/v1/public/bookings') =>
    fetchOf(
      new Request(`https://booking.example.com${path}`, {
        method: 'POST',
        headers: { 'idempotency-key': key, 'content-type': 'application/json' },
        body,
      }),
    ).catch(() => undefined)
  return { keys, post }
}

test.each([[undefined], [500], [503], [429]])(
  'a POST that is sent again after the answer %s keeps its key',
  async (status) => {
    const { keys, post } = serverWith([status, status, 201])
    await post('first')
    await post('second')
    await post('third')
    expect(keys).toEqual(['first', 'first', 'first'])
  },
)

test.each([[201], [409], [422]])(
  'after the answer %s, the same POST is a new one',
  async (status) => {
    const { keys, post } = serverWith([undefined, status, 201])
    await post('first')
    await post('second')
    await post('third')
    expect(keys).toEqual(['first', 'first', 'third'])
  },
)

test('a POST that the server is still doing keeps its key', async () => {
  const keys: (string | null)[] = []
  const send = keepingKeys(async (request) => {
    keys.push(request.headers.get('idempotency-key'))
    return Response.json({ code: 'request_in_progress' }, { status: 409 })
  })
  for (const key of ['first', 'second']) {
    const headers = { 'idempotency-key': key }
    await send(new Request('https://booking.example.com/v1/x', { method: 'POST', headers }))
  }
  expect(keys).toEqual(['first', 'first'])
})

test('another body or path is another request', async () => {
  const { keys, post } = serverWith([undefined, 201, 201])
  await post('first')
  await post('second', '{"start":"11:00"}')
  await post('third', undefined, '/v1/public/waitlist')
  expect(keys).toEqual(['first', 'second', 'third'])
})

test('a key is kept for ten minutes after the first attempt', async () => {
  const { keys, post } = serverWith([undefined, undefined, 201])
  await post('first')
  vi.advanceTimersByTime(9 * MINUTE_MS)
  await post('second')
  vi.advanceTimersByTime(MINUTE_MS)
  await post('third')
  expect(keys).toEqual(['first', 'first', 'third'])
})

test('the body of a POST reaches the server', async () => {
  const bodies: string[] = []
  const send = keepingKeys(async (request) => {
    bodies.push(await request.text())
    return new Response()
  })
  const headers = { 'idempotency-key': 'first', 'content-type': 'application/json' }
  await send(
    new Request('https://booking.example.com/v1/public/bookings', {
      method: 'POST',
      headers,
      body: 'x',
    }),
  )
  expect(bodies).toEqual(['x'])
})
