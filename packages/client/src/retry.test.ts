import { describe, expect, test } from 'vitest'
import { ConnectionError } from './connection-error.ts'
import { retryingFetch } from './retry.ts'

const ADDRESS = 'https://booking.example.com/v1/public/bookings'

/** A request as Firefox has it: without the member `body`. */
class FirefoxRequest extends Request {
  override readonly body = undefined as unknown as null
}

const QUICKLY = { baseMilliseconds: 1 }

describe('in a browser whose requests have no `body`', () => {
  const sentFor = async (init: RequestInit): Promise<Request> => {
    const sent: Request[] = []
    const send = retryingFetch(async (request) => {
      sent.push(request)
      return Response.json({})
    }, QUICKLY)
    await send(new FirefoxRequest(ADDRESS, init))
    expect(sent).toHaveLength(1)
    return sent[0] as Request
  }

  test.each(['GET', 'HEAD'])('%s is sent without a body', async (method) => {
    const sent = await sentFor({ method })
    expect(sent.method).toBe(method)
    expect(sent.body).toBeNull()
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is sent with its body', async (method) => {
    const sent = await sentFor({ method, body: '{"name":"Grace"}' })
    expect(sent.method).toBe(method)
    expect(await sent.text()).toBe('{"name":"Grace"}')
  })

  test('DELETE without a body is sent without one', async () => {
    expect((await sentFor({ method: 'DELETE' })).body).toBeNull()
  })
})

describe('a call that gets no response', () => {
  const failing = (error: unknown) => {
    let calls = 0
    const send = retryingFetch(
      () => {
        calls += 1
        return Promise.reject(error)
      },
      { ...QUICKLY, attempts: 2 },
    )
    return { send, calls: () => calls }
  }

  test('rejects with a connection error, whose cause is the error of fetch', async () => {
    const lost = new TypeError('NetworkError when attempting to fetch resource.')
    const { send, calls } = failing(lost)
    const error = await send(new Request(ADDRESS)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ name: 'ConnectionError', cause: lost })
    expect(calls()).toBe(2)
  })

  test('rejects with a connection error if the response breaks off', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('terminated')),
    })
    const send = retryingFetch(async () => new Response(broken), { attempts: 1 })
    await expect(send(new Request(ADDRESS))).rejects.toBeInstanceOf(ConnectionError)
  })

  test('rejects with the reason of a caller who ended it', async () => {
    const ended = new AbortController()
    const send = retryingFetch((request) => {
      ended.abort(new Error('left the page'))
      return Promise.reject(request.signal.reason)
    }, QUICKLY)
    const call = send(new Request(ADDRESS, { signal: ended.signal }))
    await expect(call).rejects.toThrow('left the page')
  })
})

test('a request that cannot be made is no lost connection', async () => {
  class Unreadable extends Request {
    override readonly method = 'TRACE'
  }
  let calls = 0
  const send = retryingFetch(async () => {
    calls += 1
    return Response.json({})
  }, QUICKLY)
  const error = await send(new Unreadable(ADDRESS)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TypeError)
  expect(calls).toBe(0)
})
