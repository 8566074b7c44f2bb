import { once } from 'node:events'
import { connect } from 'node:net'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { underBasePath } from '../../src/composition/base-path.ts'
import { directAnswers } from '../../src/composition/direct-answers.ts'
import { composeApp } from '../../src/composition/http/app.ts'
import { type HttpServer, listen } from '../../src/composition/http-server.ts'
import { KEY, openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeEventType, PROVIDER, START } from './support/fixtures.ts'

let world: TestApp
const BASE_PATH = '/booking'
/** One server answers directly what it can, the other one never does. Both have the same store. */
let direct: HttpServer
let indirect: HttpServer
/** As both, for browsers that reach them below a path. */
let directBelow: HttpServer
let indirectBelow: HttpServer
let directly = 0
let onDirect: (() => void) | undefined
let eventTypeId = ''
beforeAll(async () => {
  world = await openTestApp()
  const { app, mounted } = composeApp({
    deps: world.deps,
    settings: {
      version: '0.1.0',
      storeEngine: 'sqlite',
      trustedProxies: 0,
      mailFrom: 'mail@example.com',
    },
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
  })
  const answer = directAnswers(mounted)
  const common = {
    fetch: app.fetch,
    overload: { isFull: () => false, isFirst: () => false, refuse: () => undefined },
    port: 0,
    host: '127.0.0.1',
  }
  direct = await listen({
    ...common,
    direct(...given) {
      const isAnswered = answer(...given)
      if (isAnswered) directly += 1
      if (isAnswered) onDirect?.()
      return isAnswered
    },
  })
  indirect = await listen(common)
  const below = { ...common, basePath: BASE_PATH, fetch: underBasePath(BASE_PATH, app.fetch) }
  directBelow = await listen({ ...below, direct: directAnswers(mounted, BASE_PATH) })
  indirectBelow = await listen(below)
  eventTypeId = (await makeEventType(world.call)).id
})
afterAll(async () => {
  await direct.close()
  await indirect.close()
  await directBelow.close()
  await indirectBelow.close()
  await world.close()
})

interface Sent {
  readonly method?: string
  readonly host?: string
  readonly headers?: readonly string[]
  readonly body?: string
}

const AUTHORIZED = `authorization: Bearer ${KEY}`
const JSON_BODY = 'content-type: application/json'

