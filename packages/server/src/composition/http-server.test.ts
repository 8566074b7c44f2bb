import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './http-server.ts'

test('a request with two Host headers is answered 400, and its connection is closed', async () => {
  const server = await listen({
    fetch: () => new Response('answered'),
    overload: { isFull: () => false, isFirst: () => false, refuse: () => undefined },
    port: 0,
    host: '127.0.0.1',
  })
  onTestFinished(() => server.close())
  const statusOf = async (...hosts: readonly string[]) => {
    const socket = connect(server.port, '127.0.0.1')
    const lines = ['GET / HTTP/1.1', ...hosts, 'connection: close']
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return String(answer).split('\r\n')[0]
  }
  expect(await statusOf('host: example.com')).toBe('HTTP/1.1 200 OK')
  expect(await statusOf('host: example.com', 'Host: example.org')).toBe('HTTP/1.1 400 Bad Request')
  expect(await statusOf('host: example.com', 'HOST: example.com')).toBe('HTTP/1.1 400 Bad Request')
})

const CONNECTIONS = 64

test('requests of connections that arrive together begin together', async () => {
  const begun: number[] = []
  let batch = 0
  const server = await listen({
    fetch: () => new Response('answered'),
    direct(_request, response) {
      begun.push(batch)
      // Requests of one batch begin in one loop, before any of their promises goes on.
      if (begun.at(-2) !== batch) void nextTurn().then(() => (batch += 1))
      const end = performance.now() + 0.5
      while (performance.now() < end);
      response.end('answered')
      return true
    },
    overload: { isFull: () => false, isFirst: () => false, refuse: () => undefined },
    port: 0,
    host: '127.0.0.1',
  })
  onTestFinished(() => server.close())
  const ask = async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: example.com\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  expect(begun).toHaveLength(CONNECTIONS)
  // One by one, they would be 64 batches. A batch ends after 25 ms.
  expect(new Set(begun).size).toBeLessThan(16)
})
