import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { fixedCredentials } from '../aws/credentials.ts'
import { awsEndpoint, createHttpTransport, type HttpTransportOptions } from './http-transport.ts'
import type { Transport } from './transport.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

const servers: Server[] = []
const transports: Transport[] = []
afterEach(async () => {
  for (const transport of transports.splice(0)) await transport.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(handler: Handler): Promise<string> {
  const server = createServer((request, response) => void handler(request, response))
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function open(options: Partial<HttpTransportOptions> & Pick<HttpTransportOptions, 'endpoint'>) {
  const transport = createHttpTransport({
    region: 'eu-central-1',
    credentials: fixedCredentials({ accessKeyId: 'AKID', secretAccessKey: 's' }),
    ...options,
  })
  transports.push(transport)
  return transport
}

const get = (transport: Transport) =>
  transport.send('GetItem', { TableName: 'holdfast', Key: { PK: { S: 'p' }, SK: { S: 's' } } })

const answerWith =
  (status: number, body: string): Handler =>
  (_, response) =>
    void response.writeHead(status).end(body)

test('a request is signed JSON with its operation in a header, and the response is parsed', async () => {
  const seen: unknown[] = []
  const endpoint = await listen(async (request, response) => {
    const { host, authorization, ...headers } = request.headers
    seen.push(request.method, request.url, headers, JSON.parse(await text(request)))
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=[0-9a-f]{64}$/,
    )
    response.end('{"Item":{"PK":{"S":"Zoë"}}}')
  })
  expect(await get(open({ endpoint }))).toEqual({ Item: { PK: { S: 'Zoë' } } })
  expect(seen).toEqual([
    'POST',
    '/',
    {
      connection: 'keep-alive',
      'content-length': '62',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
      'x-amz-target': 'DynamoDB_20120810.GetItem',
    },
    { TableName: 'holdfast', Key: { PK: { S: 'p' }, SK: { S: 's' } } },
  ])
})

describe('a failure has a code and says whether the request was applied', () => {
  const error = (type: string, rest = {}) =>
    JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'm', ...rest })
  const item = { PK: { S: 'p' } }
  const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: item }]

  test.each([
    ['a rejection', 400, error('ThrottlingException'), 'ThrottlingException', 'refused'],
    ['a server error', 500, error('InternalServerError'), 'InternalServerError', 'unknown'],
    ["a gateway's error page", 502, '<html>', 'HTTP 502', 'unknown'],
    ["a gateway's rejection", 413, 'too large', 'HTTP 413', 'refused'],
    ["a gateway's rate limit", 429, '', 'ThrottlingException', 'refused'],
    ["a gateway's timeout", 408, '', 'HTTP 408', 'unknown'],
    ['a response that is not JSON', 200, '{"Item"', 'InvalidAnswer', 'unknown'],
  ])('%s', async (_, status, body, code, outcome) => {
    const transport = open({ endpoint: await listen(answerWith(status, body)) })
    await expect(get(transport)).rejects.toMatchObject({ name: 'DynamoDbFailure', code, outcome })
  })
  test('a cancelled transaction has its reasons', async () => {
    const body = error('TransactionCanceledException', { CancellationReasons: reasons })
    const transport = open({ endpoint: await listen(answerWith(400, body)) })
    await expect(get(transport)).rejects.toMatchObject({
      code: 'TransactionCanceledException',
      reasons,
    })
  })
  test('a failed condition has the stored item', async () => {
    const body = error('ConditionalCheckFailedException', { Item: item })
    const transport = open({ endpoint: await listen(answerWith(400, body)) })
    await expect(get(transport)).rejects.toMatchObject({ item, outcome: 'refused' })
  })
  test('a connection that breaks before or during the response leaves the outcome unknown', async () => {
    const before = open({ endpoint: await listen((_, response) => void response.destroy()) })
    await expect(get(before)).rejects.toMatchObject({ outcome: 'unknown' })
    const within = await listen((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('{"Item"', () => response.destroy())
    })
    await expect(get(open({ endpoint: within }))).rejects.toMatchObject({ outcome: 'unknown' })
  })
  test('a timeout leaves the outcome unknown', async () => {
    const transport = open({ endpoint: await listen(() => undefined), requestTimeoutMs: 50 })
    await expect(get(transport)).rejects.toMatchObject({
      code: 'UND_ERR_HEADERS_TIMEOUT',
      outcome: 'unknown',
    })
  })
  test('without a connection nothing was sent', async () => {
    const transport = open({ endpoint: 'http://127.0.0.1:1' })
    await expect(get(transport)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      outcome: 'not-sent',
    })
  })
  test('without credentials nothing was sent', async () => {
    const endpoint = await listen(answerWith(200, '{}'))
    const credentials = () => Promise.reject(new Error('no provider has any'))
    await expect(get(open({ endpoint, credentials }))).rejects.toMatchObject({
      code: 'CredentialsUnavailable',
      outcome: 'not-sent',
    })
  })
})

test('credentials are requested for each call, so that they can be renewed', async () => {
  const tokens: unknown[] = []
  const endpoint = await listen((request, response) => {
    tokens.push(request.headers['x-amz-security-token'])
    response.end('{}')
  })
  let serial = 0
  const transport = open({
    endpoint,
    async credentials() {
      serial += 1
      return { accessKeyId: 'AKID', secretAccessKey: 's', sessionToken: `token-${serial}` }
    },
  })
  await get(transport)
  await get(transport)
  expect(tokens).toEqual(['token-1', 'token-2'])
})

test('a request goes to the current address of an endpoint that moved', async () => {
  const [first, second] = [
    await listen(answerWith(200, '{"Item":{"PK":{"S":"first"}}}')),
    await listen(answerWith(200, '{"Item":{"PK":{"S":"second"}}}')),
  ]
  let endpoint = first
  const transport = open({ endpoint: () => endpoint })
  expect(await get(transport)).toEqual({ Item: { PK: { S: 'first' } } })
  endpoint = second
  expect(await get(transport)).toEqual({ Item: { PK: { S: 'second' } } })
})

describe('clock skew', () => {
  const OFF_MS = 3_600_000
  const signedAt = (request: IncomingMessage): number => {
    const stamp = String(request.headers['x-amz-date'])
    const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? []
    return Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`)
  }
  const rejection = '{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"m"}'

  test('is corrected once, by the date of the server that rejected the signature', async () => {
    let requests = 0
    const endpoint = await listen((request, response) => {
      requests += 1
      const now = Date.now() + OFF_MS
      response.setHeader('date', new Date(now).toUTCString())
      const isGood = Math.abs(signedAt(request) - now) < 300_000
      response.writeHead(isGood ? 200 : 400).end(isGood ? '{}' : rejection)
    })
    const transport = open({ endpoint })
    expect(await get(transport)).toEqual({})
    expect(await get(transport)).toEqual({})
    expect(requests).toBe(3)
  })
  test('is not assumed when the secret is wrong', async () => {
    let requests = 0
    const endpoint = await listen((_, response) => {
      requests += 1
      response.writeHead(400).end(rejection)
    })
    await expect(get(open({ endpoint }))).rejects.toMatchObject({
      code: 'InvalidSignatureException',
      outcome: 'refused',
    })
    expect(requests).toBe(1)
  })
})

test("AWS's endpoint depends on the region, and has another domain in China", () => {
  expect(awsEndpoint('eu-central-1')).toBe('https://dynamodb.eu-central-1.amazonaws.com')
  expect(awsEndpoint('cn-north-1')).toBe('https://dynamodb.cn-north-1.amazonaws.com.cn')
})
