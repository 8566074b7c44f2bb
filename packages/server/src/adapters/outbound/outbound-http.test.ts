import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { OutboundRequest } from '../../kernel/ports/outbound-http.ts'
import { createOutboundHttp } from './outbound-http.ts'
import { createPublicLookup, isPublicAddress } from './public-address.ts'

const guarded = createOutboundHttp({ allowPrivateNetwork: false })
const open = createOutboundHttp({ allowPrivateNetwork: true })

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(listener: RequestListener): Promise<{ url: string; requests: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, requests: () => count }
}

const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMilliseconds: 2_000,
  bodyBytes: 1_000,
  bodyTaken: 'whole',
  ...more,
})

describe('an address that is not public is refused in every form', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://192.0.0.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://localhost/',
    'https://sub.localhost/',
  ])('%s', async (url) => {
    expect(guarded.checkUrl(url).ok).toBe(false)
    expect(await guarded.send(get(url))).toMatchObject({ refusal: { code: 'forbidden_address' } })
  })
})

test.each([
  ['http://example.com/', 'only https URLs can be used'],
  ['ftp://example.com/', 'only https URLs can be used'],
  ['https://user:secret@example.com/', 'a user name or password in the URL'],
  ['https://example.com:22/', 'only the ports 443 and 8443'],
  ['nonsense', 'this is not a URL'],
  [`https://example.com/${'x'.repeat(2048)}`, 'a URL has at most 2048 characters'],
])('%s cannot be used', (url, reason) => {
  const checked = guarded.checkUrl(url)
  expect(!checked.ok && checked.refusal).toContain(reason)
})

test('public addresses and names are allowed', () => {
  expect(isPublicAddress('93.184.215.14')).toBe(true)
  expect(isPublicAddress('2606:2800:21f:cb07:6820:80da:af6b:8b2c')).toBe(true)
  expect(guarded.checkUrl('https://hooks.example.com:8443/a?b=c').ok).toBe(true)
})

test('a name that resolves to an address that is not public is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  createPublicLookup()('localhost', { all: true }, (error) => resolve(error))
  expect(await promise).toMatchObject({ code: 'address_refused' })
})

test('a redirect is an answer and is not followed', async () => {
  const inside = await serve((_request, response) => response.end('secret'))
  const outside = await serve((_request, response) => {
    response.writeHead(302, { location: inside.url })
    response.end()
  })
  const answer = await open.send(get(outside.url))
  expect(answer).toMatchObject({ ok: true, value: { status: 302 } })
  expect(inside.requests()).toBe(0)
})

test('an endless answer is read up to the size limit', async () => {
  const endless = await serve((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', more)
    }
    more()
  })
  expect(await open.send(get(endless.url))).toEqual({
    ok: false,
    refusal: { code: 'too_large', detail: 'the answer is larger than 1000 bytes' },
  })
  const beginning = await open.send(get(endless.url, { bodyTaken: 'beginning' }))
  expect(beginning.ok && beginning.value.body.length).toBe(1_000)
})

test('an answer that breaks off is a failure, unless only its beginning is needed', async () => {
  const broken = await serve((_request, response) => {
    response.write('taken', () => response.destroy())
  })
  const beginning = await open.send(get(broken.url, { bodyTaken: 'beginning' }))
  expect(beginning).toMatchObject({ ok: true, value: { status: 200 } })
  expect((await open.send(get(broken.url))).ok).toBe(false)
})

test('a request to a silent server ends at its timeout', async () => {
  const silent = await serve(() => {})
  expect(await open.send(get(silent.url, { timeoutMilliseconds: 50 }))).toEqual({
    ok: false,
    refusal: { code: 'unreachable', detail: 'no answer came in time' },
  })
})

test('a closed port is a refusal with a description', async () => {
  const { url } = await serve(() => {})
  for (const close of closing.splice(0)) await close()
  expect(await open.send(get(url))).toEqual({
    ok: false,
    refusal: { code: 'unreachable', detail: 'the connection was refused' },
  })
})
