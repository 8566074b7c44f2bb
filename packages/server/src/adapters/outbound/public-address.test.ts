import { createSocket } from 'node:dgram'
import { promises, Resolver } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutboundHttp } from './outbound-http.ts'
import { createPublicLookup, isPublicAddress, type Resolve } from './public-address.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A DNS server (RFC 1035) that answers each query for an A record with the next list of addresses. */
async function serveNames(answers: readonly (readonly string[])[]) {
  let asked = 0
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    // A question is its name, which ends with a zero, its type and its class.
    const end = question.indexOf(0, 12) + 5
    const isForIpv4 = question.readUInt16BE(end - 4) === 1
    const addresses = isForIpv4 ? (answers[Math.min(asked, answers.length - 1)] ?? []) : []
    if (isForIpv4) asked += 1
    const head = Buffer.from(question.subarray(0, end))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt32BE(0, 8)
    const records = addresses.map((one) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([head, ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  closing.push(() => socket.close())
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const resolve: Resolve = (hostname, _options, callback) =>
    resolver.resolve4(hostname, (error, addresses) =>
      callback(
        error,
        (addresses ?? []).map((address) => ({ address, family: 4 })),
      ),
    )
  return { resolve, asked: () => asked }
}

/** A server at one loopback address that counts connections. */
async function listenAt(address: string, port = 0) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.end('hello')
  }).listen(port, address)
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const get = (url: string) =>
  ({
    method: 'GET',
    url,
    headers: {},
    timeoutMilliseconds: 2_000,
    bodyBytes: 1_000,
    bodyTaken: 'whole',
  }) as const

describe('a name that resolves to an address that is not public is never connected to', () => {
  test.each([
    ['loopback', ['127.77.0.5']],
    ['a private net', ['10.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['the platform of Azure', ['168.63.129.16']],
    ['a public address and a private one', ['93.184.215.14', '127.77.0.5']],
  ])('%s', async (_, addresses) => {
    const inside = await listenAt('127.77.0.5', 8443)
    const { resolve, asked } = await serveNames([addresses])
    const outbound = createOutboundHttp({ allowPrivateNetwork: false, resolve })
    closing.push(() => outbound.close())
    expect(await outbound.send(get('https://feed.example:8443/a.ics'))).toEqual({
      ok: false,
      refusal: { code: 'forbidden_address', detail: 'the name is not at a public address' },
    })
    expect(asked()).toBe(1)
    expect(inside.connections()).toBe(0)
  })
})

test('DNS rebinding does not reach a private address', async () => {
  // 127.77.0.1 stands for a public address, 127.77.0.2 for a private one.
  const { port, connections } = await listenAt('127.77.0.1')
  const inside = await listenAt('127.77.0.2', port)
  const { resolve, asked } = await serveNames([['127.77.0.1'], ['127.77.0.2']])
  const lookup = createPublicLookup(resolve, (address) => address === '127.77.0.1')
  const attempt = async () => {
    const socket = connect({ host: 'rebinding.example', port, lookup })
    await once(socket, 'data')
    return socket.remoteAddress
  }
  // Each connection resolves the name once and goes to the checked address.
  expect(await attempt()).toBe('127.77.0.1')
  expect(asked()).toBe(1)
  await expect(attempt()).rejects.toMatchObject({ code: 'address_refused' })
  expect([connections(), inside.connections()]).toEqual([1, 0])
})

test('without the check the private address can be reached', async () => {
  const { port, connections } = await listenAt('127.77.0.2')
  const { resolve } = await serveNames([['127.77.0.2']])
  const socket = connect({
    host: 'feed.example',
    port,
    lookup: createPublicLookup(resolve, () => true),
  })
  await once(socket, 'data')
  expect(connections()).toBe(1)
})

test('the address of localhost is not public', async () => {
  const { address } = await promises.lookup('localhost')
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '::1',
  '::',
  '::7f00:1',
  '::127.0.0.1',
  '4000::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2002:a00:1::',
  '2001:0:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '100::1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