/** The whole answer to a request, as the socket has it, without the time of day. */
async function answerOf(port: number, path: string, sent: Sent): Promise<string> {
  const { method = 'GET', host = 'localhost', headers = [AUTHORIZED], body } = sent
  const socket = connect(port, '127.0.0.1')
  const lines = [
    `${method} ${path.replace('{eventType}', eventTypeId)} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    'x-request-id: test',
    ...headers,
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const [head = '', content] = Buffer.concat(chunks)
    .toString()
    .split(/\r\n\r\n(.*)/s)
  const [status, ...fields] = head.split('\r\n')
  // Neither order nor case of header names means anything; the time and what is left of a limit differ.
  const named = fields
    .map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .map((field) => field.replace(/^ratelimit: .*/, 'ratelimit: …'))
    .filter((field) => !field.startsWith('date: '))
  return [status, ...named.toSorted(), '', content].join('\n')
}

/** The answers of both servers, and whether the first one answered directly. */
async function bothAnswers(path: string, sent: Sent) {
  const before = directly
  const first = await answerOf(direct.port, path, sent)
  return { first, second: await answerOf(indirect.port, path, sent), isDirect: directly > before }
}

const NAME_IN_TWO_BYTES = JSON.stringify({ ...PROVIDER, name: 7, title: 'Zoë' })

test.each<[string, string, Sent?]>([
  ['a list', '/v1/providers'],
  ['an item', '/v1/event-types/{eventType}'],
  ['slots with a query', '/v1/event-types/{eventType}/slots?from=2026-04-27&to=2026-04-28'],
  ['a parameter twice', '/v1/providers?limit=1&limit=2'],
  ['a parameter without a value', '/v1/providers?limit'],
  ['a wrong parameter', '/v1/providers?limit=-1'],
  ['no key', '/v1/providers', { headers: [] }],
  ['a wrong key', '/v1/providers', { headers: ['authorization: Bearer hf_wrong'] }],
  ['a cookie of another page', '/v1/providers', { headers: ['cookie: holdfast_session=x'] }],
  ['an unknown id', '/v1/providers/prv_01kq72nem00000000000000000'],
  ['a compressed list', '/v1/event-types', { headers: [AUTHORIZED, 'accept-encoding: gzip'] }],
  ['no body', '/v1/providers', { method: 'POST' }],
  ['an empty body', '/v1/providers', { method: 'POST', body: '' }],
  [
    'a malformed body',
    '/v1/providers',
    { method: 'POST', headers: [AUTHORIZED, JSON_BODY], body: '{' },
  ],
  ['a body of another type', '/v1/providers', { method: 'POST', body: '{}' }],
  [
    'a body that quotes letters of two bytes',
    '/v1/providers',
    { method: 'POST', headers: [AUTHORIZED, JSON_BODY], body: NAME_IN_TWO_BYTES },
  ],
  ['an unread body', '/v1/providers', { method: 'POST', headers: [JSON_BODY], body: '{"a":1}' }],
  ['a call that anybody can make', '/v1/public/providers/nobody'],
  ['an IPv4 address as host', '/v1/providers', { host: '127.0.0.1:3000' }],
  ['a domain as host', '/v1/providers', { host: 'a1.b-2.example.com' }],
  [
    // Its cookie comes back, with which the link in the email works.
    'a header that the contract writes in capitals',
    '/v1/sign-in',
    {
      method: 'POST',
      headers: [JSON_BODY, `cookie: holdfast_sign_in=${'a'.repeat(43)}`],
      body: '{"email":"ada@example.com"}',
    },
  ],
])('%s: the direct answer is that of the other way', async (_, path, sent = {}) => {
  const { first, second, isDirect } = await bothAnswers(path, sent)
  expect(isDirect).toBe(true)
  expect(first).toBe(second)
})

test.each<[string, string, Sent?]>([
  ['an escape in the path', '/v1/providers/%70rv'],
  ['an escape in the query', '/v1/providers?limit=%31'],
  ['dots in the path', '/v1/providers/../providers'],
  ['a slash at the end', '/v1/providers/'],
  ['two slashes', '/v1//providers'],
  ['a header twice', '/v1/providers', { headers: [AUTHORIZED, AUTHORIZED] }],
  [
    'a body of unknown length',
    '/v1/providers',
    {
      method: 'POST',
      headers: [AUTHORIZED, 'transfer-encoding: chunked', JSON_BODY, '', '2', '{}', '0', ''],
    },
  ],
  ['a method of no route', '/v1/providers', { method: 'DELETE' }],
  ['a preflight', '/v1/public/providers/nobody', { method: 'OPTIONS' }],
  ['a request for the head alone', '/v1/providers', { method: 'HEAD' }],
  ['a path of no route', '/v1/nothing'],
  ['a host with a port that does not exist', '/v1/providers', { host: 'localhost:99999' }],
  ['a host that is no IPv4 address', '/v1/providers', { host: '999.1.1.1' }],
  ['a host of five numbers', '/v1/providers', { host: '1.2.3.4.5' }],
  ['a page', '/'],
])('%s: is left to the other way', async (_, path, sent = {}) => {
  const { first, second, isDirect } = await bothAnswers(path, sent)
  expect(isDirect).toBe(false)
  expect(first).toBe(second)
})

test('a hold is answered directly, also if its body comes in pieces', async () => {
  const body = JSON.stringify({
    eventTypeId,
    start: START,
    booker: { ...BOOKER, name: 'Zoë' },
  })
  const socket = connect(direct.port, '127.0.0.1')
  const begun = new Promise<void>((resolve) => {
    onDirect = resolve
  })
  socket.write(
    `POST /v1/bookings HTTP/1.1\r\nhost: localhost\r\n${AUTHORIZED}\r\n${JSON_BODY}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
  )
  await begun
  socket.write(body.slice(10))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  expect(String(answer)).toMatch(/^HTTP\/1\.1 20[12] /)
  expect(String(answer)).toContain('"name":"Zoë"')
})

test('below a path, `Location` of a direct answer begins with the path', async () => {
  const locationOf = async ({ port }: HttpServer, slug: string) => {
    const body = JSON.stringify({ ...PROVIDER, slug })
    const sent = { method: 'POST', headers: [AUTHORIZED, JSON_BODY], body }
    const answer = await answerOf(port, `${BASE_PATH}/v1/providers`, sent)
    return /^location: (\S+)prv_\w+$/m.exec(answer)?.[1]
  }
  expect(await locationOf(directBelow, 'below-directly')).toBe('/booking/v1/providers/')
  expect(await locationOf(indirectBelow, 'below-otherwise')).toBe('/booking/v1/providers/')
})

test('below a path, links of a page that is answered directly begin with the path', async () => {
  const path = `${BASE_PATH}/v1/oauth/google/callback?state=nothing&code=none`
  const page = await answerOf(directBelow.port, path, { headers: [] })
  expect(page).toBe(await answerOf(indirectBelow.port, path, { headers: [] }))
  expect(page).toContain('href="/booking/')
})
