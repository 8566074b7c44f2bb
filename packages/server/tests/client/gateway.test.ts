import { createClient, eachItem, eachPage, followEvents, isProblem, unwrap } from '@holdfast/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { KEY, serveThroughGateway } from './served-client.ts'

const RETRY = { baseMilliseconds: 1 }
const PAGE = '<html><body><h1>Bad gateway</h1></body></html>'

const served = serveThroughGateway()

const client = (retry: object = {}) =>
  createClient({ baseUrl: served.gateway.url, apiKey: KEY, retry: { ...RETRY, ...retry } })

const page = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  body: PAGE,
  headers: { 'content-type': 'text/html', ...headers },
})

const named = (name: string) => ({ body: { name, timeZone: 'UTC' } })

const namesOf = async (): Promise<readonly string[]> => {
  const direct = createClient({ baseUrl: served.server.url, apiKey: KEY })
  const read = (query: object) => direct.GET('/v1/providers', { params: { query } })
  const names: string[] = []
  for await (const { name } of eachItem(read)) names.push(name)
  return names
}

describe('a POST takes effect once and its response arrives', () => {
  test.each([
    ['500', page(500)],
    ['502', page(502)],
    ['504', page(504)],
    ['a connection that breaks within the response', 'cut-answer'],
    ['a gateway that never responds', 'hang'],
    ['503 with a date', page(503, { 'retry-after': 'Mon, 27 Apr 2026 09:00:00 GMT' })],
  ] as const)('after %s', async (name, fault) => {
    served.gateway.inject(fault)
    const created = await unwrap(
      client({ timeoutMilliseconds: 2000 }).POST('/v1/providers', named(name)),
    )
    expect(created.name).toBe(name)
    expect((await namesOf()).filter((other) => other === name)).toEqual([name])
    expect(new Set(served.gateway.seen.map(({ key }) => key)).size).toBe(1)
    expect(served.gateway.seen).toHaveLength(2)
  })
})

test('a deletion is not repeated after an error of the gateway', async () => {
  const provider = await unwrap(client().POST('/v1/providers', named('Deleted')))
  served.gateway.inject(page(502))
  const path = { id: provider.id }
  const deleted = unwrap(client().DELETE('/v1/providers/{id}', { params: { path } }))
  await expect(deleted).rejects.toMatchObject({ status: 502, code: 'unexpected_response' })
  expect(served.gateway.seen).toHaveLength(2)
})

describe('an error page of a gateway becomes a problem', () => {
  test.each([
    ['a page', page(502, { 'x-request-id': 'gw-1' }), 502],
    ['an empty response', { status: 404, body: '', headers: { 'content-type': '' } }, 404],
    ['a page of a portal with status 200', page(200), 502],
    ['a page with status 409', page(409), 409],
    [
      'JSON that is no problem',
      {
        status: 403,
        body: '{"message":"Forbidden"}',
        headers: { 'content-type': 'application/json' },
      },
      403,
    ],
  ] as const)('%s', async (_, fault, status) => {
    served.gateway.inject(fault)
    const { error, response } = await client({ attempts: 1 }).GET('/v1/providers')
    expect(response.status).toBe(status)
    expect(error).toMatchObject({ type: 'about:blank', status, code: 'unexpected_response' })
    served.gateway.inject(fault)
    const thrown = await unwrap(client({ attempts: 1 }).GET('/v1/providers')).catch((e) => e)
    expect(isProblem(thrown, 'unexpected_response')).toBe(true)
  })

  test('and keeps the request id of the gateway', async () => {
    served.gateway.inject(page(502, { 'x-request-id': 'gw-1' }))
    const { error } = await client({ attempts: 1 }).GET('/v1/providers')
    expect(error).toMatchObject({ requestId: 'gw-1' })
  })

  test('and ends an event stream that the gateway rejects', async () => {
    served.gateway.inject(page(403))
    const events = followEvents({ baseUrl: served.gateway.url, apiKey: KEY })
    await expect(events.next()).rejects.toMatchObject({ status: 403, code: 'unexpected_response' })
  })
})

test('a problem of the API passes unchanged', async () => {
  const path = { id: 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6' }
  const { error } = await client().GET('/v1/providers/{id}', { params: { path } })
  expect(error).toMatchObject({ code: 'not_found', type: '/problems/not_found' })
})

test('a call rejects with a TimeoutError if no attempt gets a response in time', async () => {
  served.gateway.inject('hang', 'hang')
  const calling = client({ attempts: 2, timeoutMilliseconds: 100 }).GET('/v1/providers')
  await expect(calling).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(served.gateway.seen).toHaveLength(2)
})

test('a caller can abort a call, which is not repeated', async () => {
  served.gateway.inject('hang')
  const signal = AbortSignal.timeout(100)
  await expect(client().GET('/v1/providers', { signal })).rejects.toThrow()
  expect(served.gateway.seen).toHaveLength(1)
})

test('a call waits until the date in Retry-After, by the clock of the gateway', async () => {
  const date = 'Mon, 27 Apr 2026 09:00:00 GMT'
  served.gateway.inject(page(503, { date, 'retry-after': 'Mon, 27 Apr 2026 09:00:01 GMT' }))
  const startedAt = performance.now()
  await unwrap(client().GET('/v1/providers'))
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
  expect(served.gateway.seen).toHaveLength(2)
})

test('a date in Retry-After that is too far away ends the retries', async () => {
  const date = 'Mon, 27 Apr 2026 09:00:00 GMT'
  served.gateway.inject(page(503, { date, 'retry-after': 'Mon, 27 Apr 2026 10:00:00 GMT' }))
  const { response } = await client().GET('/v1/providers')
  expect(response.status).toBe(503)
  expect(served.gateway.seen).toHaveLength(1)
})

describe('iteration over pages', () => {
  const read = (query: object) =>
    client().GET('/v1/calendars', { params: { query: { limit: 2, ...query } } })
  beforeAll(async () => {
    const direct = createClient({ baseUrl: served.server.url, apiKey: KEY })
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await unwrap(direct.POST('/v1/calendars', { body: { name, timeZone: 'UTC' } }))
    }
  })

  test('yields every item once, in order', async () => {
    const names: string[] = []
    for await (const { name } of eachItem(read)) names.push(name)
    expect([...names].sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(served.gateway.seen).toHaveLength(3)
  })

  test('reads no page before it is needed', async () => {
    for await (const items of eachPage(read)) {
      expect(items).toHaveLength(2)
      break
    }
    expect(served.gateway.seen).toHaveLength(1)
  })

  test('throws the problem of a page that cannot be read', async () => {
    const items = eachItem((query) => read({ ...query, limit: 1000 }))
    await expect(items.next()).rejects.toMatchObject({ code: 'validation_failed' })
  })
})
