import { expect, test } from 'vitest'
import type { EdgeSecret } from './edge-secret.ts'
import { createHttpHandler, type HttpApiEvent, type RequestEnvironment } from './http-event.ts'

const event = (
  more: Partial<HttpApiEvent>,
  http: Partial<HttpApiEvent['requestContext']['http']> = {},
): HttpApiEvent => ({
  rawPath: '/v1/providers',
  rawQueryString: '',
  headers: {},
  requestContext: {
    domainName: 'api.example.com',
    http: { method: 'GET', sourceIp: '203.0.113.9', ...http },
  },
  ...more,
})

/** A network that sends this secret. */
const edgeOf = (secret: string): EdgeSecret => ({ isKnown: async (given) => given === secret })

/** The request that the app receives for an event. */
async function seen(given: HttpApiEvent, edgeSecret?: string) {
  let got: { request: Request; environment: RequestEnvironment } | undefined
  const handler = createHttpHandler({
    fetch: (request, environment) => {
      got = { request, environment }
      return new Response(null, { status: 204 })
    },
    ...(edgeSecret === undefined ? {} : { edge: edgeOf(edgeSecret) }),
  })
  await handler(given)
  if (got === undefined) throw new Error('The app received no request.')
  return { ...got, address: got.environment.incoming.socket.remoteAddress }
}

test('the request has the method, path, query, headers and cookies of the event', async () => {
  const { request } = await seen(
    event(
      {
        rawPath: '/v1/public/a b/ä',
        rawQueryString: 'specialty=a%26b&specialty=c',
        headers: { 'x-request-id': 'r-1', accept: 'text/html,application/json' },
        cookies: ['a=1', 'b=2'],
      },
      { method: 'DELETE' },
    ),
  )
  expect([request.method, request.url]).toEqual([
    'DELETE',
    'https://api.example.com/v1/public/a%20b/%C3%A4?specialty=a%26b&specialty=c',
  ])
  expect([...request.headers]).toEqual([
    ['accept', 'text/html,application/json'],
    ['cookie', 'a=1; b=2'],
    ['x-request-id', 'r-1'],
  ])
})

test('a decoded "?" or "#" in the path does not start a query', async () => {
  const { request } = await seen(event({ rawPath: '/v1/a?b#c', rawQueryString: 'd=1' }))
  expect(request.url).toBe('https://api.example.com/v1/a%3Fb%23c?d=1')
})

test.each([
  ['text', '{"name":"Zoë"}', false],
  ['base64', Buffer.from('{"name":"Zoë"}').toString('base64'), true],
])('a request body in %s has the bytes that were sent', async (_, body, isBase64Encoded) => {
  const { request } = await seen(event({ body, isBase64Encoded }, { method: 'POST' }))
  expect(request.headers.get('content-length')).toBe('15')
  expect(await request.json()).toEqual({ name: 'Zoë' })
})

test('the body of a GET request is ignored', async () => {
  const { request } = await seen(event({ body: 'x' }))
  expect(request.body).toBeNull()
})

const FORGED = '198.51.100.1, 192.0.2.7, 130.176.0.1'

test.each([
  ['without our content delivery network', { 'x-forwarded-for': FORGED }, undefined, '203.0.113.9'],
  [
    'that forges the header of our network',
    { 'x-forwarded-for': FORGED, 'x-holdfast-edge': 'guess' },
    'secret',
    '203.0.113.9',
  ],
  [
    'through our network',
    { 'x-forwarded-for': FORGED, 'x-holdfast-edge': 'secret' },
    'secret',
    '192.0.2.7',
  ],
])('the client address of a request %s is correct', async (_, headers, secret, address) => {
  const got = await seen(event({ headers }), secret)
  expect(got.address).toBe(address)
  expect(got.request.headers.get('x-holdfast-edge')).toBeNull()
})

test('with a refusal, only requests through our network reach the app', async () => {
  const reached: string[] = []
  const handler = createHttpHandler({
    fetch: ({ url }) => {
      reached.push(new URL(url).pathname)
      return new Response(null, { status: 204 })
    },
    edge: edgeOf('secret'),
    refuse: () => new Response('{}', { status: 403 }),
  })
  const statuses = await Promise.all([
    handler(event({ rawPath: '/none' })),
    handler(event({ rawPath: '/wrong', headers: { 'x-holdfast-edge': 'guess' } })),
    handler(event({ rawPath: '/healthz' })),
    handler(event({ rawPath: '/right', headers: { 'x-holdfast-edge': 'secret' } })),
  ])
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 204])
  expect(reached).toEqual(['/right'])
})

const answerTo = (response: Response) => createHttpHandler({ fetch: () => response })(event({}))

test('a text response is returned as text, any other in base64', async () => {
  const text = new Response('{"a":"ä"}', {
    headers: { 'content-type': 'application/problem+json' },
  })
  expect(await answerTo(text)).toEqual({
    statusCode: 200,
    headers: { 'content-type': 'application/problem+json' },
    body: '{"a":"ä"}',
    isBase64Encoded: false,
  })
  const bytes = new Response(new Uint8Array([0, 255, 254]), {
    status: 201,
    headers: { 'content-type': 'image/png' },
  })
  expect(await answerTo(bytes)).toEqual({
    statusCode: 201,
    headers: { 'content-type': 'image/png' },
    body: 'AP/+',
    isBase64Encoded: true,
  })
})

test('a compressed text response is returned in base64', async () => {
  const compressed = new Response(new Uint8Array([0x1f, 0x8b, 0xff]), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
  })
  expect(await answerTo(compressed)).toMatchObject({ body: 'H4v/', isBase64Encoded: true })
})

test('response cookies are returned as a list', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1; Path=/'],
    ['set-cookie', 'b=2, 3'],
    ['etag', '"1"'],
  ])
  expect(await answerTo(new Response(null, { status: 204, headers }))).toEqual({
    statusCode: 204,
    headers: { etag: '"1"' },
    cookies: ['a=1; Path=/', 'b=2, 3'],
    body: '',
    isBase64Encoded: false,
  })
})

test('the handler flushes before it returns, since Lambda then freezes the instance', async () => {
  const steps: string[] = []
  const handler = createHttpHandler({
    fetch: () => {
      steps.push('answered')
      return new Response(null, { status: 204 })
    },
    flush: async () => {
      await Promise.resolve()
      steps.push('flushed')
    },
  })
  await handler(event({}))
  expect(steps).toEqual(['answered', 'flushed'])
})
