import { once } from 'node:events'
import { connect } from 'node:net'
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
