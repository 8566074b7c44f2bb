import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY, openTestApp, type TestApp } from './support/app.ts'
import { PROVIDER } from './support/fixtures.ts'

let app: TestApp
let server: ReturnType<typeof serve>
let port: number
beforeAll(async () => {
  app = await openTestApp({
    limits: {
      read: { name: 'read', requests: 1, windowSeconds: 3600 },
      write: { name: 'write', requests: 1, windowSeconds: 3600 },
    },
  })
  server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.close()
  await app.close()
})

const url = (path: string) => `http://127.0.0.1:${port}${path}`
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

test('the app answers over a socket as it does in the process', async () => {
  const made = await fetch(url('/v1/providers'), {
    method: 'POST',
    headers,
    body: JSON.stringify(PROVIDER),
  })
  const body = (await made.json()) as { id: string }
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
  const read = await fetch(url(`/v1/providers/${body.id}`), { headers })
  expect(await read.json()).toEqual(body)
  const gone = await fetch(url(`/v1/providers/${body.id}`), { method: 'DELETE', headers })
  expect([gone.status, await gone.text()]).toEqual([204, ''])
})

test('a body of 10 MB that says so is refused before it is sent', async () => {
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /v1/providers HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${KEY}`,
    'content-type: application/json',
    'content-length: 10485760',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

test.each([
  ['says so', JSON.stringify({ name: 'a'.repeat(10 * 1024 * 1024) })],
  [
    'does not say so',
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 160; i += 1) controller.enqueue(new Uint8Array(64 * 1024))
        controller.close()
      },
    }),
  ],
])(
  'a client that sends 10 MB and %s reads the refusal, not a broken connection',
  async (_, body) => {
    const got = await fetch(url('/v1/providers'), { method: 'POST', headers, body, duplex: 'half' })
    expect([got.status, await got.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'payload_too_large' }),
    ])
  },
)

test('the address that limits go by is that of the socket, whatever a header says', async () => {
  const ask = async (forwardedFor: string) =>
    (await fetch(url('/v1/public/a/b'), { headers: { 'x-forwarded-for': forwardedFor } })).status
  expect([await ask('203.0.113.1'), await ask('203.0.113.2')]).toEqual([404, 429])
})

test('a HEAD has the headers of the GET and no body', async () => {
  const got = await fetch(url('/healthz'), { method: 'HEAD' })
  expect([got.status, got.headers.get('content-type'), await got.text()]).toEqual([
    200,
    'application/json',
    '',
  ])
})
